"""How numbers, letters, words and signs are read aloud in Korean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

MINUS = "−-"
"""The two characters that are read 마이너스 before a number."""

_DIGITS = "영일이삼사오육칠팔구"
_PLACES = ("", "십", "백", "천")
_MYRIADS = ("", "만", "억", "조", "경", "해", "자", "양", "구", "간", "정", "재", "극")


def number_aloud(digits: str) -> str:
    """The Sino-Korean reading of a decimal number: 12,300 is 만이천삼백, −0.75 마이너스 영점칠오.

    Commas are skipped. Whole numbers beyond 극 (10⁴⁸) are read digit by digit. Raises ValueError
    for text that is no such number.
    """
    found = re.fullmatch(rf"([{MINUS}]?)(\d[\d,]*)(?:\.(\d+))?", digits)
    if found is None:
        raise ValueError(f"{digits!r} is not a decimal number")
    sign, whole, places = found.groups()
    spoken = _whole_aloud(whole.replace(",", "").lstrip("0"))
    if places:
        spoken += "점" + _one_by_one(places)
    return f"마이너스 {spoken}" if sign else spoken


def _whole_aloud(digits: str) -> str:
    if not digits:
        return "영"
    if len(digits) > 4 * len(_MYRIADS):
        return _one_by_one(digits)
    spoken = ""
    for myriad in range((len(digits) - 1) // 4, -1, -1):
        end = len(digits) - 4 * myriad
        group = _group_aloud(digits[max(0, end - 4) : end])
        if group:
            # 10000 is 만, but 100000000 is 일억.
            bare = group == "일" and myriad == 1 and not spoken
            spoken += ("" if bare else group) + _MYRIADS[myriad]
    return spoken


def _group_aloud(digits: str) -> str:
    """Up to four digits; a one is not spoken before 십, 백, 천."""
    spoken = ""
    for index, digit in enumerate(digits):
        place = len(digits) - 1 - index
        if digit != "0":
            spoken += ("" if digit == "1" and place else _DIGITS[int(digit)]) + _PLACES[place]
    return spoken


def _one_by_one(digits: str) -> str:
    return "".join(_DIGITS[int(digit)] for digit in digits)


LETTER_READINGS: Mapping[str, str] = MappingProxyType(
    dict(
        zip(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            (
                *("에이", "비", "시", "디", "이", "에프", "지", "에이치", "아이", "제이", "케이"),
                *("엘", "엠", "엔", "오", "피", "큐", "알", "에스", "티", "유", "브이", "더블유"),
                *("엑스", "와이", "제트"),
            ),
            strict=True,
        )
    )
)
"""The names of the Latin letters."""

SYMBOL_READINGS: Mapping[str, str] = MappingProxyType(
    {
        "α": "알파",
        "β": "베타",
        "γ": "감마",
        "δ": "델타",
        "ε": "엡실론",
        "ζ": "제타",
        "η": "에타",
        "θ": "세타",
        "ι": "요타",
        "κ": "카파",
        "λ": "람다",
        "μ": "뮤",
        "ν": "뉴",
        "ξ": "크시",
        "ο": "오미크론",
        "π": "파이",
        "ρ": "로",
        "σ": "시그마",
        "τ": "타우",
        "υ": "입실론",
        "φ": "파이",
        "χ": "카이",
        "ψ": "프시",
        "ω": "오메가",
        "Γ": "감마",
        "Δ": "델타",
        "Θ": "세타",
        "Λ": "람다",
        "Ξ": "크시",
        "Π": "파이",
        "Σ": "시그마",
        "Φ": "파이",
        "Ψ": "프시",
        "Ω": "오메가",
        "%": "퍼센트",
        "‰": "퍼밀",
        "°": "도",
        "′": "프라임",
        "″": "더블프라임",
        "∞": "무한대",
        "∅": "공집합",
        "+": "플러스",
        "−": "마이너스",
        "×": "곱하기",
        "=": "이퀄",
        "$": "달러",
        "₩": "원",
        "€": "유로",
        "&": "앤드",
        "∇": "나블라",
        "∂": "라운드",
    }
)
"""Greek letters and signs."""

ACCENT_READINGS: Mapping[str, str] = MappingProxyType(
    {"\u0302": "햇", "\u0304": "바", "\u0303": "틸데", "\u0307": "닷", "\u0308": "더블닷"}
)
"""What is said after a letter that carries an accent: x̂ is 엑스 햇. An arrow is said before it."""

UNIT_READINGS: Mapping[str, str] = MappingProxyType(
    {
        "m": "미터",
        "cm": "센티미터",
        "mm": "밀리미터",
        "km": "킬로미터",
        "g": "그램",
        "kg": "킬로그램",
        "s": "초",
        "ms": "밀리초",
        "min": "분",
        "h": "시간",
        "px": "픽셀",
        "fps": "프레임",
        "Hz": "헤르츠",
        "KB": "킬로바이트",
        "MB": "메가바이트",
        "GB": "기가바이트",
        "TB": "테라바이트",
    }
)
"""Units, which are read as such only after a number."""

WORD_READINGS: Mapping[str, str] = MappingProxyType(
    {
        "block": "블록",
        "cos": "코사인",
        "det": "디터미넌트",
        "dim": "디멘션",
        "dot": "닷",
        "exp": "익스포넨셜",
        "ker": "커널",
        "ln": "엘엔",
        "map": "맵",
        "max": "맥스",
        "min": "민",
        "numpy": "넘파이",
        "rank": "랭크",
        "set": "셋",
        "sin": "사인",
        "stack": "스택",
        "step": "스텝",
        "top": "톱",
        "tr": "트레이스",
    }
)
"""Words whose sound their spelling does not tell."""
