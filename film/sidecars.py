"""The texts that lie beside a film: chapter marks for YouTube and the transcript."""

from __future__ import annotations

import re
from collections.abc import Mapping

from film.plan import FilmPlan
from language.formulas import plain_text

SHORTEST_CHAPTER = 10
"""Seconds; YouTube shows no chapters at all if one of them is shorter."""

FEWEST_CHAPTERS = 3
"""Fewer than three and YouTube shows none."""

_SCENE: Mapping[str, str] = {"ko": "장면", "en": "Scene"}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$])")


def youtube_chapters(plan: FilmPlan) -> str | None:
    """Chapter marks to paste into a video's description; None if the film is too short for them.

    YouTube's rules: the first at 0:00, at least three, each at least ten seconds. A scene that is
    shorter (in the whole seconds that are printed) belongs to the chapter before it. Before the
    first chapter there is none: a short opening joins the chapter after it, which then begins at
    0:00 under its own title, because an opening card is nothing that a viewer would look for.
    """
    ends = [chapter.start // plan.look.fps for chapter in plan.chapters[1:]]
    ends.append(plan.frames // plan.look.fps)
    word = _SCENE.get(plan.look.language, _SCENE["en"])
    marks: list[str] = []
    for number, (chapter, end) in enumerate(zip(plan.chapters, ends, strict=True), start=1):
        start = chapter.start // plan.look.fps
        if end - start < SHORTEST_CHAPTER:
            continue
        title = " ".join(chapter.title.split()) or f"{word} {number}"
        # YouTube refuses a description that has angle brackets in it.
        title = title.replace("<", "‹").replace(">", "›")
        marks.append(f"{clock(start if marks else 0)} {title}\n")
    return "".join(marks) if len(marks) >= FEWEST_CHAPTERS else None


def clock(seconds: int) -> str:
    """``0:07``, ``12:34`` or ``1:02:03``."""
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def transcript(plan: FilmPlan) -> str:
    """All that is said, in Markdown, under the scenes' titles and the times at which they begin.

    The film's own language comes first, then the others in the storyboard's order; each beat is
    a paragraph. Languages in which nothing is said are left out.
    """
    others = [language for language in plan.languages if language != plan.look.language]
    parts = [_told(plan, language) for language in (plan.look.language, *others)]
    return "\n---\n\n".join(part for part in parts if part)


def _told(plan: FilmPlan, language: str) -> str:
    """The transcript in one language; empty if it is not the film's and nothing is said in it."""
    if language != plan.look.language and not any(
        beat.say.get(language) for scene in plan.scenes for beat in scene.beats
    ):
        return ""
    title = plan.title.get(language) or plan.title.get(plan.look.language, plan.name)
    paragraphs = [f"# {_markdown(title)}"]
    frame = 0
    for number, scene in enumerate(plan.scenes, start=1):
        name = _markdown(plain_text(scene.title_in(language)))
        heading = " ".join(part for part in (f"{number}.", name) if part)
        paragraphs.append(f"## {heading} ({clock(frame // plan.look.fps)})")
        paragraphs += [
            _markdown(said) for beat in scene.beats if (said := beat.say.get(language, "").strip())
        ]
        frame += scene.frames
    return "\n\n".join(paragraphs) + "\n"


def _markdown(text: str) -> str:
    """Plain ``text`` on one line, such that Markdown shows it as it is."""
    plain = _MARKDOWN.sub(r"\\\1", " ".join(text.split()))
    # A line that begins like a list item would become one.
    return re.sub(r"^(\d+)([.)])(?=\s)|^([-+])(?=\s)", _no_list, plain)


def _no_list(match: re.Match[str]) -> str:
    return f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[3]}"
