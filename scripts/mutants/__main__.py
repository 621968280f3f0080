"""Mutation testing: changes the compiler in one place at a time, and tells which layer of the tests finds it.

Without a name, all mutants written by hand (tests/mutants/written/) are tried, and with --generated some made by operators
from the sources as they are. Work is done in build/mutants/; the checkout gets new results only.
"""
import argparse
import sys
import time
from pathlib import Path

from mutants import results, workers, written
from mutants.base import Base, BuildError
from mutants.generate.file_mutants import mutants_of
from mutants.generate.sample import sample
from mutants.trial import Trial

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests" / "mutants"


def main():
    options = parse_options()
    by_hand, generated = written.read_all(FOLDER / "written", ROOT), all_generated()
    known = results.Results(FOLDER, by_hand + generated, equivalent())
    chosen = choose(by_hand, generated, known, options)
    if options.list:
        return print_list(chosen, known)
    if not chosen:
        sys.exit("mutants: there is no such mutant; './dev mutants --list' names them.")
    end = time.monotonic() + options.limit if options.limit else None
    base = built_base(options)
    trial = Trial(ROOT, known, options)
    used = [layer for layer in trial.all_layers if not options.layers or layer.name in options.layers]
    workers.try_all(trial, base, ROOT / "build" / "mutants", chosen, used, end)
    return report(chosen, known)


def parse_options():
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants to try, or beginnings of their names")
    parser.add_argument("--generated", type=int, default=0, metavar="N",
                        help="try N mutants made by operators for each file of passes, lower, plan, analysis and emit, "
                             "and a third of that for each other file")
    parser.add_argument("--seed", type=int, default=1, help="chooses which of them (1)")
    parser.add_argument("--only", action="append", metavar="PATH", help="mutants of this file or folder, as src/passes")
    parser.add_argument("--jobs", type=int, default=2, help="processes at the same time for the build without a mutant (2)")
    parser.add_argument("--workers", type=int, default=1, help="mutants to try at the same time (1)")
    parser.add_argument("--limit", type=float, help="seconds after which to stop, with what was found by then")
    parser.add_argument("--layers", type=lambda text: text.split(";"), help="names of layers, with ';' between them (all)")
    parser.add_argument("--survivors", action="store_true", help="of those tried before, the ones that no test has found")
    parser.add_argument("--undecided", action="store_true", help="only those that were never tried, then undecided ones")
    parser.add_argument("--continue", dest="go_on", action="store_true", help="leave out the layers that passed before")
    parser.add_argument("--patience", type=float, help="seconds after which to leave a layer undecided (its own limit)")
    parser.add_argument("--list", action="store_true", help="list the mutants and what is known of them")
    parser.add_argument("--base", type=Path, metavar="FOLDER",
                        help="a checkout with these very sources and a finished build in 'build', instead of building one")
    return parser.parse_args()


def all_generated():
    return [mutant for file in sorted((ROOT / "src").rglob("*.cpp"))
            for mutant in mutants_of(file.relative_to(ROOT).as_posix(), file.read_text())]


def equivalent():
    """Names of mutants that change nothing, with the reason."""
    lines = (FOLDER / "equivalent.txt").read_text().splitlines()
    return dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))


def choose(by_hand, generated, known, options):
    """Names may be those of any mutant; so may those with results."""
    if options.names:
        chosen = [m for m in by_hand + generated if m.name.startswith(tuple(options.names))]
    elif options.survivors:
        chosen = known.missed()
    else:
        chosen = by_hand + sample(generated, options.generated, options.seed)
    if options.only:
        chosen = [m for m in chosen if any(m.file == p or m.file.startswith(p.rstrip("/") + "/") for p in options.only)]
    if options.undecided:
        chosen = [m for m in chosen if not known.of(m)] + [m for m in chosen if m in known.missed()]
    return [m for m in chosen if m.name not in known.equivalent]


def print_list(chosen, known):
    for m in chosen:
        print(f"{m.name}: {known.of(m).layer if known.of(m) else 'not tried'}: {m.what}")


def built_base(options):
    try:
        base = Base(ROOT, options.base or ROOT / "build" / "mutants" / "base")
        if options.base:
            base.check_same_sources()
        else:
            print(f"Building without a mutant in {base.folder}", flush=True)
            base.update()
            base.build(options.jobs, ROOT / "build" / "mutants" / "build.log")
        return base
    except BuildError as error:
        sys.exit(f"mutants: {error}")


def report(chosen, known):
    """Fails where a mutant that was tried is not found by any layer."""
    tried = [m for m in chosen if m in known.tried()]
    missed = [m for m in chosen if m in known.missed()]
    print(f"\n{len(tried) - len(missed)} of {len(tried)} are found.")
    for m in missed:
        print(f"{known.of(m).layer}: {m.name}: {m.what}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
