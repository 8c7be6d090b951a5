"""Storyboards share matrices through files in their own folder, and reach no others."""

from __future__ import annotations

import json
import os
import unicodedata
from pathlib import Path

import pytest

from film.manifest import digest
from language.inside import inside
from language.values import Refused
from tests.kinds_for_reading import faults_of, only_fault, read_text

STAY = "write the name of a file in the storyboard's folder"


def board(include: str, scene: str = "{kind: warp, matrix: A, say: 말}") -> str:
    return f"storyboard: 1\ntitle: t\ninclude: {include}\nscenes:\n  - {scene}\n"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_names_of_included_files_come_first_and_are_inputs(tmp_path: Path) -> None:
    deep = write(tmp_path, "shared/deep.yaml", "vectors: {x: [1, 1]}\n")
    maps = write(
        tmp_path,
        "maps.yaml",
        "include: shared/deep.yaml\nmatrices:\n  A: [[2, 1], [0, 3]]\nvectors: {y: A @ x}\n",
    )
    text = board("[maps.yaml, shared/deep.yaml]").replace(
        "scenes:", "matrices: {B: 2 * A}\nscenes:"
    )
    read = read_text(tmp_path, text.replace("matrix: A", "matrix: B"))
    assert list(read.matrices) == ["A", "B"]
    assert list(read.vectors) == ["x", "y"]
    assert read.inputs == (tmp_path / "det.yaml", deep, maps)
    assert read.notices == (), "what is shared need not be used by everyone"


def test_what_is_included_stands_in_the_manifest(tmp_path: Path) -> None:
    """With its digest and its way from the storyboard, so that a change of it is seen."""
    from film.manifest import manifest
    from film.plan import FilmPlan, plan
    from film.shoot import rehearse
    from language.reader import read
    from scenes import kinds
    from stage.look import Look

    maps = write(tmp_path, "shared/maps.yaml", "matrices: {A: [[2, 1], [0, 3]]}\n")
    text = board("shared/maps.yaml", "{kind: unit_square_warp, matrix: A, title: 넓이}")
    storyboard = read(write(tmp_path, "det.yaml", text), kinds(), ["dark"])
    film: FilmPlan = plan(storyboard, rehearse, Look(256, 144, 5, "dark", "ko"), "")
    listed = json.loads(manifest(film, storyboard.inputs, {}))["inputs"]
    assert [each["file"] for each in listed] == ["det.yaml", "shared/maps.yaml"]
    assert listed[1]["sha256"] == digest(maps)


