"""A copy of the checkout with a build of its own: the only place that deliberate bugs are ever written to."""
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

TIME_LIMIT = "time limit"
UNDECIDED = "undecided"


class BuildError(Exception):
    pass


class OutOfTime(Exception):
    pass


class Tree:
    def __init__(self, root, folder, jobs, programs):
        self.root, self.folder, self.jobs, self.programs = Path(root), Path(folder), jobs, programs
        self.logs = self.root / "build" / "mutants" / "logs"
        self.logs.mkdir(parents=True, exist_ok=True)
        self.originals = {}
        self.end = None  # of all work, in seconds of time.monotonic()
        self.cores = os.sched_getaffinity(0)

    def copy(self, folder, cores):
        """A worker's own copy: one test program at a time, on its cores. The build moves along as it is.

        A process that an earlier run left behind may still write into the folder: it is copied over, not into."""
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run(["cp", "-aT", self.folder, folder], check=True)
        worker = Tree(self.root, folder, 1, self.programs)
        worker.end, worker.cores = self.end, cores
        return worker

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
                name = file.relative_to(self.folder).as_posix()
                if file.is_file() and name not in wanted and "__pycache__" not in name:
                    file.unlink()

    def write_if_different(self, name, content):
        target = self.folder / name
        if target.is_file() and target.read_bytes() == content:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def read(self, name):
        return (self.folder / name).read_text()

    def change(self, texts):
        for name, text in texts.items():
            self.originals[name] = self.read(name)
            (self.folder / name).write_text(text)

    def restore(self):
        for name, text in self.originals.items():
            (self.folder / name).write_text(text)
        self.originals = {}

    def build(self):
        self.command(["ninja", "-C", self.folder / "build", "-j", str(max(self.jobs, len(self.cores))), *self.programs],
                     f"build-{self.folder.name}")

    def configure(self):
        """A build.ninja that was brought here from elsewhere, without what cmake knows of it, is taken as it is."""
        build = self.folder / "build"
        if (build / "build.ninja").exists() and not (build / "CMakeCache.txt").exists():
            return
        self.command(["cmake", "-G", "Ninja", "-S", self.folder, "-B", build, "-DCMAKE_BUILD_TYPE=Release"],
                     "configure")
        text = movable((build / "build.ninja").read_text(), self.folder)
        (build / "build.ninja").write_text(text)

    def command(self, arguments, log):
        with open(self.logs / f"{log}.log", "w") as out:
            process = self.popen([str(a) for a in arguments], out)
        try:
            status = process.wait(self.seconds_left())
        except subprocess.TimeoutExpired:
            raise OutOfTime from None
        finally:
            stop(process)
        if status != 0:
            raise BuildError(f"'{log}' failed; see {self.logs / log}.log")

    def seconds_left(self):
        return None if self.end is None else max(0, self.end - time.monotonic())

    def popen(self, arguments, out, environment=None):
        def prepare():
            os.sched_setaffinity(0, self.cores)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        return subprocess.Popen(arguments, cwd=self.folder, env=environment, stdout=out, stderr=subprocess.STDOUT,
                                stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=prepare)

    def run(self, layer, mutant, patience=None):
        """What failed first, or nothing. The tests are dealt out to as many processes as there are jobs.

        Who has little patience gets 'undecided' where a layer takes longer."""
        stem = f"{mutant}-{layer.name.replace(', ', '-').replace(' ', '-')}"
        logs = [self.logs / f"{stem}-{i}.log" for i in range(self.jobs)]
        running = {i: self.start(layer, i, log) for i, log in enumerate(logs)}
        most = min(t for t in (layer.seconds, patience, self.seconds_left()) if t is not None)
        try:
            failed = first_failure(running, logs, time.monotonic() + most)
            if failed and failed.startswith(TIME_LIMIT) and most < layer.seconds:
                failed = UNDECIDED
        finally:
            for process in running.values():
                stop(process)
        if failed is None:
            for log in logs:
                log.unlink()
        return failed

    def failing(self, layer, seconds):
        """The names of all tests that fail within that time."""
        logs = [self.logs / f"failing-{i}.log" for i in range(self.jobs)]
        running = [self.start(layer, i, log, ()) for i, log in enumerate(logs)]
        end = time.monotonic() + seconds
        while time.monotonic() < end and any(process.poll() is None for process in running):
            time.sleep(0.1)
        for process in running:
            stop(process)
        return {name for log in logs for name in
                re.findall(r"^\[  FAILED  \] ([^\s,]+\.[^\s,]+)", log.read_text(errors="replace"), flags=re.M)}

    def start(self, layer, shard, log, options=("--gtest_break_on_failure",)):
        environment = dict(os.environ, GTEST_TOTAL_SHARDS=str(self.jobs), GTEST_SHARD_INDEX=str(shard),
                           XDG_CACHE_HOME=str(self.folder / "build" / "cache"))
        with open(log, "w") as out:
            program = str(self.folder / "build" / "bin" / layer.program)
            return self.popen([program, f"--gtest_filter={layer.filter}", *options], out, environment)


def stop(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def movable(text, folder):
    """A build.ninja that holds wherever the folder is copied to: its paths are relative, and it never runs cmake.

    What is compiled into the tests stays: they read their data from the folder that was configured."""
    text = re.sub(r"^build build\.ninja:.*?\n\n", "", text, flags=re.M | re.S)
    return text.replace(f"{folder}/build/", "").replace(f"{folder}/", "../")


def first_failure(running, logs, end):
    """Waits for the processes, and takes those that ended out of 'running'."""
    while running:
        time.sleep(0.1)
        for i, process in list(running.items()):
            if process.poll() is not None:
                del running[i]
                if process.returncode != 0:
                    return what_failed(logs[i], process.returncode)
        if running and time.monotonic() > end:
            return TIME_LIMIT + " in " + last_started(logs[next(iter(running))])
    return None


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
