"""The reader's process: reads and checks the storyboard, and lays it out for the page.

It keeps the last storyboard that could be read, and the rehearsals that the painter has made; for
a scene that has not been rehearsed it guesses, so that there is a timeline from the start.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path

from film.gate import bare
from film.plan import FilmPlan, Rehearsal, RehearsedBeat, Step, notices, plan
from film.proofread import proofread
from film.wish import chosen_size
from language.model import SceneSpec, Storyboard
from language.places import Fault, Faults
from language.reader import read
from preview.document import Sources, document
from preview.messages import FPS, Choice, Describe, Described, Order, Read, ReadDone
from preview.pieces import clip_key, scene_key
from preview.watch import content
from scenes import own_kinds
from stage.formulas import check
from stage.look import Look
from stage.story import frames_of
from stage.theme import THEMES

KEPT_REHEARSALS = 400
"""Enough for a long film in all looks; more would only be memory."""


class Reader:
    """Reads one storyboard, again and again; `kind_paths` are files of custom kinds."""

    def __init__(self, path: Path, kind_paths: Sequence[Path]) -> None:
        self._path = path
        self._kind_paths = tuple(file.resolve() for file in kind_paths)
        self._kinds, self._kind_faults = own_kinds(self._kind_paths)
        self._code = {path: content(path) for path in self._kind_paths}
        self._good: Storyboard | None = None
        self._rehearsals: OrderedDict[str, Rehearsal] = OrderedDict()
        self._sources = Sources(path.parent, self._kind_paths)
        check("x")  # loads the typesetter, with which formulas are checked

    def answer(self, request: object, send: Callable[[object], None]) -> None:
        """Sends what a Read or a Describe asks for; TypeError for anything else."""
        match request:
            case Read():
                send(self._read())
            case Describe(choice, rehearsals):
                for key, pickled in rehearsals.items():
                    self._keep(key, pickle.loads(pickled))
                send(self._describe(choice))
            case _:
                raise TypeError(f"the reader was asked for {type(request).__name__}")

    def _read(self) -> ReadDone:
        self._sources.forget()
        faults: tuple[Fault, ...] = self._kind_faults
        remarks: tuple[Fault, ...] = ()
        good = False
        try:
            storyboard = read(self._path, self._kinds, tuple(THEMES))
            remarks = storyboard.notices
            if found := proofread(storyboard):
                raise Faults(found)
            self._good, good = storyboard, True
        except Faults as found:
            faults += found.faults
        told = tuple(fault for fault in faults if fault.severity == "error")
        board = self._good
        return ReadDone(
            good=good,
            faults=tuple(self._sources.fault(fault) for fault in told),
            notices=tuple(self._sources.fault(fault) for fault in remarks),
            inputs=board.inputs if board else (self._path,),
            languages=board.languages if board else (),
            theme=board.theme if board else "",
        )

    def _keep(self, key: str, rehearsal: Rehearsal) -> None:
        self._rehearsals[key] = rehearsal
        self._rehearsals.move_to_end(key)
        while len(self._rehearsals) > KEPT_REHEARSALS:
            self._rehearsals.popitem(last=False)

    def _describe(self, choice: Choice) -> Described:
        """The last good storyboard in the chosen look; LookupError if there never was one."""
        board = self._good
        if board is None:
            raise LookupError("no storyboard could be read yet")
        look = look_for(board, choice)
        keys: dict[str, str] = {}
        known: set[str] = set()

        def heard(spec: SceneSpec, in_look: Look) -> Rehearsal:
            key = keys[spec.id] = scene_key(bare(spec), in_look, self._code)
            rehearsal = self._rehearsals.get(key)
            names = [beat.beat.name for beat in spec.beats]
            if rehearsal is None or [beat.name for beat in rehearsal.beats] != names:
                return _guess(spec, in_look)
            known.add(spec.id)
            return rehearsal

        film: FilmPlan = plan(board, heard, look)
        orders = tuple(
            Order(
                keys[scene.id],
                clip_key(keys[scene.id], scene) if scene.id in known else "",
                scene,
                look,
            )
            for scene in film.scenes
        )
        made = document(board, film, known, notices(board, look), self._sources)
        return Described(made, orders)


def look_for(board: Storyboard, choice: Choice) -> Look:
    """The look of a choice; what the storyboard no longer has is replaced by its own."""
    width, height = chosen_size("m", None, choice.aspect)
    language = choice.language if choice.language in board.languages else board.languages[0]
    theme = choice.theme if choice.theme in THEMES else board.theme
    return Look(width, height, FPS, theme, language)


def _guess(spec: SceneSpec, look: Look) -> Rehearsal:
    """One motion a beat, as long as its kind or the storyboard says."""
    return Rehearsal(
        tuple(
            RehearsedBeat(
                beat.beat.name,
                (Step(0, frames_of(beat.run_time or beat.beat.run_time, look.fps)),),
                0,
            )
            for beat in spec.beats
        )
    )
