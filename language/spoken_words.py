"""What signs, functions and letters are called when a text is read aloud, in Korean and English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from language.sounds import SYMBOL_READINGS


@dataclass(frozen=True, slots=True)
class Voice:
    """The words of one language.

    ``signs`` stand between things ("A + B"), ``marks`` before or after one ("90°"), ``functions``
    before what they are of ("det A"), ``accents`` after the letter that carries them.
    """

    signs: Mapping[str, str]
    marks: Mapping[str, str]
    functions: Mapping[str, str]
    greek: Mapping[str, str]
    accents: Mapping[str, str]
    vector: str
    minus: str
    quantity: str
    times: str
    by: str
    dot: str
    root: Mapping[str, str]
    norm: str
    size: str
    such_that: str
    up_to: str


_ENGLISH_GREEK = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"),
    *("lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi"),
    *("chi", "psi", "omega"),
)
_LOWER_GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
_UPPER_GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"


def _korean_greek() -> dict[str, str]:
    names = {letter: SYMBOL_READINGS[letter] for letter in _LOWER_GREEK}
    return names | dict(zip(_UPPER_GREEK, names.values(), strict=True))


KOREAN = Voice(
    signs={
        "+": "더하기",
        "−": "빼기",
        "±": "플러스 마이너스",
        "×": "곱하기",
        "∘": "합성",
        "≠": "낫 이퀄",
        "<": "작다",
        ">": "크다",
        "≤": "작거나 같다",
        "≥": "크거나 같다",
        "∼": "닮음",
        "≡": "합동",
        "≅": "동형",
        "⇒": "이면",
        "⇔": "동치",
        "⊥": "수직",
        "∥": "평행",
        "⊗": "텐서곱",
        "⊕": "직합",
        "∪": "합집합",
        "∩": "교집합",
        "*": "스타",
        "&": "그리고",
    },
    marks={
        "%": "퍼센트",
        "‰": "퍼밀",
        "°": "도",
        "′": " 프라임",
        "″": " 더블 프라임",
        "!": " 팩토리얼",
        "∞": "무한대",
        "∅": "공집합",
        "∇": "나블라 ",
        "∂": "라운드 ",
        "∑": "합 ",
        "∏": "곱 ",
        "∫": "적분 ",
        "∀": "모든 ",
        "∃": "어떤 ",
        "…": ", 점점점, ",
        "⋮": ", 점점점, ",
        "⋱": ", 점점점, ",
        "⊤": "톱",
        "$": "달러",
        "@": " 골뱅이 ",
        "#": " 샵 ",
    },
    functions={
        "det": "행렬식",
        "rank": "랭크",
        "ker": "핵",
        "dim": "차원",
        "im": "상",
        "tr": "대각합",
        "span": "생성 공간",
        "cos": "코사인",
        "sin": "사인",
        "tan": "탄젠트",
        "log": "로그",
        "ln": "자연로그",
        "exp": "지수함수",
        "max": "최댓값",
        "min": "최솟값",
        "lim": "극한",
    },
    greek=_korean_greek(),
    accents={"\u0302": "햇", "\u0304": "바", "\u0303": "틸데", "\u0307": "닷", "\u0308": "더블 닷"},
    vector="벡터",
    minus="마이너스",
    quantity="괄호",
    times="곱하기",
    by="바이",
    dot="내적",
    root={"√": "루트", "∛": "세제곱근", "∜": "네제곱근"},
    norm="노름",
    size="절댓값",
    such_that="단",
    up_to="에서",
)
"""Korean. What a formula ends in stays what is said last, for particles were chosen by it."""

ENGLISH = Voice(
    signs={
        "+": "plus",
        "−": "minus",
        "±": "plus or minus",
        "×": "times",
        "∘": "composed with",
        "=": "equals",
        "≠": "is not equal to",
        "≈": "is about",
        "<": "is less than",
        ">": "is greater than",
        "≤": "is at most",
        "≥": "is at least",
        "∼": "is similar to",
        "≡": "is congruent to",
        "≅": "is isomorphic to",
        "→": "to",
        "↦": "maps to",
        "⇒": "implies",
        "⇔": "if and only if",
        "∈": "in",
        "∉": "not in",
        "⊂": "inside",
        "⊆": "inside",
        "⊥": "perpendicular to",
        "∥": "parallel to",
        "⊗": "tensor",
        "⊕": "direct sum",
        "∪": "union",
        "∩": "intersected with",
        "*": "star",
        "&": "and",
    },
    marks={
        "%": " percent",
        "‰": " per mille",
        "°": " degrees",
        "′": " prime",
        "″": " double prime",
        "!": " factorial",
        "∞": "infinity",
        "∅": "the empty set",
        "∇": "nabla ",
        "∂": "partial ",
        "∑": "the sum of ",
        "∏": "the product of ",
        "∫": "the integral of ",
        "∀": "for all ",
        "∃": "there is ",
        "…": ", dot dot dot, ",
        "⋮": ", dot dot dot, ",
        "⋱": ", dot dot dot, ",
        "⊤": "top",
        "$": " dollars",
        "@": " at ",
        "#": " number ",
    },
    functions={
        "det": "determinant of",
        "rank": "rank of",
        "ker": "kernel of",
        "dim": "dimension of",
        "im": "image of",
        "tr": "trace of",
        "span": "span of",
        "cos": "cosine of",
        "sin": "sine of",
        "tan": "tangent of",
        "log": "log of",
        "ln": "natural log of",
        "exp": "exponential of",
        "max": "maximum of",
        "min": "minimum of",
        "lim": "limit of",
    },
    greek=MappingProxyType(
        dict(zip(_LOWER_GREEK, _ENGLISH_GREEK, strict=True))
        | dict(zip(_UPPER_GREEK, _ENGLISH_GREEK, strict=True))
    ),
    accents={
        "\u0302": "hat",
        "\u0304": "bar",
        "\u0303": "tilde",
        "\u0307": "dot",
        "\u0308": "double dot",
    },
    vector="vector",
    minus="minus",
    quantity="the quantity",
    times="times",
    by="by",
    dot="dot",
    root={"√": "root", "∛": "the cube root of", "∜": "the fourth root of"},
    norm="the norm of",
    size="the absolute value of",
    such_that="such that",
    up_to="to",
)
"""English."""

KOREAN_AFTER: Mapping[str, str] = MappingProxyType(
    {
        "=": "",
        "≈": " 약",
        "∈": " 들어 있는",
        "∉": " 들어 있지 않은",
        "⊂": " 포함되는",
        "⊆": " 포함되는",
    }
)
"""Signs that Korean reads as a particle after their left side (det A가 6), and what follows it."""

VOICES: Mapping[str, Voice] = MappingProxyType({"ko": KOREAN, "en": ENGLISH})
