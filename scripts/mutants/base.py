"""The compiler without a mutant: a copy of the checkout with a build of its own, so that editing may go on.

A mutant is never built as a whole. Its file is compiled by itself, and linked in front of the library: of two functions of
one name the linker takes the first (`--allow-multiple-definition`), and code for shared libraries, `-fPIC`, calls every
function that another file can see through the linker's table, even one that the same run of the compiler has read. So the
library stays as `./dev` builds it, eight files in one, and a mutant takes one small file and one link.
"""
import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

TOOL = "pantile"
PROGRAMS = ("pantile_tests", "pantile_tool_tests", TOOL)
TARGETS = ("pantile_tests", "pantile_tool_tests", "pantile_tool")


class BuildError(Exception):
    pass


class Base:
    def __init__(self, root, folder):
        self.root, self.folder, self.build_folder = Path(root), Path(folder), Path(folder) / "build"

    def update(self):
        """Brings over what git knows or would add; files that did not change keep their times."""
        listed = subprocess.run(["git", "-c", f"safe.directory={self.root}", "ls-files", "-coz", "--exclude-standard"],
                                cwd=self.root, check=True, capture_output=True).stdout.decode()
        wanted = {name for name in listed.split("\0") if name and (self.root / name).is_file()}
        for name in sorted(wanted):
            self.write_if_different(name, (self.root / name).read_bytes())
            os.chmod(self.folder / name, (self.root / name).stat().st_mode)
        for top in ("src", "tests", "include", "tools"):
            for file in (self.folder / top).rglob("*"):
                if file.is_file() and file.relative_to(self.folder).as_posix() not in wanted:
                    file.unlink()

    def write_if_different(self, name, content):
        target = self.folder / name
        if target.is_file() and target.read_bytes() == content:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def build(self, jobs, log):
        """By gcc: clang calls functions of its own run directly, unless it is told not to."""
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_CXX_COMPILER=g++"]
        if shutil.which("ccache"):
            options += ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache", "-DCMAKE_C_COMPILER_LAUNCHER=ccache"]
        commands = [["cmake", "-G", "Ninja", "-S", self.folder, "-B", self.build_folder, *options],
                    ["ninja", "-C", self.build_folder, "-j", str(jobs), *TARGETS]]
        with open(log, "w") as out:
            for command in commands:
                if subprocess.run([str(word) for word in command], stdout=out, stderr=subprocess.STDOUT).returncode != 0:
                    raise BuildError(f"the compiler without a mutant does not build; see {log}.")

    def check_same_sources(self):
        """Of a base that somebody else has built: mutants of other sources than its own would mean nothing."""
        for file in sorted((self.root / "src").rglob("*.*")):
            name = file.relative_to(self.root)
            if not (self.folder / name).is_file() or (self.folder / name).read_bytes() != file.read_bytes():
                raise BuildError(f"{self.folder} has another '{name}' than this checkout.")

    def compile_command(self):
        """Of a file of the library, without the file and without what is written: all have the same."""
        for entry in json.loads((self.build_folder / "compile_commands.json").read_text()):
            words = shlex.split(entry["command"])
            if "src/CMakeFiles/pantile.dir" in entry["command"] and "-fPIC" in words and "c++-header" not in words:
                del words[words.index("-o"):words.index("-o") + 2], words[words.index("-c"):words.index("-c") + 2]
                return [word for word in words if not word.endswith("ccache")] + ["-O1", "-w"]
        raise BuildError("the library is not compiled with -fPIC: a mutant cannot take the place of its original.")

    def link_command(self, program):
        """As the shell has it, in the build folder; what is written is to be put for {output} and {object}."""
        listed = subprocess.run(["ninja", "-C", str(self.build_folder), "-t", "commands", f"bin/{program}"], check=True,
                                capture_output=True, text=True).stdout.strip().splitlines()[-1]
        fast = "-fuse-ld=lld " if shutil.which("ld.lld") else ""
        return re.sub(rf"-o bin/{program} ",
                      f"-Wl,--allow-multiple-definition {fast}{{object}} -o {{output}} ", listed)
