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
    environment, cache = Environment(WORK / "venv"), Cache(WORK / "cache")
    environment.prepare(("halide",), progress.say)
    timed = json.loads(Path(f"{options.results}.json").read_text())
    peer = plan.Peer(environment, options.limit)
    steps, roof = build_steps(cache), Roof(options.pantile)
    rows = []
    for name in options.apps:
        row = next((r for r in timed["rows"] if r["app"] == name and r["threads"] == 1), None)
        if row:
            measured = measure(APPS[name], row, options, peer, cache, steps, progress.say)
            if "ours" in measured:
                rows.append({**measured, "roof": roof.of(APPS[name], measured["ours"])})
                write(rows, options.results)
    progress.end()
    print(Path(f"{options.results}-instructions.md").read_text())


def build_steps(cache):
    source = ours.ROOT / "bench/race/steps.c"

    def make(stem):
        return {"seconds": run_logged([machine.compiler(), "-O2", "-shared", "-fPIC", source, "-o",
                                     f"{stem}.so"], f"{stem}.log")}
    return cache.library("steps", {"source": source.read_text()}, make)[0]


def measure(app, row, options, peer, cache, steps, say):
    times = {column: figure["minimum"] for column, figure in row["figures"].items()}
    best = min((c for c in times if c.startswith("halide ")), key=times.get, default=None)
    out = {"app": app.name, "milliseconds": times[options.schedules[0]]}
    for job in plan.jobs_of(app, options, peer, cache):
        which = {options.schedules[0]: "ours", best: "peer"}.get(job.column)
        if not which:
            continue
        try:
            library, _ = job.build()
        except BuildFailed as error:
            say(f"{app.name}, {job.column}: {error}")
            continue
        say(f"{app.name}: counting {job.column}")
        try:
            out[which] = count(app, library, steps)
        except subprocess.CalledProcessError as error:
            say(f"{app.name}, {job.column}: {error.stderr.strip().splitlines()[-1]}")
    out["best"], out["best_milliseconds"] = best, times.get(best)
    return out


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
        self._bandwidth = max(images["copy"], images["stream"]) * 2 if images else about["memory"]["bandwidth"]

    def of(self, app, counts):
        """{'memory', 'arithmetic'}: milliseconds."""
        moved = sum(i.shape.bytes() for i in app.inputs) + app.output.bytes()
        halves = counts.get("arithmetic", 0) + counts.get("wide", 0)
        return {"memory": moved / self._bandwidth / 1e6, "arithmetic": halves / 2 * self._cycle * app.megapixels()}


def write(rows, results):
    Path(f"{results}-instructions.json").write_text(json.dumps(rows, indent=1))
    lines = ["| app | instructions | loads | stores | shuffles | best peer | memory, ms | arithmetic, ms | time, ms | time / larger of both |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        cells = [" / ".join(f"{r[who].get(kind, 0):.3g}" for who in ("ours", "peer") if who in r) for kind in KINDS]
        memory, arithmetic = r["roof"]["memory"], r["roof"]["arithmetic"]
        peer = f"{r['best'].removeprefix('halide ')}, {r['best_milliseconds']:.3g} ms" if r["best"] else "–"
        lines.append(f"| {r['app']} | {' | '.join(cells)} | {peer} | {memory:.2g} | {arithmetic:.2g} | {r['milliseconds']:.3g} | "
                     f"{r['milliseconds'] / max(memory, arithmetic):.2g} |")
    Path(f"{results}-instructions.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
