"""What the preview draws, in which order, and what it does not draw; with workers that pretend."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from film.plan import BeatPlan, ScenePlan, Step
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
    Shot,
)
from preview.pieces import beat_clip_key
from preview.processes import WorkerDied
from preview.session import Session
from preview.shelf import Shelf
from stage.look import Look

KO, EN = Choice("ko"), Choice("en")


def order(name: str, version: int, language: str, heard: bool) -> Order:
    beats = tuple(BeatPlan(each, "", (Step(1, 5),), 5, {}) for each in ("first", "last"))
    key = f"{name}{version}{language}"
    plan = ScenePlan(name, "slide", "tests.slides:Slide", {}, {}, "auto", {}, beats)
    return Order(key, f"clip of {key}" if heard else "", plan, Look(160, 90, 30, "dark", language))


class FakeReader:
    """Reads ``scenes``, a version for each name; a name that begins with ! is a fault."""

    def __init__(self) -> None:
        self.scenes: dict[str, int] = {"a": 1, "b": 1, "c": 1}
        self.heard: set[str] = set()
        self.asked: list[object] = []
        self.fault = ""
        self.dies = 0

    async def warm(self) -> None:
        """It is."""

    def cancel(self) -> None:
        """It answers at once."""

    def stop(self) -> None:
        """It forgets, as a new process would not know."""
        self.heard.clear()

    async def ask(self, request: object) -> AsyncIterator[object]:
        self.asked.append(request)
        await asyncio.sleep(0)
        if self.dies:
            self.dies -= 1
            self.stop()
            raise WorkerDied("the reader ended (signal 9)")
        if isinstance(request, Read):
            told: tuple[Json, ...] = (self.fault,) if self.fault else ()
            yield ReadDone(not told, told, (), (Path("det.yaml"),), ("ko", "en"), "dark")
        if isinstance(request, Describe):
            self.heard |= request.rehearsals.keys()
            language = request.choice.language
            orders = [
                order(name, version, language, f"{name}{version}{language}" in self.heard)
                for name, version in self.scenes.items()
            ]
            document: dict[str, Json] = {
                "scenes": [
                    {"id": each.scene.id, "beats": [{"name": b.name} for b in each.scene.beats]}
                    for each in orders
                ]
            }
            yield Described(document, tuple(orders))


class FakePainter:
    """Notes what it is asked; `refuses` and `kills` name keys that fail or end it."""

    def __init__(self, shelf: Shelf) -> None:
        self.done: list[str] = []
        self.refuses: set[str] = set()
        self.kills: set[str] = set()
        self.cancelled = 0
        self.slow: asyncio.Event | None = None
        self._folder = shelf.folder

    async def warm(self) -> None:
        """It is."""

    def cancel(self) -> None:
        self.cancelled += 1
        if self.slow is not None:
            self.slow.set()

    def stop(self) -> None:
        """It keeps nothing."""

    async def ask(self, request: object) -> AsyncIterator[object]:
        await asyncio.sleep(0)
        assert isinstance(request, Paint) or hasattr(request, "order")
        one: Order = request.order
        paints = isinstance(request, Paint)
        beat = getattr(request, "beat", "")
        clip = beat_clip_key(one.key, one.scene, beat) if beat else one.clip
        self.done.append(one.key if paints else f"{beat or 'clip'} of {one.key}")
        if self.slow is not None:
            before = self.cancelled
            await self.slow.wait()
            if self.cancelled > before:
                return
        if one.key in self.kills:
            raise WorkerDied("the painter ended (signal 11)")
        if one.key in self.refuses:
            yield Failed(one.key, "own.py:7: scene a: ZeroDivisionError", "first", "own.py", 7)
        elif paints:
            yield Heard(one.key, one.key.encode())
            for beat in one.scene.beats:
                yield Painted(one.key, beat.name, f"{one.key} {beat.name}")
        else:
            yield Shot(clip, clip)


class FakeInspector:
    """Finds something in the first beat of each scene."""

    def __init__(self) -> None:
        self.done: list[str] = []

    async def warm(self) -> None:
        """It is."""

    def cancel(self) -> None:
        """It answers at once."""

    def stop(self) -> None:
        """It keeps nothing."""

    async def ask(self, request: object) -> AsyncIterator[object]:
        await asyncio.sleep(0)
        assert isinstance(request, Inspect)
        self.done.append(request.order.key)
        remark = Remark("first", {"en": "small"}, {"en": ""}, "notice")
        yield Inspected(request.order.key, (remark,))


class Room:
    """A session with its pretenders."""

    def __init__(self, folder: Path) -> None:
        self.shelf = Shelf(folder)
        self.reader = FakeReader()
        self.painter = FakePainter(self.shelf)
        self.inspector = FakeInspector()
        self.session = Session(self.reader, self.painter, self.inspector, self.shelf)

    async def calm(self) -> None:
        """Wait until nothing more is drawn."""
        quiet, count = 0, -1
        while quiet < 20:
            await asyncio.sleep(0)
            quiet = quiet + 1 if len(self.painter.done) == count else 0
            count = len(self.painter.done)

    async def since(self, act: Awaitable[object] | None = None) -> list[str]:
        """What is drawn because of an act."""
        before = len(self.painter.done)
        if act is not None:
            await act
        await self.calm()
        return self.painter.done[before:]


def meet(folder: Path, play: Callable[[Room], Awaitable[None]]) -> None:
    """Runs a play with a session that draws."""

    async def run() -> None:
        room = Room(folder)
        drawing = asyncio.create_task(room.session.draw())
        inspecting = asyncio.create_task(room.session.inspect())
        try:
            async with asyncio.timeout(10):
                await room.session.reread()
                await play(room)
            assert not drawing.done(), drawing
            assert not inspecting.done(), inspecting
        finally:
            for task in (drawing, inspecting):
                task.cancel()
            await asyncio.gather(drawing, inspecting, return_exceptions=True)

    asyncio.run(run())


async def state(room: Room, viewer: Any) -> Any:
    return json.loads(await room.session.show(viewer))


def scene_of(shown: Any, name: str) -> Any:
    return next(scene for scene in shown["film"]["scenes"] if scene["id"] == name)


def test_pictures_come_before_clips_and_what_is_looked_at_before_the_rest(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        viewer = room.session.enter(KO)
        room.session.look_at(viewer.number, "b", "last")
        drawn = await room.since(room.session.show(viewer))
        clips = ["last of b1ko", "clip of b1ko", "clip of c1ko"]
        assert drawn == ["b1ko", "c1ko", "a1ko", *clips]

    meet(tmp_path, play)


def test_a_save_draws_only_what_it_changed(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        viewer = room.session.enter(KO)
        await room.since(room.session.show(viewer))
        room.reader.scenes["c"] = 2
        assert await room.since(room.session.reread()) == ["c2ko", "clip of c2ko"]
        assert await room.since(room.session.reread()) == []

    meet(tmp_path, play)


def test_an_edit_that_is_undone_draws_nothing(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        viewer = room.session.enter(KO)
        await room.since(room.session.show(viewer))
        for version in (2, 1):
            room.reader.scenes["a"] = version
            drawn = await room.since(room.session.reread())
        assert drawn == []

    meet(tmp_path, play)


def test_the_last_good_picture_stays_until_the_new_one_is_there(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        viewer = room.session.enter(KO)
        await room.since(room.session.show(viewer))
        room.painter.slow = asyncio.Event()
        room.reader.scenes["a"] = 2
        await room.since(room.session.reread())
        beats = scene_of(await state(room, viewer), "a")["beats"]
        assert [beat["picture"] for beat in beats] == ["a1ko first", "a1ko last"]
        assert all(beat["stale"] for beat in beats)
        room.painter.slow.set()
        room.painter.slow = None
        await room.calm()
        beats = scene_of(await state(room, viewer), "a")["beats"]
        assert [beat["picture"] for beat in beats] == ["a2ko first", "a2ko last"]
        assert not any(beat["stale"] for beat in beats)

    meet(tmp_path, play)


def test_a_fault_is_told_and_changes_no_picture(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        viewer = room.session.enter(KO)
        await room.since(room.session.show(viewer))
        room.reader.fault = "line 3"
        assert await room.since(room.session.reread()) == []
        shown = await state(room, viewer)
        assert (shown["good"], shown["faults"]) == (False, ["line 3"])
        assert scene_of(shown, "a")["beats"][0]["picture"] == "a1ko first"
        room.reader.fault = ""
        assert await room.since(room.session.reread()) == []
        assert (await state(room, viewer))["faults"] == []

    meet(tmp_path, play)


def test_a_newer_save_drops_what_nobody_wants_any_more(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        viewer = room.session.enter(KO)
        await room.since(room.session.show(viewer))
        room.painter.slow = asyncio.Event()
        room.reader.scenes["a"] = 2
        assert await room.since(room.session.reread()) == ["a2ko"]
        room.reader.scenes["a"] = 3
        await room.session.reread()
        assert room.painter.cancelled == 1
        room.painter.slow = None
        assert await room.since() == ["a3ko", "clip of a3ko"]

    meet(tmp_path, play)


def test_a_clip_gives_way_to_pictures(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        viewer = room.session.enter(KO)
        await room.since(room.session.show(viewer))
        room.reader.scenes["a"] = 2
        started = room.session.reread()
        room.painter.slow = slow = asyncio.Event()
        await room.since(started)
        slow.set()
        room.painter.slow = None
        await room.calm()
        room.painter.slow = asyncio.Event()
        room.session.look_at(viewer.number, "c", "first")
        await room.calm()
        assert room.painter.done[-1] == "first of c1ko"
        room.reader.scenes["b"] = 2
        await room.session.reread()
        assert room.painter.cancelled == 1
        room.painter.slow = None
        assert (await room.since())[:3] == ["b2ko", "first of c1ko", "clip of c1ko"]

    meet(tmp_path, play)


def test_a_scene_that_fails_stops_no_other_and_is_not_tried_again(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        room.painter.refuses = {"a1ko"}
        viewer = room.session.enter(KO)
        drawn = await room.since(room.session.show(viewer))
        assert drawn[:3] == ["a1ko", "b1ko", "c1ko"]
        failure = scene_of(await state(room, viewer), "a")["failure"]
        assert (failure["file"], failure["line"]) == ("own.py", 7)
        assert await room.since(room.session.reread()) == []
        room.reader.scenes["a"] = 2
        assert (await room.since(room.session.reread()))[0] == "a2ko"
        assert scene_of(await state(room, viewer), "a")["failure"] is None

    meet(tmp_path, play)


def test_a_scene_that_kills_the_painter_twice_is_left_alone(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        room.painter.kills = {"b1ko"}
        viewer = room.session.enter(KO)
        drawn = await room.since(room.session.show(viewer))
        assert drawn.count("b1ko") == 2
        assert "signal 11" in scene_of(await state(room, viewer), "b")["failure"]["message"]["en"]

    meet(tmp_path, play)


def test_a_reader_that_dies_is_replaced_and_told_what_was_heard(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        viewer = room.session.enter(KO)
        await room.since(room.session.show(viewer))
        room.reader.dies = 1
        room.reader.scenes["a"] = 2
        drawn = await room.since(room.session.reread())
        assert drawn == ["a2ko", "clip of a2ko"]
        assert (await state(room, viewer))["trouble"] == ""

    meet(tmp_path, play)


def test_viewers_share_what_is_drawn_and_each_sees_its_own_look(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        first = room.session.enter(KO)
        await room.since(room.session.show(first))
        twin = room.session.enter(KO)
        assert await room.since(room.session.show(twin)) == []
        other = room.session.enter(EN)
        drawn = await room.since(room.session.show(other))
        assert drawn[:3] == ["a1en", "b1en", "c1en"]
        assert scene_of(await state(room, other), "a")["beats"][0]["picture"] == "a1en first"
        assert scene_of(await state(room, first), "a")["beats"][0]["picture"] == "a1ko first"
        room.session.leave(other)
        room.reader.scenes["a"] = 2
        assert await room.since(room.session.reread()) == ["a2ko", "clip of a2ko"]

    meet(tmp_path, play)


def test_new_code_of_custom_kinds_draws_with_new_processes(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        room.painter.refuses = {"a1ko"}
        viewer = room.session.enter(KO)
        await room.since(room.session.show(viewer))
        room.painter.refuses = set()
        drawn = await room.since(room.session.renew())
        assert drawn[0] == "a1ko"
        assert "b1ko" not in drawn

    meet(tmp_path, play)


def test_the_gate_looks_once_at_each_scene_when_all_is_drawn(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        await room.calm()
        viewer = room.session.enter(KO)
        room.painter.slow = asyncio.Event()
        await room.since(room.session.show(viewer))
        assert room.inspector.done == []
        room.painter.slow.set()
        await room.calm()
        assert sorted(room.inspector.done) == ["a1ko", "b1ko", "c1ko"]
        beats = scene_of(await state(room, viewer), "a")["beats"]
        found = [[one["what"]["en"] for one in beat["findings"]] for beat in beats]
        assert found == [["small"], []]
        room.reader.scenes["b"] = 2
        await room.since(room.session.reread())
        assert room.inspector.done[3:] == ["b2ko"]

    meet(tmp_path, play)


def test_the_shelf_forgets_what_was_not_used_for_longest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("preview.shelf.KEPT_SCENES", 2)
    shelf = Shelf(tmp_path)
    names = {key: f"{k:024x}.jpg" for k, key in enumerate("abc")}
    for key, name in names.items():
        (tmp_path / name).write_bytes(b"x")
        shelf.keep_picture(key, "first", name)
        shelf.pictures("a")
    assert shelf.file(names["a"]) == tmp_path / names["a"]
    assert shelf.file(names["b"]) is None
    assert not (tmp_path / names["b"]).exists()


@pytest.mark.parametrize("name", ["../page/app.js", "a.jpg", f"{0:024x}.jpg", ".", "", "x" * 24])
def test_nothing_but_what_was_drawn_leaves_the_shelf(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{0:024x}.jpg").symlink_to("/etc/hostname")
    assert Shelf(tmp_path).file(name) is None
