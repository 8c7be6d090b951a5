"""What is known of the storyboard, who looks at what, and what is drawn next.

The reader is asked after each save, the painter whenever it has nothing to do and something is
missing. Pictures come before clips, what somebody looks at before everything else. A picture or a
clip is known by the key of what it shows, so what did not change is never asked for again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from algebra.wording import message_of, phrase
from preview.messages import (
    Choice,
    Describe,
    Described,
    Failed,
    Heard,
    Inspect,
    Inspected,
    Json,
    Order,
    Paint,
    Painted,
    Read,
    ReadDone,
    Remark,
    Shoot,
    Shot,
    in_each_language,
)
from preview.pieces import beat_clip_key
from preview.processes import WorkerBroke, WorkerDied
from preview.shelf import Shelf
from preview.state import Asked, Show, Viewer, around, with_pictures

KEPT_REHEARSALS = 300
"""Of some 10 kB each; a reader that has to be replaced is given them again."""


class Session:
    """Everything that all viewers share. Lives in one event loop."""

    def __init__(self, reader: Asked, painter: Asked, inspector: Asked, shelf: Shelf) -> None:
        self._reader = reader
        self._painter = painter
        self._inspector = inspector
        self.shelf = shelf
        self.viewers: list[Viewer] = []
        self.inputs: tuple[Path, ...] = ()
        self.saves = 0
        """How many saves were answered."""
        self._numbers = itertools.count(1)
        self._said: ReadDone | None = None
        self._trouble: Json = ""
        self._shows: OrderedDict[Choice, Show] = OrderedDict()
        self._failures: dict[str, Failed] = {}
        self._remarks: OrderedDict[str, tuple[Remark, ...]] = OrderedDict()
        self._calm = asyncio.Event()
        self._deaths: dict[str, int] = {}
        self._heard: OrderedDict[str, bytes] = OrderedDict()
        self._given: set[str] = set()
        self._reading = asyncio.Lock()
        self._work = asyncio.Event()
        self._now: Paint | Shoot | None = None
        self._phase = "starting"
        self._count = 0
        self.on_inputs: Callable[[], None] = lambda: None

    # Viewers

    def enter(self, choice: Choice) -> Viewer:
        """A page was opened, or wants another look."""
        viewer = Viewer(next(self._numbers), choice)
        self.viewers.append(viewer)
        viewer.news.set()
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """A page was closed."""
        self.viewers.remove(viewer)

    def look_at(self, number: int, scene: str, beat: str) -> bool:
        """A viewer looks at a beat; False if there is no such viewer."""
        for viewer in self.viewers:
            if viewer.number == number:
                moved = viewer.scene != scene
                viewer.scene, viewer.beat = scene, beat
                self._reconsider(moved)
                return True
        return False

    async def show(self, viewer: Viewer) -> str:
        """The JSON of all that a viewer's page shows."""
        shown = self._shows.get(viewer.choice)
        if shown is None and self._said is not None and self._said.languages:
            async with self._reading:
                shown = await self._describe(viewer.choice)
        if shown is not None:
            self._shows.move_to_end(viewer.choice)
            self._wake()
        return json.dumps(self._state(viewer, shown), ensure_ascii=False)

    # Saves

    async def reread(self) -> None:
        """Something was saved: read it, show its faults, lay it out, draw what has changed."""
        async with self._reading:
            if self._said is not None:
                self._phase = "reading"
            answer = await self._ask_reader(Read())
            if not isinstance(answer, ReadDone):
                return
            before, self._said = self.inputs, answer
            self.inputs = answer.inputs
            if self.inputs != before:
                self.on_inputs()
            self.saves += 1
            if answer.good:
                self._forgive()
                wanted = {viewer.choice for viewer in self.viewers}
                for choice in [c for c in self._shows if c not in wanted]:
                    del self._shows[choice]
                for choice in wanted:
                    await self._describe(choice)
            self._reconsider(hurry=True)
            self._tell()

    async def renew(self) -> None:
        """The code of custom kinds was saved: new processes, then as after any save."""
        self._given.clear()
        for worker in (self._reader, self._painter, self._inspector):
            worker.stop()
        self._failures.clear()
        self._deaths.clear()
        await asyncio.gather(self._warmed(), self.reread())

    async def _warmed(self) -> None:
        with contextlib.suppress(WorkerDied):  # then the next request starts another
            await self._painter.warm()

    async def _describe(self, choice: Choice) -> Show | None:
        fresh = {key: heard for key, heard in self._heard.items() if key not in self._given}
        answer = await self._ask_reader(Describe(choice, fresh))
        if not isinstance(answer, Described):
            return None
        old = self._shows.get(choice)
        stale, changed = dict(old.stale) if old else {}, set(old.changed) if old else set()
        if old:
            had = {order.scene.id: order.key for order in old.orders}
            stale |= {name: key for name, key in had.items() if self.shelf.pictures(key)}
            changed |= {o.scene.id for o in answer.orders if had.get(o.scene.id) != o.key}
        show = Show(answer.document, answer.orders, stale, changed)
        self._shows[choice] = show
        return show

    async def _ask_reader(self, request: Read | Describe) -> object:
        """The one answer to a request, or None after telling the page what went wrong."""
        for attempt in (1, 2):
            try:
                answers = [answer async for answer in self._reader.ask(request)]
                if isinstance(request, Describe):
                    self._given |= request.rehearsals.keys()
                self._trouble = ""
                return answers[0]
            except WorkerDied as death:
                self._trouble = {**in_each_language(message_of(death))}
                self._given.clear()
                if attempt == 1 and isinstance(request, Describe):
                    request = replace(request, rehearsals=dict(self._heard))
                    # the new process has read nothing yet
                    with contextlib.suppress(WorkerDied, WorkerBroke):
                        async for _ in self._reader.ask(Read()):
                            pass
            except WorkerBroke as broken:
                self._trouble = {**in_each_language(message_of(broken))}
                break
        self._tell()
        return None

    # Drawing

    async def draw(self) -> None:
        """Keeps the painter busy for as long as something is missing; runs until cancelled."""
        await self._warmed()
        while True:
            self._work.clear()
            request = self._next()
            if request is None:
                if self._phase != "idle" and self._said is not None:
                    self._phase = "idle"
                    self._tell()
                self._calm.set()
                await self._work.wait()
                continue
            self._calm.clear()
            order = request.order
            self._now = request
            self._phase = "filming" if isinstance(request, Shoot) else "drawing"
            try:
                self._tell()
                async for answer in self._painter.ask(request):
                    await self._take(answer)
            except WorkerDied as death:
                self._bury(order, message_of(death))
            except WorkerBroke as broken:
                self._failures[order.key] = Failed(order.key, message_of(broken))
            finally:
                self._now = None
            self._tell()

    async def _take(self, answer: object) -> None:
        match answer:
            case Painted(key, beat, name):
                self.shelf.keep_picture(key, beat, name)
            case Heard(key, rehearsal):
                self._hear(key, rehearsal)
                async with self._reading:
                    for choice, show in list(self._shows.items()):
                        if any(each.key == key for each in show.orders):
                            await self._describe(choice)
            case Shot(clip, name):
                self.shelf.keep_clip(clip, name)
            case Failed(key) as failure:
                self._failures[key] = failure
            case _:
                raise TypeError(f"the painter answered {type(answer).__name__}")
        self._tell()

    async def inspect(self) -> None:
        """Has scenes looked at by the picture gate while nothing is drawn; runs until cancelled."""
        while True:
            await self._calm.wait()
            order = next((o for _, o in self._by_interest() if o.key not in self._remarks), None)
            if order is None:
                self._calm.clear()  # until something has been drawn again
                continue
            remarks: tuple[Remark, ...] = ()
            with contextlib.suppress(WorkerDied, WorkerBroke):  # the painter tells what fails
                async for answer in self._inspector.ask(Inspect(order)):
                    if isinstance(answer, Inspected):
                        remarks = answer.remarks
            self._remarks[order.key] = remarks
            while len(self._remarks) > KEPT_REHEARSALS:
                self._remarks.popitem(last=False)
            if remarks:
                self._tell()

    def _hear(self, key: str, rehearsal: bytes) -> None:
        self._heard[key] = rehearsal
        while len(self._heard) > KEPT_REHEARSALS:
            self._given.discard(self._heard.popitem(last=False)[0])

    def _bury(self, order: Order, how: str) -> None:
        """The painter died over a scene: once may be chance, twice is the scene's fault."""
        died = self._deaths[order.key] = self._deaths.get(order.key, 0) + 1
        if died > 1:
            self._failures[order.key] = Failed(
                order.key,
                phrase("scene {scene} cannot be drawn: {how}", scene=order.scene.id, how=how),
            )

    def _forgive(self) -> None:
        """What failed is forgotten once no scene looks like that any more."""
        keys = {order.key for show in self._shows.values() for order in show.orders}
        self._failures = {key: one for key, one in self._failures.items() if key in keys}
        self._deaths = {key: count for key, count in self._deaths.items() if key in keys}

    def _next(self) -> Paint | Shoot | None:
        for viewer, order in self._by_interest():
            if self._lacks_pictures(order):
                first = viewer.beat if viewer.scene == order.scene.id else ""
                return Paint(order, first)
        for viewer in reversed(self.viewers):
            for request in self._clips_for(viewer):
                if request.order.clip and self._can_draw(request.order):
                    return request
        return None

    def _by_interest(self) -> Iterator[tuple[Viewer, Order]]:
        """All scenes of all viewers, the newest viewer first, beginning where each looks."""
        for viewer in reversed(self.viewers):
            show = self._shows.get(viewer.choice)
            if show is not None:
                for order in around(show.orders, viewer.scene):
                    yield viewer, order

    def _clips_for(self, viewer: Viewer) -> Iterator[Shoot]:
        """Clips that are missing: of the beat that a viewer looks at, which is a matter of a
        moment, of its scene, of the scenes that have changed, of the next one."""
        show = self._shows.get(viewer.choice)
        if show is None:
            return
        first, *others = around(show.orders, viewer.scene)
        if not self.shelf.clip(first.clip):
            names = {beat.name for beat in first.scene.beats}
            beat = viewer.beat if viewer.beat in names and viewer.scene == first.scene.id else ""
            if beat and not self.shelf.clip(beat_clip_key(first.key, first.scene, beat)):
                yield Shoot(first, beat)
            yield Shoot(first)
        wanted = [order for order in others if order.scene.id in show.changed] + others[:1]
        yield from (Shoot(order) for order in wanted if not self.shelf.clip(order.clip))

    def _can_draw(self, order: Order) -> bool:
        return order.key not in self._failures

    def _lacks_pictures(self, order: Order) -> bool:
        if not self._can_draw(order):
            return False
        have = self.shelf.pictures(order.key)
        return order.key not in self._heard or any(
            beat.name not in have for beat in order.scene.beats
        )

    def _reconsider(self, hurry: bool) -> None:
        """Lets the painter go on to what matters more, or leave what nobody wants."""
        self._wake()
        now = self._now
        if now is None or not hurry:
            return
        wanted = {order.key for show in self._shows.values() for order in show.orders}
        dropped = now.order.key not in wanted
        if dropped or (isinstance(now, Shoot) and self._next() not in (None, now)):
            self._painter.cancel()

    def _wake(self) -> None:
        self._calm.clear()
        self._work.set()

    # Telling

    def _tell(self) -> None:
        self._count += 1
        for viewer in self.viewers:
            viewer.news.set()

    def _state(self, viewer: Viewer, show: Show | None) -> dict[str, Json]:
        said = self._said
        faults: list[Json] = list(said.faults) if said else []
        document: Json = None
        if show is not None:
            orders = {order.scene.id: order for order in show.orders}
            document = dict(show.document)
            scenes = show.document["scenes"]
            assert isinstance(scenes, list)  # `document` makes it one
            document["scenes"] = [
                with_pictures(
                    scene,
                    orders[str(scene["id"])],
                    self.shelf,
                    show.stale.get(str(scene["id"]), ""),
                    self._failures,
                    self._remarks,
                )
                for scene in scenes
                if isinstance(scene, dict)
            ]
        return {
            "viewer": viewer.number,
            "revision": self._count,
            "saves": self.saves,
            "phase": self._phase,
            "good": bool(said and said.good),
            "trouble": self._trouble,
            "faults": faults,
            "notices": list(said.notices) if said else [],
            "film": document,
        }
