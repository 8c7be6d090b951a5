"""The command line: ``python render.py storyboards/det.yaml`` makes a film.

Exit codes: 0 good, 1 the storyboard is at fault, 2 the command is, 3 the environment is, 4
rendering failed, 130 stopped by Ctrl-C. Everything heavy is imported where it is used, so that
``--help`` answers at once; and a Python too old or too bare to run this can still read it, so as
to say what it lacks.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

# Before anything imports NumPy. Threads gain nothing in matrices as small as these, they take the
# cores from the workers, and how many there are must not show in the last digit of a sum.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

FAULTS, USAGE, ENVIRONMENT, RENDERING, STOPPED = 1, 2, 3, 4, 130


SET_UP = "run `make setup`, then start .venv/bin/python render.py (Windows: see README.md)"
# A Python that cannot run this cannot read the catalogue either, so these two stay English.
if sys.version_info < (3, 11):  # noqa: UP036 -- to say so is what this line is for
    sys.stderr.write("render.py: Python 3.11 or newer is needed; " + SET_UP + "\n")
    sys.exit(ENVIRONMENT)
try:
    import click
except ModuleNotFoundError:
    sys.stderr.write("render.py: this Python lacks the packages of films; " + SET_UP + "\n")
    sys.exit(ENVIRONMENT)

from algebra.wording import message_of, phrase  # noqa: E402 -- see above
from cli import (  # noqa: E402 -- see above
    HELP,
    Default,
    Option,
    Street,
    foresee,
    look_options,
    meant,
    media_dir_option,
    messages_option,
    option,
    own_kinds_option,
    read_by,
    repeat,
    say,
    show,
    storyboards_argument,
    strict_option,
    tell,
    verbose_option,
)
from film.wish import ENCODERS, QUALITIES, Wish, check_encoder, chosen_size  # noqa: E402 -- see above

if TYPE_CHECKING:
    from types import FrameType

    from film.studio import Planned
    from film.workers import Crew
    from language.kind import Kind
    from language.places import Fault

VERSION = "0.1.0"


@contextmanager
def answering(verbose: bool = False, kept: str = "") -> Iterator[None]:
    """Turns what goes wrong inside into a message on stderr and an exit code.

    `kept` tells what a run that is stopped leaves for the next one.
    """
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
        raise  # Click ends quietly when whoever reads the output has gone
    except KeyboardInterrupt:
        click.echo("\n" + say(phrase("stopped{kept}", kept=kept)), err=True)
        raise click.exceptions.Exit(STOPPED) from None
    except Exception as failure:
        code = explain(failure)
        if verbose and code not in (FAULTS, USAGE):
            import traceback

            click.echo(traceback.format_exc() + getattr(failure, "detail", ""), err=True)
        raise click.exceptions.Exit(code) from None


def explain(failure: Exception) -> int:
    """Says on stderr what `failure` means to the user; its exit code."""
    if isinstance(failure, ModuleNotFoundError) and not is_own(failure.name or ""):
        from film.doctor import SET_UP as CURE

        lack = phrase("this Python lacks the package {name}", name=failure.name)
        click.echo(say(phrase("render.py: {lack}; {cure}", lack=lack, cure=CURE)), err=True)
        return ENVIRONMENT
    from film.failures import explained

    meaning = explained(failure, is_own, read_by())
    for line in meaning.lines:
        click.echo(line, err=True)
    return int(meaning.blame)


def is_own(module: str) -> bool:
    """Is this a module of Matreel itself, which no set-up command would bring?"""
    return Path(__file__).with_name(module.partition(".")[0]).exists()


def settle(notices: Sequence[Fault], strict: bool) -> None:
    """Writes notices to stderr; errors, and with `strict` notices too, are raised as faults."""
    from film.failures import fault_lines, sorted_out

    for line in fault_lines(sorted_out(notices, strict), read_by()):
        click.echo(line, err=True)


def kinds_and_themes(own: Sequence[Path] = ()) -> tuple[Mapping[str, Kind], Sequence[str]]:
    """The scene kinds and theme names there are: ours, found by discovery, and those of files.

    Raises Faults if one of the files cannot be used.
    """
    from language.places import Faults
    from scenes import own_kinds
    from stage.theme import THEMES

    kinds, faults = own_kinds(own)
    if faults:
        raise Faults(faults)
    return kinds, tuple(THEMES)


@click.group(cls=Street, context_settings=HELP, params=[messages_option()])
@click.version_option(
    VERSION, message="Matreel %(version)s", cls=Option, help="Show the version and exit."
)
def cli() -> None:
    """Turns YAML storyboards about matrices into lecture-ready films."""


@cli.command("film", cls=Default)
@storyboards_argument
@look_options
@option("-s", "--save_last_frame", is_flag=True, help="The last frame (PNG), not the film.")
@option("-p", "--preview", is_flag=True, help="Open the result when it is done.")
@option("--why", is_flag=True, help="Say for each clip that is shot what has changed.")
@option("--encoder", default=ENCODERS[0], metavar="NAME", help="x264, or one of a chip's.")
@strict_option
@verbose_option
def film_command(
    storyboards: tuple[Path, ...],
    quality: str,
    resolution: tuple[int, int] | None,
    fps: int | None,
    aspect: str | None,
    theme: str | None,
    language: str | None,
    only: str | None,
    save_last_frame: bool,
    preview: bool,
    why: bool,
    encoder: str,
    media_dir: Path,
    jobs: int | None,
    no_store: bool,
    own: tuple[Path, ...],
    strict: bool,
    verbose: bool,
) -> None:
    """Make films (the default command)."""
    kept = "" if no_store else phrase("; the clips made so far are kept for the next run")
    with answering(verbose, kept):
        width, height = chosen_size(quality, resolution, aspect)
        fps = fps or QUALITIES[quality][2]
        wish = Wish(
            width, height, fps, theme, language, only, media_dir, jobs, not no_store, encoder
        )
        foresee(storyboards, wish)
        from film.record import FOLDER, begin, fresh_films

        run = begin(media_dir / FOLDER)
        fresh = {} if save_last_frame else fresh_films(run, storyboards, wish, own, strict)
        if fresh.keys() >= set(storyboards):
            for path in dict.fromkeys(storyboards):
                repeat(fresh[path], preview)
            return
        check_encoder(encoder)
        from film.crew import default_jobs
        from film.workers import crew_of

        with crew_of(1 if save_last_frame else jobs or default_jobs()) as hands:
            hands.call(1)  # it loads what it needs while this process does the same, and reads
            from film.finish import finished

            for film in films_of(storyboards, wish, strict, own, verbose, hands):
                if (known := fresh.get(film.storyboard.path)) is not None:
                    repeat(known, preview)
                    continue
                result = finished(
                    film,
                    wish,
                    run,
                    own,
                    hands=hands,
                    last=save_last_frame,
                    told=verbose,
                    say=(lambda line: click.echo(say(line), err=True)) if why else None,
                    language=read_by(),
                )
                click.echo(str(result))
                if not save_last_frame:
                    tell(film.plan, verbose)
                if preview:
                    show(result)


@cli.command("stills")
@storyboards_argument
@look_options
@option("--moments", is_flag=True, help="Also start, middle and end of every motion.")
@strict_option
@verbose_option
def stills_command(
    storyboards: tuple[Path, ...],
    quality: str,
    resolution: tuple[int, int] | None,
    fps: int | None,
    aspect: str | None,
    theme: str | None,
    language: str | None,
    only: str | None,
    media_dir: Path,
    jobs: int | None,
    no_store: bool,
    own: tuple[Path, ...],
    moments: bool,
    strict: bool,
    verbose: bool,
) -> None:
    """Draw one picture per beat, and a contact sheet."""
    with answering(verbose):
        width, height = chosen_size(quality, resolution, aspect)
        fps = fps or QUALITIES[quality][2]
        wish = Wish(width, height, fps, theme, language, only, media_dir, jobs, not no_store)
        foresee(storyboards, wish)
        from film.progress import showing
        from film.stills import make_stills
        from language.values import count

        for film in films_of(storyboards, wish, strict, own, verbose):
            name = film.storyboard.path.name
            with showing(sys.stderr, name, verbose, read_by()) as progress:
                made = make_stills(film, wish, progress, moments)
            done = phrase(
                "{sheet}: {number}, {drawn} drawn now",
                sheet=made.sheet,
                number=count(len(made.pictures), "still"),
                drawn=made.drawn,
            )
            click.echo(say(done))


def films_of(
    paths: Sequence[Path],
    wish: Wish,
    strict: bool,
    own: Sequence[Path],
    told: bool,
    hands: Crew | None = None,
) -> Sequence[Planned]:
    """Each storyboard's film, planned, for these hands to shoot.

    Everything is read and planned before the first frame of anything is drawn.
    """
    from film.prepare import prepared
    from film.progress import showing

    with showing(sys.stderr, "", told, read_by()) as progress:
        films, notices = prepared(paths, wish, *kinds_and_themes(own), progress, hands)
    settle(notices, strict)
    return films


@cli.command("check")
@storyboards_argument
@option("--picture", is_flag=True, help="Look at every picture, in all shapes and themes.")
@option("--jobs", type=click.IntRange(1, 256), help="Processes that look at the same time.")
@own_kinds_option
@strict_option
@verbose_option
def check_command(
    storyboards: tuple[Path, ...],
    picture: bool,
    jobs: int | None,
    own: tuple[Path, ...],
    strict: bool,
    verbose: bool,
) -> None:
    """Find out all that can be known without rendering."""
    with answering(verbose):
        from film.prepare import account
        from film.studio import read_all

        good, notices = read_all(storyboards, *kinds_and_themes(own))
        settle(notices, strict)
        if picture:
            from film.gate import inspect
            from film.progress import showing

            with showing(sys.stderr, "", language=read_by()) as progress:
                findings = inspect(good, jobs, progress)
            settle(findings, strict)
        for storyboard in good:
            for line in account(storyboard, verbose):
                click.echo(say(line))


@cli.command("preview")
@click.argument("storyboard", type=click.Path(dir_okay=False, path_type=Path))
@option("--host", default="127.0.0.1", help="Other machines can reach any other address.")
@option("--port", type=click.IntRange(1, 65535), help="8321 by default, or the next free.")
@option("--no-browser", is_flag=True, help="Only say where the page is.")
@own_kinds_option
@verbose_option
def preview_command(
    storyboard: Path,
    host: str,
    port: int | None,
    no_browser: bool,
    own: tuple[Path, ...],
    verbose: bool,
) -> None:
    """Show a storyboard in the browser while it is written."""
    with answering(verbose):
        from preview.run import preview

        preview(storyboard, own, host, port, lambda line: click.echo(say(line)), not no_browser)


@cli.command("kinds")
@click.argument("kind", required=False)
@own_kinds_option
@verbose_option
def kinds_command(kind: str | None, own: tuple[Path, ...], verbose: bool) -> None:
    """List the scene kinds, or show the manual page of KIND."""
    with answering(verbose):
        from language.manual import page, table

        known, _ = kinds_and_themes(own)
        if kind is None:
            click.echo(table(known))
        elif kind in known:
            boards = Path(__file__).parent / "storyboards"
            click.echo(page(known[kind], boards, read_by()))
        else:
            lack = phrase("there is no kind “{kind}”; {cure}", kind=kind, cure=meant(kind, known))
            raise click.UsageError(say(lack))


@cli.command("new")
@click.argument("lesson", metavar="LESSON.yaml", type=click.Path(path_type=Path))
@option("--language", type=click.Choice(["ko", "en"]), default="ko", help="Of the comments.")
def new_command(lesson: Path, language: str) -> None:
    """Write a commented storyboard to begin with."""
    with answering():
        from language.schema import FILE
        from language.starter import StarterError, write_starter

        schema = Path(__file__).parent / "storyboards" / FILE
        try:
            click.echo(str(write_starter(lesson, language, schema)))
        except StarterError as refusal:
            raise click.UsageError(say(message_of(refusal))) from None


@cli.command("schema")
@option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file.")
@own_kinds_option
def schema_command(output: Path | None, own: tuple[Path, ...]) -> None:
    """Write the JSON Schema by which editors complete storyboards."""
    with answering():
        from language.schema import schema_text

        text = schema_text(*kinds_and_themes(own))
        if output is None:
            click.echo(text, nl=False)
        else:
            output.write_text(text, encoding="utf-8", newline="\n")
            click.echo(str(output))


@cli.command("doctor")
@media_dir_option
@verbose_option
def doctor_command(media_dir: Path, verbose: bool) -> None:
    """Look whether everything is here that a film needs."""
    with answering(verbose):
        from film.doctor import examine, line

        fatal = 0
        for finding in examine(media_dir):
            fatal += finding.fatal
            click.echo(say(line(finding, sys.stdout.encoding)))
        if fatal:
            raise click.exceptions.Exit(ENVIRONMENT)


@cli.command("store")
@media_dir_option
@option("--max-size", metavar="SIZE", help="Keep at most so much, such as 500MB.")
@option("--max-age", metavar="AGE", help="Keep what was used since, such as 30d.")
@option("--clear", is_flag=True, help="Keep nothing.")
@verbose_option
def store_command(
    media_dir: Path, max_size: str | None, max_age: str | None, clear: bool, verbose: bool
) -> None:
    """Tell of the clips that are kept for the next run, and remove some."""
    with answering(verbose):
        from film.housekeeping import account, tidy

        for line in tidy(media_dir, max_size, max_age, clear) or account(media_dir):
            click.echo(say(line))


def stop(number: int, frame: FrameType | None) -> None:
    """Answers a polite request to end like Ctrl-C, so that workers end and nothing lies about."""
    del number, frame
    raise KeyboardInterrupt


def main() -> None:
    """Runs the command line; never trips over a character that the terminal cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGTERM, stop)
    cli(prog_name="render.py")


if __name__ == "__main__":
    main()
