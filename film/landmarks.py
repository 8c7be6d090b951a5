"""What a film is recognised by: the names of its chapters, and its poster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from language.model import SceneSpec, Storyboard
from language.text import Text

if TYPE_CHECKING:
    from film.plan import ScenePlan  # which imports this module

CARD = "title_card"
"""The kind whose picture is a title, and with a motif a title beside a picture."""


def chapter_title(storyboard: Storyboard, spec: SceneSpec, language: str) -> str:
    """A scene's name as a chapter, in plain text: its title, if it has one.

    If not, the first scene has the film's title, a card its heading, any other scene its id.
    """
    if spec.title is not None and (title := spec.title.plain(language)):
        return title
    if spec is storyboard.scenes[0]:
        return storyboard.title.plain(language)
    heading: object = getattr(spec.params, "heading", None)  # a card's; most kinds have none
    if isinstance(heading, Text) and (title := heading.plain(language)):
        return title
    return spec.id.replace("_", " ")


def poster(scenes: Sequence[ScenePlan]) -> tuple[int, int]:
    """The picture that stands for the film: a title and a picture in one, if there are such.

    That is the end of a title card with a motif. Without one, it is the end of the first main beat
    after the opening scene (where a bare title says little), or of any main beat.
    """
    for number, scene in enumerate(scenes):
        main = [beat.name for beat in scene.beats if beat.main]
        if scene.kind == CARD and len(main) > 1:
            return number, scene.last_picture(main[-1])
    for number in [*range(1, len(scenes)), 0]:
        for beat in scenes[number].beats:
            if beat.main:
                return number, scenes[number].last_picture(beat.name)
    return len(scenes) - 1, scenes[-1].last_picture()
