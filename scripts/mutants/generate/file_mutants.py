"""All mutants of one file, each with a name that edits elsewhere in the file do not change."""
import collections
import hashlib

from mutants.generate import calls, expressions, statements
from mutants.generate.code import Code
from mutants.mutant import Mutant

OPERATORS = [expressions.comparisons, expressions.arithmetic, expressions.node_operators, expressions.logic,
             expressions.dropped_conditions, expressions.dropped_terms, expressions.constants, expressions.booleans,
             expressions.negations, expressions.choices, calls.ends, calls.quotients, calls.swapped_arguments,
             statements.dropped_statements, statements.dropped_early_returns]


def mutants_of(file, text):
    """Of the file with that path below src/ and that text."""
    code, seen, out = Code(text), collections.Counter(), []
    for operator in OPERATORS:
        for edit in operator(code):
            if edit.first < edit.end and not code.fixed.intersection(range(edit.first, edit.end)):
                out.append(named(file, code, edit, seen))
    return out


def named(file, code, edit, seen):
    """file:operator:hash:ordinal. The hash is that of the statement and of the change in it; the ordinal tells apart those
    that have the same, as in two functions that begin with the same line."""
    first, end = code.statement(edit.first)
    tokens = [token.text for token in code.tokens[first:end]]
    place = (edit.first - first, edit.end - first, edit.put)
    digest = hashlib.sha256(repr((tokens, place)).encode()).hexdigest()[:8]
    stem = f"{file.removeprefix('src/').removesuffix('.cpp')}:{edit.operator.replace(' ', '-')}:{digest}"
    seen[stem] += 1
    start, stop = code.tokens[edit.first].start, code.tokens[edit.end - 1].end
    return Mutant(name=f"{stem}:{seen[stem] - 1}", file=file, operator=edit.operator, start=start, end=stop, put=edit.put,
                  what=described(code.text, start, stop, edit.put))


def described(text, start, end, put):
    """'line: code becomes code', with as much around the change as one line has."""
    line = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    before = " ".join(text[line:stop].split())
    after = " ".join((text[line:start] + put + text[end:stop]).split())
    return f"`{before}` becomes `{after}`" if after not in ("", ";") else f"`{before}` is gone"
