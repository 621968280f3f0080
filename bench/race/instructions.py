"""Kinds of x86 instructions, and how many of each were executed."""
import re
import subprocess
from collections import Counter

_LINE = re.compile(r"^\s*([0-9a-f]+):\s+(?:lock |rep\w* |bnd |data16 )*(\S+)\s*(.*)$")
_SHUFFLE = re.compile(r"perm|shuf|unpck|pack|align|insert|extract|pinsr|pextr|movddup|movs[hl]dup|broadcast|expand|compress")
_NO_MEMORY = re.compile(r"^(lea|nop|prefetch|endbr|j|call|ret|push|pop|leave)")
_ONLY_READS = re.compile(r"^(cmp|test|bt$|ucomis|comis|vucomis|vcomis|vptest|vtestps|mul$|imul$|div$|idiv$)")
_OVERWRITES = re.compile(r"^v?p?mov|^set|^v?stmx|^vextract|^v?pextr|^vcompress|^vscatter|^vps?catter|^vcvtps2ph")


def kinds_of(operation, operands):
    """Some of 'load', 'store', 'shuffle', 'arithmetic' (of vectors), and the width of the latter: 'wide' is 64 bytes."""
    found = set()
    operands = operands.split("#")[0].strip()
    first, _, rest = operands.partition(",")
    if "[" in operands and not _NO_MEMORY.match(operation):
        writes = "[" in first and not _ONLY_READS.match(operation)
        if writes:
            found.add("store")
        if not writes or not _OVERWRITES.match(operation):
            found.add("load")
    is_vector = re.search(r"\b[xyz]mm\d", operands) is not None
    moves = re.match(r"v?(movu|mova|movdq|movq|movd|movss|movsd|lddqu|movnt|zero)", operation) is not None
    if is_vector and _SHUFFLE.search(operation) and not ("broadcast" in operation and "[" in rest):
        found.add("shuffle")
    elif is_vector and not moves and "broadcast" not in operation:
        found.add("arithmetic")
        if "zmm" in operands:
            found.add("wide")
    return found


def disassemble(library):
    """{offset: (operation, operands)}, offsets as in the file."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", "-M", "intel", library], capture_output=True, text=True,
                          check=True).stdout
    return {int(m[1], 16): (m[2], m[3]) for m in map(_LINE.match, text.splitlines()) if m}


def tally(library, counts):
    """{kind: executions}, 'instructions' among them. What ran outside of the library counts as that and nothing else."""
    known, all_kinds = disassemble(library), Counter()
    for line in counts.splitlines():
        at, count = line.split()
        all_kinds["instructions"] += int(count)
        if at != "elsewhere":
            for kind in kinds_of(*known.get(int(at, 16), ("", ""))):
                all_kinds[kind] += int(count)
    return all_kinds
