"""Opens a finished film in whatever program shows films here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PATIENCE = 3.0
"""Seconds in which an opener that finds no program says so; one that plays is not waited for."""


def play(path: Path) -> bool:
    """Opens ``path``; False if there is no program for it. What the opener prints goes nowhere."""
    if sys.platform == "win32":
        try:
            os.startfile(path)
        except OSError:
            return False
        return True
    opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    if opener is None:
        return False
    quiet = subprocess.DEVNULL
    try:
        # In a session of its own, so that Ctrl-C here does not close the player.
        started = subprocess.Popen(
            [opener, str(path.absolute())],
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
            start_new_session=True,
        )
        return started.wait(PATIENCE) == 0
    except subprocess.TimeoutExpired:
        return True
    except OSError:
        return False
