"""Finds the MQTT broker that the tests start, or brings one: `python tests/support/find_mosquitto.py`."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from find_postgres import install_with_apt
from serving import free_port

NOT_FOUND = (
    "make test tells a real MQTT broker what happens, and none was found, nor could apt install one: install Mosquitto "
    "so that its command mosquitto is on your PATH, and run it again."
)


def find_command():
    # Debian keeps it where only root's PATH leads.
    return shutil.which("mosquitto", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin")))


class Mosquitto:
    """A broker on a port of its own. `start` and `stop` it as often as wanted: it keeps what it has to pass on."""

    def __init__(self, lets_in="true"):
        self._command = find_command()
        if self._command is None:
            raise RuntimeError(NOT_FOUND)
        self.port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="muggins-mqtt-"))
        settings = {
            "listener": f"{self.port} 127.0.0.1",
            "allow_anonymous": lets_in,
            "persistence": "true",
            "persistence_location": f"{self._folder}/",
            "max_queued_messages": "0",
        }
        if os.geteuid() == 0:
            settings["user"] = "root"
        (self._folder / "conf").write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
        self._server = None

    @property
    def address(self):
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self):
        """When this returns, it answers."""
        with (self._folder / "log").open("a") as log:
            command = [self._command, "-c", str(self._folder / "conf")]
            self._server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if self._server.poll() is not None:
                    raise RuntimeError((self._folder / "log").read_text()) from None
                time.sleep(0.02)

    def hang(self):
        """It takes what comes and answers nothing, until it goes `on`."""
        self._server.send_signal(signal.SIGSTOP)

    def go_on(self):
        self._server.send_signal(signal.SIGCONT)

    def stop(self):
        if self._server is not None:
            self.go_on()
            self._server.terminate()
            self._server.wait()
            self._server = None

    def close(self):
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


if __name__ == "__main__":
    if find_command() is None:
        print("No Mosquitto was found; installing it, once ...", flush=True)
        if not install_with_apt("mosquitto") or find_command() is None:
            sys.exit(NOT_FOUND)
