"""How much memory a run takes besides its images."""
import ctypes
import os
import re
import signal
from pathlib import Path

PATIENCE = 60  # seconds


def scratch_bytes(run):
    """Runs in a child, whose high-water mark tells; None where the child fails."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        _measure(run, writer)
    os.close(writer)
    with os.fdopen(reader) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return int(text) if text else None


def _measure(run, writer):
    status = 1
    try:
        signal.alarm(PATIENCE)
        _forget_past()
        before = _kibibytes("VmRSS")
        run()
        os.write(writer, str(max(0, _kibibytes("VmHWM") - before) * 1024).encode())
        status = 0
    finally:
        os._exit(status)


def _forget_past():
    """What earlier runs freed but malloc kept would count as nothing when it is used again; the mark starts anew."""
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")


def _kibibytes(key):
    return int(re.search(rf"{key}:\s+(\d+)", Path("/proc/self/status").read_text())[1])
