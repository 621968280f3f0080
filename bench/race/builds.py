"""Shared libraries in a cache: a build is named by a hash of all that goes into it."""
import hashlib
import json
import os
import subprocess
import threading
import time
from pathlib import Path


class BuildFailed(Exception):
    """With a short reason for the table; the log says more."""


class GivenUp(BuildFailed):
    """It took too long."""


class Cache:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._locks, self._guard = {}, threading.Lock()

    def library(self, name, ingredients, make, patience=0.0):
        """(path, facts). make(path without ending) writes path.so, and returns facts such as times. What took too long
        is only tried again with more patience."""
        digest = hashlib.sha256(json.dumps(ingredients, sort_keys=True).encode()).hexdigest()[:16]
        stem = self.folder / f"{name}-{digest}"
        with self._lock_of(stem):
            facts = _known(stem)
            if facts is None or facts.get("given_up_after", patience) < patience:
                facts = _attempt(make, stem, patience)
                Path(f"{stem}.json").write_text(json.dumps(facts))
        if "given_up_after" in facts:
            raise GivenUp(f"given up after {facts['given_up_after']:.0f} s")
        return Path(f"{stem}.so"), facts

    def folder_of(self, name, ingredients, make):
        """The same for what writes a folder instead of a library."""
        library, facts = self.library(name, ingredients, make)
        return library.with_suffix(""), facts

    def _lock_of(self, stem):
        with self._guard:
            return self._locks.setdefault(stem, threading.Lock())


def _known(stem):
    file = Path(f"{stem}.json")
    return json.loads(file.read_text()) if file.exists() else None


def _attempt(make, stem, patience):
    try:
        return make(stem)
    except GivenUp:
        return {"given_up_after": patience}


def run_logged(command, log, limit=None, environment=None):
    """Seconds that the command took; its output goes to the log."""
    begin = time.perf_counter()
    with open(log, "ab") as out:
        out.write((" ".join(map(str, command)) + "\n").encode())
        out.flush()
        child = subprocess.Popen([str(part) for part in command], stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                                 env={**os.environ, **(environment or {})})
        try:
            status = child.wait(limit)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            raise GivenUp(f"given up after {limit:.0f} s") from None
    if status != 0:
        raise BuildFailed(f"failed, see {os.path.relpath(log)}")
    return time.perf_counter() - begin


def digest_of_file(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
