#!/usr/bin/env python3
"""Checks the direction of #include between the folders of src/, as docs and STYLE give it.

    base <- ir <- {front, analysis, interp} <- rewrite <- machine <- schedule <- plan <- {cost <- search, lower <- passes <- emit}
    <- driver

runtime depends on base only; report on plans, costs and searches. Prints file:line for each violation.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

LEFT_OF_MACHINE = {"base", "ir", "front", "analysis", "interp", "rewrite"}
UP_TO_PLAN = LEFT_OF_MACHINE | {"machine", "schedule", "plan"}
LEFT_OF_EMIT = UP_TO_PLAN | {"lower", "passes"}

# What each folder of src/ may include, besides itself.
ALLOWED = {
    "base": set(),
    "ir": {"base"},
    "front": {"base", "ir"},
    "analysis": {"base", "ir"},
    "interp": {"base", "ir", "analysis"},
    "rewrite": {"base", "ir", "analysis"},
    "machine": LEFT_OF_MACHINE,
    "schedule": LEFT_OF_MACHINE | {"machine"},
    "plan": LEFT_OF_MACHINE | {"machine", "schedule"},
    "cost": UP_TO_PLAN,
    "search": UP_TO_PLAN | {"cost"},
    "lower": UP_TO_PLAN,
    "passes": UP_TO_PLAN | {"lower"},
    "emit": LEFT_OF_EMIT,
    "runtime": {"base"},
    "report": UP_TO_PLAN | {"cost", "search"},
    "driver": LEFT_OF_EMIT | {"cost", "search", "emit", "runtime", "report"},
}

# Headers of include/pantile that hold plain values; the others are the C++ front end.
VALUE_HEADERS = {"type.h", "diagnostic.h", "result.h", "buffer.h", "math_mode.h"}
FRONT_END_USERS = ("src/front/cpp/", "src/driver/", "tools/", "include/pantile/")

VAGUE_NAMES = {"utils", "util", "common", "helpers", "helper", "misc"}
SEARCHED = ("src", "include", "tools", "tests", "bench", "apps", "scripts")
SOURCES = {".h", ".hpp", ".c", ".cpp", ".cu"}
INCLUDE = re.compile(r'\s*#\s*include\s*["<]([^">]+)[">]')


def main():
    problems = vague_folders()
    for top in ("src", "include", "tools"):
        for file in sorted((ROOT / top).rglob("*")):
            if file.suffix in SOURCES:
                problems += problems_of_file(file)
    for problem in problems:
        print(problem)
    print(f"{len(problems)} violations of the dependency direction.")
    return 1 if problems else 0


def vague_folders():
    folders = (f for top in SEARCHED for f in sorted((ROOT / top).rglob("*")) if f.is_dir())
    return [f"{f.relative_to(ROOT)}:1: a directory must be named after its concept, not '{f.name}'."
            for f in folders if f.name in VAGUE_NAMES]


def problems_of_file(file):
    path = file.relative_to(ROOT).as_posix()
    if path.startswith("src/") and folder_of(path) not in ALLOWED:
        return [f"{path}:1: 'src/{folder_of(path)}' has no place in the order; add it to {Path(__file__).name}."]
    problems = []
    for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
        include = INCLUDE.match(line)
        reason = include and refusal(path, include[1])
        if reason:
            problems.append(f"{path}:{number}: {reason}")
    return problems


def folder_of(path):
    return path.split("/")[1]


def refusal(path, included):
    """Why 'path' may not include 'included', or None."""
    first, _, rest = included.partition("/")
    if first in ("..", "."):
        return f"'{included}' is relative; write it as 'folder/file.h'."
    if first == "pantile":
        return refusal_of_public_header(path, rest)
    if first not in ALLOWED or not rest or path.startswith("tools/"):
        return None
    if path.startswith("include/"):
        return f"a public header includes '{included}', which is not installed."
    return refusal_of_folder(folder_of(path), first)


def refusal_of_public_header(path, header):
    if header in VALUE_HEADERS:
        return None
    if path.startswith("include/pantile/") and Path(path).name in VALUE_HEADERS:
        return f"a header of value types includes 'pantile/{header}', which is part of the C++ front end."
    if not path.startswith(FRONT_END_USERS):
        return f"'pantile/{header}' is part of the C++ front end; only src/front/cpp, src/driver and tools include it."
    return None


def refusal_of_folder(folder, included):
    if included == folder or included in ALLOWED[folder]:
        return None
    allowed = ", ".join(sorted(ALLOWED[folder])) or "nothing"
    return f"'{folder}' includes '{included}'; it may include: {allowed}."


if __name__ == "__main__":
    sys.exit(main())
