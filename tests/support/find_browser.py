"""Finds a browser that the dashboard's tests can drive, or brings one: `python tests/support/find_browser.py`.

A browser that the machine already has comes first. Where none starts, apt installs Chromium if it may, and playwright
downloads its own otherwise.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

from playwright.sync_api import Browser, BrowserType, Error, sync_playwright

COMMANDS = (
    "chromium-headless-shell",  # Chromium without what a window needs: the tests take a third of the CPU time in it.
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
FLAGS = ("--no-sandbox", "--disable-gpu")
APT_BROWSERS = ("chromium-headless-shell", "chromium")
"""The packages that bring a browser, the lighter one first. Not every release of Debian and Ubuntu has it."""
APT_FONT = "fonts-dejavu-core"
"""The pages need a font: a machine with nothing but Python has none, and Chromium brings none."""
START_MILLISECONDS = 60_000

NOT_FOUND = (
    "make test looks at the dashboard in a browser, and none was found, nor could apt or playwright install one: "
    "install Chromium, Google Chrome or Microsoft Edge so that its command is on your PATH, and run it again."
)


def candidates() -> Iterator[str | None]:
    """The commands of browsers on this machine, then None: the browser that playwright brings."""
    yield from filter(None, map(shutil.which, COMMANDS))
    yield None


def launch_browser(chromium: BrowserType, *flags: str) -> Browser:
    """The first browser that starts. Raises playwright's `Error` where none does.

    A command alone does not prove that there is a browser: Ubuntu's `chromium-browser` only asks for a snap.
    """
    for command in candidates():
        try:
            return chromium.launch(executable_path=command, args=[*FLAGS, *flags], timeout=START_MILLISECONDS)
        except Error:
            if command is None:
                raise
    raise AssertionError("candidates() ends with None")


def browser_starts() -> bool:
    """Whether one of the candidates opens."""
    with sync_playwright() as playwright:
        try:
            launch_browser(playwright.chromium).close()
        except Error:
            return False
    return True


def root_prefix() -> list[str] | None:
    """What turns a command into root's: nothing for root, sudo where it asks for no password, else None."""
    if os.name == "posix" and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and _succeeds(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    return None


def install_with_apt() -> bool:
    """Whether apt could install Chromium and a font; False as well on machines without apt or the right to use it."""
    prefix = root_prefix()
    if not shutil.which("apt-get") or prefix is None:
        return False
    # `env` because sudo drops the variable.
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    _succeeds([*apt, "update"])  # One dead source fails the whole update; the package may come from another.
    install = [*apt, "install", "-y", "--no-install-recommends", APT_FONT]
    return any(_succeeds([*install, package]) for package in APT_BROWSERS)


def install_with_playwright() -> bool:
    """Whether playwright could download its own Chromium."""
    return _succeeds([sys.executable, "-m", "playwright", "install", "chromium"])


def bring_browser(
    starts: Callable[[], bool] = browser_starts,
    installers: tuple[Callable[[], bool], ...] = (install_with_apt, install_with_playwright),
) -> bool:
    """Whether a browser starts, installed by the first installer that helps where there was none."""
    if starts():
        return True
    print("No browser was found; installing Chromium, once ...", flush=True)
    return any(install() and starts() for install in installers)


def _succeeds(command: list[str]) -> bool:
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    if not bring_browser():
        sys.exit(NOT_FOUND)
