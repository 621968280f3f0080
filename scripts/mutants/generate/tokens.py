"""C++ as a list of tokens: enough of the language to find operators, calls and statements, and not more.

The sources are kept by clang-format, and white space says what only a parser would know otherwise: a binary operator has
white space on both sides; the '<' of a template argument, the '&' of a reference and the '-' of a negative number have not.
"""
import dataclasses
import re

TOKEN = re.compile(
    r'(?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)'
    r'|(?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)'
    r'|(?P<string>(?:u8|[uUL])?R"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)"|(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")'
    r"|(?P<character>(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')"
    r"|(?P<number>\.?[0-9](?:'?[0-9A-Za-z_.]|(?<=[eEpP])[+-])*)"
    r'|(?P<name>[A-Za-z_]\w*)'
    r'|(?P<symbol><=>|->\*|<<=|>>=|\.\.\.|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])',
    re.S | re.M)


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    end: int
    spaced: bool  # white space on both sides


def tokenise(text):
    """Comments and preprocessor lines are left out."""
    return [Token(found.lastgroup if found.lastgroup != "mark" else "string", found[0], found.start(), found.end(),
                  is_spaced(text, found.start(), found.end()))
            for found in TOKEN.finditer(text) if found.lastgroup not in ("comment", "directive")]


def is_spaced(text, start, end):
    return start > 0 and text[start - 1].isspace() and text[end:end + 1].isspace()


def texts(text):
    """What two pieces of code have in common that differ in white space and comments only."""
    return [token.text for token in tokenise(text)]
