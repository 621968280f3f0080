"""A few mutants of each file, chosen by a seed; an edit of a file changes nothing about what is chosen in others."""
import collections
import hashlib

# Here it is decided what a kernel computes; elsewhere a third as many are enough.
MOST = ("src/passes/", "src/lower/", "src/plan/", "src/analysis/", "src/emit/")


def sample(mutants, each, seed):
    """In rounds: one of each file before a second one of any, so that a run that is cut off has seen every folder."""
    by_file = collections.defaultdict(list)
    for mutant in mutants:
        by_file[mutant.file].append(mutant)
    chosen = [spread(of_file, count(file, each), seed) for file, of_file in by_file.items()]
    rounds = [[of_file[i] for of_file in chosen if i < len(of_file)] for i in range(each)]
    return [mutant for each_round in rounds for mutant in sorted(each_round, key=lambda m: draw(m.name, seed))]


def count(file, each):
    return each if file.startswith(MOST) else -(-each // 3)


def spread(mutants, count, seed):
    """The operator that was chosen least often comes next: most files have more constants than all else together."""
    left = sorted(mutants, key=lambda m: draw(m.name, seed))
    used, out = collections.Counter(), []
    while left and len(out) < count:
        best = min(left, key=lambda m: (used[m.operator], draw(m.operator + m.file, seed)))
        left.remove(best)
        used[best.operator] += 1
        out.append(best)
    return out


def draw(name, seed):
    return hashlib.sha256(f"{seed}:{name}".encode()).hexdigest()
