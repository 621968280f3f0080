"""Where a worker builds one mutant after the other and runs the tests on it."""
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

from mutants.base import PROGRAMS, TOOL, BuildError

TIME_LIMIT = "time limit"
MEMORY_LIMIT = "memory limit"
UNDECIDED = "undecided"
MOST_BYTES = 3 << 30  # a mutant that collects without end must not take the machine along


class OutOfTime(Exception):
    pass


class Place:
    def __init__(self, base, folder, end=None):
        self.base, self.folder, self.end = base, Path(folder), end
        self.compile_command = base.compile_command()
        self.link_commands = {program: base.link_command(program) for program in PROGRAMS}
        self.programs, self.object = base.build_folder / "bin", None

    def original(self):
        """The same place without a mutant."""
        place = Place(self.base, self.folder.with_name(self.folder.name + "-original"), self.end)
        place.clear()
        return place

    def clear(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("bin", "cache", "tmp"):
            (self.folder / name).mkdir(parents=True)

    def build(self, mutant):
        """Refuses a mutant that is no program."""
        self.clear()
        source, built = self.folder / "mutant.cpp", self.folder / "mutant.o"
        source.write_text(mutant.apply((self.base.folder / mutant.file).read_text()))
        beside = str((self.base.folder / mutant.file).parent)
        self.command([*self.compile_command, "-iquote", beside, "-o", str(built), "-c", str(source)])
        self.programs, self.object = self.folder / "bin", built

    def link(self, program):
        """Most mutants are found by the first program; tests start the tool, which lies beside them."""
        for name in (program, TOOL):
            output = self.programs / name
            if self.object and not output.exists():
                self.command(["sh", "-c", self.link_commands[name].format(object=self.object, output=output)])

    def command(self, words):
        try:
            done = subprocess.run(words, cwd=self.base.build_folder, capture_output=True, timeout=self.seconds_left())
        except subprocess.TimeoutExpired:
            raise OutOfTime from None
        if done.returncode != 0:
            raise BuildError(done.stderr.decode(errors="replace")[:4000])

    def seconds_left(self):
        return None if self.end is None else max(0.001, self.end - time.monotonic())

    def run(self, layer, patience=None):
        """The test that fails first and how, or nothing. Who has little patience gets 'undecided' where it takes longer."""
        self.link(layer.program)
        log = self.folder / "tests.log"
        process = self.start(layer, log)
        most = min(t for t in (layer.seconds, patience, self.seconds_left()) if t is not None)
        try:
            stopped = watch(process, log, time.monotonic() + most, layer.seconds_of_a_test)
        finally:
            stop(process)
        if stopped == UNDECIDED and most >= layer.seconds:
            stopped = TIME_LIMIT
        if stopped == UNDECIDED:
            return UNDECIDED
        if stopped is not None:
            return f"{stopped} in {last_started(log)}"
        return what_failed(log, process.returncode) if process.returncode != 0 else None

    def start(self, layer, log):
        environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"), TMPDIR=str(self.folder / "tmp"))
        with open(log, "w") as out:
            return subprocess.Popen([str(self.programs / layer.program), f"--gtest_filter={layer.filter}",
                                     "--gtest_break_on_failure"], cwd=self.base.folder, env=environment, stdout=out,
                                    stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
                                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))


def watch(process, log, end, seconds_of_a_test):
    """Why the process must be stopped, or nothing when it ended by itself."""
    size, since = 0, time.monotonic()
    while process.poll() is None:
        time.sleep(0.05)
        now = time.monotonic()
        if log.stat().st_size != size:
            size, since = log.stat().st_size, now
        if now > end:
            return UNDECIDED
        if now - since > seconds_of_a_test:
            return TIME_LIMIT
        if resident(process.pid) > MOST_BYTES:
            return MEMORY_LIMIT
    return None


def resident(pid):
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def stop(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def what_failed(log, status):
    """The program stops at its first failure: the test that ran last is the one."""
    if re.search(r"^\S+: Failure$|^unknown file: Failure$", log.read_text(errors="replace"), flags=re.M):
        return last_started(log)
    if -status in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):  # somebody else stopped it
        return UNDECIDED
    how = f"signal {-status}" if status < 0 else f"status {status}"
    return f"{how} in {last_started(log)}"


def last_started(log):
    return (re.findall(r"^\[ RUN      \] (\S+)", log.read_text(errors="replace"), flags=re.M) or ["no test"])[-1]
