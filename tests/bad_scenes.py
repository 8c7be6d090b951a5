"""The scenes by which the picture gate is measured: bad ones, and good ones that come close.

Each shows one picture and moves something at most once. `fault` is the rule that must find it;
the good ones have none, and nothing may be found in them.
"""

from __future__ import annotations

from tests import bad_looks, bad_places
from tests.tiny_scenes import Tiny

EVERY: tuple[type[Tiny], ...] = tuple(
    each
    for module in (bad_places, bad_looks)
    for each in vars(module).values()
    if isinstance(each, type) and issubclass(each, Tiny) and each is not Tiny
)
BAD = tuple(each for each in EVERY if each.fault)
GOOD = tuple(each for each in EVERY if not each.fault)
