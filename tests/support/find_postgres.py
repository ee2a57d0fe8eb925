"""Finds the PostgreSQL server that the hall's tests start, or brings one: `python tests/support/find_postgres.py`.

`Server` starts it in a folder of its own, on a Unix socket that nobody else reaches, and stops it again. The server
refuses to run as root, so that root starts it as another user.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import psycopg
from find_browser import root_prefix

DEBIAN_FOLDERS = "/usr/lib/postgresql"
USERS = ("postgres", "nobody")
"""Who runs the server in place of root."""
SUPERUSER = "muggins"
NOT_FOUND = (
    "make test keeps records in a real PostgreSQL, and none was found, nor could apt install one: install PostgreSQL "
    "so that its commands initdb and pg_ctl are on your PATH, and run it again."
)


def find_folder() -> Path | None:
    """The folder with the server's commands: the newest of Debian's, or that of the PATH."""
    versions = Path(DEBIAN_FOLDERS).glob("*/bin/pg_ctl")
    newest = sorted(versions, key=lambda path: int(re.sub(r"\D", "", path.parts[-3]) or 0))
    if newest:
        return newest[-1].parent
    command = shutil.which("pg_ctl")
    folder = Path(command).resolve().parent if command else None
    return folder if folder and (folder / "initdb").exists() else None


def install_with_apt(package: str = "postgresql") -> bool:
    """Whether apt could install a server; False as well on machines without apt or the right to use it."""
    prefix = root_prefix()
    if not shutil.which("apt-get") or prefix is None:
        return False
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    subprocess.run([*apt, "update"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    command = [*apt, "install", "-y", "--no-install-recommends", package]
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode == 0


class Server:
    """A PostgreSQL server with a cluster of its own. `start` and `close` it; in between it can be killed."""

    def __init__(self) -> None:
        found = find_folder()
        if found is None:
            raise RuntimeError(NOT_FOUND)
        self._commands = found
        self._folder = Path(tempfile.mkdtemp(prefix="muggins-pg-"))
        self._as: dict[str, object] = {}
        self._databases = 0
        self._server: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            import pwd

            user = next(pwd.getpwnam(name) for name in USERS if name in {each.pw_name for each in pwd.getpwall()})
            os.chown(self._folder, user.pw_uid, user.pw_gid)
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        options = ("--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C", f"--username={SUPERUSER}")
        self._run("initdb", *options, "-D", str(self._data))

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def start(self) -> None:
        """Start the server; when this returns, it answers."""
        # What reaches the disk outlives a cut of the power; what reaches the system outlives a kill, which is tested.
        settings = ("listen_addresses=", f"unix_socket_directories={self._folder}", "shared_buffers=16MB", "fsync=off")
        command = [str(self._commands / "postgres"), "-D", str(self._data), *(f"--{setting}" for setting in settings)]
        with (self._folder / "log").open("a") as log:
            self._server = subprocess.Popen(
                command,
                **self._as,  # type: ignore[call-overload]
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        while not self._answers():
            if self._server.poll() is not None:
                raise RuntimeError((self._folder / "log").read_text())
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def kill(self) -> None:
        """End the server as a power cut does, with all its processes: one that is left alone may still answer."""
        server = psutil.Process(self._server.pid)
        server.suspend()  # so that it starts no further process
        processes = server.children()
        for process in [server, *processes]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self._server.wait()
        while any(_lives(process) for process in processes):
            time.sleep(0.01)

    def close(self) -> None:
        """Stop the server and delete its cluster."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)  # an immediate shutdown
            self._server.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_database(self) -> str:
        """The address of a new, empty database."""
        self._databases += 1
        name = f"hall{self._databases}"
        self._create(name)
        return self.address(name)

    def address(self, database: str) -> str:
        """The address of a database of this server."""
        return f"postgresql://{SUPERUSER}@/{database}?host={self._folder}"

    def copy(self, database: str, into: str) -> None:
        """Back a database up with pg_dump, and restore it as another with pg_restore."""
        backup = str(self._folder / "backup")
        where = ("-h", str(self._folder), "-U", SUPERUSER)
        self._run("pg_dump", *where, "--format=custom", "--file", backup, database)
        self._create(into)
        self._run("pg_restore", *where, "--dbname", into, backup)

    def _create(self, database: str) -> None:
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"create database {database}")  # type: ignore[arg-type]

    def _run(self, command: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._commands / command), *arguments],
            **self._as,  # type: ignore[call-overload]
            cwd=self._folder,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _lives(process: psutil.Process) -> bool:
    """Whether a process goes on: one that has ended may be a zombie until somebody asks how."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


if __name__ == "__main__":
    if find_folder() is None:
        print("No PostgreSQL was found; installing it, once ...", flush=True)
        if not install_with_apt() or find_folder() is None:
            sys.exit(NOT_FOUND)
