#!/usr/bin/env python3
"""Runs what the documents show, and checks that their links lead somewhere.

    check_docs.py --build-dir build [FILE.md ...]

Each document is worked through from top to bottom in a folder of its own, with the built tool in PATH and, for
find_package(Pantile), the build installed beside it. What a fenced block means is decided by its first line:

    ```pan                  a program, or items that fit after the prelude below: 'pantile check' accepts it
    ```pan file=a.pan       the same, and the text is kept as a file for later commands
    ```pan wrong            'pantile check' must refuse it; with file= it is kept all the same
    ```c file=a.c           any other language: the text is kept as a file
    ```c of=a/b.c           the text is a part of that file; a line '…' stands for lines left out
    ```console              '$ COMMAND' lines are run with bash, and what follows each is what it prints. '…' stands for
                            any text in a line; as a line of its own for any lines. A command must succeed, unless its
                            output shows an error.
    ```values               'EXPRESSION -> VALUE: TYPE': interpreted and compiled code must give exactly that

Blocks of other kinds (sh, ebnf, text, …) are left alone.
"""
import argparse
import ast
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRELUDE = "pipeline example\ninput img: f32(x, y)\ninput rgb: f32(x, y, c)\n"
EPILOGUE = "\noutput shown(x, y) = img(x, y)\n"
FENCE = re.compile(r"^```(\w+)?[ ]?(.*)$")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
NPY_FORMATS = {"b1": "?", "u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i", "u8": "Q", "i8": "q",
               "f4": "f", "f8": "d"}
TIME_LIMIT = 120


class Failure(Exception):
    pass


class Block:
    def __init__(self, line, language, options):
        self.line, self.language, self.lines = line, language, []
        self.options = dict(o.partition("=")[::2] for o in options.split())

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build-dir", type=Path, default=ROOT / "build")
    parser.add_argument("--cxx", help="the compiler that the library was built with, for examples that link it")
    parser.add_argument("--sanitize", default="", help="the sanitizers that the library was built with")
    parser.add_argument("files", type=Path, nargs="*")
    arguments = parser.parse_args()
    documents = arguments.files or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    problems = []
    with tempfile.TemporaryDirectory(prefix="pantile-docs-") as folder:
        environment = prepare(Path(folder), arguments)
        for document in documents:
            problems += problems_of_links(document.resolve())
            problems += problems_of_blocks(document.resolve(), Path(folder), environment)
    for problem in problems:
        print(problem)
    print(f"{len(documents)} documents; {len(problems)} problems.")
    return 1 if problems else 0


def prepare(folder, arguments):
    """The environment in which commands run."""
    build = arguments.build_dir.resolve()
    if not (build / "bin" / "pantile").is_file():
        sys.exit(f"{build}/bin/pantile is not there: build first, or say where with --build-dir.")
    prefix = folder / "prefix"
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    environment = {**os.environ, "PATH": f"{build / 'bin'}:{os.environ['PATH']}", "CMAKE_PREFIX_PATH": str(prefix),
                   "XDG_CACHE_HOME": str(folder / "cache"), "LC_ALL": "C.UTF-8"}
    # What CMake reads when it configures an example for the first time.
    if arguments.cxx:
        environment["CXX"] = arguments.cxx
    if arguments.sanitize:
        environment["CXXFLAGS"] = f"-fsanitize={arguments.sanitize}"
    return environment


# ---- links

def problems_of_links(document):
    problems = []
    for number, line in numbered_prose(document):
        for target in LINK.findall(line):
            path, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            file = (document.parent / path) if path else document
            if not file.exists():
                problems.append(f"{shown(document)}:{number}: '{target}' leads nowhere.")
            elif anchor and anchor not in anchors_of(file):
                problems.append(f"{shown(document)}:{number}: '{path or document.name}' has no heading '#{anchor}'.")
    return problems


def numbered_prose(document):
    """The lines outside of fenced blocks; code between backticks is blanked."""
    inside = False
    for number, line in enumerate(document.read_text().splitlines(), 1):
        if line.startswith("```"):
            inside = not inside
        elif not inside:
            yield number, re.sub(r"`[^`]*`", "", line)


def anchors_of(file):
    """As GitHub makes them: lower case, punctuation dropped, spaces to '-'."""
    headings = [line.lstrip("#").strip() for line in file.read_text().splitlines() if re.match(r"#+ ", line)]
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


# ---- blocks

def problems_of_blocks(document, folder, environment):
    work = folder / "work" / str(shown(document)).replace("/", "_")
    work.mkdir(parents=True)
    problems = []
    for block in blocks_of(document):
        try:
            check_block(block, work, environment)
        except Failure as failure:
            problems.append(f"{shown(document)}:{block.line}: {failure}")
        except subprocess.TimeoutExpired:
            problems.append(f"{shown(document)}:{block.line}: took more than {TIME_LIMIT} s.")
    return problems


