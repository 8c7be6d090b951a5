"""The last step of the command line: a planned film is made, or its last picture."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from film import studio
from film.failures import fault_lines
from film.progress import showing
from film.record import Beginning
from film.sidecars import chapters_note
from film.wish import Wish


def finished(
    film: studio.Planned,
    wish: Wish,
    run: Beginning,
    own: Sequence[Path],
    *,
    last: bool,
    told: bool,
    say: Callable[[str], None] | None,
) -> Path:
    """Makes the film, or with ``last`` only its last picture; where it is.

    ``run`` and ``own`` (the files of a lecturer's own kinds) are remembered beside the film, so
    that the next run sees if nothing has changed. ``told`` shows progress where nobody watches;
    ``say`` is told why clips have to be shot.
    """
    with showing(sys.stderr, film.storyboard.path.name, told) as progress:
        if last:
            progress.stage("drawing")
            return studio.save_last_frame(film)
        remarks = fault_lines((*film.storyboard.notices, *film.notices))
        if note := chapters_note(film.plan):
            remarks = (*remarks, f"notice: {note}")
        return studio.make_film(film, wish, progress, began=run, own=own, remarks=remarks, tell=say)
