"""The private environment of the peers: build/bench/venv with the packages of Halide, OpenCV and numpy."""
import importlib.metadata
import site
import subprocess
import sys
import sysconfig
from pathlib import Path

PACKAGES = {
    "halide": {"halide": "21.0.0", "numpy": "2.2.6"},
    "opencv": {"opencv-python-headless": "4.12.0.88", "numpy": "2.2.6"},
}


class Environment:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.python = self.folder / "bin" / "python"

    def prepare(self, peers, say):
        """The peers that can run; says which cannot."""
        return tuple(peer for peer in peers if self._prepare_one(peer, say))

    def _prepare_one(self, peer, say):
        missing = [f"{name}=={version}" for name, version in PACKAGES[peer].items() if self.version(name) != version]
        if missing:
            say(f"installing {' '.join(missing)}")
            if not self._install(missing):
                say(f"'{peer}' is left out: {' '.join(missing)} cannot be installed")
                return False
        # The packages of the environment become importable here: both run the same interpreter.
        site.addsitedir(str(self._packages()))
        return True

    def version(self, package):
        found = importlib.metadata.distributions(name=package, path=[str(self._packages())])
        return next((d.version for d in found), None)

    def package(self, name):
        """The folder of an installed package."""
        return (self._packages() / name).resolve()

    def _install(self, requirements):
        if not self.python.exists() and not _quiet([sys.executable, "-m", "venv", self.folder]):
            return False
        return _quiet([self.python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-input",
                       *requirements])

    def _packages(self):
        return Path(sysconfig.get_path("purelib", "venv", vars={"base": self.folder, "platbase": self.folder}))


def _quiet(command):
    # What pip says names servers, which are nobody's business in a log.
    return subprocess.run([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          stdin=subprocess.DEVNULL, check=False).returncode == 0
