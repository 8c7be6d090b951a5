"""Everything that comes before the first picture: read, proofread and plan all storyboards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from algebra.wording import listed, phrase, together
from film.progress import Progress
from film.studio import Planned, look_for, planned, read_all, refuse_twins
from film.wish import Wish
from language.kind import Kind
from language.model import Storyboard
from language.places import Fault
from language.values import count


def prepared(
    paths: Sequence[Path],
    wish: Wish,
    kinds: Mapping[str, Kind],
    themes: Collection[str],
    progress: Progress,
) -> tuple[tuple[Planned, ...], tuple[Fault, ...]]:
    """The films of all storyboards, planned but not drawn, and the notices about them.

    Raises Faults, film.wish.WishError or film.shoot.ShootingError before anything is drawn.
    """
    films = []
    progress.stage("reading")
    storyboards, notices = read_all(paths, kinds, themes)
    looks = [look_for(storyboard, wish, themes) for storyboard in storyboards]
    for storyboard, look in zip(storyboards, looks, strict=True):
        progress.stage(phrase("rehearsing {name}", name=storyboard.path.name))
        films.append(planned(storyboard, look, wish))
    refuse_twins(films)
    own = (notice for film in films for notice in film.notices)
    return tuple(films), (*notices, *own)


def account(storyboard: Storyboard, verbose: bool) -> Iterator[str]:
    """What is good about a storyboard without faults: a line, or with `verbose` several."""
    beats = sum(len(scene.beats) for scene in storyboard.scenes)
    counts = [count(len(storyboard.scenes), "scene"), count(beats, "beat")]
    if storyboard.claims:
        counts.append(count(len(storyboard.claims), "claim"))
    yield phrase(
        "{path}: good; {counts}; {languages}",
        path=storyboard.path,
        counts=listed(counts),
        languages=together(storyboard.languages),
    )
    if verbose:
        for claim in storyboard.claims:
            yield phrase("  holds: {claim}", claim=claim.source)
        for scene in storyboard.scenes:
            names = ", ".join(spec.beat.name for spec in scene.beats)
            yield f"  {scene.id} ({scene.kind.name}): {names}"
