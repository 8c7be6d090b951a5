"""LaTeX commands that YAML has read as escapes: "$\\theta$" in double quotes is a tab and "heta".

In double quotes YAML knows \\t, \\n, \\b and a dozen more (https://yaml.org/spec/1.2.2/#57-escaped-
characters), and many commands of mathematics begin with these letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from algebra.wording import phrase

_ESCAPED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "\t": ("t", phrase("a tab")),
        "\n": ("n", phrase("a line break")),
        "\r": ("r", phrase("a carriage return")),
        "\b": ("b", phrase("a backspace")),
        "\f": ("f", phrase("a form feed")),
        "\v": ("v", phrase("a vertical tab")),
        "\a": ("a", phrase("a bell")),
        "\x1b": ("e", phrase("an escape character")),
        "\0": ("0", phrase("a null character")),
        "\x85": ("N", phrase("a next-line character")),
        "\xa0": ("_", phrase("a no-break space")),
        "\u2028": ("L", phrase("a line separator")),
        "\u2029": ("P", phrase("a paragraph separator")),
    }
)
"""What an escape in double quotes stands for: its letter, and the name of the character."""

_COMMANDS = frozenset(
    (
        *("theta", "tau", "times", "text", "tilde", "top", "triangle", "tr", "tan"),
        *("tfrac", "to", "beta", "begin", "bar", "bf", "binom", "big", "bmod", "bot"),
        *("bullet", "boldsymbol", "bigl", "bigr", "frac", "forall", "flat", "vec"),
        *("varphi", "varepsilon", "vdots", "vee", "vert", "rho", "right", "rank", "rangle"),
        *("rightarrow", "rVert", "rvert", "rm", "alpha", "approx", "angle", "ast", "arg"),
        *("arctan", "eta", "epsilon", "ell", "emptyset", "end", "equiv", "exists", "exp"),
        *("Lambda", "Leftarrow", "Pi", "Phi", "Psi", "Pr"),
    )
)
"""Commands that are recognised outside formulas too, where an author forgot the dollars."""

_AFTER_BREAK = frozenset(
    (
        *("nabla", "natural", "ne", "nearrow", "neg", "neq", "nexists", "ngeq", "ni"),
        *("nin", "nleq", "nmid", "not", "notin", "nparallel", "nu", "nrightarrow"),
        *("nsubseteq", "nwarrow", "nonumber", "newline"),
    )
)
"""Commands that begin with n: only before the rest of one of these a line break is suspicious."""

_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_FORMULA = re.compile(r"(?<!\\)\$((?:\\.|[^$\\])*)\$", re.DOTALL)


def lost_command(template: str) -> tuple[int, str, str] | None:
    """The first control character of a text: where it is, what is wrong, what to write instead.

    No text can show one, wherever it comes from. A no-break space is one inside a formula only, and
    a line break is none.
    """
    found = [match.start() for match in _CONTROL.finditer(template)]
    for formula in _FORMULA.finditer(template):
        found += [at for at in range(*formula.span()) if template[at] == "\xa0"]
    if not found:
        return None
    first = min(found)
    spans = [formula.span() for formula in _FORMULA.finditer(template)]
    return _told(template, first, any(start < first < end for start, end in spans))


def broken_formulas(template: str) -> Iterator[tuple[int, str, str]]:
    """Line breaks in formulas that have eaten an n, as in "$\\nabla f$"; each as `lost_command`.

    A formula may well be written on two lines: whoever asks must know that the break was an escape.
    """
    for formula in _FORMULA.finditer(template):
        for at in range(*formula.span()):
            if template[at] == "\n" and _command(template, at) in _AFTER_BREAK:
                yield _told(template, at, True)


def _command(template: str, at: int) -> str:
    """The name of the command that the escape at this place and the letters after it spell."""
    letters = re.compile("[A-Za-z]*").match(template, at + 1)
    return _ESCAPED.get(template[at], ("", ""))[0] + (letters[0] if letters else "")


def _told(template: str, at: int, in_formula: bool) -> tuple[int, str, str]:
    if template[at] not in _ESCAPED:
        code = f"{ord(template[at]):04X}"
        return (
            at,
            phrase("the control character U+{code} cannot be shown in a text", code=code),
            phrase("leave it out"),
        )
    letter, name = _ESCAPED[template[at]]
    command = _command(template, at)
    if command in _COMMANDS or (in_formula and len(command) > 1 and command.isalpha()):
        return (
            at,
            phrase(
                "“\\{letter}” in double quotes is {name}, not the beginning of \\{command}",
                letter=letter,
                name=name,
                command=command,
            ),
            phrase("put the text in single quotes '…', or write \\\\{command}", command=command),
        )
    return (
        at,
        phrase(
            "{name} (in double quotes “\\{letter}”) cannot be shown in a text",
            name=name,
            letter=letter,
        ),
        phrase("leave it out"),
    )
