#!/usr/bin/env python3
"""Checks that no function is over 80 lines and no file over 500 in src, include and tools; prints the p90 of functions.

Functions are found by their braces, not by a parser of C++: comments, strings and preprocessor lines are blanked,
then each '{' is classified by the text in front of it. A lambda belongs to the function around it.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_FUNCTION, MAX_FILE = 80, 500
SOURCES = {".h", ".hpp", ".c", ".cpp", ".cu"}

BLANKED = re.compile(
    r'//(?:\\\n|[^\n])*'                                # a line comment
    r'|/\*.*?\*/'                                       # a block comment
    r'|R"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)"'    # a raw string
    r'|"(?:\\.|[^"\\\n])*"'                             # a string
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'"             # a character, but not the mark in 1'000
    r'|^[ \t]*#(?:\\\n|[^\n])*',                        # a preprocessor line
    re.S | re.M)


def main():
    problems, lengths = [], []
    for file in source_files():
        path, text = file.relative_to(ROOT).as_posix(), file.read_text(errors="replace")
        lines = len(text.splitlines())
        if lines > MAX_FILE:
            problems.append(f"{path}:1: the file has {lines} lines; at most {MAX_FILE} are allowed.")
        for first, last, name in functions(blank(text)):
            lengths.append(last - first + 1)
            if lengths[-1] > MAX_FUNCTION:
                problems.append(f"{path}:{first}: '{name}' has {lengths[-1]} lines; at most {MAX_FUNCTION} are allowed.")
    for problem in problems:
        print(problem)
    print(f"{len(lengths)} functions; median {percentile(lengths, 50)} lines, p90 {percentile(lengths, 90)}, "
          f"longest {max(lengths, default=0)}; {len(problems)} too long.")
    return 1 if problems else 0


def source_files():
    return [f for top in ("src", "include", "tools") for f in sorted((ROOT / top).rglob("*")) if f.suffix in SOURCES]


def percentile(values, percent):
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)] if values else 0


def blank(text):
    """The text with comments, strings and directives replaced by spaces; line breaks stay."""
    return BLANKED.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def functions(text):
    """Yields (first line, last line, name) of each function body outside other functions."""
    header, start, i = "", 0, 0
    while i < len(text):
        c = text[i]
        if c in ";}" or (c == ":" and re.fullmatch(r"\s*(public|private|protected)", header)):
            header = ""
        elif c == "(":
            end = closing(text, i, "(", ")")
            header, i = header + text[i:end + 1], end
        elif c == "{":
            kind = kind_of_brace(header)
            if kind == "scope":
                header = ""
            else:
                end = closing(text, i, "{", "}")
                if kind == "function":
                    yield text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 1, name_of(header)
                header = "" if kind == "function" else header + "{}"
                i = end
        else:
            if not header.strip():
                header, start = "", i
            header += c
        i += 1


def closing(text, i, opening, closer):
    depth = 0
    for j in range(i, len(text)):
        depth += (text[j] == opening) - (text[j] == closer)
        if depth == 0:
            return j
    return len(text) - 1


def kind_of_brace(header):
    """What a '{' after this text opens: a 'scope' to look into, a 'function', or an 'initializer'."""
    plain = without_parentheses(without_templates(header))
    plain = re.sub(r"operator\s*[^\s\w(]+", "operator", plain)
    if re.search(r"=\s*\[[^=]*$", plain):
        return "function"  # a named lambda
    if "=" in plain:
        return "initializer"
    if "(" not in plain:
        return "scope" if re.search(r"\b(namespace|class|struct|union|enum|extern)\b", plain) else "initializer"
    if re.search(r"\b(class|struct|union)\b[^()]*(alignas|__attribute__)\(\)[^()]*$", plain):
        return "scope"
    # In a constructor's list 'a_{1}' the brace follows a name; the body's follows ')' or '}'.
    in_constructor_list = re.search(r"\)[^:()]*:(?!:)", plain)
    if in_constructor_list and re.search(r"[\w>]\s*$", plain):
        return "initializer"
    return "function"


def without_templates(text):
    text = text.lstrip()
    while match := re.match(r"template\s*<", text):
        text = text[closing(text, match.end() - 1, "<", ">") + 1:].lstrip()
    return text


def without_parentheses(text):
    """'f(int a = g(1)) const' becomes 'f() const'."""
    depth, kept = 0, []
    for c in text:
        depth -= c == ")"
        if depth == 0:
            kept.append(c)
        depth += c == "("
    return "".join(kept)


def name_of(header):
    named = re.search(r"([\w:~]+|operator\S+?)\s*(\(|=\s*\[)", without_templates(header))
    return named[1] if named else "function"


if __name__ == "__main__":
    sys.exit(main())
