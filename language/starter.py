"""The storyboard that ``new`` writes: commented, in both languages, and ready to be rendered."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from algebra.wording import phrase
from language.schema import FILE, modeline

LONGEST_STEM = 80
"""Bytes of a file's name without its ending, in UTF-8; films add their own endings to it."""

_UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')
_DEVICE = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


class StarterError(ValueError):
    """The starter was not written; the message says why, and nothing has changed."""


def write_starter(wanted: Path, comments: str, schema: Path) -> Path:
    """Writes a starter with ``comments`` in ko or en; the path it was written to.

    Its name is ``wanted`` with the ending .yaml, less what some file systems refuse; ``schema`` is
    the JSON Schema that it refers to. StarterError if there is such a file, or no such folder.
    """
    path = wanted.with_name(safe_name(wanted.name))
    text = starter(comments, modeline(_seen_from(path, schema)))
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise StarterError(
            phrase("{path} is there already; choose another name", path=path)
        ) from None
    except (FileNotFoundError, NotADirectoryError):
        raise StarterError(
            phrase("there is no folder {parent}; make it first", parent=path.parent)
        ) from None
    return path


def safe_name(name: str) -> str:
    """A file name with the ending .yaml that every file system takes."""
    stem = re.sub(r"(?i)\.ya?ml$", "", unicodedata.normalize("NFC", name))
    stem = _UNSAFE.sub("-", stem).strip(" .-") or "lesson"
    if _DEVICE.match(stem):
        stem = f"_{stem}"
    stem = stem.encode()[:LONGEST_STEM].decode(errors="ignore").rstrip(" .")
    return f"{stem}.yaml"


def _seen_from(path: Path, schema: Path) -> str:
    """The way from a storyboard to the schema, as editors read it."""
    try:
        return quote(Path(os.path.relpath(schema, path.parent)).as_posix())
    except ValueError:  # on another drive there is no such way
        return FILE


def starter(comments: str, first_line: str) -> str:
    """The text of a starter with comments in ko or en, after its first line."""
    words = _COMMENTS[comments]
    other = next(code for code in _COMMENTS if code != comments)
    text = _STARTER.replace("FIRST, OTHER", f"{comments}, {other}")
    text = re.sub(r"(?m)^( *)# ([A-Z_]+)$", lambda found: _comment(found[1], words[found[2]]), text)
    return f"{first_line}\n{text}"


def _comment(indentation: str, words: str) -> str:
    return "\n".join(f"{indentation}# {line}" for line in words.split("\n"))


_STARTER = """\
# HEAD

storyboard: 1
title: {ko: 넓이와 행렬식, en: Area and determinant}
# LANGUAGES
languages: [FIRST, OTHER]
theme: dark

# MATRICES
matrices:
  A: [[2, 1], [0, 3]]
  R: rotation(90)

# CLAIMS
claims:
  - det(A) == 6
  - det(R) == 1

scenes:
  # KIND
  - kind: title_card
    heading: {ko: 넓이와 행렬식, en: Area and determinant}
    subtitle: {ko: "$\\\\det A$가 말해 주는 것", en: "What $\\\\det A$ tells"}
    say:
      ko: 행렬식은 행렬이 넓이를 몇 배로 만드는지 말해 줍니다.
      en: The determinant tells by how much a matrix scales areas.

  # MATRIX
  - kind: unit_square_warp
    id: stretch
    title: {ko: 단위 정사각형, en: The unit square}
    matrix: A
    # SAY
    say:
      square:
        ko: 단위 정사각형의 두 변은 기저벡터입니다.
        en: The sides of the unit square are the basis vectors.
      warp:
        ko: 두 변은 $A$의 두 열로 옮겨 갑니다.
        en: They move to the columns of $A$.
      # BRACES
      area:
        ko: 넓이가 {det(A)}{이/가} 되었습니다.
        en: The area has become {det(A)}.
    # RUN_TIME
    beats: {warp: {run_time: 3}}

  - kind: summary
    title: {ko: 요점 정리, en: Key points}
    points:
      - ko: 정사각형은 넓이가 {det(A)}인 평행사변형이 된다.
        en: The square becomes a parallelogram of area {det(A)}.
      - ko: 회전은 넓이를 바꾸지 않는다. $\\det R = \\val{det(R)}$
        en: A rotation keeps every area. $\\det R = \\val{det(R)}$
"""

_COMMENTS: Mapping[str, Mapping[str, str]] = {
    "ko": {
        "HEAD": (
            "새 스토리보드입니다. 이대로도 영상이 됩니다.\n"
            "  확인:  python render.py check 이파일.yaml\n"
            "  초안:  python render.py -ql 이파일.yaml\n"
            "  장면의 종류와 설명서:  python render.py kinds, python render.py kinds summary"
        ),
        "LANGUAGES": "첫 언어가 기본입니다. 글은 언어마다 따로 씁니다.",
        "MATRICES": (
            "행렬은 행의 목록이나 식으로 씁니다: R @ A, inv(A), A.T, shear(1), diag(2, 1/2).\n"
            "열은 기저벡터가 도착하는 자리이고, 각은 도(°)입니다. 분수는 정확하게 계산됩니다."
        ),
        "CLAIMS": "그리기 전에 확인되는 주장입니다. 하나라도 틀리면 아무것도 그리지 않습니다.",
        "KIND": "장면은 차례로 나옵니다. kind는 장면의 종류입니다.",
        "MATRIX": "위에서 이름 붙인 행렬이나 식, [[1, 1], [0, 1]] 같은 목록을 쓸 수 있습니다.",
        "SAY": (
            "say는 내레이션이자 자막입니다. 대목마다 하나씩 쓰면 그 길이만큼 화면이 기다립니다."
        ),
        "BRACES": (
            "{ } 안의 식은 계산되어 들어갑니다. 숫자를 손으로 쓰지 마세요.\n"
            "{이/가}는 앞말에 맞는 조사가 됩니다."
        ),
        "RUN_TIME": "대목의 움직임이 걸리는 시간(초)입니다.",
    },
    "en": {
        "HEAD": (
            "A new storyboard. It makes a film as it is.\n"
            "  check it:  python render.py check THIS.yaml\n"
            "  a draft:   python render.py -ql THIS.yaml\n"
            "  kinds of scenes, and their manual:  python render.py kinds, "
            "python render.py kinds summary"
        ),
        "LANGUAGES": "The first language is the default. Texts are written in each of them.",
        "MATRICES": (
            "A matrix is a list of rows, or an expression: R @ A, inv(A), A.T, shear(1),\n"
            "diag(2, 1/2). Columns are where the basis vectors land; angles are degrees;\n"
            "fractions stay exact."
        ),
        "CLAIMS": "Claims are decided before anything is drawn. If one is false, nothing is drawn.",
        "KIND": "Scenes follow one another. kind says what a scene shows.",
        "MATRIX": "A name from above, an expression, or rows such as [[1, 1], [0, 1]].",
        "SAY": (
            "say is narration and captions. Written for each beat, it makes the picture wait\n"
            "as long as it takes to say it."
        ),
        "BRACES": (
            "What stands in braces is computed: numbers are never typed into texts.\n"
            "{이/가} chooses the Korean particle that fits the word before it."
        ),
        "RUN_TIME": "Seconds that the motion of a beat takes.",
    },
}
"""What the starter's comments say, by language."""
