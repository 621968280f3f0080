"""Builds Pantile with each deliberate bug of tests/mutants/ and tells which layer of the tests finds it.

Works in a copy of the checkout in build/mutants/; the checkout itself gets new results only.
"""
import argparse
import sys
import time
from pathlib import Path

from mutants import patch, results, tree, workers
from mutants.trial import Trial

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests" / "mutants"
LEAST_CAUGHT = 0.9


def main():
    options = parse_options()
    chosen = choose(patch.read_mutants(FOLDER), options)
    known = results.Results(FOLDER)
    trial = Trial(ROOT, known, options)
    used = [layer for layer in trial.all_layers if not options.layers or layer.name in options.layers]
    copy = tree.Tree(ROOT, options.tree or ROOT / "build" / "mutants" / "tree", options.jobs,
                     sorted({layer.program for layer in used}))
    if options.limit:
        copy.end = time.monotonic() + options.limit
    print("Building without a bug in", copy.folder, flush=True)
    copy.update()
    try:
        copy.configure()
        copy.build()
    except tree.OutOfTime:
        sys.exit("mutants: the time was over before the build without a bug.")
    if options.baseline and options.workers == 1:
        check_without_bugs(copy, used)
    if options.workers > 1:
        invalid = workers.try_all(trial, copy, chosen, used)
    else:
        invalid = try_in_turn(trial, copy, chosen, used)
    return report(chosen, known, invalid)


def try_in_turn(trial, copy, chosen, used):
    """The names of those that do not compile."""
    invalid = []
    for i, mutant in enumerate(chosen, 1):
        try:
            valid, line = trial.run(copy, mutant, used)
        except tree.OutOfTime:
            break
        print(f"{i}/{len(chosen)} {line}", flush=True)
        if not valid:
            invalid.append(mutant.name)
    return invalid


def parse_options():
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="bugs to try, or beginnings of their names (all)")
    parser.add_argument("--jobs", type=int, default=2, help="processes at the same time (2)")
    parser.add_argument("--workers", type=int, default=1,
                        help="copies to try bugs in at the same time, cheap layers for all first (1)")
    parser.add_argument("--limit", type=float, help="seconds after which to stop, with what was found by then")
    parser.add_argument("--layers", type=lambda text: text.split(";"),
                        help="names of layers, with ';' between them (all)")
    parser.add_argument("--untried", action="store_true", help="only those without a result")
    parser.add_argument("--survivors", action="store_true", help="only those that survived or stayed undecided")
    parser.add_argument("--undecided", action="store_true", help="only those without a result, then undecided ones")
    parser.add_argument("--continue", dest="go_on", action="store_true",
                        help="of undecided ones, leave out the layers that passed before")
    parser.add_argument("--patience", type=float, help="seconds after which to leave a layer undecided (its own limit)")
    parser.add_argument("--baseline", action="store_true",
                        help="first run the layers without a bug: one that fails ends the run, or with --workers, "
                             "unit tests that fail are left out")
    parser.add_argument("--list", action="store_true", help="list the bugs and what is known of them")
    parser.add_argument("--tree", type=Path, help="a copy of the checkout to work in, with its build in 'build'")
    return parser.parse_args()


def choose(mutants, options):
    chosen = [m for m in mutants if not options.names or m.name.startswith(tuple(options.names))]
    known = results.Results(FOLDER)
    if options.untried:
        chosen = [m for m in chosen if not known.of(m)]
    if options.survivors:
        chosen = [m for m in chosen if known.of(m) and m not in results.caught(known, chosen)]
    if options.undecided:
        chosen = [m for m in chosen if not known.of(m)] + [m for m in chosen if known.is_undecided(m)]
    if options.list:
        for m in chosen:
            found = known.of(m)
            print(f"{m.name:44} {found['layer'] if found else 'not tried':16} {m.what}")
        sys.exit(0)
    if not chosen:
        sys.exit("mutants: there is no bug of that name; './dev mutants --list' names them.")
    return chosen


def check_without_bugs(copy, used):
    for layer in used:
        failed = copy.run(layer, "baseline")
        if failed:
            sys.exit(f"mutants: {failed} fails without a bug.")
        print(f"{layer.name}: passes without a bug.", flush=True)


def report(chosen, known, invalid):
    found, left = results.caught(known, chosen), results.survivors(known, chosen)
    print()
    for m in chosen:
        if known.of(m):
            print(f"{m.name:44} {known.of(m)['layer']:16} {known.of(m)['seconds']:5} s  {m.what}")
    print(f"\n{len(found)} of {len(chosen)} caught.")
    undecided = [m for m in chosen if not known.of(m) or known.is_undecided(m)]
    for m in undecided:
        passed = known.of(m).get("passed", []) if known.of(m) else []
        print(f"undecided: {m.name}" + (f", passed {'; '.join(passed)}" if passed else ""))
    for m in left:
        print(f"survived: {m.name}: {m.reason or 'neither a test nor a reason'}")
    unexplained = [m for m in left if not m.reason]
    return 1 if invalid or undecided or unexplained or len(found) < LEAST_CAUGHT * len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
