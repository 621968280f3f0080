"""Builds Pantile with each deliberate bug of tests/mutants/ and tells which layer of the tests finds it.

Works in a copy of the checkout in build/mutants/; the checkout itself gets new results only.
"""
import argparse
import sys
import time
from pathlib import Path

from mutants import layers, patch, results, tree

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests" / "mutants"
LEAST_CAUGHT = 0.9


def main():
    options = parse_options()
    mutants = patch.read_mutants(FOLDER)
    chosen = choose(mutants, options)
    known = results.Results(FOLDER)
    all_layers = layers.layers(ROOT)
    used = [layer for layer in all_layers if not options.layers or layer.name in options.layers]
    copy = tree.Tree(ROOT, options.tree or ROOT / "build" / "mutants" / "tree", options.jobs,
                     sorted({layer.program for layer in used}))
    print("Building without a bug in", copy.folder, flush=True)
    copy.update()
    copy.build()
    if options.baseline:
        check_without_bugs(copy, used)
    invalid = []
    for i, mutant in enumerate(chosen, 1):
        if not try_one(copy, mutant, used, known, f"{i}/{len(chosen)}", options.patience):
            invalid.append(mutant.name)
        known.write([layer.name for layer in all_layers])
    return report(chosen, known, invalid)


def parse_options():
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="bugs to try, or beginnings of their names (all)")
    parser.add_argument("--jobs", type=int, default=2, help="processes at the same time (2)")
    parser.add_argument("--layers", type=lambda text: text.split(";"),
                        help="names of layers, with ';' between them (all)")
    parser.add_argument("--untried", action="store_true", help="only those without a result")
    parser.add_argument("--survivors", action="store_true", help="only those that survived or stayed undecided")
    parser.add_argument("--patience", type=float, help="seconds after which to leave a layer undecided (its own limit)")
    parser.add_argument("--baseline", action="store_true", help="first run all layers without a bug")
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


def first_to_catch(copy, mutant, used, patience):
    verdict = results.SURVIVED if used == layers.layers(ROOT) else tree.UNDECIDED
    for layer in used:
        failed = copy.run(layers.for_mutant(layer, mutant, ROOT), mutant.name, patience)
        if failed == tree.UNDECIDED:
            verdict = tree.UNDECIDED
        elif failed:
            return layer.name, failed
    return verdict, ""


def try_one(copy, mutant, used, known, number, patience):
    """Whether the bug compiles."""
    start = time.monotonic()
    try:
        copy.change(patch.apply(mutant, copy.read))
        copy.build()
    except (patch.PatchError, tree.BuildError) as error:
        print(f"{number} {mutant.name}: no bug but a mistake: {error}", flush=True)
        return False
    else:
        built = time.monotonic()
        layer, test = first_to_catch(copy, mutant, used, patience)
        seconds = time.monotonic() - built
        known.add(mutant, layer, test, seconds)
        print(f"{number} {mutant.name}: {layer} after {seconds:.0f} s (build {built - start:.0f} s) {test}", flush=True)
        return True
    finally:
        copy.restore()


def report(chosen, known, invalid):
    found, left = results.caught(known, chosen), results.survivors(known, chosen)
    print()
    for m in chosen:
        if known.of(m):
            print(f"{m.name:44} {known.of(m)['layer']:16} {known.of(m)['seconds']:5} s  {m.what}")
    print(f"\n{len(found)} of {len(chosen)} caught.")
    for m in left:
        print(f"survived: {m.name}: {m.reason or 'neither a test nor a reason'}")
    unexplained = [m for m in left if not m.reason]
    return 1 if invalid or unexplained or len(found) < LEAST_CAUGHT * len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
