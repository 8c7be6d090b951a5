"""However an editor saves, one save is noticed once."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from preview.watch import Stamps, Watch, content

PATIENCE = 5.0
"""Seconds in which a change must have been noticed; it takes some hundredths."""

QUIET = 0.9
"""Seconds in which a second notice of the same save would have come."""


def noticed(files: list[Path], act: Callable[[], object]) -> list[set[str]]:
    """The names of changed files, a set for each save that was noticed after `act`."""

    async def run() -> list[set[str]]:
        watch, stamps = Watch(), Stamps(content)
        watch.look_at(files)
        stamps.changed(files)
        found: list[set[str]] = []
        some = asyncio.Event()

        async def follow() -> None:
            async for paths in watch.changes():
                if changed := stamps.changed({*files, *paths}):
                    found.append({path.name for path in changed})
                    some.set()

        task = asyncio.create_task(follow())
        await asyncio.sleep(0.3)
        await asyncio.to_thread(act)
        try:
            async with asyncio.timeout(PATIENCE):
                await some.wait()
            await asyncio.sleep(QUIET)
        except TimeoutError:
            pass
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return found

    return asyncio.run(run())


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "Kim's 강의 [1]" / "det.yaml"
    path.parent.mkdir()
    path.write_text("a")
    return path


def test_a_plain_save(board: Path) -> None:
    assert noticed([board], lambda: board.write_text("b")) == [{"det.yaml"}]


def test_a_new_file_renamed_into_place(board: Path) -> None:
    def save() -> None:
        new = board.with_name(".det.yaml.swp")
        new.write_text("b")
        new.replace(board)

    assert noticed([board], save) == [{"det.yaml"}]


def test_the_old_file_renamed_away_and_written_anew(board: Path) -> None:
    """As Vim does with a backup copy."""

    def save() -> None:
        board.rename(board.with_name("det.yaml~"))
        board.write_text("b")

    assert noticed([board], save) == [{"det.yaml"}]


def test_two_writes(board: Path) -> None:
    def save() -> None:
        board.write_text("")
        board.write_text("b")

    assert noticed([board], save) == [{"det.yaml"}]


def test_many_files_at_once_are_one_save(board: Path) -> None:
    others = [board.with_name(f"part{k}.yaml") for k in range(20)]

    def save() -> None:
        for path in (board, *others):
            path.write_text("b")

    assert noticed([board, *others], save) == [{path.name for path in (board, *others)}]


def test_a_file_deleted_and_written_again_later(board: Path) -> None:
    import time

    def save() -> None:
        board.unlink()
        time.sleep(0.4)
        board.write_text("b")

    assert noticed([board], save) == [{"det.yaml"}, {"det.yaml"}]


def test_a_folder_deleted_and_made_again(board: Path) -> None:
    def save() -> None:
        shutil.rmtree(board.parent)
        board.parent.mkdir()
        board.write_text("b")

    assert noticed([board], save)[-1] == {"det.yaml"}


def test_a_save_that_changes_nothing_is_none(board: Path) -> None:
    def save() -> None:
        board.write_text("a")
        board.with_name("notes.txt").write_text("b")
        board.with_name(".det.yaml.swp").write_text("b")

    assert noticed([board], save) == []


def test_a_picture_that_a_fault_asks_for(board: Path) -> None:
    picture = board.with_name("plane.png")
    assert noticed([board], lambda: picture.write_bytes(b"png")) == [{"plane.png"}]
