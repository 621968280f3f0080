"""Interleaved runs: a disturbance meets all contestants alike."""
import time

from .figures import Unchecked, figure_of

FEWEST_ROUNDS = 3
FAR_BEHIND = 10   # so many times slower than the fastest: few runs are enough
LONG_RUN = 500.0  # milliseconds; of such a run even one is
PAUSE = 0.003     # seconds in which the threads of the one before go to sleep; see quiet_threads


def quiet_threads(environ):
    """Workers of OpenMP wait 200 ms for more work, busily, which would be at the cost of whoever runs next. One
    millisecond still spans the gaps between the loops of one pipeline."""
    environ.setdefault("KMP_BLOCKTIME", "1")


def choose_clock(contestants, threads):
    """(name, function). The processor time of one thread is what a busy machine disturbs least; it counts all the
    work only where every contestant does it in the calling thread."""
    if threads == 1 and all(c.in_caller for c in contestants):
        return "processor time", time.thread_time
    return "wall clock", time.perf_counter


def race(contestants, threads, rounds, seconds, clock):
    """{name: Figure}. At least a few rounds, at most 'rounds', about 'seconds' altogether."""
    for c in contestants:
        if c.verdict is None or not c.verdict.passed:
            raise Unchecked(f"'{c.name}' was not checked, or is wrong: it is not timed.")
    times = {c.name: [] for c in contestants}
    begin = time.perf_counter()
    for number in range(rounds):
        if number >= FEWEST_ROUNDS and time.perf_counter() - begin > seconds:
            break
        for c in contestants:
            if not _is_far_behind(times, c.name):
                times[c.name].append(_time_once(c, threads, clock))
    return {c.name: figure_of(c.verdict, times[c.name]) for c in contestants}


def _time_once(contestant, threads, clock):
    if threads > 1:
        time.sleep(PAUSE)
    begin = clock()
    contestant.run(threads)
    return (clock() - begin) * 1e3


def _is_far_behind(times, name):
    own = times[name]
    if not own or min(own) <= FAR_BEHIND * min(min(t) for t in times.values() if t):
        return False
    return len(own) >= FEWEST_ROUNDS or min(own) > LONG_RUN
