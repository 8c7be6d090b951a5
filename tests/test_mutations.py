"""One input is changed at a time: exactly the right clips are shot again, and none is stale.

Most changes are made to the plan or to what the digests see, and shooting is replaced by a note
of what would be shot, so that every single input can be tried. A few are drawn in earnest.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from film import crew, digests, why
from film.crew import Wanted, shoot_film
from film.plan import FilmPlan, ScenePlan, plan
from film.shoot import rehearse
from film.store import Store
from film.workers import Crew, Desk, Task
from language.reader import read
from scenes import kinds
from stage.fonts import font_file
from stage.look import Look
from stage.theme import THEMES
from tests.slides import TINY, board, slide

LOOK = Look(width=256, height=144, fps=5)

STORYBOARD = """\
storyboard: 1
title: {ko: 넓이, en: Area}
languages: [ko, en]
matrices:
  A: [[2, 1], [0, 3]]
scenes:
  - kind: title_card
    id: opening
    heading: {ko: 넓이, en: Area}
  - kind: unit_square_warp
    id: stretch
    matrix: A
    title: {ko: 배율, en: Scale}
  - kind: image
    id: photo
    file: board.png
  - kind: summary
    id: end
    points: [{ko: 넓이는 배율이다., en: Area is a factor.}]
"""

Change = Callable[[FilmPlan], FilmPlan]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The storyboard with its picture."""
    folder = tmp_path_factory.mktemp("lecture")
    (folder / "lecture.yaml").write_text(STORYBOARD, encoding="utf-8")
    Image.new("RGB", (64, 36), "#5AA9F8").save(folder / "board.png")
    return folder


def planned(folder: Path) -> FilmPlan:
    return plan(read(folder / "lecture.yaml", kinds(), tuple(THEMES)), rehearse, LOOK)


@pytest.fixture(scope="module")
def film(folder: Path) -> FilmPlan:
    return planned(folder)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / ".store")


def pretend(tasks: list[Task], desk: Desk, hands: Crew) -> None:
    """Instead of shooting: clips that say whose they are."""
    del hands
    for task in tasks:
        for piece in task.pieces:
            path = task.folder / f"{piece.first}+{piece.pictures}x{piece.repeat}.h264"
            path.write_text(f"{task.scene.id} {piece}", encoding="utf-8")
            desk.clip(piece, path)


@pytest.fixture
def shot(store: Store, monkeypatch: pytest.MonkeyPatch) -> Callable[[FilmPlan], dict[str, int]]:
    """Makes a film without drawing; how many clips of each scene had to be shot."""
    monkeypatch.setattr(crew, "_shoot_all", pretend)

    def run(film: FilmPlan) -> dict[str, int]:
        counts: dict[str, int] = {}

        def note(wanted: Wanted) -> None:
            for piece in wanted.missing:
                scene = film.scenes[piece.scene].id
                counts[scene] = counts.get(scene, 0) + 1

        with store.workshop() as workshop:
            shoot_film(film, workshop, store=store, tell=note)
        return counts

    return run


def clips_of(film: FilmPlan, scenes: Iterable[str]) -> dict[str, int]:
    """How many different clips these scenes have."""
    counts: dict[str, int] = {}
    for scene in scenes:
        number = [each.id for each in film.scenes].index(scene)
        pieces = {(p.first, p.pictures) for p in film.pieces() if p.scene == number}
        counts[scene] = len(pieces)
    return counts


def everything(film: FilmPlan) -> dict[str, int]:
    return clips_of(film, [scene.id for scene in film.scenes])


def with_scene(film: FilmPlan, scene: ScenePlan) -> FilmPlan:
    return replace(film, scenes=tuple(scene if s.id == scene.id else s for s in film.scenes))


def test_nothing_changed_is_nothing_shot(
    film: FilmPlan, shot: Callable[[FilmPlan], dict[str, int]]
) -> None:
    assert shot(film) == everything(film)
    assert shot(film) == {}


def test_each_param_of_each_scene_is_its_own_alone(
    film: FilmPlan, shot: Callable[[FilmPlan], dict[str, int]]
) -> None:
    shot(film)
    tried = 0
    for scene in film.scenes:
        for name, value in scene.params.items():
            changed = replace(scene, params={**scene.params, name: [value, "changed"]})
            assert shot(with_scene(film, changed)) == clips_of(film, [scene.id]), name
            tried += 1
    assert tried >= 8
    assert shot(film) == {}, "and what was there before is there still"


