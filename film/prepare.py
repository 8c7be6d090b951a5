"""Everything that comes before the first picture: read, proofread and plan all storyboards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Thread

from algebra.wording import listed, phrase, together
from film.encode import standing
from film.plan import Rehearsal
from film.progress import Progress
from film.shoot import rehearse
from film.studio import Planned, look_for, planned, read_all, refuse_twins
from film.wish import Wish
from film.workers import Crew
from language.kind import Kind
from language.model import SceneSpec, Storyboard
from language.places import Fault
from language.values import count
from stage.look import Look


def prepared(
    paths: Sequence[Path],
    wish: Wish,
    kinds: Mapping[str, Kind],
    themes: Collection[str],
    progress: Progress,
    hands: Crew | None = None,
) -> tuple[tuple[Planned, ...], tuple[Fault, ...]]:
    """The films of all storyboards, planned but not drawn, and the notices about them.

    ``hands`` are called as soon as a scene is met that is new: they will be needed.

    Raises Faults, film.wish.WishError or film.shoot.ShootingError before anything is drawn.
    """

    def hear(scene: SceneSpec, look: Look) -> Rehearsal:
        if hands is not None:
            hands.call(hands.size)
        return rehearse(scene, look)

    if hands is not None:  # films will be made: what their holds end with is got ready meanwhile
        Thread(target=standing, args=(Look(wish.width, wish.height, wish.fps),)).start()
    films = []
    progress.stage("reading")
    storyboards, notices = read_all(paths, kinds, themes)
    looks = [look_for(storyboard, wish, themes) for storyboard in storyboards]
    for storyboard, look in zip(storyboards, looks, strict=True):
        progress.stage(phrase("rehearsing {name}", name=storyboard.path.name))
        films.append(planned(storyboard, look, wish, hear))
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
