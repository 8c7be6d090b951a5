"""What the files of a film are called, so that a draft never takes the place of the film."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from stage.look import Look

NAME_BYTES = 80
"""A storyboard's name in a file name, in UTF-8. File systems stop at 255 bytes (and some tools
earlier); this leaves room for the language, the look, what was restricted and the endings."""

ONLY_BYTES = 60
"""The scene and beat in the name of a restricted film."""

_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')
"""What Windows and network shares refuse; a slash would leave the folder anywhere."""

_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)")
"""Names that Windows keeps for devices, whatever the ending."""


@dataclass(frozen=True, slots=True)
class Names:
    """The folder and the file names of one film; nothing is created.

    ``stem`` begins every file's name: ``det.ko``, or ``det.ko.light.480p15`` for a draft.
    """

    folder: Path
    stem: str
    language: str

    @property
    def film(self) -> Path:
        """The video."""
        return self.folder / f"{self.stem}.mp4"

    @property
    def poster(self) -> Path:
        """The picture to show before the film starts."""
        return self.folder / f"{self.stem}.png"

    @property
    def chapters(self) -> Path:
        """Chapter marks in YouTube's form."""
        return self.folder / f"{self.stem}.chapters.txt"

    @property
    def transcript(self) -> Path:
        """All that is said, to read."""
        return self.folder / f"{self.stem}.transcript.md"

    @property
    def manifest(self) -> Path:
        """What the film was made from and what belongs to it."""
        return self.folder / f"{self.stem}.manifest.json"

    def captions(self, language: str, ending: str) -> Path:
        """The captions in ``language`` as ``srt`` or ``vtt``.

        Those in the film's own language have the film's name, so that players find them; others
        say theirs after it (``det.ko.en.srt``), because they follow this film's timing, which is
        not that of the film made in that language (``det.en.srt``).
        """
        own = "" if language == self.language else f".{language}"
        return self.folder / f"{self.stem}{own}.{ending}"


def names(
    media_dir: Path, storyboard: str, look: Look, usual: Look | None = None, only: str = ""
) -> Names:
    """The names for a film of ``storyboard`` (a file name without its ending) in ``look``.

    What differs from the ``usual`` look enters the name; the language always does. ``only`` is
    the scene or scene.beat to which the film was restricted.
    """
    usual = usual or Look()
    name = safe(storyboard, NAME_BYTES)
    parts = [name, look.language]
    if look.theme != usual.theme:
        parts.append(safe(look.theme, ONLY_BYTES))
    parts.extend(_size(look, usual))
    if only:
        parts.append("only-" + safe(only, ONLY_BYTES))
    return Names(media_dir / name, ".".join(parts), look.language)


def safe(text: str, limit: int) -> str:
    """``text`` as a part of a file name: at most ``limit`` bytes of UTF-8 that every system takes.

    Equal texts give equal names whatever their Unicode form. A text that had to be changed ends
    in a mark taken from the whole of it, so that two long titles that begin alike stay apart.
    """
    text = unicodedata.normalize("NFC", text)
    plain = _FORBIDDEN.sub("-", "".join(c if _printable(c) else "-" for c in text))
    plain = plain.strip(" .")
    if _RESERVED.match(plain) or plain.startswith("-"):
        # A leading hyphen would be taken for an option by the tools that a lecturer may use.
        plain = f"_{plain}"
    if plain and plain == text and len(plain.encode()) <= limit:
        return plain
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    room = plain.encode()[: limit - len(mark) - 1].decode(errors="ignore").rstrip(" .")
    return f"{room}-{mark}" if room else mark


def _printable(character: str) -> bool:
    """Neither a control, an invisible mark, half a surrogate pair nor an unassigned character."""
    return not unicodedata.category(character).startswith("C") and character not in "\u2028\u2029"


def _size(look: Look, usual: Look) -> list[str]:
    """The aspect (9x16) and the short side with the rate (480p15), where they are not usual."""
    if (look.width, look.height, look.fps) == (usual.width, usual.height, usual.fps):
        return []
    short = min(look.width, look.height)
    long = 2 * -(-short * 16 // 18)  # 16:9, up to an even number: 480 → 854
    aspects = {(long, short): "", (short, long): "9x16", (short, short): "1x1"}
    if (aspect := aspects.get((look.width, look.height))) is None:
        rate = "" if look.fps == usual.fps else f"p{look.fps}"
        return [f"{look.width}x{look.height}{rate}"]
    usual_short = min(usual.width, usual.height)
    parts = [aspect] if aspect else []
    if (short, look.fps) != (usual_short, usual.fps) or not aspect:
        parts.append(f"{short}p{look.fps}")
    return parts
