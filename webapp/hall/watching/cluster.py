"""Workers as actors of a Ray cluster: Ray places them on machines and tells of their end."""

from __future__ import annotations

import ipaddress
import logging
import os
import queue
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from muggins.texts import lazy_gettext
from muggins.texts.installing import extra_command

from .messages import Answer, Command, Ready
from .worker import MakeReader, PooledReader, answers

MESSAGES = "messages"
"""The concurrency group of an actor that takes messages, while another thread of it works."""
TOKEN_PATH = "RAY_AUTH_TOKEN_PATH"
"""The variable that names Ray's token to all its programs."""
STORE_BYTES = 100 * 2**20
"""Ray's shared memory. A picture has 150 kB and a state 20 kB, so the least that Ray accepts is plenty."""


class WatchingActor:
    """A worker in a process of Ray."""

    def __init__(self, make: MakeReader) -> None:
        self._make = make
        self._messages: queue.SimpleQueue[Command] = queue.SimpleQueue()

    def tell(self, message: Command) -> None:
        """Takes a message; they come in order."""
        self._messages.put(message)

    def answers(self) -> Iterator[Ready | Answer]:
        """Works for ever."""
        yield from answers(self._messages.get, lambda: not self._messages.empty(), self._make)


class ActorLink:
    """The `Link` to a worker that is an actor with a core of its own, on whichever machine Ray chooses."""

    def __init__(self, make: MakeReader = PooledReader) -> None:
        import ray

        self._is_closed = False
        remote: Any = ray.remote
        actor = remote(concurrency_groups={MESSAGES: 1})(WatchingActor)
        self._actor = actor.options(num_cpus=1, scheduling_strategy="SPREAD").remote(make)
        self._tell = self._actor.tell.options(concurrency_group=MESSAGES)
        self._answers = self._actor.answers.options(num_returns="streaming").remote()

    def send(self, message: Command) -> None:
        """Of an actor that is gone the answers tell."""
        self._tell.remote(message)

    def answers(self) -> Iterator[Ready | Answer]:
        import ray
        from ray.exceptions import RayError

        try:
            for answer in self._answers:
                yield ray.get(answer)
        except RayError as error:
            if not self._is_closed:
                logging.getLogger(__name__).warning("%s", error)

    def close(self) -> None:
        import ray

        self._is_closed = True
        ray.kill(self._actor)


def start(token_file: Path, number: int | None, address: str = "127.0.0.1", cluster: str | None = None) -> int:
    """Starts Ray for `number` workers on this machine at a private `address`, or joins the `cluster` at HOST:PORT.

    Returns how many workers there are to be: `number`, or else one a core. Every machine of a cluster has the same
    `token_file`; where there is none, it is made, for its owner alone. Of a cluster the file that RAY_AUTH_TOKEN_PATH
    names goes before it. Raises ValueError where `address` is not private, where Ray is not installed or cannot start.
    """
    named = os.environ.get(TOKEN_PATH) if cluster else None
    prepare_environment(Path(named) if named else token_file, is_loopback=_check_private(address))
    try:
        import ray
    except ImportError:
        command = extra_command("cluster")
        raise ValueError(lazy_gettext("Reading on several machines needs Ray: %(command)s", command=command)) from None
    quiet: dict[str, Any] = {"include_dashboard": False, "log_to_driver": False}
    here = {"_node_ip_address": address, "num_cpus": number, "object_store_memory": STORE_BYTES, **quiet}
    try:
        ray.init(address=cluster, log_to_driver=False) if cluster else ray.init(address="local", **here)
        resources: Any = ray.cluster_resources
        return number or max(1, int(resources().get("CPU", 1)))
    except Exception as error:  # so Ray says that its processes were not there within 30 s
        ray.shutdown()
        raise ValueError(lazy_gettext("Ray cannot start the readers: %(why)s", why=str(error))) from error


def stop() -> None:
    """Leaves Ray, and ends it where it was started here."""
    import ray

    ray.shutdown()


def prepare_environment(token_file: Path, is_loopback: bool) -> None:
    """Turns token authentication on and usage reports off, for Ray and all processes that it starts.

    Whoever reaches Ray's ports runs code of their own, and authentication is off by default. With `is_loopback`
    ports are this machine's own; otherwise Ray 2.60 listens on every address of the machine, and the token alone keeps
    others out: a firewall should too.
    """
    if not token_file.exists():
        token_file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(token_file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
    os.environ["RAY_AUTH_MODE"] = "token"
    os.environ[TOKEN_PATH] = str(token_file.resolve())
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # Ray takes 127.0.0.1 for the machine's address in its network, unless clusters are off, as by default on Windows.
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0" if is_loopback else "1"


def _check_private(address: str) -> bool:
    """Whether the address is this machine's own; ValueError where it is not even private."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        parsed = ipaddress.ip_address("0.0.0.0")
    if not parsed.is_private or parsed.is_unspecified:
        raise ValueError(
            lazy_gettext(
                "%(address)s: expected a private address of this machine, for example 192.168.1.20; whoever reaches "
                "the readers' ports can run programs here.",
                address=address,
            )
        )
    return parsed.is_loopback
