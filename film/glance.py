"""A first look at what is asked for, before anything heavy is imported.

Whoever mistypes a flag should hear so at once, not after Manim has been loaded. Only what is
certain is refused here; whatever looks odd is left to the reader, which tells all that is wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from algebra.wording import phrase
from film.wish import Wish, WishError
from language import nodes
from language.suggest import did_you_mean


def glance(paths: Sequence[Path], wish: Wish, themes: Collection[str]) -> None:
    """Raises WishError for a theme, a language or a scene that these storyboards cannot have."""
    if wish.only == "":
        raise WishError("--only names no scene; write SCENE or SCENE.BEAT, or leave it out")
    if wish.theme is not None and wish.theme not in themes:
        raise WishError(
            phrase(
                "there is no theme “{theme}”; {did_you_mean}",
                theme=wish.theme,
                did_you_mean=did_you_mean(wish.theme, themes),
            )
        )
    if wish.language is None and wish.only is None:
        return
    for path in paths:
        root, faults = nodes.load(path)
        if faults or not isinstance(root, nodes.Mapping):
            continue
        if wish.language is not None:
            _speaks(path.name, wish.language, _strings(root, "languages"))
        if wish.only is not None:
            _has_scene(path.name, wish.only.partition(".")[0], root)


def _speaks(name: str, language: str, languages: Sequence[str]) -> None:
    if languages and language not in languages:
        cure = did_you_mean(language, languages)
        raise WishError(
            phrase(
                "{name} does not speak the language “{language}”; {cure}",
                name=name,
                language=language,
                cure=cure,
            )
        )


def _has_scene(name: str, scene: str, root: nodes.Mapping) -> None:
    """Raises WishError if no scene can be called so: an id, or a kind with or without a number."""
    listed = root.get("scenes")
    if listed is None or not isinstance(listed.value, nodes.Sequence):
        return
    called: list[str] = []
    for item in listed.value.items:
        ids = [*_strings(item, "id"), *_strings(item, "kind")]
        if not ids:
            return  # a scene without either is a fault, which the reader tells with its place
        called.append(ids[0])
    numbered = scene.rstrip("0123456789").rstrip("_-")
    if scene not in called and numbered not in called:
        # the nearest only: which numbers the kinds get is the reader's to say
        raise WishError(
            phrase(
                "{name}: no scene is called “{scene}”; {did_you_mean}",
                name=name,
                scene=scene,
                did_you_mean=did_you_mean(scene, dict.fromkeys(called)),
            )
        )


def _strings(node: nodes.Node, key: str) -> tuple[str, ...]:
    """The strings at ``key``, one or a list of them; none if there is something else."""
    entry = node.get(key) if isinstance(node, nodes.Mapping) else None
    found = None if entry is None else nodes.plain(entry.value)
    listed = found if isinstance(found, list) else [found]
    return tuple(each for each in listed if isinstance(each, str))
