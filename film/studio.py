"""Puts the steps in order: read, proofread, plan, shoot, cut and publish.

It knows what each step is called and nothing of how it works. It prints nothing: notices are
returned, faults raised, progress told to whoever watches.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from algebra.wording import message_of, phrase, worded
from film.crew import Wanted, shoot_film
from film.names import Names, names
from film.plan import FilmPlan, Piece, Rehearsal, Rehearse, UnknownPart, notices, plan
from film.progress import Progress
from film.proofread import proofread
from film.publish import WORKSHOP, publish
from film.record import Beginning, remember
from film.rehearsals import Memory
from film.shoot import ShootingError, rehearse, still
from film.store import FOLDER, Store, clip_key, surroundings
from film.why import last_parts, reasons
from film.why import remember as remember_parts
from film.wish import Wish, WishError
from film.workers import Crew
from language.kind import Kind
from language.model import SceneSpec, Storyboard
from language.places import Fault, Faults
from language.reader import read
from language.suggest import did_you_mean
from stage.layout import Misfit
from stage.look import Look

WORDS = frozenset({"text", "formula", "matrix", "readout"})
"""The kinds of things in a picture that are read."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A film that could be made now: its storyboard, its plan, and what its files are called."""

    storyboard: Storyboard
    plan: FilmPlan
    names: Names
    notices: tuple[Fault, ...]
    rehearsals: Memory | None = None
    """What was heard while it was planned, to be kept when it is made."""


def read_all(
    paths: Sequence[Path], kinds: Mapping[str, Kind], themes: Collection[str]
) -> tuple[tuple[Storyboard, ...], tuple[Fault, ...]]:
    """Reads and proofreads storyboards; gives them and the notices of all of them.

    Raises the Faults of all of them together, so that one run shows everything to mend; notices
    are among them.
    """
    storyboards: list[Storyboard] = []
    faults: list[Fault] = []
    remarks: list[Fault] = []
    for path in paths:
        try:
            storyboard = read(path, kinds, themes)
        except Faults as found:
            faults.extend(found.faults)
            continue
        faults.extend(proofread(storyboard))
        remarks.extend(storyboard.notices)
        storyboards.append(storyboard)
    if faults:
        raise Faults((*faults, *remarks))
    return tuple(storyboards), tuple(remarks)


def look_for(storyboard: Storyboard, wish: Wish, themes: Collection[str]) -> Look:
    """The look of a film of `storyboard`; WishError if it cannot have what is wished."""
    language = storyboard.languages[0] if wish.language is None else wish.language
    if language not in storyboard.languages:
        cure = did_you_mean(language, storyboard.languages)
        raise WishError(
            phrase(
                "{name} does not speak the language “{language}”; {cure}",
                name=storyboard.path.name,
                language=language,
                cure=cure,
            )
        )
    theme = storyboard.theme if wish.theme is None else wish.theme
    if theme not in themes:
        raise WishError(
            phrase(
                "there is no theme “{theme}”; {did_you_mean}",
                theme=theme,
                did_you_mean=did_you_mean(theme, themes),
            )
        )
    return Look(wish.width, wish.height, wish.fps, theme, language)


def refuse_twins(films: Sequence[Planned]) -> None:
    """Raises WishError if two films of one run would have the same file name."""
    seen: dict[Path, Path] = {}
    for film in films:
        path = film.storyboard.path
        # Windows and macOS tell no difference between capital and small letters.
        name = Path(str(film.names.film).casefold())
        if other := seen.get(name):
            if other.samefile(path):
                raise WishError(phrase("{path} is named twice; once is enough", path=path))
            raise WishError(
                phrase(
                    "{other} and {path} would both become {film}; "
                    "rename one, or give each its own --media_dir",
                    other=other,
                    path=path,
                    film=film.names.film,
                )
            )
        seen[name] = path


def planned(storyboard: Storyboard, look: Look, wish: Wish, hear: Rehearse = rehearse) -> Planned:
    """The film of `storyboard` to the last frame, for which its scenes run once, undrawn.

    ``hear`` rehearses a scene that is not remembered.

    Raises WishError if there is no such part as `wish.only`, Faults if the film would be too
    long or its words would not fit into the picture, and film.shoot.ShootingError if a scene fails.
    """
    if wish.only == "":
        raise WishError("--only names no scene; write SCENE or SCENE.BEAT, or leave it out")
    only = wish.only or ""
    faults: list[Fault] = []
    memory = Memory(wish.media_dir / FOLDER, hear) if wish.store else None

    def heard(scene: SceneSpec, in_look: Look) -> Rehearsal:
        try:
            rehearsal = (memory.rehearse if memory else hear)(scene, in_look)
        except ShootingError as error:
            if isinstance(misfit := error.__cause__, Misfit):
                raise Faults((*faults, Fault(scene.place, misfit.what, misfit.cure))) from error
            raise
        faults.extend(cut_off(scene, rehearsal, in_look))
        return rehearsal

    try:
        film = plan(storyboard, heard, look, only)
    except UnknownPart as unknown:
        raise WishError(
            phrase(
                "{name}: {unknown}", name=storyboard.path.name, unknown=worded(message_of(unknown))
            )
        ) from unknown
    if faults:
        raise Faults(tuple(faults))
    usual = Look(theme=storyboard.theme)
    called = names(wish.media_dir, storyboard.path.stem, look, usual, only)
    return Planned(storyboard, film, called, notices(storyboard, look), memory)


