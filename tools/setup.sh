#!/usr/bin/env bash
# Prepares this folder:  tools/setup.sh film   what rendering needs
#                        tools/setup.sh test   that, and what the tests need
# Run by `make setup` and `make setup-test`; does nothing where all is in place.
#
# PYTHON=… names the interpreter to build .venv with (default: python3.11, else a newer python3).
# Exit codes: 0 ready, 2 wrong usage, 3 something is missing that only the machine's owner can add.
set -euo pipefail

# The physical path, because that is the one venv writes into its scripts.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
here=$(pwd -P)

say() { printf 'setup: %s\n' "$*" >&2; }
stop() {
  say "$*"
  exit 3
}
has() { command -v "$1" >/dev/null 2>&1; }

case "${1:-}" in
  film) pins=requirements.txt ;;
  test) pins=requirements-dev.txt ;;
  *)
    echo "usage: tools/setup.sh film|test" >&2
    exit 2
    ;;
esac
stamp=".venv/.ready-$1"

# ---------------------------------------------------------------- the interpreter

# Prints the full path of the interpreter to build with, looking through an active virtual
# environment (which may be the one about to be rebuilt); fails if there is none.
find_python() {
  local candidate
  if [ -n "${PYTHON:-}" ]; then
    set -- "$PYTHON"
  else
    set -- python3.11 python3 python3.12 python3.13
  fi
  for candidate in "$@"; do
    "$candidate" -c 'import sys
sys.exit(1) if sys.version_info < (3, 11) else print(sys._base_executable)' 2>/dev/null && return
  done
  return 1
}

# ---------------------------------------------------------------- system packages

# Prints, one a line, the Debian packages that are missing. It probes for what is used rather
# than for package names, so a Python or a Cairo from elsewhere counts.
missing_for_rendering() {
  local python version
  if python=$(find_python); then
    version=$("$python" -c 'import sys; print("python3.%d" % sys.version_info[1])')
    "$python" -c 'import ensurepip, venv' 2>/dev/null || echo "$version-venv"
    "$python" -c 'import pathlib, sys, sysconfig
sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())' || echo "$version-dev"
  elif [ -z "${PYTHON:-}" ] && ! has python3; then
    printf '%s\n' python3 python3-venv python3-dev
  fi
  has gcc || printf '%s\n' gcc libc6-dev
  has pkg-config || echo pkg-config
  pkg-config --exists cairo 2>/dev/null || echo libcairo2-dev
  pkg-config --exists pangocairo pangofc harfbuzz 2>/dev/null || echo libpango1.0-dev
}

missing_for_playback() {
  has chromium || has chromium-browser || has google-chrome || echo chromium
}

# Installs the named Debian packages, or prints the command that does and stops.
install_debian() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! has sudo || ! sudo -n true 2>/dev/null; then
      say "system packages are missing and need an administrator. Run this, then make again:"
      echo "sudo apt-get update && sudo apt-get install -y --no-install-recommends $*"
      exit 3
    fi
    as_root=(sudo -n)
  fi
  say "installing Debian packages: $*"
  local apt=(${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive
    apt-get -q -o DPkg::Lock::Timeout=300)
  # One unreachable source that has nothing to do with these packages must not end the set-up.
  "${apt[@]}" update >&2 || say "apt-get update reported a fault; trying to install all the same"
  "${apt[@]}" install -y --no-install-recommends "$@" >&2 ||
    stop "apt-get could not install: $*"
}

# Installs the named Debian packages, or what stands for them elsewhere.
provide() {
  [ $# -gt 0 ] || return 0
  if has apt-get; then
    install_debian "$@"
  elif [ "$(uname -s)" = Darwin ]; then
    has brew || stop "needs Homebrew, to install: cairo pango pkg-config"
    brew install cairo pango pkg-config
  else
    stop "install what your system calls these Debian packages, then make again: $*"
  fi
}

# ---------------------------------------------------------------- the virtual environment

# Prints a digest of all that decides what .venv holds: the pins, this script, the interpreter
# and the folder; fails if .venv has no working interpreter.
fingerprint() {
  .venv/bin/python -I -c 'import hashlib, pathlib, sys
state = hashlib.sha256(repr((sys.version, sys.base_prefix, sys.argv[1])).encode())
for name in sys.argv[2:]:
    state.update(pathlib.Path(name).read_bytes())
print(state.hexdigest())' "$here" \
    requirements.txt requirements-dev.txt requirements-build.txt tools/setup.sh 2>/dev/null
}

# True if .venv works, was made for this folder, and is of a version that Matreel runs on (of
# the version of $PYTHON, where that is given). Its pip names its folder in its first lines.
venv_fits() {
  local wanted=
  if [ -n "${PYTHON:-}" ]; then
    wanted=$("$1" -c 'import sys; print(*sys.version_info[:2])')
  fi
  [ -f .venv/bin/pip ] && head -n 3 .venv/bin/pip | grep -qF "$here/.venv/bin/" &&
    .venv/bin/python -I -c 'import sys, pip
found = sys.version_info[:2]
fits = sys.argv[1] in ("", "%d %d" % found) and found >= (3, 11)
sys.exit(not (fits and sys.prefix != sys.base_prefix))' "$wanted" 2>/dev/null
}

stop_for_python() {
  stop "needs Python 3.11 or newer, which ${PYTHON:-python3} is not;" \
    "install one, or name it: make PYTHON=/path/to/python3.11 …"
}

is_ready() {
  [ -f "$stamp" ] && [ "$(fingerprint)" = "$(cat "$stamp")" ] &&
    { [ -z "${PYTHON:-}" ] || venv_fits "$(find_python)"; }
}

fill_venv() {
  local python pip
  python=$(find_python) || stop_for_python
  if ! venv_fits "$python"; then
    say "making .venv with $python"
    "$python" -m venv --clear .venv || stop "$python could not make .venv"
  fi
  rm -f .venv/.ready-*
  say "installing the packages of $pins (the first time takes some minutes)"
  pip=(.venv/bin/python -m pip --disable-pip-version-check --no-input)
  "${pip[@]}" install --quiet --upgrade --constraint requirements-build.txt pip &&
    "${pip[@]}" install --quiet --build-constraint requirements-build.txt --requirement "$pins" &&
    "${pip[@]}" check --quiet ||
    stop "pip could not install $pins; see above. What it fetched is kept: make again resumes"
  fingerprint >"$stamp.new"
  # The test set contains the rendering set.
  [ "$1" = film ] || cp "$stamp.new" .venv/.ready-film
  mv "$stamp.new" "$stamp"
}

# ---------------------------------------------------------------- all of it

# Before anything is installed for nothing: a Python that is there but does not do.
if [ -n "${PYTHON:-}" ] || { has python3 && [ ! -f "$stamp" ]; }; then
  find_python >/dev/null || stop_for_python
fi

# One list, so that whoever has to ask an administrator asks once.
missing= unfilled=
if ! is_ready; then
  unfilled=yes
  missing=$(missing_for_rendering)
fi
if [ "$1" = test ] && [ "$(uname -s)" = Linux ]; then
  missing="$missing $(missing_for_playback)"
fi
# shellcheck disable=SC2086 # one word is one package
provide $missing
[ -z "$unfilled" ] || fill_venv "$1"