@pytest.mark.parametrize(
    ("include", "fault"),
    [
        (
            "../../etc/passwd.yaml",
            f"3:10: “../../etc/passwd.yaml” leads out of the storyboard's folder, {STAY}",
        ),
        ("a/../../b.yaml", f"3:10: “a/../../b.yaml” leads out of the storyboard's folder, {STAY}"),
        (r"..\b.yaml", rf"3:10: “..\b.yaml” leads out of the storyboard's folder, {STAY}"),
        ("/etc/a.yaml", f"3:10: “/etc/a.yaml” is not told from the storyboard's folder, {STAY}"),
        ("~/a.yaml", f"3:10: “~/a.yaml” is not told from the storyboard's folder, {STAY}"),
        ("'C:\\a.yaml'", f"3:11: “C:\\a.yaml” is not told from the storyboard's folder, {STAY}"),
        (
            r"\\host\a.yaml",
            rf"3:10: “\\host\a.yaml” is not told from the storyboard's folder, {STAY}",
        ),
        (
            "http://a.org/a.yaml",
            f"3:10: “http://a.org/a.yaml” is an address; nothing is fetched, {STAY}",
        ),
        ("file:///a.yaml", f"3:10: “file:///a.yaml” is an address; nothing is fetched, {STAY}"),
        (
            "/etc/passwd",
            "3:10: “/etc/passwd” is no YAML file, its name must end in .yaml or .yml",
        ),
        ("none.yaml", "3:10: “none.yaml” does not exist, check its name and folder"),
        ("folder.yaml", "3:10: “folder.yaml” is no file, check its name and folder"),
        (
            "link.yaml",
            "3:10: “link.yaml” is a link that leads out of the storyboard's folder, "
            "put the file itself into the folder",
        ),
        ("loop.yaml", "3:10: “loop.yaml” cannot be read, check its name and folder"),
        (
            "linked/b.yaml",
            "3:10: “linked/b.yaml” is a link that leads out of the storyboard's folder, "
            "put the file itself into the folder",
        ),
        (
            "det.yaml",
            "3:10: “det.yaml” is itself: files cannot include in a circle, leave it out",
        ),
        (
            "[a.yaml, 3]",
            "3:19: the name of a file is needed here; this is the number 3, "
            "write include: shared.yaml, or a list of files",
        ),
        (
            "{a: b}",
            "3:10: the name of a file is needed here; this is a mapping of keys to values, "
            "write include: shared.yaml, or a list of files",
        ),
        ("'a\\0.yaml'", "3:10: “a\\0.yaml” does not exist, check its name and folder"),
        ('"a\\0.yaml"', f"3:11: “a\0.yaml” is no file name, {STAY}"),
    ],
)
def test_no_other_file_can_be_reached(tmp_path: Path, include: str, fault: str) -> None:
    """Case 30, as far as there are files that a storyboard names."""
    home = tmp_path / "home"
    write(home, "a.yaml", "matrices: {A: [[1, 0], [0, 1]]}\n")
    (home / "folder.yaml").mkdir()
    outside = write(tmp_path, "outside/b.yaml", "matrices: {A: [[1, 0], [0, 1]]}\n")
    (home / "link.yaml").symlink_to(outside)
    (home / "linked").symlink_to(outside.parent)
    (home / "loop.yaml").symlink_to(home / "loop.yaml")
    if include.startswith("'a\\0"):
        fault = fault.replace("3:10", "3:11")
        if os.name == "nt":
            pytest.skip("a backslash is a folder there")
    faults = [each for each in faults_of(home, board(include)) if "unknown name" not in each]
    assert faults == [f"det.yaml:{fault}"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    """Reading it would wait for ever."""
    os.mkfifo(tmp_path / "a.yaml")
    assert "“a.yaml” is no file" in faults_of(tmp_path, board("a.yaml"))[0]


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    there = write(tmp_path, "deep/maps.yaml", "matrices: {A: [[1, 0], [0, 1]]}\n")
    (tmp_path / "maps.yaml").symlink_to(there)
    assert read_text(tmp_path, board("maps.yaml")).included == (there,)


def test_a_name_is_found_composed_or_not(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "행렬.yaml")
    write(tmp_path, decomposed, "matrices: {A: [[1, 0], [0, 1]]}\n")
    assert list(read_text(tmp_path, board("행렬.yaml")).matrices) == ["A"]


def test_faults_of_an_included_file_are_told_there(tmp_path: Path) -> None:
    write(
        tmp_path,
        "maps/a.yaml",
        "matrices:\n  A: [[1, 2], [3]]\n  B: C\n  C: [[1]]\nscenes: []\nmatrices: 3\n",
    )
    write(tmp_path, "b.yaml", "vectors: {D: [1], det: [2]}\n")
    write(tmp_path, "c.yaml", "a: [1\nb: 2\n")
    write(tmp_path, "d.yaml", "")
    text = board("[maps/a.yaml, b.yaml, c.yaml, d.yaml]")
    text = text.replace("scenes:", 'vectors: {D: [1]}\nclaims: ["D == [2]"]\nscenes:')
    assert faults_of(tmp_path, text) == [
        "b.yaml:1:19: “det” is already the name of a function, choose another name",
        "c.yaml:1:4: this list is not closed, or lacks a comma, write it as [1, 2]",
        "d.yaml:1:1: this file is empty, write matrices: or vectors:",
        "det.yaml:4:11: the name D is already taken in b.yaml:1, choose another name",
        "det.yaml:5:10: this claim is false: D is (1), not (2), D is defined in b.yaml:1",
        "maps/a.yaml:2:15: this row has 1 number, the first row has 2, make all rows equally long",
        "maps/a.yaml:3:6: C is used before it is defined in line 4, "
        "write the definition further up",
        "maps/a.yaml:5:1: “scenes” means nothing in an included file, "
        "known here: include, matrices, vectors",
        "maps/a.yaml:6:1: the key “matrices” stands here again; it is already in line 1, "
        "keep one of the two",
    ]


def test_circles_are_refused_and_diamonds_are_not(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", "include: b.yaml\n")
    write(tmp_path, "b.yaml", "include: [c.yaml, a.yaml]\n")
    write(tmp_path, "c.yaml", "matrices: {A: [[1, 0], [0, 1]]}\n")
    assert faults_of(tmp_path, board("a.yaml")) == [
        "b.yaml:1:19: “a.yaml” is a file that includes this one: "
        "files cannot include in a circle, leave it out"
    ]
    write(tmp_path, "b.yaml", "include: c.yaml\n")
    assert len(read_text(tmp_path, board("[a.yaml, b.yaml, c.yaml]")).included) == 3


def test_budgets_are_shared(tmp_path: Path) -> None:
    """Bytes, values and files of all that is included count together."""
    for i in range(12):
        write(tmp_path, f"f{i}.yaml", f"vectors: {{}} # {'x' * 100_000}\n")
    names = ", ".join(f"f{i}.yaml" for i in range(12))
    assert only_fault(tmp_path, board(f"[{names}]", "{kind: points, points: [x]}")) == (
        "f9.yaml:1:1: this file with those read before it is larger than 1,000,000 bytes, "
        "split it into several storyboards"
    )
    for i in range(3):
        write(tmp_path, f"f{i}.yaml", f"matrices: {{A{i}: [{'1,' * 40_000}1]}}\n")
    faults = faults_of(tmp_path, board("[f0.yaml, f1.yaml, f2.yaml]"))
    assert any(each.startswith("f2.yaml:1:") and "100,000 values" in each for each in faults)
    for i in range(60):
        write(tmp_path, f"g{i}.yaml", f"include: g{i + 1}.yaml\n")
    assert any(
        each == "g49.yaml:1:10: more than 50 files are included, join some"
        for each in faults_of(tmp_path, board("g0.yaml"))
    )


def test_a_very_long_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is no file name"):
        inside(tmp_path, "a" * 201)
    with pytest.raises(Refused, match=r"does not exist|cannot be read"):
        inside(tmp_path, "가" * 150)