@pytest.mark.parametrize(
    "change",
    [
        lambda scene: replace(scene, title={"ko": "다른 제목"}),
        lambda scene: replace(scene, motion="polar"),
        lambda scene: replace(scene, run_times={"warp": 2.0}),
        lambda scene: replace(scene, target="scenes.title_card:TitleCard"),
    ],
    ids=["title", "motion", "run_time", "kind"],
)
def test_what_a_scene_is_given_beside_its_params_is_its_own_alone(
    change: Callable[[ScenePlan], ScenePlan],
    film: FilmPlan,
    shot: Callable[[FilmPlan], dict[str, int]],
) -> None:
    shot(film)
    changed = with_scene(film, change(film.scenes[1]))
    assert shot(changed) == clips_of(film, ["stretch"])


@pytest.mark.parametrize(
    "look",
    [
        replace(LOOK, width=258),
        replace(LOOK, height=146),
        replace(LOOK, fps=6),
        replace(LOOK, theme="light"),
        replace(LOOK, language="en"),
    ],
    ids=["width", "height", "rate", "theme", "language"],
)
def test_the_look_is_everyones(
    look: Look, film: FilmPlan, shot: Callable[[FilmPlan], dict[str, int]]
) -> None:
    shot(film)
    assert shot(replace(film, look=look)) == everything(film)
    assert shot(film) == {}


def test_narration_holds_names_and_order_are_nobodys(
    film: FilmPlan, shot: Callable[[FilmPlan], dict[str, int]]
) -> None:
    shot(film)
    longer = [
        replace(scene, beats=tuple(replace(b, hold=b.hold + 71, say={}) for b in scene.beats))
        for scene in film.scenes
    ]
    assert shot(replace(film, scenes=tuple(longer))) == {}
    assert shot(replace(film, scenes=tuple(reversed(film.scenes)))) == {}
    renamed = [replace(scene, id=f"{scene.id}_2") for scene in film.scenes]
    assert shot(replace(film, scenes=tuple(renamed))) == {}


