"""What the numbers were measured on: processor, caches, versions, load."""
import datetime
import os
import platform
import re
import shutil
import subprocess
from pathlib import Path


def compiler():
    """The one that 'pantile run' takes, for everything that is built from C."""
    return next(filter(shutil.which, ("clang-19", "clang", "gcc", "cc")), "cc")


def clang_version():
    """0 where the compiler is another one, or the processor not an x86."""
    version = re.search(r"clang version (\d+)", _first_line([compiler(), "--version"]))
    return int(version[1]) if version and platform.machine() == "x86_64" else 0


def last_level_cache_bytes():
    sizes = [_cache_bytes(file) for file in Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size")]
    return max(sizes, default=16 << 20)


def _cache_bytes(file):
    number, unit = re.match(r"(\d+)([KMG]?)", file.read_text()).groups()
    return int(number) << {"": 0, "K": 10, "M": 20, "G": 30}[unit]


def describe(options, environment):
    """A dictionary of plain values. Neither the machine's name nor its address is among them."""
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": describe_processor(), "processors": os.cpu_count(), "last_level_cache": last_level_cache_bytes(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "load_before": round(os.getloadavg()[0], 2), "system": platform.system(),
        "pantile": _first_line([options.pantile, "--version"]), "commit": _commit(),
        "compiler": _first_line([compiler(), "--version"]), "python": platform.python_version(),
        **{package: environment.version(package) for package in ("halide", "opencv-python-headless")},
    }


def describe_processor():
    names = re.findall(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    return names[0] if names else platform.machine()


def _commit():
    return _first_line(["git", "describe", "--always", "--dirty"])


def _first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return "?"
    return (done.stdout.splitlines() or ["?"])[0]
