"""Operators on statements: one that is missing."""
from mutants.generate.code import KEYWORDS
from mutants.generate.edit import Edit

ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
LEAVES = ("return", "continue", "break")


def dropped_statements(code):
    """A call or an assignment; a declaration is needed by what follows."""
    for first in starts(code):
        end = end_of_target(code, first)
        if code.is_(end, ";") and code.is_(end - 1, ")"):
            yield Edit("dropped statement", first, end, "")
        elif end > first and end < len(code) and code.tokens[end].text in ASSIGNMENTS:
            yield Edit("dropped statement", first, end_of_statement(code, end), "")


def dropped_early_returns(code):
    """'if (…) return …;' whose condition never holds, as if it was not there."""
    for i, token in enumerate(code.tokens):
        if token.text != "if" or not code.is_(i + 1, "(") or i + 1 not in code.partner:
            continue
        body = code.partner[i + 1] + 1
        end = end_of_statement(code, body)
        if code.is_(body, *LEAVES) and not code.is_(end + 1, "else") and not code.is_(i - 1, "else"):
            yield Edit("dropped early return", i, end, "")


def starts(code):
    """Where a statement begins with a name that is no keyword."""
    for i in range(1, len(code)):
        begins = code.is_(i - 1, ";", "{", "}", "else") or (code.is_(i - 1, ")") and follows_condition(code, i - 1))
        if begins and (code.is_(i, "*") or code.kind(i) == "name") and code.tokens[i].text not in KEYWORDS:
            yield i


def follows_condition(code, closing):
    return closing in code.partner and code.is_(code.partner[closing] - 1, "if", "for", "while")


def end_of_target(code, i):
    """Behind what is called or assigned to: a(b).c[d]->e"""
    i += code.is_(i, "*")
    while i < len(code):
        if code.is_(i, "(", "[") and i in code.partner:
            i = code.partner[i] + 1
        elif code.kind(i) == "name" and code.kind(i - 1) != "name" or code.is_(i, ".", "->", "::"):
            i += 1
        else:
            break
    return i


def end_of_statement(code, i):
    """Where its ';' stands."""
    while i < len(code) and not code.is_(i, ";"):
        i = code.after(i)
    return i
