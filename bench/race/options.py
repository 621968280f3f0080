"""The command line of the benchmark."""
import argparse
import os
from dataclasses import dataclass

from .apps import APPS

PEERS = ("halide", "opencv")
AUTOSCHEDULERS = ("Mullapudi2016", "Adams2019", "Li2018")
# Of the others one searches for minutes, and the results of one run for minutes.
QUICK_AUTOSCHEDULERS = ("Mullapudi2016",)


@dataclass(frozen=True)
class Options:
    apps: tuple
    threads: tuple
    peers: tuple
    schedules: tuple
    autoschedulers: tuple
    quick: bool
    rounds: int          # at most
    row_seconds: float   # that the rounds of one row of the table take, more or less
    limit: float         # seconds for one build by a peer, scheduling included
    pantile: str
    results: str
    jobs: int            # builds at the same time
    halide_apps: str = ''     # a checkout of Halide, whose own applications take part
    unavailable: tuple = ()   # peers that were asked for and cannot be installed


def parse_options(arguments, processors=None):
    parser = _parser()
    given = parser.parse_args(arguments)
    jobs = given.jobs or min(processors or os.cpu_count() or 1, 16)
    rounds = given.rounds or (12 if given.quick else 40)
    schedulers = given.autoschedulers
    if schedulers is None:
        schedulers = QUICK_AUTOSCHEDULERS if given.quick else AUTOSCHEDULERS
    return Options(given.apps, given.threads, given.peers, given.schedules, schedulers, given.quick, rounds,
                   given.row_seconds or (3.0 if given.quick else 30.0),
                   given.limit or (200.0 if given.quick else 600.0), given.pantile, given.results, jobs,
                   given.halide_apps)


def _parser():
    parser = argparse.ArgumentParser(prog="./dev bench", description="Times Pantile's pipelines against other systems.")
    parser.add_argument("--apps", type=_names(APPS), default=tuple(APPS), metavar="NAME,...",
                        help="pipelines of apps/; all by default")
    parser.add_argument("--threads", type=_counts, default=(1, 2), metavar="N,...", help="numbers of threads (1,2)")
    parser.add_argument("--peers", type=_names(PEERS), default=PEERS, metavar="NAME,...",
                        help="other systems: halide, opencv; '' for none")
    parser.add_argument("--schedules", type=_list, default=("auto", "naive"), metavar="NAME,...",
                        help="our schedules; the first is what all others are compared with (auto,naive)")
    parser.add_argument("--autoschedulers", type=_names(AUTOSCHEDULERS), metavar="NAME,...",
                        help="Halide's; all by default, with --quick only Mullapudi2016")
    parser.add_argument("--halide-apps", default="", metavar="FOLDER",
                        help="a checkout of Halide: its own applications take part, too")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and autoschedulers")
    parser.add_argument("--rounds", type=int, help="how often each contestant runs, at most")
    parser.add_argument("--row-seconds", type=float, help="time for all rounds of one row of the table")
    parser.add_argument("--limit", type=float, help="seconds after which a peer's build is given up")
    parser.add_argument("--jobs", type=int, help="builds at the same time; all processors by default")
    parser.add_argument("--pantile", default="build/bin/pantile", help="the tool")
    parser.add_argument("--results", default="bench/results/latest", help="where to write: .json, .md and .svg are added")
    return parser


def _list(text):
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _names(known):
    def parse(text):
        names = _list(text)
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"there is no '{name}'; known are {', '.join(known)}.")
        return names
    return parse


def _counts(text):
    try:
        counts = tuple(int(part) for part in _list(text))
    except ValueError:
        counts = ()
    if not counts or min(counts) < 1:
        raise argparse.ArgumentTypeError(f"numbers of threads are whole and above 0, not '{text}'.")
    return counts
