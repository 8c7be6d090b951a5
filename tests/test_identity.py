"""Who shoots does not matter: every kind, by one worker or many, from the store or resumed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from film import crew
from film.crew import shoot_film
from film.plan import FilmPlan, plan
from film.shoot import rehearse
from film.store import Store
from language.model import SceneSpec, Storyboard
from language.reader import read
from scenes import kinds
from stage.look import Look
from stage.theme import THEMES

STORYBOARDS = Path(__file__).resolve().parent.parent / "storyboards"
LOOK = Look(width=256, height=144, fps=2)

pytestmark = pytest.mark.film


def every_kind() -> Storyboard:
    """A storyboard with one scene of each kind, taken from those of the course."""
    found: dict[str, SceneSpec] = {}
    boards = [read(p, kinds(), tuple(THEMES)) for p in sorted(STORYBOARDS.glob("*.yaml"))]
    for each in boards:
        for scene in each.scenes:
            found.setdefault(scene.kind.name, scene)
    assert found.keys() == kinds().keys()
    scenes = tuple(replace(scene, id=name) for name, scene in sorted(found.items()))
    return replace(boards[0], scenes=scenes)


@pytest.fixture(scope="module")
def film() -> FilmPlan:
    return plan(every_kind(), rehearse, LOOK)


@pytest.fixture(scope="module")
def alone(film: FilmPlan, tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The film's clips, shot by this process alone."""
    return contents(shoot_film(film, tmp_path_factory.mktemp("alone"), beside=STORYBOARDS))


def contents(clips: Sequence[Path]) -> list[bytes]:
    return [path.read_bytes() for path in clips]


def test_many_workers_give_what_one_gives(
    film: FilmPlan, alone: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_WORTH", 0)
    monkeypatch.setattr(crew, "_LEAST", 1)  # so that scenes are divided between workers
    assert contents(shoot_film(film, tmp_path, jobs=3, beside=STORYBOARDS)) == alone


def test_an_interrupted_film_goes_on_from_its_clips_and_a_stored_one_is_the_same(
    film: FilmPlan, alone: list[bytes], tmp_path: Path
) -> None:
    store = Store(tmp_path / ".store")

    def impatient(done: int) -> None:
        if done > film.frames / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), store.workshop() as folder:
        shoot_film(film, folder, store=store, progress=impatient, beside=STORYBOARDS)
    left: list[int] = []
    with store.workshop() as folder:
        again = shoot_film(film, folder, store=store, progress=left.append, beside=STORYBOARDS)
        assert contents(again) == alone
    assert left[0] > film.frames / 3, "what was finished is not shot again"
    left.clear()
    with store.workshop() as folder:
        again = shoot_film(film, folder, store=store, progress=left.append, beside=STORYBOARDS)
        assert contents(again) == alone
    assert left == [film.frames], "everything was stored"
