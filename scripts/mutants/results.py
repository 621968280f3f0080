"""What was found, kept between runs: tests/mutants/results.json for programs, RESULTS.md for people."""
import collections
import dataclasses
import hashlib
import json

from mutants import patch

SURVIVED = "survived"
UNDECIDED = "undecided"


@dataclasses.dataclass(frozen=True)
class Found:
    layer: str
    test: str
    seconds: float


class Results:
    def __init__(self, folder):
        self.folder = folder
        self.all = self.read()
        self.new = {}

    def read(self):
        path = self.folder / "results.json"
        return json.loads(path.read_text()) if path.exists() else {}

    def add(self, mutant, found, passed):
        """What the layers tried say, and the names of those that passed."""
        self.new[mutant.name] = {"patch": fingerprint(mutant), "layer": found.layer, "test": found.test,
                                 "seconds": round(found.seconds)}
        if found.layer == UNDECIDED:
            self.new[mutant.name]["passed"] = list(passed)
        self.all |= self.new

    def of(self, mutant):
        """Nothing when the patch was never tried, or has changed since."""
        found = self.all.get(mutant.name)
        return found if found and found["patch"] == fingerprint(mutant) else None

    def is_undecided(self, mutant):
        return bool(self.of(mutant)) and self.of(mutant)["layer"] == UNDECIDED

    def write(self, layer_names):
        """Adds to what is there now: two runs may try different bugs at the same time."""
        mutants = patch.read_mutants(self.folder)
        names = {m.name for m in mutants}
        self.all = {name: found for name, found in sorted((self.read() | self.new).items()) if name in names}
        (self.folder / "results.json").write_text(json.dumps(self.all, indent=1) + "\n")
        (self.folder / "RESULTS.md").write_text(text_of(mutants, self, layer_names))


def fingerprint(mutant):
    return hashlib.sha256(mutant.text.encode()).hexdigest()[:16]


def caught(results, mutants):
    return [m for m in mutants if results.of(m) and results.of(m)["layer"] not in (SURVIVED, UNDECIDED)]


def survivors(results, mutants):
    return [m for m in mutants if results.of(m) and results.of(m)["layer"] == SURVIVED]


def text_of(mutants, results, layer_names):
    tried = [m for m in mutants if results.of(m)]
    found = caught(results, tried)
    decided = found + survivors(results, tried)
    by_layer = collections.Counter(results.of(m)["layer"] for m in found)
    percent = 100 * len(found) / len(tried) if tried else 0
    lines = ["# Deliberate bugs and what finds them", "",
             "Written by `./dev mutants`; see [README.md](README.md).", "",
             f"{len(found)} of {len(tried)} are caught ({percent:.0f} %); {len(tried) - len(decided)} of these were "
             f"left undecided by the layers tried, {len(mutants) - len(tried)} of {len(mutants)} not tried yet.", "",
             "| layer that catches | bugs |", "|---|---|"]
    lines += [f"| {layer} | {by_layer[layer]} |" for layer in layer_names if by_layer[layer]]
    rows = [row_of(m, results) for m in sorted(tried, key=lambda m: m.name)]
    head = ["", "| bug | what it breaks | caught by | test that failed first | seconds |", "|---|---|---|---|---|"]
    return "\n".join(lines + head + rows) + "\n"


def row_of(mutant, results):
    found = results.of(mutant)
    why = f" {mutant.reason}" if found["layer"] == SURVIVED and mutant.reason else ""
    what = mutant.what.replace("|", "\\|")
    return f"| `{mutant.name}` | {what}{why} | {found['layer']} | {found['test']} | {found['seconds']} |"
