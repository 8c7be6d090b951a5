"""Maps one after another: what their product is, and why its order matters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from manim import LEFT, Animation, FadeIn, FadeOut, VGroup
from pydantic import Field, model_validator

from algebra import motion
from algebra.matrices import Matrix, identity
from algebra.wording import phrase
from language.kind import Beat
from language.params import KindParams, Matrices2, Refused, Vector2
from stage.computations import Notes, column_lines, once_lines, way_lines
from stage.drive import Drive
from stage.ink import LABEL, MATRIX, formula, text
from stage.journey import Journey, Leg, Rewound, leg
from stage.layout import Zone
from stage.panel import MIDDLE
from stage.product import Factors, Product, fit_in, places, product_ink, product_name, symbols
from stage.split import comparison, glide, split, subtraction
from stage.story import StoryScene, named
from stage.view import View


class _Words(TypedDict):
    pair: tuple[str, ...]
    ordinals: tuple[str, ...]
    first: str
    then: str


WORDS: dict[str, _Words] = {
    "ko": {
        "pair": ("먼저", "나중"),
        "ordinals": ("첫째", "둘째", "셋째", "넷째"),
        "first": "{} 먼저",
        "then": ", 그다음 {}",
    },
    "en": {
        "pair": ("first", "second"),
        "ordinals": ("first", "second", "third", "fourth"),
        "first": "{} first",
        "then": ", then {}",
    },
}
"""What the picture itself says, by language."""

FEWEST, MOST = 2, 4
"""How many maps can be composed in one picture."""


class Composition(StoryScene):
    """Maps are applied one after another; their product does the same in one go.

    With ``view: turns`` the plane, the unit square and a vector go from map to map. The columns of
    the product are then formed one by one: each is the last map's image of a column of what came
    before. If the product is the identity, that is written beside it. At last all that is over
    leaves, the plane goes back, and the product moves it at once, onto the same grid, whose echo
    lies beneath.

    With ``view: split`` the maps are applied in the given order on one plane and in the opposite
    order on another. The picture says whether the two products are equal, shows their difference
    and its Frobenius norm.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        maps: Matrices2 = Field(
            description="two to four 2×2 matrices, the one that is applied first comes first"
        )
        vector: Vector2 | None = Field(
            default=None, description="a vector that goes from map to map, as in [1, 1]"
        )
        view: Literal["turns", "split"] = Field(
            default="turns", description="one plane in turns, or both orders side by side"
        )

        @model_validator(mode="after")
        def _enough(self) -> Any:
            if not FEWEST <= len(self.maps) <= MOST:
                count = (
                    phrase("one map")
                    if len(self.maps) == 1
                    else phrase("{number} maps", number=len(self.maps))
                )
                raise Refused(
                    phrase("a composition takes two to four maps; this is {count}", count=count),
                    "list them in the order in which they are applied, as in [A, B]",
                    ("maps",),
                )
            return self

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """start, turn_1, turn_2, …, columns, once; or start, order, reversed, difference."""
        start = Beat("start", "the unit square, the basis and the vector are put in place", 1.6)
        if params.view == "split":
            return (
                start,
                Beat("order", "the maps in the given order, on the first plane", 2.2),
                Beat("reversed", "the maps in the opposite order, on the second plane", 2.2),
                Beat("difference", "equal or not, and by how much", 0.8, main=True),
            )
        turns = [
            Beat(f"turn_{k}", phrase("map {k} moves the plane", k=k), 2.6)
            for k in range(1, len(params.maps) + 1)
        ]
        columns = Beat("columns", "the product's columns are formed one by one", 1.4)
        once = Beat("once", "the product moves the plane in one go", 2.8, main=True)
        return (start, *turns, columns, once)

    def construct(self) -> None:
        """One plane, or two."""
        if self.params.view == "split":
            self._both_orders()
        else:
            self._in_turns()

    def _in_turns(self) -> None:
        maps: tuple[Matrix, ...] = self.params.maps
        theme, place, words = self.theme, places(self.zones), WORDS[self.look.language]
        legs, vector = self._legs(maps), self.params.vector
        product = legs[-1].matrix
        whole = leg(self._path(product), identity(2))
        picture = Journey(self.zones.stage, theme, [*legs, whole], vector=vector)
        when = words["pair" if len(maps) == FEWEST else "ordinals"]
        shown = Product(maps, product, when, place, theme)
        way: list[VGroup] = []
        if vector is not None:
            way = Notes(way_lines(maps, legs, vector, theme), place.notes).lines
        with self.beat("start"):
            self.add(picture.plane, self.title_line(), shown)
            self.play(Drive(VGroup(*picture.standing), picture.unfold), run_time=self.run_time)
            self.play(FadeIn(picture.labels, *way[:1]), run_time=0.6)
            self.add(picture)
        for k, one in enumerate(legs, start=1):
            with self.beat(f"turn_{k}"):
                self._zoom(picture, picture.view_during(one), one.base)
                self.play(Drive(shown.row, shown.row.light(k)), run_time=0.4)
                if k == len(legs):
                    picture.hint(one.base)
                self.play(Drive(picture, picture.depart(one)), run_time=self.run_time)
                if way:
                    self.play(Drive(picture, picture.reveal), FadeIn(way[k]), run_time=0.6)
        with self.beat("columns"):
            self._zoom(picture, picture.view_after(legs[-1]), product)
            if way:
                self.play(FadeOut(*way), run_time=0.4)
            if shown.aside:
                self.play(Drive(shown, shown.make_room), run_time=0.6)
            notes = Notes(column_lines(maps, legs[-1], theme), place.notes).lines
            self._form_columns(picture, shown, notes)
        with self.beat("once"):
            self._again(picture, legs, whole, notes)
            last = Notes(once_lines(maps, product, vector, theme, place.notes), place.notes)
            self.play(Drive(picture, picture.reveal), FadeIn(last), run_time=0.6)

    def _form_columns(self, picture: Journey, shown: Product, notes: Sequence[VGroup]) -> None:
        """Each column of the product comes from the tip that it names."""
        for j, note in enumerate(notes):
            appear: list[Animation] = [FadeIn(note)] if j else [FadeIn(note, shown.empty())]
            appear.append(Drive(picture, picture.hinting(j)))
            self.play(*appear, run_time=0.6)
            self.wait(0.8)
            label = picture.tip_labels[j].box()
            starts = [(label.x + side * label.half_width / 2, label.y) for side in (-1, 1)]
            self.play(Drive(shown.below, shown.fly(j, starts)), run_time=self.run_time)
        self.play(Drive(shown.row, shown.row.light(None)), run_time=0.4)
        if shown.unit is not None:
            self.play(Drive(shown.unit, shown.complete), run_time=0.6)

    def _again(
        self, picture: Journey, legs: Sequence[Leg], whole: Leg, notes: Sequence[VGroup]
    ) -> None:
        """Back to the start, step by step; then the product in one go, on a way of its own."""
        product = whole.matrix
        self.play(FadeOut(*notes), Drive(picture, picture.forget), run_time=0.4)
        self.play(Drive(picture, picture.remember), run_time=0.8)
        if product != identity(2):
            for one in reversed(legs):
                self._zoom(picture, picture.view_during(one), one.matrix)
                self.play(Drive(picture, picture.along(Rewound(one))), run_time=0.9)
        self._zoom(picture, picture.view_during(whole), identity(2))
        self.play(Drive(picture, picture.depart(whole)), run_time=self.run_time)
        self._zoom(picture, picture.view_after(whole), product)

    def _both_orders(self) -> None:
        maps: tuple[Matrix, ...] = self.params.maps
        names = symbols(maps)
        orders, called = (maps, maps[::-1]), (names, names[::-1])
        place = split(self.zones, self.look.aspect)
        legs = [self._legs(order) for order in orders]
        results = [one[-1].matrix for one in legs]
        pictures, factors, products = [], [], []
        captions = [
            self._caption(name, half.caption, place.headed)
            for name, half in zip(called, place.halves, strict=True)
        ]
        rooms = place.formulas(captions)
        for k, half in enumerate(place.halves):
            pictures.append(
                named(
                    Journey(
                        half.plane,
                        self.theme,
                        [*legs[0], *legs[1]],  # both planes are seen at one scale
                        vector=self.params.vector,
                        labelled=False,
                        room=half.room,
                    ),
                    f"plane {k + 1}",
                    "plane",
                )
            )
            row = Factors(orders[k], called[k], rooms[k], self.theme)
            if place.headed:
                row.align_to((rooms[k].left, 0.0, 0.0), LEFT)
            factors.append(row)
        with self.beat("start"):
            self.add(*(p.plane for p in pictures), self.title_line(), *captions, *factors)
            unfold = [Drive(VGroup(*p.standing), p.unfold) for p in pictures]
            self.play(*unfold, run_time=self.run_time, together=True)  # both begin alike
            self.play(*(FadeIn(p.labels) for p in pictures), run_time=0.6)
            self.add(*pictures)
        for k, beat in enumerate(("order", "reversed")):
            with self.beat(beat):
                for step, one in enumerate(legs[k], start=1):
                    self._zoom(pictures[k], pictures[k].view_during(one), one.base)
                    self.play(Drive(factors[k], factors[k].light(step)), run_time=0.4)
                    move = Drive(pictures[k], pictures[k].depart(one))
                    self.play(move, run_time=self.run_time)
                written = product_ink(called[k], results[k], self.theme)
                fit_in(written, rooms[k], MATRIX)
                if place.headed:  # its name stays where it is
                    written.align_to((rooms[k].left, 0.0, 0.0), LEFT)
                lead, matrix = written
                named(lead, f"product name {k + 1}", "formula")
                products.append((lead, named(matrix, f"product {k + 1}", "matrix")))
                labels = Drive(pictures[k], pictures[k].reveal)
                self.play(labels, FadeOut(factors[k]), FadeIn(lead, matrix), run_time=0.6)
        with self.beat("difference"):
            units = [picture.view.unit for picture in pictures]
            if not math.isclose(*units):  # results at one scale
                moves = [
                    Drive(picture, picture.toward(picture.view_of(results), result))
                    for picture, result in zip(pictures, results, strict=True)
                ]
                self.play(*moves, run_time=1.2, together=True)  # to one scale
            sign = comparison(results[0], results[1], place.sign, self.theme)
            self.play(FadeIn(sign), run_time=0.6)
            both = (product_name(called[0]), product_name(called[1]))
            line = subtraction(both, (results[0], results[1]), place, self.theme)
            if place.joined:
                leads, entries = zip(*products, strict=True)
                self.play(FadeOut(*leads), run_time=0.4)
                moves = [
                    Drive(one, glide(one, to))
                    for one, to in zip(entries, line.results, strict=True)
                ]
                self.play(*moves, run_time=0.8, together=True)  # both step into one line
            self.play(FadeIn(line.rest), run_time=self.run_time)

    def _caption(self, names: Sequence[str], zone: Zone, aside: bool) -> VGroup:
        """``BA`` and in words which map comes first; these alone, at the right, if `aside`."""
        words = WORDS[self.look.language]
        said = words["first"].format(f"${names[0]}$")
        said += "".join(words["then"].format(f"${name}$") for name in names[1:])
        short = "$" + r" \to ".join(names) + "$"
        for words_or_arrows in (said, short):
            order = text(words_or_arrows, size=LABEL, color=self.theme.quiet)
            caption = VGroup(order)
            if aside:
                order.move_baseline(zone.right - order.width, zone.center[1] - MIDDLE * LABEL)
            else:
                product = formula(product_name(names), size=MATRIX * 0.9, color=self.theme.ink)
                product.move_baseline(zone.left, zone.bottom + 0.16)
                order.move_baseline(float(product.get_right()[0]) + 0.28, zone.bottom + 0.16)
                caption.add(product)
            if caption.width <= zone.width:
                break
        if caption.width > zone.width:
            edge = caption.get_right() if aside else caption.get_left()
            caption.scale(zone.width / caption.width, about_point=edge)
        return named(caption, f"order {product_name(names)}", "text")

    def _legs(self, maps: Sequence[Matrix]) -> list[Leg]:
        """Each map's motion after those before it."""
        legs: list[Leg] = []
        base = identity(2)
        for matrix in maps:
            legs.append(leg(self._path(matrix), base))
            base = legs[-1].matrix
        return legs

    def _path(self, matrix: Matrix) -> motion.Path:
        """The path that the storyboard names; a product that cannot take it chooses its own."""
        try:
            return motion.path(matrix, self.setting.motion)
        except ValueError:
            return motion.path(matrix)

    def _zoom(self, picture: Journey, view: View, at_rest: Matrix) -> None:
        if view != picture.view:
            self.play(Drive(picture, picture.toward(view, at_rest)), run_time=1.2)
