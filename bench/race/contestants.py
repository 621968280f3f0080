"""Who takes part in a row of the table, and the check before anybody is timed."""
import ctypes
import time
from dataclasses import dataclass, field
from typing import Callable

from .figures import Verdict
from .memory import Image
from .scratch import scratch_bytes

REFERENCE = "reference"
LONG_RUN = 1.0   # seconds; what takes longer is run as rarely as possible


@dataclass
class Contestant:
    name: str                   # the column of the table
    run: Callable = None        # of the number of threads
    facts: dict = field(default_factory=dict)
    collect: Callable = None    # brings the result to the common output where 'run' has one of its own
    verdict: Verdict = None
    in_caller: bool = True      # whether one thread means the calling one
    first_seconds: float = 0.0  # of the run that was checked


def failed(name, reason):
    return Contestant(name, verdict=Verdict(False, 0, 0, reason))


class Arena:
    """The images of one pipeline, and the expected result."""

    def __init__(self, app, pixels):
        self.app, self._pixels = app, pixels
        self.images = {i.name: Image(i.shape) for i in app.inputs}
        self.images["output"] = Image(app.output)
        self.expected = Image(app.output)
        for seed, i in enumerate(app.inputs, 1):
            pixels.fill(self.images[i.name], i.fill, seed, i.frame)

    def keep_reference(self, run, threads):
        run(threads)
        ctypes.memmove(self.expected.address, self.images["output"].address, self.app.output.bytes())

    def check(self, contestant, threads):
        """Sets the verdict, and what the first run tells besides."""
        self.images["output"].spoil()
        begin, mine, all_threads = time.perf_counter(), time.thread_time(), time.process_time()
        try:
            contestant.run(threads)
        except RuntimeError as error:
            contestant.verdict = Verdict(False, 0, 0, str(error))
            return
        mine, all_threads = time.thread_time() - mine, time.process_time() - all_threads
        contestant.in_caller = mine >= 0.9 * all_threads
        contestant.first_seconds = time.perf_counter() - begin
        if contestant.collect:
            contestant.collect()
        contestant.verdict = self._compare()

    def weigh(self, contestant, threads):
        """Scratch memory. With one thread only, since a child process has none of its parent's others."""
        if contestant.verdict.passed and threads == 1 and contestant.first_seconds < LONG_RUN:
            contestant.facts["scratch_bytes"] = scratch_bytes(lambda: contestant.run(threads))

    def _compare(self):
        count, tolerance = self.app.output.elements(), self.app.tolerance
        apart = self._pixels.count_apart(self.images["output"], self.expected, tolerance)
        return Verdict(apart <= tolerance.flips * count, apart, count)
