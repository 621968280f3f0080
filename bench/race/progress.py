"""One line that changes on a terminal; elsewhere a line for each event."""
import sys
import time


class Progress:
    def __init__(self, stream=sys.stderr):
        self._stream, self._live, self._begin = stream, stream.isatty(), time.perf_counter()

    def say(self, text):
        minutes, seconds = divmod(int(time.perf_counter() - self._begin), 60)
        line = f"[{minutes}:{seconds:02}] {text}"
        self._stream.write(f"\r\033[K{line[:118]}" if self._live else line + "\n")
        self._stream.flush()

    def end(self):
        if self._live:
            self._stream.write("\r\033[K")
