"""Writes what was measured: a table for the terminal, and latest.json, latest.md and latest.svg."""
import dataclasses
import json
import os
from pathlib import Path

from . import chart, plan, table
from .options import AUTOSCHEDULERS


def text(rows, options, about):
    return "\n\n".join([table.plain(table.lines_of(rows, plan.columns_of(options))), *_remarks(rows, options, about)])


def write(rows, options, about):
    stem = Path(options.results)
    stem.parent.mkdir(parents=True, exist_ok=True)
    columns = plan.columns_of(options)
    about = {**about, "load_after": round(os.getloadavg()[0], 2)}
    _replace(f"{stem}.json", json.dumps({"about": about, "options": _settings(options), "columns": columns,
                                         "rows": [_plain_row(row) for row in rows]}, indent=1) + "\n")
    _replace(f"{stem}.md", "\n\n".join(["# Benchmark", table.markdown(table.lines_of(rows, columns)),
                                        "## Scheduling and compiling", table.markdown(_cost_lines(rows, columns)),
                                        *_remarks(rows, options, about)]) + "\n")
    _replace(f"{stem}.svg", chart.svg(rows, columns))


def _replace(path, content):
    """A run that is stopped leaves the files of the row before, not half a file."""
    Path(f"{path}.new").write_text(content)
    os.replace(f"{path}.new", path)


def _plain_row(row):
    return {**dataclasses.asdict(row), "figures": {
        column: {**dataclasses.asdict(figure), "megapixels_per_second": row.speed(column)}
        for column, figure in row.figures.items()}}


def _settings(options):
    return {key: getattr(options, key) for key in ("apps", "threads", "peers", "schedules", "autoschedulers", "quick",
                                                   "rounds", "row_seconds", "limit")}


def _cost_lines(rows, columns):
    """Seconds for scheduling + compiling, and scratch memory, of what comes from a compiler."""
    return [["app", "threads", *columns]] + [
        [row.app, str(row.threads), *(_cost(row.facts.get(column)) for column in columns)] for row in rows]


def _cost(facts):
    if not facts:
        return "–"
    parts = []
    if "schedule_seconds" in facts:
        parts.append(f"{facts['schedule_seconds']:.2f} + {facts['compile_seconds']:.1f} s")
    if facts.get("scratch_bytes") is not None:
        parts.append(f"{facts['scratch_bytes'] / 2**20:.0f} MiB")
    return ", ".join(parts) or "–"


def _remarks(rows, options, about):
    yield table.LEGEND.format(first=options.schedules[0])
    clocks = sorted({f"{row.clock} with {table.threads_text(row.threads)}" for row in rows})
    yield f"Clock: {'; '.join(clocks)}. Spread and medians are in {options.results}.json."
    if rows:
        yield (f"Load while timing: {min(row.load for row in rows):.1f} to {max(row.load for row in rows):.1f}; above the "
               "number of threads by more than a half, only CPU times mean much.")
    yield ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in about.items() if value is not None) + "."
    left_out = [s for s in AUTOSCHEDULERS if s not in options.autoschedulers]
    if left_out and "halide" in options.peers:
        yield f"Left out: Halide's {' and '.join(left_out)}; './dev bench' without --quick and --autoschedulers has them."
    if options.unavailable:
        yield f"Left out: {' and '.join(options.unavailable)}, which cannot be installed here."
    problems = list(table.notes(rows))
    if problems:
        yield "Without a figure:\n" + "\n".join(f"- {line}" for line in problems)
