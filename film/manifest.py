"""What a film was made from, and what belongs to it: the manifest that lies beside it."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import JsonValue

from film.cut import ffmpeg_version
from film.plan import FilmPlan

FORMAT = 1
"""The version of the manifest's own form."""

_PACKAGES = (
    "manim",
    "manimpango",
    "pycairo",
    "numpy",
    "typst",
    "tylax",
    "av",
    "imageio-ffmpeg",
    "ffmpeg-python",
    "manimgx-fonts-cjk",
)
"""What draws, computes, encodes and cuts."""


def manifest(plan: FilmPlan, inputs: Sequence[Path], outputs: Mapping[str, Path]) -> str:
    """The manifest as JSON text.

    ``inputs`` are the files that the storyboard consists of, itself first; ``outputs`` maps final
    file names to where the files are now. There is no date and no path of this machine in it, so
    that equal films have equal manifests. OSError if a file cannot be read.
    """
    look = plan.look
    content: dict[str, JsonValue] = {
        "manifest": FORMAT,
        "film": plan.name,
        "title": dict(plan.title),
        "language": look.language,
        "languages": list(plan.languages),
        "only": plan.only,
        "look": {
            "width": look.width,
            "height": look.height,
            "fps": look.fps,
            "theme": look.theme,
        },
        "frames": plan.frames,
        "seconds": round(plan.frames / look.fps, 3),
        "beats": [
            {"frame": frame, "scene": scene, "beat": beat}
            for frame, scene, beat in plan.beat_starts()
        ],
        "plan_sha256": hashlib.sha256(plan.to_json().encode()).hexdigest(),
        "inputs": [
            {"file": _name(path, inputs[0].parent), "sha256": digest(path)} for path in inputs
        ],
        "versions": versions(),
        "outputs": [
            {"file": name, "bytes": path.stat().st_size, "sha256": digest(path)}
            for name, path in outputs.items()
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def outputs_of(path: Path) -> tuple[str, ...]:
    """The file names that the manifest at ``path`` lists; none if there is no such manifest."""
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))["outputs"]
        return tuple(str(each["file"]) for each in listed)
    except (OSError, ValueError, LookupError, TypeError):
        # Whatever lies there instead of a manifest of ours will be replaced, not understood.
        return ()


def digest(path: Path) -> str:
    """The SHA-256 of a file, as hexadecimal digits; OSError if it cannot be read."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def versions() -> dict[str, JsonValue]:
    """The versions of what had a part in the film, by name."""
    found: dict[str, JsonValue] = {
        "python": platform.python_version(),
        "ffmpeg": ffmpeg_version(),
    }
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


def _name(path: Path, folder: Path) -> str:
    """``path`` as seen from ``folder``, or its bare name if it lies elsewhere."""
    resolved, folder = path.resolve(), folder.resolve()
    if resolved.is_relative_to(folder):
        return resolved.relative_to(folder).as_posix()
    return path.name
