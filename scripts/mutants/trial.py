"""One mutant: built, then the layers of the tests until one finds it."""
import dataclasses
import threading
import time

from mutants import layers, place, results
from mutants.base import BuildError


class Trial:
    """What all trials of a run share: where results go, and which tests say nothing."""

    def __init__(self, root, known, options):
        self.all_layers = layers.layers(root)
        self.root, self.known, self.options = root, known, options
        self.passed = {}  # names of layers, for each mutant
        self.says_nothing = {}  # whether a test fails without a mutant, too
        self.writing = threading.Lock()

    def passed_before(self, mutant):
        if mutant.name not in self.passed:
            found = self.known.of(mutant) if self.options.go_on else None
            self.passed[mutant.name] = list(found.passed) if found else []
        return self.passed[mutant.name]

    def run(self, here, mutant, used, patience=None):
        """A line on what was found with so many seconds for each layer."""
        start = time.monotonic()
        try:
            here.build(mutant)
        except BuildError as error:
            self.keep(mutant, results.Found(results.NOT_BUILT, first_error(error), 0))
            return f"{mutant.name}: does not compile"
        built = time.monotonic()
        limits = [seconds for seconds in (patience, self.options.patience) if seconds is not None]
        layer, test = self.first_to_find(here, mutant, used, min(limits, default=None))
        seconds = time.monotonic() - built
        self.keep(mutant, results.Found(layer, test, round(seconds), tuple(self.passed_before(mutant))))
        return f"{mutant.name}: {layer} after {seconds:.0f} s (build {built - start:.0f} s) {test}"

    def keep(self, mutant, found):
        with self.writing:
            self.known.add(mutant, found)
            self.known.write()

    def first_to_find(self, here, mutant, used, patience):
        passed = self.passed_before(mutant)
        for layer in layers.in_order(used, mutant):
            if layer.name in passed:
                continue
            chosen = layers.for_mutant(layer, mutant, self.root)
            failed = self.failure(here, chosen, patience) if chosen else None
            if failed is None:
                passed.append(layer.name)
            elif failed != place.UNDECIDED:
                return layer.name, failed
        everything = all(layer.name in passed for layer in self.all_layers)
        return (results.SURVIVED if everything else results.UNDECIDED), ""

    def failure(self, here, layer, patience):
        """Of a test that fails each time with the mutant, and not without it."""
        while True:
            silent = {test for test, fails in list(self.says_nothing.items()) if fails}
            failed = here.run(layers.without(layer, silent), patience)
            if failed in (None, place.UNDECIDED) or failed.startswith((place.TIME_LIMIT, place.MEMORY_LIMIT)):
                return failed
            test = dataclasses.replace(layer, wanted=(failed.split()[-1],), unwanted=())
            if not self.fails_without_mutant(here, test):
                return failed

    def fails_without_mutant(self, here, test):
        """A layer of one test. Each is asked once; where it has failed before, it was left out of the layer."""
        name = test.wanted[0]
        if name not in self.says_nothing:
            failed = here.original().run(test, self.options.patience)
            self.says_nothing[name] = failed not in (None, place.UNDECIDED)
            if self.says_nothing[name]:
                print(f"{name} fails without a mutant, too: left out.", flush=True)
        return self.says_nothing[name]


def first_error(error):
    return next((line.split("error: ")[-1] for line in str(error).splitlines() if "error: " in line), "")
