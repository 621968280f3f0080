"""Many bugs at the same time: workers with a copy of the checkout each take them from one queue."""
import os
import queue
import threading

from mutants import layers, tree

SECONDS_FOR_BASELINE = 30
LEAST_CORES = 2  # of a worker: parallel loops must be parallel


def try_all(trial, unbroken, chosen, used):
    """The names of those that do not compile."""
    trial.unbroken = tree.Tree(unbroken.root, unbroken.folder, 1, unbroken.programs)
    trial.unbroken.end = unbroken.end
    if trial.options.baseline:
        leave_out_failing(trial, unbroken, used)
    work = Work(trial, chosen, layers.rounds(used))
    shares = shares_of_cores(trial.options.workers)
    threads = [threading.Thread(target=lambda i=i, share=share: work.take_all(
        unbroken.copy(unbroken.folder.parent / f"worker-{i}", share))) for i, share in enumerate(shares, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return work.invalid


def leave_out_failing(trial, unbroken, used):
    """Of unit tests: what fails only now and then, or late, is found when it has failed with a bug."""
    for layer in used:
        if layer.name.startswith("unit") and layer.name != layers.NEAREST:
            failing = unbroken.failing(layer, SECONDS_FOR_BASELINE)
            trial.says_nothing |= dict.fromkeys(failing, True)
            print(f"{layer.name}: {len(failing)} fail without a bug.", *sorted(failing), flush=True)


class Work:
    """What waits, by rounds: a bug that one round leaves undecided waits for the next."""

    def __init__(self, trial, chosen, rounds):
        self.trial, self.chosen, self.rounds = trial, chosen, rounds
        self.waiting = queue.PriorityQueue()
        self.invalid = []
        for place in range(len(chosen)):
            self.put(0, place)

    def put(self, number, place):
        passed = self.trial.passed_before(self.chosen[place])
        while number < len(self.rounds) and all(layer.name in passed for layer in self.rounds[number][0]):
            number += 1
        if number < len(self.rounds):
            self.waiting.put((number, place))

    def take_all(self, copy):
        while copy.seconds_left() != 0:
            try:
                number, place = self.waiting.get_nowait()
                self.take(copy, number, place)
            except (queue.Empty, tree.OutOfTime):
                return

    def take(self, copy, number, place):
        mutant = self.chosen[place]
        valid, line = self.trial.run(copy, mutant, *self.rounds[number])
        print(f"round {number + 1}, {self.waiting.qsize()} waiting: {line}", flush=True)
        if not valid:
            self.invalid.append(mutant.name)
        elif self.trial.known.is_undecided(mutant):
            self.put(number + 1, place)


def shares_of_cores(count):
    cores = sorted(os.sched_getaffinity(0))
    each = max(LEAST_CORES, len(cores) // count)
    return [{cores[(i * each + k) % len(cores)] for k in range(each)} for i in range(count)]
