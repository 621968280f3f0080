"""Many mutants at the same time: workers with a place each take them from one queue."""
import queue
import threading

from mutants import layers, results
from mutants.place import OutOfTime, Place


def try_all(trial, base, folder, chosen, used, end):
    work = Work(trial, chosen, layers.rounds(used))
    places = [Place(base, folder / f"worker-{i}", end) for i in range(1, trial.options.workers + 1)]
    threads = [threading.Thread(target=work.take_all, args=(here,)) for here in places]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Work:
    """What waits, by rounds: a mutant that one round leaves undecided waits for the next."""

    def __init__(self, trial, chosen, rounds):
        self.trial, self.chosen, self.rounds = trial, chosen, rounds
        self.waiting = queue.PriorityQueue()
        for position in range(len(chosen)):
            self.put(0, position)

    def put(self, number, position):
        passed = self.trial.passed_before(self.chosen[position])
        while number < len(self.rounds) and all(layer.name in passed for layer in self.rounds[number][0]):
            number += 1
        if number < len(self.rounds):
            self.waiting.put((number, position))

    def take_all(self, here):
        while here.end is None or here.seconds_left() > 1:
            try:
                number, position = self.waiting.get_nowait()
                self.take(here, number, position)
            except (queue.Empty, OutOfTime):
                return

    def take(self, here, number, position):
        mutant = self.chosen[position]
        line = self.trial.run(here, mutant, *self.rounds[number])
        print(f"round {number + 1}, {self.waiting.qsize()} waiting: {line}", flush=True)
        if self.trial.known.of(mutant).layer == results.UNDECIDED:
            self.put(number + 1, position)
