"""What has to be built for a run of the benchmark, and building it, several at a time, before anything is timed."""
import concurrent.futures
from dataclasses import dataclass
from pathlib import Path

from . import halide_own, halide_peer, opencv_peer, ours
from .builds import BuildFailed
from .contestants import REFERENCE, Contestant, failed
from .environment import Environment

OPENCV = "opencv"


@dataclass(frozen=True)
class Peer:
    """What building with Halide needs to know."""
    environment: Environment
    limit: float


@dataclass(frozen=True)
class Job:
    app: object
    column: str     # of the table
    threads: int    # that a schedule is made for
    build: object   # a function without arguments: (library, facts)


def jobs_of(app, options, peer, cache):
    """The reference, and each contestant that comes from a library, for each number of threads."""
    yield Job(app, REFERENCE, 0, lambda: ours.build(app, "naive", "strict", 0, options, cache))
    for threads in options.threads:
        for schedule in options.schedules:
            yield Job(app, schedule, threads,
                      lambda s=schedule, t=threads: ours.build(app, s, "fast", t, options, cache))
        if "halide" in options.peers and halide_peer.has_program(app):
            for scheduler in (halide_peer.BY_HAND, *options.autoschedulers):
                yield Job(app, halide_column(scheduler), threads,
                          lambda s=scheduler, t=threads: halide_peer.build(app, s, t, peer, cache))
        if halide_own.COLUMN in columns_of(options) and halide_own.has_program(app):
            yield Job(app, halide_own.COLUMN, threads,
                      lambda: halide_own.build(app, options.halide_apps, peer, cache))


def halide_column(scheduler):
    return f"halide {scheduler}"


def columns_of(options):
    columns = list(options.schedules)
    if "halide" in options.peers:
        columns += [halide_column(s) for s in (halide_peer.BY_HAND, *options.autoschedulers)]
        columns += [halide_own.COLUMN] * bool(options.halide_apps)
    return columns + [OPENCV] * (OPENCV in options.peers)


def build_all(jobs, at_once, say):
    """{(app, column, threads): (library, facts) or BuildFailed}."""
    built = {}
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        futures = {pool.submit(_outcome, job): job for job in jobs}
        for done in concurrent.futures.as_completed(futures):
            job = futures[done]
            built[job.app.name, job.column, job.threads] = done.result()
            say(f"built {len(built)} of {len(futures)}: {job.app.name}, {job.column}")
    return built


def _outcome(job):
    try:
        return job.build()
    except BuildFailed as error:
        return error


def contestants_of(app, threads, options, built, images):
    """Loaded, not yet checked; those that could not be built say why."""
    for column in columns_of(options):
        outcome = built.get((app.name, column, threads))
        if column == OPENCV:
            if opencv_peer.has_operation(app):
                run, collect = opencv_peer.load(app, images)
                yield Contestant(OPENCV, run, {}, collect)
        elif isinstance(outcome, BuildFailed):
            yield failed(column, str(outcome))
        elif outcome:
            library, facts = outcome
            yield Contestant(column, _loader(column)(app, library, images), dict(facts))


def _loader(column):
    if column == halide_own.COLUMN:
        return halide_own.load
    return halide_peer.load if column.startswith("halide ") else ours.load


def load_library(app, library, images):
    """Of a library of the cache, or one that is named like them."""
    kind = next((kind for kind in ("-halide-own-", "-halide-") if kind in Path(library).name), "")
    return {"-halide-own-": halide_own, "-halide-": halide_peer, "": ours}[kind].load(app, library, images)
