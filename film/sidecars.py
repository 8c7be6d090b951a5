"""The texts that lie beside a film: chapter marks for YouTube and the transcript."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from algebra.wording import one_by_one, phrase
from film.plan import FilmPlan
from language.formulas import plain_text
from language.values import count

SHORTEST_CHAPTER = 10
"""Seconds; YouTube shows no chapters at all if one of them is shorter."""

FEWEST_CHAPTERS = 3
"""Fewer than three and YouTube shows none."""

_SCENE: Mapping[str, str] = {"ko": "장면", "en": "Scene"}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$])")


@dataclass(frozen=True, slots=True)
class _Mark:
    """A chapter of YouTube's: the second at which it begins, and the scenes that it holds."""

    start: int
    scenes: tuple[int, ...]


def _marks(plan: FilmPlan) -> tuple[_Mark, ...]:
    """Chapters of at least ten seconds, each but the first beginning with a scene so long.

    In the whole seconds that are printed. A shorter scene joins the chapter before it; at the
    beginning, where there is none, the chapter goes on until it is long enough.
    """
    seconds = [chapter.start // plan.look.fps for chapter in plan.chapters]
    seconds.append(plan.frames // plan.look.fps)
    marks: list[_Mark] = []
    for scene, (start, end) in enumerate(pairwise(seconds)):
        opening = len(marks) == 1 and start - marks[0].start < SHORTEST_CHAPTER
        if marks and (opening or end - start < SHORTEST_CHAPTER):
            marks[-1] = _Mark(marks[-1].start, (*marks[-1].scenes, scene))
        else:
            marks.append(_Mark(start, (scene,)))
    return tuple(marks)


def youtube_chapters(plan: FilmPlan) -> str | None:
    """Chapter marks to paste into a video's description; None if the film is too short for them.

    YouTube's rules: the first at 0:00, at least three, each at least ten seconds. Scenes that share
    a chapter are named by the first of them, so that 0:00 keeps the opening's name.
    """
    marks = _marks(plan)
    if len(marks) < FEWEST_CHAPTERS:
        return None
    return "".join(f"{clock(mark.start)} {_name(plan, mark.scenes[0])}\n" for mark in marks)


def chapters_note(plan: FilmPlan) -> str:
    """What became of the chapters for YouTube, if not every scene is one; else nothing.

    Nobody expects chapters of a part of a film, or of a single scene.
    """
    marks = _marks(plan)
    if (
        plan.only
        or len(plan.chapters) == 1
        or (len(marks) == len(plan.chapters) and len(marks) >= FEWEST_CHAPTERS)
    ):
        return ""
    rule = phrase(
        "YouTube takes {fewest} chapters or more, of {shortest} s or more each",
        fewest=FEWEST_CHAPTERS,
        shortest=SHORTEST_CHAPTER,
    )
    if len(marks) < FEWEST_CHAPTERS:
        return phrase(
            "no chapters.txt: {rule}, and these scenes make only {number}",
            rule=rule,
            number=len(marks),
        )
    joined = one_by_one(
        phrase(
            "“{scene}” is part of “{chapter}”",
            scene=_name(plan, scene),
            chapter=_name(plan, mark.scenes[0]),
        )
        for mark in marks
        for scene in mark.scenes[1:]
    )
    return phrase("chapters.txt: {joined} ({rule})", joined=joined, rule=rule)


def _name(plan: FilmPlan, scene: int) -> str:
    """A scene's title on one line, without the angle brackets that YouTube refuses."""
    word = _SCENE.get(plan.look.language, _SCENE["en"])
    title = " ".join(plan.chapters[scene].title.split()) or f"{word} {scene + 1}"
    return title.replace("<", "‹").replace(">", "›")


def account(plan: FilmPlan) -> str:
    """How long the film is and what lies beside it, such as ``2:01, 6 scenes; captions: ko, en``.

    The captions are beside it as files and inside it.
    """
    length = phrase(
        "{clock}, {scenes}",
        clock=clock(plan.frames // plan.look.fps),
        scenes=count(len(plan.scenes), "scene"),
    )
    languages = ", ".join(language for language, cues in plan.captions.items() if cues)
    if not languages:
        return length
    return phrase("{length}; captions: {languages} beside it", length=length, languages=languages)


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
    for number, (scene, chapter) in enumerate(
        zip(plan.scenes, plan.chapters, strict=True), start=1
    ):
        name = _markdown(plain_text(scene.title_in(language)) or chapter.title_in(language))
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