def shown(document):
    return document.relative_to(ROOT) if document.is_relative_to(ROOT) else document


def blocks_of(document):
    blocks, open_block = [], None
    for number, line in enumerate(document.read_text().splitlines(), 1):
        fence = FENCE.match(line)
        if open_block is None and fence:
            open_block = Block(number, fence[1], fence[2])
        elif open_block is not None and line == "```":
            blocks.append(open_block)
            open_block = None
        elif open_block is not None:
            open_block.lines.append(line)
    return blocks


def check_block(block, work, environment):
    if "file" in block.options:
        file = work / block.options["file"]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text)
    if "of" in block.options:
        check_excerpt(block, work / block.options["of"])
    elif block.language == "pan":
        check_program(block, work, environment)
    elif block.language == "console":
        check_console(block, work, environment)
    elif block.language == "values":
        check_values(block, work, environment)


def run(command, work, environment):
    return subprocess.run(command, cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=TIME_LIMIT)


def check_program(block, work, environment):
    text = block.text
    if not re.search(r"^pipeline ", text, re.M):
        text = PRELUDE + text + ("" if re.search(r"^output ", text, re.M) else EPILOGUE)
    (work / "checked.pan").write_text(text)
    result = run(["pantile", "check", "checked.pan"], work, environment)
    if (result.returncode != 0) != ("wrong" in block.options):
        raise Failure(f"'pantile check' says:\n{result.stdout or 'nothing'}")


def check_excerpt(block, file):
    if not file.is_file():
        raise Failure(f"there is no file '{block.options['of']}' at this point.")
    if not matches("…\n" + block.text + "…\n", file.read_text()):
        raise Failure(f"this is no part of '{block.options['of']}'.")


def matches(pattern, text):
    expression = ""
    for line in pattern.splitlines():
        anything = line.strip() == "…"
        expression += r"(?:[^\n]*\n)*?" if anything else "[^\n]*".join(map(re.escape, line.split("…"))) + "\n"
    return re.fullmatch(expression, text)


def check_console(block, work, environment):
    for command, expected in commands_of(block.lines):
        result = run(["bash", "-c", command], work, environment)
        if not matches(expected, result.stdout):
            raise Failure(f"'{command}' printed\n{result.stdout}instead of\n{expected}")
        if result.returncode != 0 and "error: " not in expected:
            raise Failure(f"'{command}' failed with the status {result.returncode}.")


def commands_of(lines):
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append([line[2:], ""])
        elif commands and commands[-1][0].endswith("\\"):
            commands[-1][0] += "\n" + line
        elif commands:
            commands[-1][1] += line + "\n"
    return commands


# ---- values

def check_values(block, work, environment):
    rows = [re.fullmatch(r"(.+?)\s*->\s*(\S+): (\w+)", line) for line in block.lines if line.strip()]
    if None in rows:
        raise Failure("a line of values is 'EXPRESSION -> VALUE: TYPE'.")
    stages = "".join(f"output v{i}() = {row[1]}\n" for i, row in enumerate(rows))
    (work / "values.pan").write_text("pipeline values\n" + stages)
    outputs = [o for i in range(len(rows)) for o in ("--output", f"v{i}=v{i}.npy")]
    for mode in ([], ["--interpret"]):
        result = run(["pantile", "run", "values.pan", *mode, *outputs], work, environment)
        if result.returncode != 0:
            raise Failure(result.stdout)
        for i, row in enumerate(rows):
            kind, found = read_scalar(work / f"v{i}.npy")
            if kind != row[3] or not same_value(kind, found, row[2]):
                raise Failure(f"'{row[1]}' is {found}: {kind}, not {row[2]}: {row[3]}.")


def read_scalar(file):
    data = file.read_bytes()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    code = ast.literal_eval(data[10:start].decode())["descr"][1:]
    kind = "bool" if code == "b1" else f"{code[0]}{8 * int(code[1])}"
    return kind, struct.unpack("<" + NPY_FORMATS[code], data[start:])[0]


def same_value(kind, found, text):
    if kind == "bool":
        return text == str(found).lower()
    if kind[0] != "f":
        return found == int(text, 0)
    layout = "<f" if kind == "f32" else "<d"
    wanted = struct.unpack(layout, struct.pack(layout, float(text)))[0]
    return (found != found and wanted != wanted) or struct.pack("<d", found) == struct.pack("<d", wanted)


if __name__ == "__main__":
    if shutil.which("cmake") is None:
        sys.exit("cmake is not there.")
    sys.exit(main())
