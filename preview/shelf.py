"""The served folder: which pictures and clips there are, and which are forgotten first."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Mapping
from pathlib import Path

NAME = re.compile(r"[0-9a-f]{24}\.(jpg|mp4)")
"""What a served file is called; nothing else is ever looked for in the folder."""

KEPT_SCENES = 150
"""Scenes (in all looks and states) whose pictures are kept, so that an undone edit costs nothing.
Some 80 kB a picture and five pictures a scene: 60 MB on the disk at most."""

KEPT_CLIPS = 60
"""Clips that are kept, of some 300 kB each."""


class Shelf:
    """Names of pictures by scene key and beat, and of clips by clip key; least used go first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._pictures: OrderedDict[str, dict[str, str]] = OrderedDict()
        self._clips: OrderedDict[str, str] = OrderedDict()
        self._uses: Counter[str] = Counter()

    def pictures(self, key: str) -> Mapping[str, str]:
        """The file names of a scene's pictures by beat."""
        if key not in self._pictures:
            return {}
        self._pictures.move_to_end(key)
        return self._pictures[key]

    def clip(self, key: str) -> str | None:
        """The file name of a clip, if there is one."""
        if key not in self._clips:
            return None
        self._clips.move_to_end(key)
        return self._clips[key]

    def keep_picture(self, key: str, beat: str, name: str) -> None:
        """The painter has drawn a beat."""
        self._uses[name] += 1
        beats = self._pictures.setdefault(key, {})
        self._pictures.move_to_end(key)
        if (old := beats.get(beat)) is not None:
            self._release(old)
        beats[beat] = name
        while len(self._pictures) > KEPT_SCENES:
            for each in self._pictures.popitem(last=False)[1].values():
                self._release(each)

    def keep_clip(self, key: str, name: str) -> None:
        """The painter has shot a clip."""
        if key not in self._clips:
            self._uses[name] += 1
        self._clips[key] = name
        self._clips.move_to_end(key)
        while len(self._clips) > KEPT_CLIPS:
            self._release(self._clips.popitem(last=False)[1])

    def file(self, name: str) -> Path | None:
        """The path of a served file; None if it is none of ours or is gone."""
        if not NAME.fullmatch(name) or not self._uses[name]:
            return None
        path = self.folder / name
        return path if path.is_file() and not path.is_symlink() else None

    def _release(self, name: str) -> None:
        """Two scenes may show the same picture: the file goes with the last of them."""
        self._uses[name] -= 1
        if self._uses[name] <= 0:
            del self._uses[name]
            (self.folder / name).unlink(missing_ok=True)
