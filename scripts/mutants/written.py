"""Mutants written by hand: text files that say where, what and why.

    file: src/passes/vectorize.cpp
    why: The last vector begins one element too early.
    find:
        plus(n.max, 1 - lanes)
    replace:
        plus(n.max, -lanes)

White space plays no part when the code is looked for; it must be there exactly once.
"""
import re

from mutants.generate.tokens import texts
from mutants.mutant import Mutant

FORM = re.compile(r"file: (?P<file>\S+)\nwhy: (?P<why>.+?)\nfind:\n(?P<find>.*?)^replace:\n(?P<put>.*)", re.S | re.M)


class Mistake(Exception):
    """The file of a mutant is wrong, or the code has moved on."""


def read_all(folder, root):
    return [read(path.stem, path.read_text(), lambda file: (root / file).read_text())
            for path in sorted(folder.glob("*.txt"))]


def read(name, text, source):
    form = FORM.fullmatch(text)
    if not form:
        raise Mistake(f"{name}: it must have the parts 'file', 'why', 'find' and 'replace', in this order.")
    start, end = place_of(name, form["find"], form["file"], source(form["file"]))
    if texts(form["find"]) == texts(form["put"]):
        raise Mistake(f"{name}: it changes nothing.")
    return Mutant(f"hand-written:{name}", form["file"], "hand-written", start, end, form["put"].strip(),
                  " ".join(form["why"].split()))


def place_of(name, wanted, file, text):
    places = list(re.finditer(pattern(wanted), text))
    if len(places) != 1:
        raise Mistake(f"{name}: {file} has the code to find {len(places)} times instead of once; if the code has changed, "
                      "change 'find' and 'replace' along with it, or remove the mutant.")
    return places[0].span()


def pattern(code):
    """Finds it in whatever lines it is broken into; in the text of strings, too, since emitted code is one."""
    words, out = texts(code), ""
    for before, word in zip([""] + words, words):
        gap = r"\s+" if re.fullmatch(r"\w", before[-1:]) and re.match(r"\w", word) else r"\s*"
        out += (gap if out else "") + re.escape(word)
    return out or r"(?!)"
