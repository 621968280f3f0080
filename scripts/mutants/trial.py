"""One deliberate bug in one copy of the checkout: built, then the layers until one finds it."""
import dataclasses
import threading
import time

from mutants import layers, patch, results, tree


class Trial:
    """What all trials of a run share: where results go, and which tests say nothing."""

    def __init__(self, root, known, options):
        self.all_layers = layers.layers(root)
        self.root, self.known, self.options = root, known, options
        self.passed = {}  # names of layers, for each bug
        self.unbroken = None  # a copy without a bug, where there is one to ask
        self.says_nothing = {}  # whether a test fails without a bug, too
        self.writing = threading.Lock()

    def passed_before(self, mutant):
        if mutant.name not in self.passed:
            found = self.known.of(mutant) if self.options.go_on else None
            self.passed[mutant.name] = list(found.get("passed", [])) if found else []
        return self.passed[mutant.name]

    def run(self, copy, mutant, used, patience=None):
        """Whether the bug compiles, and a line on what was found with so many seconds for each layer."""
        start = time.monotonic()
        try:
            copy.change(patch.apply(mutant, copy.read))
            copy.build()
            built = time.monotonic()
            limits = [seconds for seconds in (patience, self.options.patience) if seconds is not None]
            layer, test = self.first_to_catch(copy, mutant, used, min(limits, default=None))
        except (patch.PatchError, tree.BuildError) as error:
            return False, f"{mutant.name}: no bug but a mistake: {error}"
        finally:
            copy.restore()
        seconds = time.monotonic() - built
        with self.writing:
            self.known.add(mutant, results.Found(layer, test, seconds), self.passed_before(mutant))
            self.known.write([layer.name for layer in self.all_layers])
        return True, f"{mutant.name}: {layer} after {seconds:.0f} s (build {built - start:.0f} s) {test}"

    def first_to_catch(self, copy, mutant, used, patience):
        passed = self.passed_before(mutant)
        for layer in layers.in_order(used, mutant):
            if layer.name in passed:
                continue
            chosen = layers.for_mutant(layer, mutant, self.root)
            failed = self.failure(copy, mutant, chosen, patience) if chosen else None
            if failed is None:
                passed.append(layer.name)
            elif failed != tree.UNDECIDED:
                return layer.name, failed
        everything = all(layer.name in passed for layer in self.all_layers)
        return (results.SURVIVED if everything else results.UNDECIDED), ""

    def failure(self, copy, mutant, layer, patience):
        """Of a test that passes without the bug, as far as that can be asked."""
        while True:
            silent = {test for test, fails in list(self.says_nothing.items()) if fails}
            failed = copy.run(layers.without(layer, silent), mutant.name, patience)
            if failed in (None, tree.UNDECIDED) or failed.startswith(tree.TIME_LIMIT):
                return failed
            if self.unbroken is None:
                return failed
            test = dataclasses.replace(layer, wanted=(failed.split()[-1],))
            if not self.fails_without_bug(test, mutant):
                return failed if copy.seconds_left() != 0 else tree.UNDECIDED

    def fails_without_bug(self, test, mutant):
        """A layer of one test. Each is asked once; where it has failed before, it was left out of the layer."""
        name = test.wanted[0]
        if name not in self.says_nothing:
            failed = self.unbroken.run(test, f"{mutant.name}-unbroken", self.options.patience)
            self.says_nothing[name] = failed not in (None, tree.UNDECIDED)
            if self.says_nothing[name]:
                print(f"{name} fails without a bug, too: left out.", flush=True)
        return self.says_nothing[name]
