"""Statistics of times. A figure exists only for a contestant whose result was checked."""
import math
from dataclasses import dataclass


class Unchecked(Exception):
    """Somebody wanted a figure for a result that nobody checked."""


@dataclass(frozen=True)
class Verdict:
    """What the comparison with the reference said."""
    passed: bool
    apart: int     # values outside of the tolerance
    count: int     # values compared
    reason: str = ""

    def __str__(self):
        if self.passed:
            return "checked"
        return self.reason or f"wrong: {self.apart} of {self.count} values are off"


@dataclass(frozen=True)
class Figure:
    """The times of one contestant in one row of the table."""
    minimum: float   # milliseconds
    median: float
    spread: float    # distance of the quartiles, as a share of the median
    runs: int


def figure_of(verdict, milliseconds):
    if verdict is None or not verdict.passed:
        raise Unchecked("a figure needs a result that was checked and found right")
    if not milliseconds:
        raise ValueError("a figure needs at least one time")
    middle = quantile(milliseconds, 0.5)
    spread = (quantile(milliseconds, 0.75) - quantile(milliseconds, 0.25)) / middle if middle > 0 else 0.0
    return Figure(min(milliseconds), middle, spread, len(milliseconds))


def quantile(values, share):
    """Linear between the two nearest values."""
    ordered = sorted(values)
    position = share * (len(ordered) - 1)
    below = math.floor(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (position - below) * (ordered[above] - ordered[below])


def geometric_mean(values):
    values = list(values)
    if not values:
        return None
    return math.exp(sum(map(math.log, values)) / len(values))
