"""Deliberate bugs as patches: a sentence on what a person did wrong, then a unified diff.

A line 'reason: ...' in the header says why the bug changes nothing that anyone can see. Hunks are found by their
text, not by their line numbers: they go on working while the lines around them move.
"""
import dataclasses
import re
from pathlib import Path


class PatchError(Exception):
    pass


@dataclasses.dataclass(frozen=True)
class Hunk:
    file: str
    before: str
    after: str


@dataclasses.dataclass(frozen=True)
class Mutant:
    name: str
    text: str
    what: str
    reason: str
    hunks: tuple

    @property
    def files(self):
        return sorted({hunk.file for hunk in self.hunks})


def read_mutants(folder):
    """All of them, those of one file one after the other: then a rebuild compiles one file."""
    mutants = [parse(path.stem, path.read_text()) for path in sorted(Path(folder).glob("*.patch"))]
    return sorted(mutants, key=lambda m: (m.files, m.name))


def parse(name, text):
    header, separator, diff = text.partition("\n--- a/")
    if not separator:
        raise PatchError(f"{name}: there is no diff in it.")
    reasons = [line[7:].strip() for line in header.splitlines() if line.startswith("reason:")]
    what = " ".join(line.strip() for line in header.splitlines()
                    if line.strip() and not line.startswith(("reason:", "diff ", "index ")))
    if not what:
        raise PatchError(f"{name}: no sentence says what it breaks.")
    return Mutant(name, text, what, " ".join(reasons), tuple(hunks_of(name, "--- a/" + diff)))


def hunks_of(name, diff):
    hunks, file = [], None
    for part in re.split(r"^(?=--- a/|@@ )", diff, flags=re.M):
        if part.startswith("--- a/"):
            file = part.splitlines()[0][len("--- a/"):].split("\t")[0]
        elif part.startswith("@@ "):
            lines = [line for line in part.splitlines()[1:] if not line.startswith(("diff ", "index "))]
            lines = [line or " " for line in lines]
            before = "\n".join(line[1:] for line in lines if line[0] in " -")
            after = "\n".join(line[1:] for line in lines if line[0] in " +")
            hunks.append(Hunk(file, before + "\n", after + "\n"))
    if not hunks:
        raise PatchError(f"{name}: its diff changes nothing.")
    return hunks


def apply(mutant, read):
    """The texts of the changed files; read(file) gives what they are now."""
    texts = {}
    for hunk in mutant.hunks:
        text = texts.get(hunk.file) or read(hunk.file)
        places = [found.start() for found in re.finditer("^" + re.escape(hunk.before), text, flags=re.M)]
        if len(places) != 1:
            raise PatchError(f"{mutant.name}: {hunk.file} has the lines that it changes {len(places)} times.")
        texts[hunk.file] = text[:places[0]] + hunk.after + text[places[0] + len(hunk.before):]
    return texts
