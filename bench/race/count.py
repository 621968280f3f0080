"""PYTHONPATH=bench python3 -m race.count OPTION...: what the contestants of the benchmark execute for each pixel.

The options are those of the benchmark; '--results' names a finished run, whose '.json' says who the best peer of each
pipeline is and how long both take with one thread. Writes RESULTS-instructions.md and .json.
"""
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from . import machine, ours, plan
from .__main__ import WORK
from .apps import APPS, of_fewer_rows
from .builds import BuildFailed, Cache, run_logged
from .environment import Environment
from .instructions import tally
from .options import parse_options
from .progress import Progress

ROWS = 64        # are computed: each step takes microseconds
LONG_SUMS = 16   # where each pixel is a sum over all of another image
KINDS = ("instructions", "load", "store", "shuffle")


def main(arguments):
    options, progress = replace(parse_options(arguments), threads=(1,)), Progress()
    timed = Path(f"{options.results}.json")
    if not timed.exists():
        raise SystemExit(f"error: there is no {timed}.\nhint: './dev bench --quick' writes it; --results names another run.")
    environment, cache = Environment(WORK / "venv"), Cache(WORK / "cache")
    environment.prepare(("halide",), progress.say)
    counter = Counter(options, plan.Peer(environment, options.limit), cache, progress.say)
    rows = []
    for row in json.loads(timed.read_text())["rows"]:
        if row["threads"] == 1 and row["app"] in options.apps:
            rows += counter.rows(APPS[row["app"]], row)
            write(rows, options.results)
    progress.end()
    print(text_of(rows))


def build_steps(cache):
    source = ours.ROOT / "bench/race/steps.c"

    def make(stem):
        return {"seconds": run_logged([machine.compiler(), "-O2", "-shared", "-fPIC", source, "-o",
                                     f"{stem}.so"], f"{stem}.log")}
    return cache.library("steps", {"source": source.read_text()}, make)[0]


class Counter:
    """Ours and the best peer of one pipeline after the other."""

    def __init__(self, options, peer, cache, say):
        self._options, self._peer, self._cache, self._say = options, peer, cache, say
        self._steps, self._roof = build_steps(cache), Roof(options.pantile)

    def rows(self, app, timed):
        """One, or none where ours cannot be counted."""
        times = {column: figure["minimum"] for column, figure in timed["figures"].items()}
        own = self._options.schedules[0]
        best = min((c for c in times if c.startswith("halide ")), key=times.get, default=None)
        row = {"app": app.name, "milliseconds": times[own], "best": best, "best_milliseconds": times.get(best)}
        for job in plan.jobs_of(app, self._options, self._peer, self._cache):
            if job.column in (own, best):
                row["ours" if job.column == own else "peer"] = self._count(app, job)
        return [{**row, "roof": self._roof.of(app, row["ours"])}] if row.get("ours") else []

    def _count(self, app, job):
        try:
            library, _ = job.build()
            self._say(f"{app.name}: counting {job.column}")
            return count(app, library, self._steps)
        except BuildFailed as error:
            self._say(f"{app.name}, {job.column}: {error}")
        except subprocess.CalledProcessError as error:
            self._say(f"{app.name}, {job.column}: {(error.stderr.strip().splitlines() or ['failed'])[-1]}")
        return None


def count(app, library, steps):
    """{kind: executions for each pixel}."""
    rows = ROWS if all(i.has_rows for i in app.inputs) else LONG_SUMS
    fewer = of_fewer_rows(app, rows)
    environ = {**os.environ, "PYTHONPATH": str(ours.ROOT / "bench")}
    counts = subprocess.run([sys.executable, "-m", "race.one_run", app.name, str(Path(library).resolve()), str(rows),
                             str(Path(steps).resolve())], check=True, env=environ, stdin=subprocess.DEVNULL,
                            capture_output=True, text=True).stdout
    pixels = fewer.megapixels() * 1e6
    return {kind: number / pixels for kind, number in tally(library, counts).items()}


class Roof:
    """What the machine allows: images once through memory, arithmetic on two units of 32 bytes."""

    def __init__(self, pantile):
        about = json.loads(subprocess.run([pantile, "machine", "--json"], capture_output=True, text=True, check=True).stdout)
        self._cycle = about["cycle"]
        images = about.get("images")
        self._bandwidth = max(images["copy"], images["non_temporal"]) * 2 if images else about["memory"]["bandwidth"]

    def of(self, app, counts):
        """{'memory', 'arithmetic'}: milliseconds."""
        moved = sum(i.shape.bytes() for i in app.inputs) + app.output.bytes()
        halves = counts.get("arithmetic", 0) + counts.get("wide", 0)
        return {"memory": moved / self._bandwidth / 1e6, "arithmetic": halves / 2 * self._cycle * app.megapixels()}


def write(rows, results):
    Path(f"{results}-instructions.json").write_text(json.dumps(rows, indent=1))
    Path(f"{results}-instructions.md").write_text(text_of(rows))


def text_of(rows):
    lines = ["| app | instructions | loads | stores | shuffles | best peer | memory, ms | arithmetic, ms | time, ms | time / larger of both |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        cells = [f"{_figure(r['ours'], kind)} / {_figure(r.get('peer'), kind)}" for kind in KINDS]
        memory, arithmetic = r["roof"]["memory"], r["roof"]["arithmetic"]
        peer = f"{r['best'].removeprefix('halide ')}, {r['best_milliseconds']:.3g} ms" if r["best"] else "–"
        lines.append(f"| {r['app']} | {' | '.join(cells)} | {peer} | {memory:.2g} | {arithmetic:.2g} | {r['milliseconds']:.3g} | "
                     f"{r['milliseconds'] / max(memory, arithmetic):.2g} |")
    return "\n".join(lines) + "\n"


def _figure(counts, kind):
    return f"{counts.get(kind, 0):.3g}" if counts else "–"


if __name__ == "__main__":
    main(sys.argv[1:])
