"""What the command line is made of: the group of commands, shared options, and what is told.

All of it is told in the language of messages, the help and Click's own sentences too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

import click

from algebra.wording import message_of, phrase
from film.wish import ASPECTS, QUALITIES, Wish, WishError, size_of
from language.messages import LANGUAGES as MESSAGE_LANGUAGES
from language.messages import of_this_system, told

if TYPE_CHECKING:
    from film.plan import FilmPlan
    from film.record import Fresh

HELP = {"help_option_names": ["-h", "--help"]}

MESSAGES = "matreel.messages"
"""The key under which a context remembers the language of messages."""


def asked_for(words: Sequence[str]) -> str:
    """The language of messages that is asked for on a command line, or that of the system.

    Looked for before Click reads the line: what is wrong with the line is told in it, too.
    """
    chosen = ""
    for word, after in pairwise([*words, ""]):
        flag, _, value = word.partition("=")
        value = value or after
        if flag == "--messages" and value in MESSAGE_LANGUAGES:
            chosen = value
    return chosen or of_this_system()


def read_by() -> str:
    """The language in which messages of the running command are read."""
    ctx = click.get_current_context(silent=True)
    return str(ctx.meta.get(MESSAGES, "en")) if ctx else "en"


def say(message: str) -> str:
    """A message in that language."""
    return told(message, read_by())


def say_number(one: str, several: str, number: int) -> str:
    """Either of two messages, in that language."""
    return say(one if number == 1 else several)


# Click asks gettext for its sentences, whose compiled catalogues this program does without: it asks
# the one catalogue instead, at the moment at which a sentence is told.
for module in ("core", "decorators", "exceptions", "formatting", "parser", "types"):
    vars(getattr(click, module)).update(_=say, ngettext=say_number)


class Columns(click.HelpFormatter):
    """Breaks the lines of help where a terminal does: a Hangul syllable takes two columns there.

    Click counts characters, so each wide one is followed by another until all is laid out.
    """

    _FILLER = "\0"

    def _wide(self, text: str) -> str:
        return "".join(c + self._FILLER if east_asian_width(c) in "WF" else c for c in text)

    def write_ways(self, prog: str, *ways: str) -> None:
        """The ways to call the program, one below the other."""
        usage = say("Usage:") + " "
        for number, way in enumerate(ways):
            prefix = " " * len(self._wide(usage)) if number else usage
            self.write_usage(prog, way, prefix)

    def write_text(self, text: str) -> None:
        """A paragraph."""
        super().write_text(self._wide(text))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Options or commands, each with what it means."""
        wide = [(self._wide(name), self._wide(meaning)) for name, meaning in rows]
        super().write_dl(wide, col_max, col_spacing)

    def getvalue(self) -> str:
        """The page."""
        return super().getvalue().replace(self._FILLER, "")


class Situation(click.Context):
    """A context whose help is laid out in columns of a terminal."""

    formatter_class = Columns


class Told:
    """What has a help text, told in the language of whoever reads it."""

    _english: str | None = None

    @property
    def help(self) -> str | None:
        """The text in that language."""
        return say(self._english) if self._english else self._english

    @help.setter  # noqa: A003 -- Click calls it so
    def help(self, english: str | None) -> None:
        self._english = english


class Option(Told, click.Option):
    """An option of a command."""


option = partial(click.option, cls=Option)


class Command(Told, click.Command):
    """A command."""

    context_class = Situation

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Click's own, which keeps the language in which it was asked for first."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = say("Show this message and exit.")
        return found


def messages_option() -> Option:
    """The option that chooses it, which is heeded before Click reads the line (`asked_for`)."""
    return Option(
        ["--messages"],
        type=click.Choice(MESSAGE_LANGUAGES),
        expose_value=False,
        help="Language of messages; the system's by default.",
    )


IMPLIED = "matreel.implied"
"""The key under which a context remembers that nobody typed ``film``."""


