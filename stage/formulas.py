"""From LaTeX-syntax mathematics and plain text to Typst source.

Lecturers write LaTeX, tylax turns it into Typst, and Typst sets it: no TeX installation. Nothing
that a storyboard writes reaches Typst as code: text is escaped character by character, a formula
that holds a `#` (which begins code in Typst) is refused, and Typst runs offline in an empty folder.
"""

from __future__ import annotations

import re
from functools import lru_cache

import tylax

from algebra.wording import message_of, phrase

_UNSAFE_COMMANDS = re.compile(
    r"\\(input|include|write|read|openin|openout|usepackage|def|let|newcommand|renewcommand|"
    r"catcode|csname|immediate|special|loop|href|url|includegraphics|verb|DeclareMathOperator|"
    r"begin\{filecontents)(?![A-Za-z])"
)
"""LaTeX commands that touch files or define macros; a formula needs none of them."""

_THOUSANDS = "\ue000"
"""Stands for LaTeX's ``{,}`` while converting: a bare comma would end a Typst argument."""

_COMMA, _SEMICOLON = "\ue001", "\ue002"
"""Stand for a comma and a semicolon while converting, for the same reason: ``1,5`` in a matrix is
one entry, and the upper line of ``\\binom{a,b}{c}`` is ``a,b``."""

_SPECIAL = re.compile(r"([\\#$*_`<>@=\[\]~/\"'+.-])")


class FormulaError(ValueError):
    """A formula that cannot be set; the message says why in one sentence."""


def escape(text: str) -> str:
    """Plain text as Typst markup that shows exactly that text."""
    return _SPECIAL.sub(r"\\\1", text)


@lru_cache(maxsize=4096)
def typst_math(latex: str) -> str:
    """Typst mathematics (without its dollars) for LaTeX mathematics (without its dollars).

    Raises FormulaError with the reason when the formula is unsafe or cannot be understood.
    """
    if r"\color" in latex or r"\textcolor" in latex:
        raise FormulaError("the colours of a picture come from its theme, not from a formula")
    if unsafe := _UNSAFE_COMMANDS.search(latex):
        raise FormulaError(
            phrase("the command {group} has no place in a formula", group=unsafe.group(0))
        )
    if "#" in latex.replace(r"\#", ""):
        raise FormulaError("a formula cannot hold the sign #; write \\# to show it")
    _balanced(latex)
    result = tylax.latex_to_typst_diagnostics(
        _fenced(_marked(latex.replace("{,}", _THOUSANDS))),
        # a slash would take in what follows it: 1/3 A, where ⅓A is meant
        options=tylax.L2TOptions(frac_to_slash=False),
    )
    for warning in result.warnings:
        raise FormulaError(str(getattr(warning, "message", warning)))
    converted = _unmarked(re.sub(rf"\s*{_THOUSANDS}\s*", '","', str(result.output).strip()))
    if unknown := re.search(r"/\* Begin (.*?) \*/", converted):
        raise FormulaError(phrase("there is no environment {unknown} here", unknown=unknown[1]))
    if latex.strip() and not converted:
        raise FormulaError("nothing of this formula can be set")
    _refuse_unknown(latex, converted)
    if "cases(" in converted:
        converted = converted.replace(" & ", " & quad ")  # LaTeX leaves a quad between the columns
    return converted.replace(" '", "'")


_IN_TYPST = frozenset(
    (
        *("sqrt", "root", "frac", "binom", "vec", "mat", "cases", "abs", "norm", "floor", "ceil"),
        *("round", "hat", "tilde", "grave", "acute", "dot", "macron", "arrow", "breve", "bar"),
        *("cal", "frak", "bb", "bold", "upright", "italic", "sans", "mono", "scr", "cancel"),
        *("overline", "underline", "overbrace", "underbrace", "limits", "scripts", "display"),
        *("inline", "op", "text", "dif", "Dif"),
    )
)
"""Functions that LaTeX commands of the same name become."""


def _refuse_unknown(latex: str, converted: str) -> None:
    """Raises FormulaError for a command that the converter has passed on as it was.

    Typst would take it for a name of its own: of a sign, where all is well, but also of a module.
    """
    names = set(re.findall(r"[A-Za-z]{2,}", _WORDS.sub(" ", converted)))
    for command in re.findall(r"\\([A-Za-z]{2,})", latex):
        if (
            command in names
            and not _is_sign(command)
            and not re.search(rf"(?<![\w.]){command}\(", converted if command in _IN_TYPST else "")
        ):
            raise FormulaError(_unknown(command))


