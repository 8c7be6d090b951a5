"""A storyboard after it has been read: frozen, complete, checked. Nobody sees YAML after this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from algebra.matrices import Matrix
from language.kind import Beat, Kind
from language.params import KindParams
from language.places import Fault, Place
from language.text import Text


@dataclass(frozen=True, slots=True)
class BeatSpec:
    """A beat of a scene as the storyboard wants it."""

    beat: Beat
    say: Text | None
    run_time: float | None
    """Seconds of the main motion, if the storyboard sets it."""
    place: Place


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """One scene: a kind, its params, and what is said in its beats (all of them, in order)."""

    id: str
    kind: Kind
    params: KindParams
    title: Text | None
    motion: str
    beats: tuple[BeatSpec, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement that was decided while reading, and holds."""

    source: str
    value: str
    place: Place


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A piece of text in one language, and where the storyboard has it."""

    place: Place
    language: str
    markup: str


@dataclass(frozen=True, slots=True)
class Storyboard:
    """A whole storyboard. ``languages[0]`` is the default; ``notices`` did not stop the reading.

    ``matrices`` and ``vectors`` are what the storyboard names, in its order, after those that it
    includes from other files, which are ``included``. ``texts`` lists every piece of text that the
    film can show or say, in the order of the file.
    """

    path: Path
    version: int
    title: Text
    languages: tuple[str, ...]
    theme: str
    matrices: Mapping[str, Matrix]
    claims: tuple[Claim, ...]
    scenes: tuple[SceneSpec, ...]
    notices: tuple[Fault, ...]
    vectors: Mapping[str, Matrix] = field(default_factory=dict)
    texts: tuple[PlacedText, ...] = ()
    included: tuple[Path, ...] = ()

    @property
    def inputs(self) -> tuple[Path, ...]:
        """All files that the storyboard consists of, itself first, the pictures it shows last."""
        shown = (path for scene in self.scenes for path in scene.params.files())
        return tuple(dict.fromkeys((self.path, *self.included, *shown)))
