"""Schedules by hand for pyramids."""
from .pieces import lanes, x, y

SMALL = 64   # rows; below that a thread is not worth waking


def level(stage, rows, inner=()):
    """A whole level, rows in parallel; 'inner' stages are computed for each of its rows."""
    stage.compute_root().vectorize(x, lanes())
    others = [v for v in stage.args() if v.name() not in ("x", "y")]
    stage.reorder(x, *others, y)
    if rows >= SMALL:
        stage.parallel(y, 8)
    for part in inner:
        part.compute_at(stage, y).vectorize(x, lanes())
