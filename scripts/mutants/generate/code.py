"""One C++ file, and what belongs together in it: brackets, operands, arguments, statements; and what no mutant changes."""
import functools

from mutants.generate.tokens import tokenise

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = {close: open for open, close in OPENING.items()}

# How strongly binary operators bind; every other symbol ends an operand.
STRENGTH = {"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7, "<=>": 7,
            "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}
ENDS = {",", ";", "?", ":", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", *OPENING, *CLOSING}
KEYWORDS = {"return", "case", "if", "else", "for", "while", "do", "switch", "break", "continue", "using", "namespace",
            "template", "throw", "delete", "new", "goto", "default", "const", "constexpr", "static", "auto", "class",
            "struct", "enum", "explicit", "public", "private", "protected", "typename", "operator", "co_return"}

# A wrong word in a message is no wrong result: what they are given stays as it is.
MESSAGES = {"diagnostic_at", "internal_error", "static_assert", "assert", "refuse", "report", "fail", "error", "invalid",
            "notes", "hints", "Diagnostic", "reserve", "namespace", "using", "template", "operator", "enum"}


class Code:
    """`text` with its tokens. Positions are those of tokens in the list."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokenise(text)
        self.partner = partners(self.tokens)

    def __len__(self):
        return len(self.tokens)

    def is_(self, i, *wanted):
        return 0 <= i < len(self.tokens) and self.tokens[i].text in wanted

    def kind(self, i):
        return self.tokens[i].kind if 0 <= i < len(self.tokens) else None

    def is_binary(self, i):
        token = self.tokens[i]
        return token.kind == "symbol" and token.spaced and token.text in STRENGTH

    def source(self, first, end):
        """What is written from token `first` to before token `end`."""
        return self.text[self.tokens[first].start:self.tokens[end - 1].end] if first < end else ""

    def after(self, i):
        """The next token, behind the bracket that opens at i."""
        return self.partner[i] + 1 if self.tokens[i].text in OPENING and i in self.partner else i + 1

    def outside_brackets(self, first, end):
        while first < end:
            yield first
            first = self.after(first)

    def operand_after(self, i):
        """The end of the operand that follows the binary operator i."""
        strength, at = STRENGTH[self.tokens[i].text], i + 1
        while at < len(self.tokens):
            if self.is_binary(at) and STRENGTH[self.tokens[at].text] <= strength:
                break
            if self.tokens[at].text in OPENING and at in self.partner:
                at = self.partner[at]
            elif self.tokens[at].text in ENDS:
                break
            at += 1
        return at

    def operand_before(self, i):
        """Where the operand begins that precedes the binary operator i."""
        strength, at = STRENGTH[self.tokens[i].text], i - 1
        while at >= 0:
            if self.is_binary(at) and STRENGTH[self.tokens[at].text] < strength:
                break
            if self.tokens[at].text in CLOSING and at in self.partner:
                at = self.partner[at]
            elif self.tokens[at].text in ENDS or self.tokens[at].text in KEYWORDS:
                break
            at -= 1
        return at + 1

    def arguments(self, opening):
        """Of the bracket at `opening`: (first, end) of each part between the commas."""
        parts, first, at = [], opening + 1, opening + 1
        while at < self.partner[opening]:
            if self.tokens[at].text in OPENING and at in self.partner:
                at = self.partner[at]
            elif self.opens_template(at):
                at = self.template_end(at)
            elif self.is_(at, ","):
                parts.append((first, at))
                first = at + 1
            at += 1
        return parts + [(first, at)] if at > opening + 1 else []

    def opens_template(self, i):
        return self.is_(i, "<") and not self.tokens[i].spaced and self.kind(i - 1) == "name"

    def template_end(self, i):
        """The last token of the template arguments that begin at i; i itself where they do not end."""
        depth = 0
        for at in range(i, min(i + 80, len(self.tokens))):
            if self.is_(at, "<"):
                depth += 1
            elif self.is_(at, ">"):
                depth -= 1
            elif self.is_(at, ";", "{"):
                break
            if depth == 0:
                return at
        return i

    def statement(self, i):
        """(first, end) of the tokens around i between two of ';', '{' and '}'. Names a place whatever happens elsewhere."""
        first = i
        while first > 0 and not self.is_(first - 1, ";", "{", "}"):
            first -= 1
        end = i
        while end < len(self.tokens) and not self.is_(end, ";", "{", "}"):
            end += 1
        return first, end

    @functools.cached_property
    def fixed(self):
        """The tokens that no operator may touch."""
        out = set()
        for i, token in enumerate(self.tokens):
            if self.opens_template(i):
                out.update(range(i, self.template_end(i) + 1))
            if token.kind == "name" and token.text in MESSAGES:
                first, end = self.statement(i)
                out.update(range(first, end) if self.leads(i, first) else range(i, self.end_of_call(i)))
        return out

    def leads(self, i, first):
        """Whether the name at i decides what the statement is about: 'refuse(…);', 'return report(…);', 'e.notes…'."""
        return all(self.tokens[at].kind == "name" or self.is_(at, ".", "->", "::") for at in range(first, i))

    def end_of_call(self, i):
        return self.partner[i + 1] + 1 if self.is_(i + 1, "(") and i + 1 in self.partner else i + 1


def partners(tokens):
    """The position of the other bracket, for each that has one."""
    out, waiting = {}, []
    for i, token in enumerate(tokens):
        if token.kind != "symbol":
            continue
        if token.text in OPENING:
            waiting.append(i)
        elif token.text in CLOSING and waiting and tokens[waiting[-1]].text == CLOSING[token.text]:
            out[i] = waiting.pop()
            out[out[i]] = i
    return out
