"""What a scene kind tells the rest of the program about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from language.params import LANGUAGES, KindParams

RESERVED_KEYS = ("kind", "id", "title", "say", "motion", "beats")
"""Keys of every scene; the parameters of a kind may not be called so."""

BEAT_KEYS = ("run_time",)
"""What a storyboard may set for a beat."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One idea of a scene: a motion, then a hold in which it can be understood.

    ``run_time`` is the length in seconds of the beat's main motion unless the storyboard says
    otherwise (``beats: {warp: {run_time: 3}}``). ``main`` marks the beat whose last frame tells
    what the scene is about (poster, gallery). Raises ValueError for a language code as its name:
    ``say: {ko: …}`` would be ambiguous.
    """

    name: str
    doc: str
    run_time: float = 1.5
    main: bool = False

    def __post_init__(self) -> None:
        if self.name in LANGUAGES:
            raise ValueError(f"a beat cannot be called {self.name}: that is a language code")


@dataclass(frozen=True, slots=True)
class Kind:
    """A scene kind as reader, manual and planner see it; they know the class that draws by name.

    That name is ``target``, an import string such as ``scenes.title_card:TitleCard``; ``beats``
    lists the beats that a scene with these params has. Raises ValueError if a parameter has a
    reserved name.
    """

    name: str
    params: type[KindParams]
    beats: Callable[[KindParams], tuple[Beat, ...]]
    doc: str
    target: str

    def __post_init__(self) -> None:
        taken = sorted(set(RESERVED_KEYS) & set(self.params.model_fields))
        if taken:
            raise ValueError(f"{self.name}: a parameter cannot be called {' or '.join(taken)}")
