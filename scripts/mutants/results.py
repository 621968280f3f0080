"""What was found, kept between runs in tests/mutants/results.json; RESULTS.md has the same for people."""
import dataclasses
import json

from mutants import report

SURVIVED = "survived"
UNDECIDED = "undecided"
NOT_BUILT = "does not compile"


@dataclasses.dataclass(frozen=True)
class Found:
    layer: str  # that found it, or one of the three words above
    test: str   # that failed first, or the compiler's error
    seconds: int
    passed: tuple = ()  # the layers that did not find it


class Results:
    """By the names of mutants. A name changes with the code that is mutated, so a result never speaks of other code; what
    names code that is gone is dropped when results are written."""

    def __init__(self, folder, mutants, equivalent):
        self.folder, self.equivalent = folder, equivalent
        self.mutants = {mutant.name: mutant for mutant in mutants}
        self.new = {}
        self.all = self.read()

    def read(self):
        path = self.folder / "results.json"
        stored = json.loads(path.read_text()) if path.exists() else {}
        return {name: Found(*entry[:3], tuple(entry[3])) for name, entry in stored.items() if name in self.mutants}

    def of(self, mutant):
        return self.all.get(mutant.name)

    def add(self, mutant, found):
        self.new[mutant.name] = found
        self.all[mutant.name] = found

    def write(self):
        """Adds to what is there now: two runs may try different mutants at the same time."""
        self.all = dict(sorted((self.read() | self.new).items()))
        rows = [f" {json.dumps(name)}: {json.dumps(dataclasses.astuple(found))}" for name, found in self.all.items()]
        (self.folder / "results.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")
        (self.folder / "RESULTS.md").write_text(report.text_of(self))

    def not_built(self):
        return [name for name, found in self.all.items() if found.layer == NOT_BUILT]

    def tried(self):
        """Those that are programs, and other ones than the original."""
        return [self.mutants[name] for name, found in self.all.items()
                if found.layer != NOT_BUILT and name not in self.equivalent]

    def found(self):
        return [mutant for mutant in self.tried() if self.of(mutant).layer not in (SURVIVED, UNDECIDED)]

    def missed(self):
        return [mutant for mutant in self.tried() if self.of(mutant).layer in (SURVIVED, UNDECIDED)]
