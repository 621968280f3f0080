"""Operators on calls and members: the wrong end, the wrong rounding, arguments in the wrong order."""
from mutants.generate.edit import Edit, replaced

# What a tired person takes for the other.
EXCHANGED = {"min": "max", "max": "min", "any_of": "all_of", "all_of": "any_of", "none_of": "any_of", "front": "back",
             "back": "front", "lhs": "rhs", "rhs": "lhs", "first": "second", "second": "first", "begin": "end",
             "lower_bound": "upper_bound", "upper_bound": "lower_bound", "insert": "erase", "floor": "ceil",
             "ceil": "floor", "floor_div": "ceil_div", "ceil_div": "floor_div", "lowest": "highest", "highest": "lowest"}
# In C++ they round towards zero: wrong for negative numbers only.
TRUNCATING = {"floor_div": "/", "floor_divided": "/", "floor_mod": "%"}
# For these, the order of two arguments makes no difference, or it is told by their types.
COMMUTATIVE = {"min", "max", "add", "mul", "sum", "swap", "gcd", "lcm", "land", "lor", "equal", "overlap", "tie",
               "static_assert", "if", "for", "while", "switch", "return", "catch"}


def ends(code):
    """Both as a function and as a member: std::min, range.min, range.end()."""
    for i, token in enumerate(code.tokens):
        if token.text not in EXCHANGED or not is_used(code, i):
            continue
        if token.text in ("begin", "end", "first", "second", "insert", "lhs", "rhs") and not code.is_(i - 1, ".", "->"):
            continue
        if token.text == "begin":
            continue  # in a pair with 'end', the other is enough
        yield replaced("other end", i, EXCHANGED[token.text] if token.text != "end" else "begin")


def quotients(code):
    for i, token in enumerate(code.tokens):
        if token.text in TRUNCATING and code.is_(i + 1, "(") and not code.is_(i - 1, ".", "->"):
            arguments = code.arguments(i + 1)
            if len(arguments) == 2:
                a, b = (code.source(*part) for part in arguments)
                yield Edit("truncation", i, code.partner[i + 1] + 1, f"(({a}) {TRUNCATING[token.text]} ({b}))")


def swapped_arguments(code):
    """Of two neighbours that look alike: both names, or both calls."""
    for i in range(1, len(code)):
        if code.is_(i, "(", "{") and i in code.partner and is_called(code, i - 1):
            arguments = code.arguments(i)
            for (a, b), (c, d) in zip(arguments, arguments[1:]):
                if looks(code, a, b) == looks(code, c, d) != "else" and code.source(a, b) != code.source(c, d):
                    yield Edit("swapped arguments", a, d, f"{code.source(c, d)}, {code.source(a, b)}")


def is_used(code, i):
    return code.is_(i - 1, ".", "->", "::") or code.is_(i + 1, "(")


def is_called(code, i):
    """Not declared: a type stands in front of a name that is declared."""
    name = code.tokens[i]
    if name.kind != "name" or name.text in COMMUTATIVE:
        return False
    return not code.kind(i - 1) == "name" or code.is_(i - 1, "return")


def looks(code, first, end):
    tokens = code.tokens[first:end]
    if not tokens or any(token.kind in ("string", "character") for token in tokens):
        return "else"
    if tokens[0].text in ("const", "std", "auto"):
        return "else"  # parameters of a declaration
    if all(token.kind == "name" or token.text in (".", "->") for token in tokens):
        return "name" if not any(a.kind == b.kind == "name" for a, b in zip(tokens, tokens[1:])) else "else"
    if tokens[0].kind == "name" and tokens[-1].text == ")" and code.partner.get(first + 1) == end - 1:
        return "call"
    return "else"
