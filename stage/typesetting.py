"""Typst as a typesetter: source in, glyph outlines out. Numbers only, no Manim.

One compiler is kept for the life of the process, so a formula costs about a millisecond. It sees
an empty folder as its root, the packaged fonts, and no package folder: it cannot read files and
cannot load packages.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import typst

from stage.fonts import MATH_FAMILY, TEXT_FAMILY, font_file

EM = 100.0
"""Points to an em while setting; outlines are divided by it, so 1.0 is an em. Large, because
Typst rounds coordinates to a fixed number of decimals."""

BRACKET_SPACE = 0.14
"""Between a matrix's brackets and its entries, in em, beside the little that the signs bring along:
a minus or an upright digit would else nearly touch the bend of a round bracket."""

_PREAMBLE = f"""
#set page(width: auto, height: auto, margin: 0pt, fill: none)
#set text(font: "{TEXT_FAMILY}", size: {EM}pt, lang: "ko", fallback: false,
  top-edge: "ascender", bottom-edge: "descender", features: ("ss01": 0), overhang: false)
#set par(leading: 0.42em, justify: false, linebreaks: "simple")
#show math.equation: set text(font: ("{MATH_FAMILY}", "{TEXT_FAMILY}"), weight: 450,
  top-edge: "bounds", bottom-edge: "bounds")
#show math.equation: it => {{
  show regex("[\\u{{1100}}-\\u{{11ff}}\\u{{3130}}-\\u{{318f}}\\u{{ac00}}-\\u{{d7af}}]+"): set text(
    font: "{TEXT_FAMILY}", weight: 400)
  it
}}
#set math.mat(row-gap: 0.36em, column-gap: 0.75em)
#let numeral(digits) = text(font: ("{MATH_FAMILY}", "{TEXT_FAMILY}"), weight: 450, digits)
#let mat(..parts) = {{
  let rows = parts.pos()
  if rows.len() > 0 and type(rows.first()) != array {{ rows = (rows,) }}
  let last = calc.max(0, ..rows.map(row => row.len())) - 1
  let spaced(row) = row.enumerate().map(((j, entry)) => {{
    if j == 0 {{ h({BRACKET_SPACE}em) }}
    math.inline(entry)
    if j == last {{ h({BRACKET_SPACE}em) }}
  }})
  math.mat(..parts.named(), ..rows.map(spaced))
}}
"""
"""Beside settings, `mat`: Typst's, with space inside its brackets, and entries as large as the
letters beside them, as in LaTeX. `BRACKET_SPACE` stands in every entry of an outer column, so that
entries stay lined up however they are aligned.

`numeral` sets digits within words in the type of the formulas."""

_MARK = "#010203"
"""The colour of a full stop that is not drawn."""

BASELINE = f'''#box(width: 0pt, text(
  fill: rgb("{_MARK}"), top-edge: "baseline", bottom-edge: "baseline")[.])'''
"""What a source begins with that may begin with a fraction, root or matrix: none of their glyphs
stands on the line's baseline. It takes no room."""

Points = npt.NDArray[np.float64]
"""Cubic Bézier curves, four points a curve, shape (4·curves, 2), in em, y upwards."""


class TypesettingError(ValueError):
    """Typst refused the source; the message is its first sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """One filled shape: a glyph, or the bar of a fraction or root."""

    points: Points
    fill: str
    """Colour as written in the source, ``#rrggbb``; parts of a formula are told apart by it."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """What a source looks like: outlines, and the box of the page in em (origin: lower left)."""

    outlines: tuple[Outline, ...]
    width: float
    height: float
    baseline: float
    """Height of the first line's baseline above the lower edge: the one that `BASELINE` marks, or
    that of the first glyph."""


@lru_cache(maxsize=1)
def _compiler() -> typst.Compiler:
    empty = tempfile.mkdtemp(prefix="matreel-typst-")
    fonts = typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=True,
        font_paths=[str(font_file().parent)],
    )
    nowhere = f"{empty}/packages"
    compiler = typst.Compiler(
        root=empty, font_paths=fonts, package_path=nowhere, package_cache_path=nowhere
    )
    # Only making the compiler needs its root. Gone at once, it cannot be left behind by a process
    # that is ended from outside, and nothing can be put into it.
    Path(empty).rmdir()
    return compiler


@lru_cache(maxsize=1024)
def compile_svg(body: str) -> bytes:
    """The body under the house preamble as SVG.

    Raises TypesettingError if Typst refuses it.
    """
    source = (_PREAMBLE + body).encode()
    try:
        pages = _compiler().compile(source, format="svg")
    except typst.TypstError as error:
        raise TypesettingError(str(getattr(error, "message", error)).splitlines()[0]) from error
    if isinstance(pages, list):
        raise TypesettingError("the text fills more than one page")
    if pages is None:
        raise TypesettingError("Typst gave no picture")
    return pages


_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_Affine = tuple[float, float, float, float, float, float]


def _affine(attribute: str | None) -> _Affine:
    """SVG ``transform`` as (a, b, c, d, e, f); Typst writes only matrix, translate and scale."""
    if not attribute:
        return _IDENTITY
    total = _IDENTITY
    for name, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", attribute):
        values = [float(number) for number in _NUMBER.findall(inside)]
        if name == "matrix":
            a, b, c, d, e, f = values
            step: _Affine = (a, b, c, d, e, f)
        elif name == "translate":
            step = (1.0, 0.0, 0.0, 1.0, values[0], values[1] if len(values) > 1 else 0.0)
        elif name == "scale":
            step = (values[0], 0.0, 0.0, values[-1], 0.0, 0.0)
        else:
            raise TypesettingError(f"the SVG transform {name} is not known here")
        total = _compose(total, step)
    return total


