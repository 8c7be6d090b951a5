"""The last step of the command line: a planned film is made, or its last picture."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from algebra.wording import phrase
from film import studio
from film.failures import fault_lines
from film.progress import showing
from film.record import Beginning
from film.sidecars import chapters_note
from film.wish import Wish
from film.workers import Crew
from language.messages import LANGUAGES
from language.messages import told as told_in


def finished(
    film: studio.Planned,
    wish: Wish,
    run: Beginning,
    own: Sequence[Path],
    *,
    hands: Crew,
    last: bool,
    told: bool,
    say: Callable[[str], None] | None,
    language: str,
) -> Path:
    """Makes the film, or with ``last`` only its last picture; where it is.

    ``run`` and ``own`` (the files of a lecturer's own kinds) are remembered beside the film, so
    that the next run sees if nothing has changed. ``told`` shows progress where nobody watches;
    ``hands`` shoot it, and ``say`` is told why clips have to be shot. ``language`` is that of
    messages.
    """
    with showing(sys.stderr, film.storyboard.path.name, told, language) as progress:
        if last:
            progress.stage("drawing pictures")
            return studio.save_last_frame(film)
        remarks = {code: _remarks(film, code) for code in LANGUAGES}
        return studio.make_film(
            film, wish, progress, hands=hands, began=run, own=own, remarks=remarks, tell=say
        )


def _remarks(film: studio.Planned, language: str) -> tuple[str, ...]:
    """What there is to remark about a film, in a language of messages."""
    lines = fault_lines((*film.storyboard.notices, *film.notices), language)
    if note := chapters_note(film.plan):
        return (*lines, told_in(phrase("notice: {note}", note=note), language))
    return lines
