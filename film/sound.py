"""The sound of a film, made once for the whole of it, from the plan.

A sound is silence of exactly the film's length into which parts are laid, each at its sample.
Samples are counted at 48 kHz; stereo samples are arrays of shape (n, 2) between −1 and 1.
"""

from __future__ import annotations

import wave
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from film.plan import FilmPlan

RATE = 48_000
"""Samples a second: what video platforms expect beside a picture."""

PRIMING = 1_024
"""Samples of silence that an AAC-LC encoder puts before what it is given. Players without an
edit list play them, so as many samples are left out at the beginning: nothing shifts."""

_BLOCK = RATE
"""Samples that are mixed at a time, so that memory does not grow with the film."""


@dataclass(frozen=True)
class Part:
    """Something to be heard: stereo ``samples`` of shape (n, 2), the first at ``start``."""

    start: int
    samples: NDArray[np.float32]

    @property
    def end(self) -> int:
        """The sample after the last."""
        return self.start + len(self.samples)


@dataclass(frozen=True)
class Sound:
    """``length`` samples of silence with ``parts`` laid into it; what overlaps is added."""

    length: int
    parts: tuple[Part, ...] = ()

    def blocks(self, first: int = 0) -> Iterator[NDArray[np.int16]]:
        """The mix from sample ``first`` to the end, in blocks of shape (n, 2) of 16-bit integers.

        What is louder than full scale is clipped; what lies outside the film is not heard.
        """
        for start in range(first, self.length, _BLOCK):
            end = min(start + _BLOCK, self.length)
            mix = np.zeros((end - start, 2), np.float32)
            for part in self.parts:
                low, high = max(start, part.start), min(end, part.end)
                if low < high:
                    heard = part.samples[low - part.start : high - part.start]
                    mix[low - start : high - start] += heard
            yield np.rint(np.clip(mix, -1, 1) * 32_767).astype("<i2")


def sound(plan: FilmPlan) -> Sound:
    """The sound of the film: silence, so that every player and platform behaves as usual."""
    return Sound(sample_at(plan.frames, plan.look.fps))


def sample_at(frame: int, fps: int) -> int:
    """The sample that sounds when ``frame`` appears (to the nearest)."""
    return round_half_up(frame * RATE, fps)


def round_half_up(numerator: int, denominator: int) -> int:
    """The integer nearest to a positive fraction, without passing through a float."""
    return (2 * numerator + denominator) // (2 * denominator)


def write_for_encoder(sound: Sound, path: Path) -> None:
    """Writes ``sound`` as 16-bit PCM, without the samples that the encoder's priming replaces.

    OSError as the file system has it.
    """
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        # A film shorter than the priming still needs a sample to begin its track with.
        for block in sound.blocks(min(PRIMING, sound.length - 1)):
            file.writeframesraw(block.tobytes())
