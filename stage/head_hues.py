"""Which hues of the family heads take."""

from __future__ import annotations

from stage.colors import distance
from stage.theme import Theme

APART = (6, 0, 8, 1, 7, 2, 11, 5, 10, 3, 9, 4)
"""The order in which heads take the family's hues, so that neighbours are far apart, and the first
few are so from the colours of the input and of the kernel too, in every theme."""

FROM_KERNEL = 0.1
"""Distance (OKLab) at which a head's colour is surely another than that of kernels beside it."""


def head_hues(theme: Theme, count: int) -> list[str]:
    """All hues of the family in the order in which so many heads take them.

    None of them is taken for the kernel, as long as there are enough of those that are not.
    """
    hues = [theme.family[k] for k in APART]
    near = [hue for hue in hues if distance(hue, theme.kernel, "full") < FROM_KERNEL]
    if count > len(hues) - len(near):
        return hues
    return [*(hue for hue in hues if hue not in near), *near]