def _compose(outer: _Affine, inner: _Affine) -> _Affine:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


@lru_cache(maxsize=4096)
def _curves(path: str) -> Points:
    """SVG path data as closed cubic curves, shape (4·curves, 2), in the path's own units."""
    import svgelements

    curves: list[tuple[complex, complex, complex, complex]] = []
    start = current = 0j
    for segment in svgelements.Path(path):
        if isinstance(segment, svgelements.Move):
            if curves and current != start:
                curves.append(_line(current, start))
            start = current = complex(segment.end.x, segment.end.y)
            continue
        end = start if segment.end is None else complex(segment.end.x, segment.end.y)
        if isinstance(segment, svgelements.CubicBezier):
            first = complex(segment.control1.x, segment.control1.y)
            second = complex(segment.control2.x, segment.control2.y)
            curves.append((current, first, second, end))
        elif isinstance(segment, svgelements.QuadraticBezier):
            control = complex(segment.control.x, segment.control.y)
            curves.append(
                (
                    current,
                    current + (control - current) * 2 / 3,
                    end + (control - end) * 2 / 3,
                    end,
                )
            )
        elif end != current:
            curves.append(_line(current, end))
        current = end
    if curves and current != start:
        curves.append(_line(current, start))
    flat = np.array(curves, dtype=np.complex128).reshape(-1)
    return np.column_stack([flat.real, flat.imag])


def _line(start: complex, end: complex) -> tuple[complex, complex, complex, complex]:
    return (start, start + (end - start) / 3, start + (end - start) * 2 / 3, end)


def _bar(path: str, width: float) -> Points:
    """A straight stroke (fraction bar, root overline) as a filled rectangle."""
    line = _curves_open(path)
    start, end = line[0], line[-1]
    along = end - start
    length = float(np.hypot(*along))
    if length == 0.0:
        return np.zeros((0, 2))
    across = np.array([-along[1], along[0]]) / length * width / 2
    corners = [complex(*point) for point in (start + across, end + across, end - across)]
    corners.append(complex(*(start - across)))
    edges = [_line(corner, corners[(k + 1) % 4]) for k, corner in enumerate(corners)]
    flat = np.array(edges).reshape(-1)
    return np.column_stack([flat.real, flat.imag])


def _curves_open(path: str) -> Points:
    numbers = _NUMBER.findall(path)
    if re.search(r"[a-z]", path.replace("e", "")):
        import svgelements

        stroke = svgelements.Path(path)
        first, last = stroke.first_point, stroke.current_point
        return np.array([[first.x, first.y], [last.x, last.y]])
    return np.array([float(number) for number in numbers]).reshape(-1, 2)


def _apply(transform: _Affine, points: Points) -> Points:
    a, b, c, d, e, f = transform
    moved: Points = points @ np.array([[a, b], [c, d]]) + np.array([e, f])
    return moved


@lru_cache(maxsize=1024)
def outlines(body: str) -> Setting:
    """The glyph outlines of a Typst body, in em, y upwards.

    Raises TypesettingError if Typst refuses the body.
    """
    root = ElementTree.fromstring(compile_svg(body))
    _, _, page_width, page_height = (float(x) for x in _NUMBER.findall(root.attrib["viewBox"]))
    symbols: dict[str, str] = {}
    for symbol in root.iter(f"{_SVG}symbol"):
        path = symbol.find(f"{_SVG}path")
        if path is not None:
            symbols["#" + symbol.attrib["id"]] = path.attrib["d"]
    found: list[Outline] = []
    baselines: list[float] = []
    marked: list[float] = []

    def walk(element: ElementTree.Element, transform: _Affine) -> None:
        transform = _compose(transform, _affine(element.attrib.get("transform")))
        tag = element.tag
        if tag == f"{_SVG}defs":
            return
        if tag == f"{_SVG}use":
            shift = (
                1.0,
                0.0,
                0.0,
                1.0,
                float(element.attrib.get("x", 0)),
                float(element.attrib.get("y", 0)),
            )
            if element.attrib.get("fill", "").lower() == _MARK:
                marked.append(transform[5])
                return
            baselines.append(transform[5])
            add(_curves(symbols[element.attrib[_HREF]]), _compose(transform, shift), element)
        elif tag == f"{_SVG}path":
            stroke = element.attrib.get("stroke")
            if stroke and stroke != "none":
                width = float(element.attrib.get("stroke-width", 1))
                add(_bar(element.attrib["d"], width), transform, element, stroke)
            else:
                add(_curves(element.attrib["d"]), transform, element)
        for child in element:
            walk(child, transform)

    def add(
        points: Points, transform: _Affine, element: ElementTree.Element, fill: str | None = None
    ) -> None:
        if len(points) == 0:
            return
        placed = _apply(transform, points)
        placed[:, 1] = page_height - placed[:, 1]
        placed /= EM
        placed.setflags(write=False)
        found.append(Outline(placed, (fill or element.attrib.get("fill", "#000000")).lower()))

    walk(root, _IDENTITY)
    first = next(iter(marked or baselines), page_height)
    baseline = (page_height - first) / EM
    return Setting(tuple(found), page_width / EM, page_height / EM, baseline)
