"""RESULTS.md: the score as a whole, by layer, by operator and by folder; then each mutant that no test has found."""
import collections

EARLIER = ("Until November 2026, 279 mutants were patches, all written by hand: 270 were tried, and all of these were found. "
           "43 of them are among those written by hand now.")


def text_of(results):
    tried, found, missed = results.tried(), results.found(), results.missed()
    lines = ["# Mutants, and what finds them", "", "Written by `./dev mutants`; see [README.md](README.md).", "",
             f"**{score(len(found), len(tried))}** mutants are found: "
             f"{of_kind(results, 'hand-written')} of those written by hand, {of_kind(results)} of those generated. "
             f"{left_out(results)}", "", EARLIER, ""]
    lines += table(["found by", "mutants"], collections.Counter(results.of(m).layer for m in found).most_common())
    lines += scores("operator", tried, found, lambda m: m.operator)
    lines += scores("folder", tried, found, lambda m: m.file.rsplit("/", 1)[0])
    lines += ["## Not found", "", "None of the layers named has a test that fails; a mutant that passed few of them may still "
              "be found by the others.", ""]
    lines += table(["mutant", "change", "passed"],
                   [(f"`{m.name}`", m.what.replace("|", "\\|"), "; ".join(results.of(m).passed) or "–") for m in missed])
    return "\n".join(lines)


def score(found, tried):
    return f"{found} of {tried} ({100 * found / tried:.0f} %)" if tried else "0 of 0"


def of_kind(results, operator=None):
    def is_of_kind(mutant):
        return (mutant.operator == "hand-written") == (operator == "hand-written")
    return score(sum(map(is_of_kind, results.found())), sum(map(is_of_kind, results.tried())))


def left_out(results):
    invalid = len(results.not_built())
    equivalent = sum(name in results.equivalent for name in results.all)
    return (f"Not counted: {invalid} that do not compile and {equivalent} that change nothing "
            "([equivalent.txt](equivalent.txt)).")


def scores(name, tried, found, key):
    all_of, found_of = collections.Counter(map(key, tried)), collections.Counter(map(key, found))
    return table([name, "found", "tried", "%"], [(group, found_of[group], count, round(100 * found_of[group] / count))
                                                for group, count in sorted(all_of.items())])


def table(head, rows):
    return [f"| {' | '.join(map(str, row))} |" for row in (head, ["---"] * len(head), *rows)] + [""]
