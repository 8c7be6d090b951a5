"""Texts as they are read aloud: words for every sign that a speaker would stumble on.

What is shown and what is said come from one markup: ``$\\det A = \\frac{3}{4}$`` is said 행렬식 A가
4분의 3 in Korean, "determinant of A equals 3 over 4" in English. Numbers stay digits, decimals too,
without commas between their thousands: speakers, human or not, read digits well. In Korean a
formula is said so that it ends in what the particle after it was chosen by (`language.particles`):
functions come first (행렬식 A), A⁻¹ is A의 역행렬.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from language import particles
from language.formulas import readable, segments
from language.spoken_words import KOREAN_AFTER, VOICES, Voice
from language.symbols import LOWER, UPPER

_NUMBER = re.compile(r"\d+(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?")
_LATIN = re.compile("[A-Za-z]+")
_HANGUL = re.compile("[가-힣]+")
_RAISED = re.compile(f"[{re.escape(''.join(dict.fromkeys(UPPER.values())))}]+")
_LOWERED = re.compile(f"[{re.escape(''.join(dict.fromkeys(LOWER.values())))}]+")
_FIGURES = {**{v: k for k, v in UPPER.items()}, **{v: k for k, v in LOWER.items()}, "⁻": "−"}
_CLOSING = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "‖": "‖", "|": "|"}
_LETTERS = str.maketrans("ℝℂℚℤℕℓ", "RCQZNl")
_OPERAND = re.compile(r"[\w(\[⟨√∛∜‖−]")
_PROSE_FUNCTION = re.compile(r"(?<![A-Za-z])(?:det|rank|ker|dim|tr|span)(?=\()")
_PROSE_RANGE = re.compile(r"(?<=\d)\s?[–~]\s?(?=\d)")
_PROSE_SIZE = re.compile(r"(?<=\d)×(?=\d)")


def spoken(markup: str, language: str) -> str:
    """The words of resolved markup as somebody reads them aloud in ``ko`` or ``en``."""
    voice = VOICES[language]
    said = ""
    for piece in segments(markup):
        if piece.is_math:
            said += _Speaker(readable(piece.content), language, voice, is_formula=True).all()
        else:
            said += _prose(piece.content, language, voice)
    return _tidy(said)


def _prose(text: str, language: str, voice: Voice) -> str:
    """Words outside formulas; their spaces and stops are kept."""
    text = _PROSE_SIZE.sub(f" {voice.by} ", text)
    ranged = f"{voice.up_to} " if language == "ko" else f" {voice.up_to} "
    text = _PROSE_RANGE.sub(ranged, text)
    text = re.sub(r"(?<![\w)])-(?=\d)", "−", text)
    text = re.sub(r"(?<=[A-Za-z0-9])-(?=[A-Z0-9])", " ", text)
    text = re.sub('[“”‘«»〈〉《》「」『』"`]|(?<!\\w)’|’(?!\\w)', "", text)
    text = re.sub(r"\s[—–]\s|(?<=[^\W\d])·(?=[^\W\d])", ", ", text)
    return _Speaker(text, language, voice, is_formula=False).all()


def _tidy(text: str) -> str:
    text = re.sub(r"\s*\x08", "", text)  # a particle stands close to its word
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" (?=[,;.?!:])", "", text)
    text = re.sub(r"[,;]+(?=[,;.?!:])", "", text)
    return text.strip(" ,;")


@dataclass(slots=True)
class _Speaker:
    """Reads one piece of Unicode from left to right."""

    text: str
    language: str
    voice: Voice
    is_formula: bool
    at: int = 0

    def all(self) -> str:
        said = ""
        while self.at < len(self.text):
            said = self._joined(said, self._next(said))
        return said

    def _joined(self, said: str, more: str) -> str:
        """Letters of a formula are said one by one."""
        if self.is_formula and said and more and said[-1].isalnum() and more[0].isalnum():
            return f"{said} {more}"
        return said + more

    def _peek(self, offset: int = 0) -> str:
        return self.text[self.at + offset : self.at + offset + 1]

    def _inside(self, text: str) -> str:
        return _Speaker(text, self.language, self.voice, self.is_formula).all().strip()

    # One thing after the other.

    def _next(self, said: str) -> str:
        """The words for what comes next, after ``said``."""
        character = self._peek()
        if character.isspace():
            self.at += 1
            return " "
        if character == "−" and self._is_negative():
            self.at += 1
            return f" {self.voice.minus} "
        sign = self._sign(character, said)
        if sign is not None:
            return sign
        start = self.at
        operand, is_sum = self._operand()
        before = self.text[:start].rstrip()[-1:]
        product = (
            operand != "" and self.text[start] in "[(" and before in "0123456789)]" and before != ""
        )
        if self._peek() == "/" and _OPERAND.match(self._peek(1)) and self._is_fraction(start):
            self.at += 1
            operand = self._fraction(operand, is_sum)
        elif is_sum:
            operand = f"{self.voice.quantity} {operand}"
        if product and self.is_formula:
            return f" {self.voice.times} {operand}"
        if self._applies(start, operand):
            return f" of {operand}"
        return operand

    def _applies(self, start: int, operand: str) -> bool:
        """Is this bracket the argument of the letter before it, as in T(x)?"""
        if self.language != "en" or not self.is_formula or self.text[start] != "(":
            return False
        return operand != "" and self.text[:start][-1:].isalpha()

    def _is_negative(self) -> bool:
        """A sign stands close to its number, a difference has spaces round its minus."""
        before, after = self.text[: self.at][-1:], self._peek(1)
        return not after.isspace() and not (before.isalnum() or (before and before in ")]}‖′°"))

    def _is_fraction(self, start: int) -> bool:
        """Outside formulas only numbers are divided: and/or stays two words."""
        return self.is_formula or self.text[start].isdigit() or self.text[start] == "√"

    def _fraction(self, top: str, is_sum: bool) -> str:
        bottom, bottom_is_sum = self._operand()
        if self.language == "ko":
            return f"{bottom}분의 {top}"
        if bottom_is_sum:
            bottom = f"{self.voice.quantity} {bottom}"
        return f"{top}, all over {bottom}" if is_sum else f"{top} over {bottom}"

    # Signs between things.

    def _sign(self, character: str, said: str) -> str | None:
        """The words for a sign between two things; None if this is none."""
        voice = self.voice
        if not self.is_formula and character in "*&<>|" and character != "&":
            self.at += 1
            return " "
        if character in ("→", "↦") and self.language == "ko":
            self.at += 1
            return "\b에서 "
        if self.language == "ko" and character in KOREAN_AFTER:
            self.at += 1
            pair = particles.choose("이/가", said.rstrip()) if said.strip() else ""
            pair = "가" if "(" in pair else pair
            return f"\b{pair}{KOREAN_AFTER[character]} "
        if character in ("·", "⋅"):
            self.at += 1
            return f" {voice.times if self._between_numbers() else voice.dot} "
        if character in voice.signs:
            self.at += 1
            return f" {voice.signs[character]} "
        if character in ",;":
            self.at += 1
            return f"{character} "
        return None

    def _between_numbers(self) -> bool:
        before, after = self.text[: self.at - 1].rstrip()[-1:], self.text[self.at :].lstrip()[:2]
        return before.isdigit() or before == ")" or after.lstrip("(−")[:1].isdigit()

    # Things.

    def _operand(self) -> tuple[str, bool]:
        """A number, letter, bracket or root with its exponents; and whether it is a sum."""
        start = self.at
        said, is_sum = self._base()
        base = self.text[start : self.at]
        while True:
            more = self._postfix(said, base)
            if more is None:
                return said, is_sum
            if is_sum:
                more = f"{self.voice.quantity} {more}"
            said, is_sum = more, False

    def _base(self) -> tuple[str, bool]:
        character = self._peek()
        number = _NUMBER.match(self.text, self.at)
        if number:
            self.at = number.end()
            return number[0].replace(",", ""), False
        if character == "−":
            self.at += 1
            return f"{self.voice.minus} {self._base()[0]}", False
        if character in self.voice.root:
            self.at += 1
            of, is_sum = self._operand()
            quantity = f"{self.voice.quantity} " if is_sum else ""
            return f"{self.voice.root[character]} {quantity}{of}", False
        if character in _CLOSING and (self.is_formula or character in "([‖|"):
            return self._bracket(character)
        word = _LATIN.match(self.text, self.at)
        if word:
            return self._word(word), False
        korean = _HANGUL.match(self.text, self.at)
        if korean:
            self.at = korean.end()
            return korean[0], False
        self.at += 1
        if character in self.voice.greek:
            return self.voice.greek[character], False
        if character in self.voice.marks and (self.is_formula or character not in "!…"):
            return self.voice.marks[character], False
        return self._other(character), False

    def _other(self, character: str) -> str:
        """A character that is no sign of mathematics: kept if it is read or is a stop."""
        plain = character.translate(_LETTERS)
        if plain.isalnum():
            return unicodedata.normalize("NFKC", plain) if not plain.isalpha() else plain
        if character in ".?!:'’-%" and not (self.is_formula and character != "."):
            return character
        return ", " if character in "…:" else " "

    def _word(self, word: re.Match[str]) -> str:
        """A function with what it is of; in a formula other letters are said one by one."""
        functions = self.voice.functions
        if word[0] in functions and (self.is_formula or _PROSE_FUNCTION.match(self.text, self.at)):
            self.at = word.end()
            of = self._bracket("(")[0].strip(" ,") if self._peek() == "(" else ""
            return f"{functions[word[0]]} {of}"
        if self.is_formula:
            self.at += 1
            return word[0][0]
        self.at = word.end()
        return word[0]

    def _bracket(self, opening: str) -> tuple[str, bool]:
        """What stands in brackets, without them; a matrix by rows; a norm; a size."""
        close = self._closing(opening)
        if close < 0:
            self.at += 1
            return (
                f", {self.voice.such_that} " if opening == "|" and self.is_formula else " "
            ), False
        inner = self.text[self.at + 1 : close]
        self.at = close + 1
        if opening == "‖":
            return f"{self.voice.norm} {self._inside(inner)}", False
        if opening == "|":
            return f"{self.voice.size} {self._inside(inner)}", False
        if opening == "[" and inner.startswith("["):
            return self._matrix(inner), False
        said = self._inside(inner)
        if not self.is_formula:
            return f", {said}{'' if self._peek().isalnum() else ', '}", False
        return said, opening == "(" and bool(re.search(r".[+−=]", inner)) and "," not in inner

    def _closing(self, opening: str) -> int:
        """Where the bracket that opens here closes; −1 if it does not."""
        if opening in "‖|":
            return self.text.find(opening, self.at + 1)
        depth = 0
        for index in range(self.at, len(self.text)):
            depth += (self.text[index] == opening) - (self.text[index] == _CLOSING[opening])
            if depth == 0:
                return index
        return -1

    def _matrix(self, rows: str) -> str:
        said = "; ".join(self._inside(row) for row in re.findall(r"\[([^\[\]]*)\]", rows))
        return f"{said}인 행렬" if self.language == "ko" else f"the matrix {said}"

    # What is raised, lowered or set after a thing.

    def _postfix(self, said: str, base: str) -> str | None:
        character = self._peek()
        if character and character in self.voice.accents:
            self.at += 1
            return f"{said} {self.voice.accents[character]}"
        if character == "\u20d7":
            self.at += 1
            return f"{self.voice.vector} {said}"
        if character in ("′", "″", "%", "°") or (character == "!" and self.is_formula):
            self.at += 1
            return said + self.voice.marks[character]
        lowered = _LOWERED.match(self.text, self.at)
        if lowered:
            self.at = lowered.end()
            return f"{said} {self._figures(lowered[0])}"
        raised = _RAISED.match(self.text, self.at)
        if raised:
            self.at = raised.end()
            return self._power(said, base, raised[0])
        if self.is_formula and character in ("^", "_") and self._peek(1):
            self.at += 1
            word = _LATIN.match(self.text, self.at)
            if word and len(word[0]) > 1:
                self.at = word.end()
                script = word[0]
            else:
                script = self._base()[0]
            return self._to_the(said, script) if character == "^" else f"{said} {script}"
        return None

    def _figures(self, small: str) -> str:
        return self._inside("".join(_FIGURES.get(figure, figure) for figure in small))

    def _power(self, said: str, base: str, exponent: str) -> str:
        korean = self.language == "ko"
        is_matrix = base[-1:].isupper() or base[-1:] in ")]"
        if base[-1:] in "ℝℂℚℤℕ":
            return f"{said} {self._figures(exponent)}"
        if exponent == "⁻¹" and is_matrix:
            return f"{said}의 역행렬" if korean else f"{said} inverse"
        if exponent == "ᵀ":
            transpose = "의 전치행렬" if base[-1:].isupper() else "의 전치"
            return f"{said}{transpose}" if korean else f"{said} transpose"
        if exponent == "°":
            return said + self.voice.marks["°"]
        usual = {"²": ("의 제곱", " squared"), "³": ("의 세제곱", " cubed")}.get(exponent)
        if usual:
            return said + usual[0 if korean else 1]
        return self._to_the(said, self._figures(exponent))

    def _to_the(self, said: str, exponent: str) -> str:
        return f"{said}의 {exponent}제곱" if self.language == "ko" else f"{said} to the {exponent}"
