"""What LaTeX's macros look like as Unicode, as far as `language.formulas` needs to know."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

FUNCTIONS = frozenset(
    [
        *("det", "ker", "dim", "rank", "cos", "sin", "tan", "log", "ln", "exp", "max", "min"),
        *("sup", "inf", "lim", "arg", "deg", "gcd", "hom", "Pr", "cosh", "sinh", "tanh"),
        *("arcsin", "arccos", "arctan", "sec", "csc", "cot", "tr", "im", "span", "sign"),
    ]
)
"""Names that are set upright and keep their distance from what follows."""

SYMBOLS: Mapping[str, str] = MappingProxyType(
    {
        "cdot": "·",
        "times": "×",
        "circ": "∘",
        "to": "→",
        "mapsto": "↦",
        "mid": "|",
        "lVert": "‖",
        "rVert": "‖",
        "Vert": "‖",
        "|": "‖",
        "lvert": "|",
        "rvert": "|",
        "vert": "|",
        "langle": "⟨",
        "rangle": "⟩",
        "{": "{",
        "}": "}",
        "prime": "′",
        "lbrace": "{",
        "rbrace": "}",
        "ldots": "…",
        "cdots": "…",
        "dots": "…",
        "vdots": "⋮",
        "ddots": "⋱",
        "top": "⊤",
        "perp": "⊥",
        "parallel": "∥",
        "leq": "≤",
        "le": "≤",
        "geq": "≥",
        "ge": "≥",
        "neq": "≠",
        "ne": "≠",
        "approx": "≈",
        "sim": "∼",
        "imath": "i",
        "jmath": "j",
        "ell": "ℓ",
        "degree": "°",
        "xrightarrow": "→",
        "longrightarrow": "→",
        "Rightarrow": "⇒",
        "emptyset": "∅",
        "%": "%",
        "$": "$",
        "&": "&",
        "#": "#",
        "_": "_",
        "infty": "∞",
        "epsilon": "ε",
        "phi": "φ",
        "varphi": "φ",
        "varepsilon": "ε",
    }
)
"""Macros without arguments: relations, brackets, letters."""

ACCENTS: Mapping[str, str] = MappingProxyType(
    {
        "hat": "\u0302",
        "widehat": "\u0302",
        "bar": "\u0304",
        "overline": "\u0304",
        "tilde": "\u0303",
        "widetilde": "\u0303",
        "dot": "\u0307",
        "ddot": "\u0308",
        "vec": "\u20d7",
        "overrightarrow": "\u20d7",
    }
)
"""Combining characters for accents over one letter."""

SPACES = frozenset([",", ";", ":", " ", "quad", "qquad", "\\", "enspace", "thinspace", "\n"])
"""Macros that make room."""

DROPPED = frozenset(
    [
        *("!", "Big", "Bigl", "Bigr", "big", "bigl", "bigr", "displaystyle", "hline", "left"),
        *("limits", "nolimits", "right", "textstyle"),
    ]
)
"""Macros that only change sizes and places."""

FRACTIONS = frozenset(["frac", "dfrac", "tfrac"])
TEXTS = frozenset(["text", "textrm", "textbf", "mbox"])

BLACKBOARD = str.maketrans("RNZQC", "ℝℕℤℚℂ")
UPPER: Mapping[str, str] = MappingProxyType(
    dict(zip("0123456789+−-=()niTxt′*∘⊤", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱᵀˣᵗ′*°ᵀ", strict=True))
)
LOWER: Mapping[str, str] = MappingProxyType(
    dict(zip("0123456789+−-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
)