def _unknown(command: str) -> str:
    """What to say of a command that there is not; known ones run into letters are told apart."""
    for cut in range(len(command) - 1, 1, -1):
        known, rest = command[:cut], command[cut:]
        if _is_sign(known) and known not in ("in", "to", "or"):
            return phrase(
                "\\{command} is no command that formulas know; did you mean \\{known} {rest} ?",
                command=command,
                known=known,
                rest=rest,
            )
    return phrase("\\{command} is no command that formulas know", command=command)


@lru_cache(maxsize=1024)
def _is_sign(name: str) -> bool:
    """Does Typst know a sign or an upright word (alpha, subset, det) by this name?"""
    from stage.typesetting import TypesettingError, compile_svg

    try:
        compile_svg(
            f'#let words = dictionary(math)\n#assert("{name}" in dictionary(sym) or '
            f'("{name}" in words and type(words.at("{name}")) == content))'
        )
    except TypesettingError:
        return False
    return True


_TOKEN = re.compile(r"\\(?:begin|end)\s*\{[^{}]*\}|\\[A-Za-z]+|\\.|[{}&%]", re.DOTALL)
_SECOND_SCRIPT = re.compile(r"(?<!\\)([_^])\s*(?:\{[^{}]*\}|\\[A-Za-z]+|[^\s\\{}])\s*\1")


def _balanced(latex: str) -> None:
    """Raises FormulaError where TeX would stop, and the converter would drop or guess a part."""
    opened: list[str] = []
    for match in _TOKEN.finditer(latex):
        token = re.sub(r"\s", "", match.group(0))
        closes = {"}": "{", r"\right": r"\left"}.get(token, token.replace(r"\end{", r"\begin{"))
        if token in ("{", r"\left", r"\begin") or token.startswith(r"\begin{"):
            opened.append(token)
        elif closes != token:
            if not opened or opened.pop() != closes:
                raise FormulaError(
                    phrase(
                        "a closing {token} has no opening {closes} before it",
                        token=token,
                        closes=closes,
                    )
                )
        elif token == "%":
            raise FormulaError(r"a % begins a comment; write \% to show it")
        elif token == "&" and not any(one.startswith(r"\begin{") for one in opened):
            raise FormulaError(r"an & stands outside a matrix; write \& to show it")
    if opened:
        raise FormulaError(phrase("an opening {opened} is never closed", opened=opened[-1]))
    if second := _SECOND_SCRIPT.search(latex):
        raise FormulaError(
            phrase(
                "a second {second} follows the first; put the first into braces", second=second[1]
            )
        )


def _marked(latex: str) -> str:
    """Commas and semicolons, but not the spaces ``\\,`` and ``\\;``, as their marks."""
    marks = {",": _COMMA, ";": _SEMICOLON}
    return re.sub(r"\\.|[,;]", lambda m: marks.get(m[0], m[0]), latex, flags=re.DOTALL)


_WORDS = re.compile(r'#text\[(?:\\.|[^\]\\])*\]|"[^"]*"')


def _unmarked(converted: str) -> str:
    """Marks as themselves in words, and as signs that separate nothing in mathematics."""

    def written(match: re.Match[str]) -> str:
        return match[0].replace(_COMMA, ",").replace(_SEMICOLON, ";")

    converted = _WORDS.sub(written, converted)
    converted = re.sub(rf"\s*{_COMMA}\s*", " comma ", converted)
    return re.sub(rf"\s*{_SEMICOLON}\s*", " semi ", converted)


_FENCES = {
    r"\lvert": r"\left|",
    r"\rvert": r"\right|",
    r"\lVert": r"\left\|",
    r"\rVert": r"\right\|",
}
_BARE_BAR = re.compile(r"(?<!\\)(?<!\\left)(?<!\\right)(?<!\\mid)(?<!\\big)(?<!\\Big)\|")


def _fenced(latex: str) -> str:
    """Bars as the fences that they are, or Typst spaces them as relations: ``| x |``."""
    for plain, fence in _FENCES.items():
        latex = re.sub(re.escape(plain) + r"(?![A-Za-z])", fence.replace("\\", r"\\"), latex)
    bars = [match.start() for match in _BARE_BAR.finditer(latex)]
    if len(bars) == 2:  # one alone stands for "such that", more are anybody's guess
        one, two = bars
        latex = rf"{latex[:one]}\left|{latex[one + 1 : two]}\right|{latex[two + 1 :]}"
    return latex


def check(latex: str) -> str | None:
    """Why a formula cannot be set, in one sentence; None if it can."""
    from stage.typesetting import TypesettingError, compile_svg

    try:
        compile_svg(f"${typst_math(latex)}$")
    except FormulaError as error:
        return message_of(error)
    except TypesettingError as error:
        unknown = re.fullmatch(r"unknown variable: (\w+)", str(error))
        return _unknown(unknown[1]) if unknown else str(error)
    return None
