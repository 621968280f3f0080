"""Operators on expressions: another comparison, a number one off, a term or a condition that is missing."""
import re

from mutants.generate.edit import Edit, replaced

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|="}
# Operators of the intermediate representation, which a pass writes where a program has an operator.
OF_NODES = {"lt": "le", "le": "lt", "gt": "ge", "ge": "gt", "eq": "ne", "ne": "eq", "min": "max", "max": "min",
            "sub": "mul", "mul": "sub", "div": "quo", "quo": "div", "mod": "rem", "rem": "mod",
            "logical_and": "logical_or", "logical_or": "logical_and", "bit_and": "bit_or", "bit_or": "bit_and",
            "shift_left": "shift_right", "shift_right": "shift_left"}
DECIMAL = re.compile(r"[0-9][0-9']*[uUlL]*")


def comparisons(code):
    for i in binary(code, COMPARISONS):
        yield replaced("comparison", i, COMPARISONS[code.tokens[i].text])


def arithmetic(code):
    """Only where no text is put together."""
    for i, token in enumerate(code.tokens):
        if token.text in ARITHMETIC and token.kind == "symbol" and token.spaced and not joins_text(code, i):
            yield replaced("arithmetic", i, ARITHMETIC[token.text])


def node_operators(code):
    for i, token in enumerate(code.tokens):
        if token.text in OF_NODES and code.is_(i - 1, "::") and code.is_(i - 2, "BinaryOp") and not is_case(code, i):
            yield replaced("node operator", i, OF_NODES[token.text])


def logic(code):
    for i in binary(code, ("&&", "||")):
        yield replaced("and-or", i, "||" if code.is_(i, "&&") else "&&")


def dropped_conditions(code):
    """A conjunct or a disjunct that somebody forgot."""
    for i in binary(code, ("&&", "||")):
        yield Edit("dropped condition", i, code.operand_after(i), "")
        first = code.operand_before(i)
        is_first = not any(code.is_(at, code.tokens[i].text) for at in code.outside_brackets(first, i))
        if first < i and is_first and not declares(code, first, i):
            yield Edit("dropped condition", first, i + 1, "")


def dropped_terms(code):
    for i in binary(code, ("+", "-", "*")):
        if not joins_text(code, i):
            yield Edit("dropped term", i, code.operand_after(i), "")


def constants(code):
    """One more and one less than each whole number."""
    for i, token in enumerate(code.tokens):
        if token.kind == "number" and DECIMAL.fullmatch(token.text) and not is_case(code, i):
            value = int(re.sub(r"[^0-9]", "", token.text))
            yield replaced("constant", i, str(value + 1))
            if value > 0:
                yield replaced("constant", i, str(value - 1))


def booleans(code):
    for i, token in enumerate(code.tokens):
        if token.text in ("true", "false") and token.kind == "name":
            yield replaced("boolean", i, "false" if token.text == "true" else "true")


def negations(code):
    """Of what an 'if' or a choice asks for, and of what is negated already."""
    for i, token in enumerate(code.tokens):
        if token.text == "if" and code.is_(i + 1, "(") and i + 1 in code.partner:
            first, end = i + 2, code.partner[i + 1]
            if not declares(code, first, end):
                yield Edit("negation", first, end, f"!({code.source(first, end)})")
        elif token.text == "!" and not token.spaced and not code.is_(i + 1, "="):
            yield Edit("negation", i, i + 1, "")


def choices(code):
    """a ? b : c becomes a ? c : b."""
    for i, token in enumerate(code.tokens):
        colon = end_of_branch(code, i + 1) if token.text == "?" else i
        if code.is_(colon, ":") and colon > i:
            end = end_of_branch(code, colon + 1)
            yield Edit("choice", i + 1, end, f"{code.source(colon + 1, end)} : {code.source(i + 1, colon)}")


def end_of_branch(code, i):
    """Where the ':' stands that ends the branch of a choice which begins at i, or what ends the choice."""
    open_choices = 0
    while i < len(code) and not code.is_(i, ",", ";", ")", "]", "}"):
        if code.is_(i, ":") and open_choices == 0:
            break
        open_choices += code.is_(i, "?") - code.is_(i, ":")
        i = code.after(i)
    return i


def binary(code, wanted):
    return [i for i, token in enumerate(code.tokens) if token.text in wanted and code.is_binary(i)]


def joins_text(code, i):
    """Whether a string or the making of one is an operand: 'a' + b has no other meaning."""
    first, end = code.statement(i)
    return any(code.kind(at) == "string" or code.is_(at, "string", "format", "to_string") for at in range(first, end))


def declares(code, first, end):
    return any(code.is_(at, "=", ";") for at in range(first, end))


def is_case(code, i):
    first, _ = code.statement(i)
    return code.is_(first, "case", "enum")