class Unnamed(Situation):
    """The context of a command that calls itself what was typed: ``render.py`` alone, if so."""

    @property
    def command_path(self) -> str:
        """The command as it was typed."""
        if self.parent is not None and self.meta.get(IMPLIED):
            return self.parent.command_path
        return super().command_path


class Default(Command):
    """The command that is meant where none is named."""

    context_class = Unnamed


class Street(Command, click.Group):
    """A group of commands in which whatever is no command is a storyboard to film."""

    command_class = Command

    def main(self, args: Sequence[str] | None = None, *others: Any, **extra: Any) -> Any:
        """Runs the command line; what is wrong with it is told after its contexts have ended."""
        with click.Context(self).scope() as around:
            around.meta[MESSAGES] = asked_for(sys.argv[1:] if args is None else args)
            return super().main(args, *others, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts ``film`` before arguments that do not start with a command or a group's option."""
        ctx.meta[MESSAGES] = asked_for(args)
        own = {*self.commands, "--version", *ctx.help_option_names}
        first = 0
        while args[first : first + 1] == ["--messages"]:
            first += 2  # it may stand before a command
        if first < len(args) and args[first] not in own:
            self._doubt(args[first], ctx)
            args = [*args[:first], "film", *args[first:]]
            ctx.meta[IMPLIED] = True
        return super().parse_args(ctx, args)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Every command can be told the language of its messages."""
        cmd.params.append(messages_option())
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
            raise click.UsageError(say(lack), ctx)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Both ways of calling it."""
        assert isinstance(formatter, Columns)  # `Situation` makes it one
        formatter.write_ways(ctx.command_path, "[OPTIONS] STORYBOARD...", "COMMAND ...")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the default command too, for it is what people come for."""
        options = [*self.commands["film"].params, *self.get_params(ctx)]
        records = dict(
            record
            for option in options
            if isinstance(option, click.Option) and (record := option.get_help_record(ctx))
        )
        with formatter.section(say("Options")):
            formatter.write_dl(list(records.items()))
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
verbose_option = option(
    "-v", "--verbose", is_flag=True, help="Say more; show the traceback of a failure."
)
own_kinds_option = option(
    "--kinds",
    "own",
    multiple=True,
    metavar="FILE.py",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of your own kinds of scene.",
)
strict_option = option("--strict", is_flag=True, help="Notices count as faults.")

media_dir_option = option(
    "--media_dir",
    "--media-dir",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("media"),
    callback=at_home,
    show_default=True,
    help="Folder for all output.",
)

LOOK_OPTIONS = (
    option(
        "-q",
        "--quality",
        type=click.Choice(list(QUALITIES)),
        default="h",
        show_default=True,
        help="854x480@15, 1280x720@30, 1920x1080@60, 2560x1440@60 or 3840x2160@60, as in Manim.",
    ),
    option("-r", "--resolution", metavar="W,H", callback=size, help="Another size, in pixels."),
    option("--fps", type=click.IntRange(1, 120), help="Another number of frames a second."),
    option("--aspect", type=click.Choice(list(ASPECTS)), help="Turns the size of -q."),
    option("--theme", metavar="NAME", help="dark or light; the storyboard's own by default."),
    option("--language", metavar="CODE", help="The storyboard's first by default."),
    option("--only", metavar="SCENE[.BEAT]", help="Only this scene, or this beat of it."),
    media_dir_option,
    option("--jobs", type=click.IntRange(1, 256), help="Processes that draw together."),
    option("--no-store", is_flag=True, help="Neither use nor keep what other runs drew."),
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
        click.echo(f"  {say(account(plan))}", err=True)
    if note := chapters_note(plan):
        click.echo(say(phrase("notice: {note}", note=note)), err=True)


def repeat(fresh: Fresh, preview: bool) -> None:
    """Says that a film is as it would be made now, and what was remarked when it was made."""
    for line in fresh.lines(read_by()):
        click.echo(line, err=True)
    click.echo(str(fresh.film))
    if preview:
        show(fresh.film)


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