def cut_off(scene: SceneSpec, rehearsal: Rehearsal, look: Look) -> Iterator[Fault]:
    """The words of a scene that stand partly outside the frame, each told for its first beat.

    Type is not made smaller than can be read, so a text that is too long for its place runs out
    of it; an arrow or a grid may leave the frame, words may not.
    """
    across, up = look.frame_width / 2, look.frame_height / 2
    told: set[str] = set()
    for beat in rehearsal.beats:
        for box in beat.boxes:
            outside = max(-box.x0, box.x1) > across or max(-box.y0, box.y1) > up
            if outside and box.kind in WORDS and box.name not in told:
                told.add(box.name)
                what = phrase(
                    "the {name} is too long for the picture (beat {name2})",
                    name=box.name,
                    name2=beat.name,
                )
                yield Fault(scene.place, what, "write less, or choose a shorter name")


def make_film(
    film: Planned,
    wish: Wish,
    progress: Progress,
    *,
    hands: Crew,
    began: Beginning | None = None,
    own: Sequence[Path] = (),
    remarks: Mapping[str, Sequence[str]] = MappingProxyType({}),
    tell: Callable[[str], None] | None = None,
) -> Path:
    """Shoots, cuts and publishes the film; the path of the video.

    What is on the disk under its final names stays untouched until everything has been made and
    checked. If it is stopped, working folders are removed and finished clips stay in the store.

    ``hands`` shoot it; ``tell`` is told why clips have to be shot. ``began`` tells when the run
    began that made ``film``; with it, the next run can see that nothing has changed, and repeat the
    ``remarks``, which are there in each language of messages. ``own`` are the files of a lecturer's
    own kinds.
    """
    store = Store(wish.media_dir / FOLDER)
    beside = film.storyboard.path.parent
    progress.stage("shooting", film.plan.frames)
    with store.workshop() as folder:
        if film.rehearsals is not None:
            film.rehearsals.keep(folder)

        def account(wanted: Wanted) -> None:
            if tell is not None:
                before = last_parts(store.folder, film.plan.name)
                for line in reasons(film.plan, wanted.parts, wanted.missing, before):
                    tell(line)
            if wish.store:
                remember_parts(store.folder, film.plan, wanted.parts)

        clips = shoot_film(
            film.plan,
            folder,
            store=store if wish.store else None,
            hands=hands,
            progress=progress.done,
            beside=beside,
            encoder=wish.encoder,
            tell=account,
        )
        progress.stage("cutting")
        poster = _poster(film, store if wish.store else None, folder)
        made = publish(film.plan, clips, poster, film.names, film.storyboard.inputs)
    if wish.store:
        store.evict()
        if began is not None:
            remember(
                store.folder,
                began,
                film.storyboard.path,
                wish,
                own=own,
                inputs=film.storyboard.inputs,
                outputs=made.paths,
                notices=remarks,
            )
    return made.film


def _poster(film: Planned, store: Store | None, folder: Path) -> bytes:
    """The poster as a PNG file's content, drawn only if it is not kept among the stills."""
    number, picture = film.plan.poster
    scene, look = film.plan.scenes[number], film.plan.look
    kept = None if store is None else Store(store.folder, "png")
    key = ""
    if kept is not None:
        around = surroundings([scene.target], kept.folder)
        key = clip_key(scene, look, Piece(0, picture, 1, 1), around)
        if (found := kept.find(key)) is not None:
            return found.read_bytes()
    drawn = still(scene, look, picture, film.storyboard.path.parent)
    if kept is not None:
        made = folder / "poster.png"
        made.write_bytes(drawn)
        kept.keep(key, made)
    return drawn


def save_last_frame(film: Planned) -> Path:
    """Draws the picture with which the film (or the part that is wished) ends; its path."""
    last = film.plan.scenes[-1]
    picture = still(last, film.plan.look, last.last_picture(), film.storyboard.path.parent)
    path = film.names.folder / f"{film.names.stem}.last.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=WORKSHOP, dir=path.parent) as folder:
        made = Path(folder) / path.name
        made.write_bytes(picture)
        made.replace(path)
    return path
