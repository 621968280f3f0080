"""PYTHONPATH=bench python3 -m race OPTION...: the benchmark. 'bench/README.md' says how to read what it prints."""
import ctypes
import os
import sys
from dataclasses import replace

from . import machine, ours, plan, report
from .apps import APPS
from .builds import BuildFailed, Cache, run_logged
from .contestants import REFERENCE, Arena
from .environment import Environment
from .memory import Pixels
from .options import parse_options
from .progress import Progress
from .race import choose_clock, quiet_threads, race
from .table import Row, threads_text

WORK = ours.ROOT / "build" / "bench"


def main(arguments):
    options, progress = parse_options(arguments), Progress()
    quiet_threads(os.environ)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    environment, cache = Environment(WORK / "venv"), Cache(WORK / "cache")
    available = environment.prepare(options.peers, progress.say)
    options = replace(options, peers=available, unavailable=tuple(p for p in options.peers if p not in available))
    pixels = Pixels(build_pixels(cache))
    about = machine.describe(options, environment)
    apps = [APPS[name] for name in options.apps]
    peer = plan.Peer(environment, options.limit)
    jobs = [job for app in apps for job in plan.jobs_of(app, options, peer, cache)]
    built = plan.build_all(jobs, options.jobs, progress.say)
    rows = []
    for app in apps:
        rows += measure(app, options, built, pixels, progress.say)
        report.write(rows, options, about)
    progress.end()
    print(report.text(rows, options, about))


def build_pixels(cache):
    source = ours.ROOT / "bench/race/pixels.c"

    def make(stem):
        return {"compile_seconds": run_logged([machine.compiler(), "-O2", "-shared", "-fPIC", source, "-o", f"{stem}.so"],
                                              f"{stem}.log")}
    library, _ = cache.library("pixels", {"source": source.read_text()}, make)
    return ctypes.CDLL(str(library))


def measure(app, options, built, pixels, say):
    """The rows of one pipeline: one for each number of threads."""
    reference = built[app.name, REFERENCE, 0]
    if isinstance(reference, BuildFailed):
        say(f"{app.name}: left out, since its reference {reference}")
        return
    say(f"{app.name}: computing the reference")
    arena = Arena(app, pixels)
    arena.keep_reference(ours.load(app, reference[0], arena.images), max(options.threads))
    for threads in options.threads:
        yield measure_row(arena, threads, options, built, say)


def measure_row(arena, threads, options, built, say):
    app = arena.app
    contestants = list(plan.contestants_of(app, threads, options, built, arena.images))
    for c in contestants:
        if c.run:
            say(f"{app.name}, {threads_text(threads)}: checking {c.name}")
            arena.check(c, threads)
            arena.weigh(c, threads)
    right = [c for c in contestants if c.verdict.passed]
    clock_name, clock = choose_clock(right, threads)
    say(f"{app.name}, {threads_text(threads)}: timing {', '.join(c.name for c in right)}")
    figures = race(right, threads, options.rounds, options.row_seconds, clock)
    return Row(app.name, threads, app.megapixels(), clock_name, figures,
               {c.name: str(c.verdict) for c in contestants}, {c.name: c.facts for c in contestants},
               round(os.getloadavg()[0], 2))


if __name__ == "__main__":
    main(sys.argv[1:])