@pytest.mark.parametrize("package", digests.PACKAGES)
def test_a_library_of_another_version_is_everyones(
    package: str,
    film: FilmPlan,
    shot: Callable[[FilmPlan], dict[str, int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shot(film)
    known = digests.package_version
    monkeypatch.setattr(
        digests, "package_version", lambda name: "99" if name == package else known(name)
    )
    assert shot(film) == everything(film)


def changed_file(monkeypatch: pytest.MonkeyPatch, *paths: Path) -> None:
    """From now on these files have other bytes, as far as the digests can see."""
    digest = digests.file_digest
    monkeypatch.setattr(
        digests, "file_digest", lambda path: "f" * 32 if path in paths else digest(path)
    )


def test_font_bytes_are_everyones(
    film: FilmPlan,
    shot: Callable[[FilmPlan], dict[str, int]],
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Case 5, for fonts: the note of its digest holds only while the file is the same."""
    shot(film)
    (store.folder / "font.json").unlink()
    changed_file(monkeypatch, font_file())
    assert shot(film) == everything(film)


def test_picture_bytes_are_its_scene_s_alone(
    film: FilmPlan, folder: Path, shot: Callable[[FilmPlan], dict[str, int]]
) -> None:
    """Case 5, for images: replaced under the same name."""
    shot(film)
    before = (folder / "board.png").read_bytes()
    try:
        Image.new("RGB", (64, 36), "#E85D9A").save(folder / "board.png")
        assert shot(planned(folder)) == clips_of(film, ["photo"])
    finally:
        (folder / "board.png").write_bytes(before)
    assert shot(planned(folder)) == {}


def test_code_is_shot_again_by_the_scenes_that_are_made_of_it(
    film: FilmPlan,
    shot: Callable[[FilmPlan], dict[str, int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every module of the project in turn, against what Python really imports for each kind."""
    shot(film)
    imported = really_imported([scene.target for scene in film.scenes])
    files = {
        name: path for s in film.scenes for name, path in digests.code_behind(s.target).items()
    }
    for package in digests.CODE:
        for path in (digests.ROOT / package).glob("*.py"):
            name = package if path.stem == "__init__" else f"{package}.{path.stem}"
            files.setdefault(name, path)
    alone = {"scenes.title_card": "opening", "scenes.image": "photo", "scenes.summary": "end"}
    shares = set()
    for name, path in sorted(files.items()):
        with monkeypatch.context() as patch:
            changed_file(patch, path)
            found = set(shot(film))
            clear_again(film, shot, patch)
        needed = {scene.id for scene in film.scenes if name in imported[scene.target]}
        if name in ("scenes", "stage.kind_files"):
            needed = set()  # they load the kinds' modules, and draw nothing
        assert found >= needed, f"{name}: stale clips"
        if name in alone:
            assert found == {alone[name]}
        if name.startswith("film."):
            assert found == {scene.id for scene in film.scenes}
        shares.add(frozenset(found))
    assert len(shares) >= 5, "different scenes are made of different code"
    assert frozenset() in shares, "and some code concerns none of them"


def clear_again(
    film: FilmPlan, shot: Callable[[FilmPlan], dict[str, int]], patch: pytest.MonkeyPatch
) -> None:
    """The next change begins from what is stored for the code as it is."""
    patch.undo()
    patch.setattr(crew, "_shoot_all", pretend)
    assert shot(film) == {}


def really_imported(targets: Iterable[str]) -> Mapping[str, set[str]]:
    """The project's modules that Python has loaded once a kind's module is imported."""
    code = """
import importlib, json, sys
import manim
def own():
    packages = ("algebra", "language", "stage", "scenes")
    return [name for name in sys.modules if name.partition(".")[0] in packages]
found = {}
for target in sys.argv[1:]:
    for name in own():
        del sys.modules[name]
    importlib.import_module(target.partition(":")[0])
    found[target] = own()
print(json.dumps(found))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, *dict.fromkeys(targets)],
        cwd=digests.ROOT,
        capture_output=True,
        check=True,
        timeout=300,
    )
    return {
        target: set(names) for target, names in json.loads(done.stdout.splitlines()[-1]).items()
    }


def test_a_kind_that_chooses_its_code_when_it_runs_is_made_of_all_kinds() -> None:
    assert "scenes.unit_square_warp" in digests.code_behind("scenes.compare:Compare")
    assert "scenes.compare" not in digests.code_behind("scenes.unit_square_warp:UnitSquareWarp")


@pytest.mark.parametrize(
    ("source", "reached"),
    [
        ("import stage.plane", "stage.plane"),
        ("from stage import plane", "stage.plane"),
        ("from stage.plane import Plane", "stage.plane"),
        ("def draw():\n    from algebra import facts", "algebra.facts"),
        ("import importlib\nimportlib.import_module(name)", "scenes.summary"),
        ("from importlib import import_module as load", "scenes.summary"),
        ("__import__('scenes.' + name)", "scenes.summary"),
    ],
)
def test_every_way_to_import_is_seen(source: str, reached: str, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(source, encoding="utf-8")
    found = digests.code_behind(f"file:{own}:Own")
    assert reached in found
    assert own in found.values()


def test_imports_for_type_checkers_alone_are_no_part(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text("if TYPE_CHECKING:\n    from stage.plane import Plane\n", encoding="utf-8")
    assert "stage.plane" not in digests.code_behind(f"file:{own}:Own")


@pytest.mark.parametrize(
    "other",
    [
        lambda: plan(board(slide("a", far=5), slide("b", far=2)), rehearse, TINY),
        lambda: plan(
            board(slide("a"), slide("b", far=2, run_times={"slide": 0.7})), rehearse, TINY
        ),
        lambda: plan(board(slide("a"), slide("b", far=2)), rehearse, replace(TINY, width=192)),
        lambda: plan(board(slide("a"), slide("b", far=2)), rehearse, replace(TINY, theme="light")),
        lambda: plan(
            board(slide("a", say={"still": {"ko": "정사각형을 봅시다. " * 4}}), slide("b", far=2)),
            rehearse,
            TINY,
        ),
    ],
    ids=["param", "run_time", "size", "theme", "narration"],
)
def test_a_film_from_a_full_store_is_the_film_drawn_anew(
    other: Callable[[], FilmPlan], store: Store, tmp_path: Path
) -> None:
    """Drawn in earnest: no clip of the store is stale."""
    first = plan(board(slide("a"), slide("b", far=2)), rehearse, TINY)
    with store.workshop() as workshop:
        shoot_film(first, workshop, store=store)
    changed = other()
    with store.workshop() as workshop:
        stored = [path.read_bytes() for path in shoot_film(changed, workshop, store=store)]
    anew = [path.read_bytes() for path in shoot_film(changed, tmp_path)]
    assert stored == anew


def test_why_names_what_has_changed(film: FilmPlan, store: Store) -> None:
    before: dict[str, dict[str, str]] = {
        "stretch": {"param matrix": "1", "module stage.plane": "a", "theme": "dark"}
    }
    parts = [dict(before["stretch"]) for _ in film.scenes]
    parts[1] = {"param matrix": "2", "module stage.plane": "b", "theme": "dark", "font": "x"}
    pieces = [piece for piece in film.pieces() if piece.scene in (0, 1)]
    lines = list(why.reasons(film, parts, pieces, before))
    assert lines[0].startswith("opening (")
    assert lines[0].endswith("no run with this scene is remembered")
    assert lines[1].startswith("stretch (square, warp, area), ")
    assert lines[1].endswith(": param matrix (1 → 2); module stage.plane; font (new)")
    assert len(lines) == 2
    why.remember(store.folder, film, parts)
    known = why.last_parts(store.folder, film.name)
    assert known["stretch"] == parts[1]
    (line,) = why.reasons(film, parts, pieces[-1:], known)
    assert "not in the store" in line
