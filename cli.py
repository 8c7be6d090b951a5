"""What the command line is made of: the group of commands, shared options, and what is told."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from algebra.wording import message_of, phrase
from film.wish import ASPECTS, QUALITIES, Wish, WishError, size_of
from language.messages import LANGUAGES as MESSAGE_LANGUAGES
from language.messages import of_the_system, told

if TYPE_CHECKING:
    from film.plan import FilmPlan

HELP = {"help_option_names": ["-h", "--help"]}

MESSAGES = "matreel.messages"
"""The key under which a context remembers the language of messages."""


def choose_messages(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    """Remembers what was chosen, or else what the system is set to."""
    ctx.meta[MESSAGES] = value or of_the_system(os.environ, locale.getlocale()[0])


def read_by() -> str:
    """The language in which messages of the running command are read."""
    ctx = click.get_current_context(silent=True)
    return str(ctx.meta.get(MESSAGES, "en")) if ctx else "en"


def say(message: str) -> str:
    """A message in that language."""
    return told(message, read_by())


IMPLIED = "matreel.implied"
"""The key under which a context remembers that nobody typed ``film``."""


class Unnamed(click.Context):
    """The context of a command that calls itself what was typed: ``render.py`` alone, if so."""

    @property
    def command_path(self) -> str:
        """The command as it was typed."""
        if self.parent is not None and self.meta.get(IMPLIED):
            return self.parent.command_path
        return super().command_path


class Default(click.Command):
    """The command that is meant where none is named."""

    context_class = Unnamed


class Street(click.Group):
    """A group of commands in which whatever is no command is a storyboard to film."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts ``film`` before arguments that do not start with a command or a group's option."""
        own = {*self.commands, "--version", *ctx.help_option_names}
        if args and args[0] not in own:
            self._doubt(args[0], ctx)
            args = ["film", *args]
            ctx.meta[IMPLIED] = True
        return super().parse_args(ctx, args)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Every command can be told the language of its messages."""
        option = click.Option(
            ["--messages"],
            type=click.Choice(MESSAGE_LANGUAGES),
            callback=choose_messages,
            expose_value=False,
            is_eager=True,
            help="Language of messages; the system's by default.",
        )
        cmd.params.append(option)
        super().add_command(cmd, name)

    def _doubt(self, word: str, ctx: click.Context) -> None:
        """Raises click.UsageError for a word that looks like a command and is no file."""
        from language.suggest import nearest

        if word.replace("-", "").isalpha() and word[0] != "-" and not Path(word).exists():
            guess = nearest(word, self.commands)
            cure = (
                phrase("did you mean “{guess}”?", guess=guess)
                if guess
                else phrase("see {command} --help", command=ctx.command_path)
            )
            lack = phrase(
                "there is no command and no storyboard “{word}”; {cure}", word=word, cure=cure
            )
            # no command has begun, so none could be told the language
            here = of_the_system(os.environ, locale.getlocale()[0])
            raise click.UsageError(told(lack, here), ctx)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Both ways of calling it."""
        formatter.write_usage(ctx.command_path, "[OPTIONS] STORYBOARD...")
        formatter.write_usage(ctx.command_path, "COMMAND ...", prefix="       ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the default command too, for it is what people come for."""
        options = [*self.commands["film"].params, *self.get_params(ctx)]
        records = [
            record
            for option in options
            if isinstance(option, click.Option) and (record := option.get_help_record(ctx))
        ]
        with formatter.section("Options"):
            formatter.write_dl(records)
        self.format_commands(ctx, formatter)


def size(_: click.Context, __: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """The option's text as (width, height) in pixels; click.BadParameter if it is none."""
    try:
        return None if value is None else size_of(value)
    except WishError as refusal:
        raise click.BadParameter(say(message_of(refusal))) from None


def at_home(_: click.Context, __: click.Parameter, folder: Path) -> Path:
    """A leading ~ as the home folder, which shells leave alone in ``--media_dir=~/films``."""
    try:
        return folder.expanduser()
    except RuntimeError:
        lack = phrase("there is no home folder behind {folder}", folder=folder)
        raise click.BadParameter(say(lack)) from None


storyboards_argument = click.argument(
    "storyboards",
    metavar="STORYBOARD...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
verbose_option = click.option(
    "-v", "--verbose", is_flag=True, help="Say more; show the traceback of a failure."
)
own_kinds_option = click.option(
    "--kinds",
    "own",
    multiple=True,
    metavar="FILE.py",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of your own kinds of scene.",
)
strict_option = click.option("--strict", is_flag=True, help="Notices count as faults.")

media_dir_option = click.option(
    "--media_dir",
    "--media-dir",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("media"),
    callback=at_home,
    show_default=True,
    help="Folder for all output.",
)

LOOK_OPTIONS = (
    click.option(
        "-q",
        "--quality",
        type=click.Choice(list(QUALITIES)),
        default="h",
        show_default=True,
        help="854x480@15, 1280x720@30, 1920x1080@60, 2560x1440@60 or 3840x2160@60, as in Manim.",
    ),
    click.option(
        "-r", "--resolution", metavar="W,H", callback=size, help="Another size, in pixels."
    ),
    click.option("--fps", type=click.IntRange(1, 120), help="Another number of frames a second."),
    click.option("--aspect", type=click.Choice(list(ASPECTS)), help="Turns the size of -q."),
    click.option("--theme", metavar="NAME", help="dark or light; the storyboard's own by default."),
    click.option("--language", metavar="CODE", help="The storyboard's first by default."),
    click.option("--only", metavar="SCENE[.BEAT]", help="Only this scene, or this beat of it."),
    media_dir_option,
    click.option("--jobs", type=click.IntRange(1, 256), help="Processes that draw together."),
    click.option("--no-store", is_flag=True, help="Neither use nor keep what other runs drew."),
    own_kinds_option,
)
"""What a film and its stills are asked for alike."""


def look_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options of `LOOK_OPTIONS`, in their order."""
    for option in reversed(LOOK_OPTIONS):
        command = option(command)
    return command


def foresee(paths: Sequence[Path], wish: Wish) -> None:
    """Refuses what no storyboard can be asked for, before Manim is loaded."""
    from film.glance import glance
    from stage.theme import THEMES

    glance(paths, wish, tuple(THEMES))


def tell(plan: FilmPlan, told: bool) -> None:
    """Says on stderr what became of the chapters, and to who watches what was made."""
    from film.sidecars import account, chapters_note

    if told or sys.stderr.isatty():
        click.echo(f"  {account(plan)}", err=True)
    if note := chapters_note(plan):
        click.echo(f"notice: {note}", err=True)


def show(result: Path) -> None:
    """Opens the result; that there is no program for it is worth a line, and no failure."""
    from film.player import play

    if not play(result):
        failed = phrase("could not open {name}; it is at {path}", name=result.name, path=result)
        click.echo(say(failed), err=True)


def meant(word: str, known: Collection[str]) -> str:
    """The cure for a name that is not known: the one that it is a part of, or the nearest."""
    from language.suggest import did_you_mean

    parts = [name for name in known if word.lower() in name]
    if len(parts) == 1:
        return phrase("did you mean “{guess}”?", guess=parts[0])
    return did_you_mean(word, parts or known)
