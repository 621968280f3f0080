"""The rows of the benchmark as text: milliseconds, and how many times longer than ours each contestant takes."""
from dataclasses import dataclass

from .figures import geometric_mean

LEGEND = ("Each cell: minimum time in ms and, in brackets, the run time relative to '{first}'. Above 1: '{first}' is faster. "
          "A dash: not the same operation, or not written yet.")


@dataclass(frozen=True)
class Row:
    app: str
    threads: int
    megapixels: float
    clock: str
    figures: dict    # {column: Figure}; only of what was checked
    verdicts: dict   # {column: text}
    facts: dict      # {column: {seconds, bytes}}
    load: float = 0.0   # of the machine, ours included

    def ratio(self, column, first):
        """How many times longer the column takes than the first; None without two figures."""
        if column not in self.figures or first not in self.figures:
            return None
        return self.figures[column].minimum / self.figures[first].minimum

    def speed(self, column):
        """Megapixels of output in a second."""
        return self.megapixels / (self.figures[column].minimum / 1e3)


def heading(columns):
    return ["app", "threads", f"{columns[0]} (Mpixel/s)", *columns[1:]]


def cells(row, columns):
    first = columns[0]
    return [row.app, str(row.threads), _first_cell(row, first), *(_cell(row, column, first) for column in columns[1:])]


def _first_cell(row, column):
    if column not in row.figures:
        return _missing(row, column)
    speed = row.speed(column)
    return f"{_milliseconds(row.figures[column].minimum)} ({speed:.{0 if speed >= 10 else 1}f})"


def _cell(row, column, first):
    if column not in row.figures:
        return _missing(row, column)
    ratio = row.ratio(column, first)
    return _milliseconds(row.figures[column].minimum) + (f" ({ratio:.2f})" if ratio is not None else "")


def _missing(row, column):
    """Why there is no figure, in a word; the notes below the table say more."""
    verdict = row.verdicts.get(column)
    if verdict is None:
        return "–"
    return "wrong" if verdict.startswith("wrong") else "too slow" if "given up" in verdict else "failed"


def _milliseconds(value):
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 1000 else f"{value:.0f}"


def mean_lines(rows, columns):
    """Geometric means of the ratios for each number of threads, each over the apps that the contestant has."""
    for threads in sorted({row.threads for row in rows}):
        means = []
        for column in columns[1:]:
            ratios = [row.ratio(column, columns[0]) for row in rows if row.threads == threads]
            ratios = [ratio for ratio in ratios if ratio is not None]
            mean = geometric_mean(ratios)
            means.append("–" if mean is None else f"{mean:.2f} of {len(ratios)}")
        yield ["geometric mean", str(threads), "1.00", *means]


def threads_text(count):
    return "1 thread" if count == 1 else f"{count} threads"


def notes(rows):
    """What has no figure, and why."""
    for row in rows:
        for column, verdict in row.verdicts.items():
            if column not in row.figures:
                yield f"{row.app}, {threads_text(row.threads)}, {column}: {verdict}"


def lines_of(rows, columns):
    return [heading(columns)] + [cells(row, columns) for row in rows] + list(mean_lines(rows, columns))


def plain(lines):
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    aligned = ["  ".join([line[0].ljust(widths[0])] + [cell.rjust(w) for cell, w in zip(line[1:], widths[1:])])
               for line in lines]
    return "\n".join([aligned[0], "-" * len(aligned[0]), *aligned[1:]])


def markdown(lines):
    rule = ["---"] + ["--:"] * (len(lines[0]) - 1)
    return "\n".join("| " + " | ".join(line) + " |" for line in [lines[0], rule, *lines[1:]])
