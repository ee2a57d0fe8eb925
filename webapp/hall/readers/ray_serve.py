"""Readers in several processes or on several machines, through Ray Serve."""

from __future__ import annotations

import ipaddress
import logging
import os
import secrets
import time
from pathlib import Path
from typing import Any

from muggins.texts import lazy_gettext
from muggins.texts.installing import extra_command
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.types import HoldsImage, Image, TableState

from .pool import BUSY, CLOSED, ReaderLostError
from .remote import RemoteReader, jpeg_of, state_in

APPLICATION = "muggins-readers"
REPLICAS = 2
"""Readers unless others are asked for. With one alone, requests fail from its death until Ray's next health check."""
TOKEN_PATH = "RAY_AUTH_TOKEN_PATH"
"""The variable that names Ray's token to all its programs."""
STORE_BYTES = 100 * 2**20
"""Ray's shared memory. A picture has 150 kB and a state 20 kB, so the least that Ray accepts is plenty."""


class RayReaders:
    """A pool of replicas of RemoteReader, one core each."""

    def __init__(self, handle: Any, address: str) -> None:
        """`handle` is that of the deployment, in the Ray at HOST:PORT."""
        self.address = address
        """What `connect` takes in another process of this machine."""
        self._handle = handle
        self._is_closed = False

    def read(self, picture: Image | HoldsImage, deadline: float, set: int = 6) -> TableState:
        """See `Readers.read`. Raises VersionError where the reader is of another version."""
        from ray.exceptions import RayError

        left = deadline - time.monotonic()
        if self._is_closed or left <= 0:
            raise UnreadError(CLOSED if self._is_closed else BUSY)
        try:
            response = self._handle.read.remote(jpeg_of(picture), set)
            answer = response.result(timeout_s=left)
        except TimeoutError:
            response.cancel()
            raise UnreadError(BUSY) from None
        except RayError as error:
            raise ReaderLostError(str(error)) from error
        return state_in(answer)

    def close(self) -> None:
        """Ends the readers, and Ray where it was started here."""
        import ray
        from ray import serve

        self._is_closed = True
        serve.shutdown()  # type: ignore[no-untyped-call]
        ray.shutdown()


def start(
    token_file: Path, replicas: int = REPLICAS, address: str = "127.0.0.1", cluster: str | None = None
) -> RayReaders:
    """Starts readers: on this machine at a private `address`, or on all machines of the `cluster` at HOST:PORT.

    Every machine of a cluster has the same `token_file`; where there is none, it is made, for its owner alone. Of a
    cluster the file that RAY_AUTH_TOKEN_PATH names goes before it. Raises ValueError where `address` is not private,
    where `replicas` is below 1, where Ray is not installed or cannot start.
    """
    if replicas < 1:
        raise ValueError(lazy_gettext("readers: expected at least one, got %(number)s", number=replicas))
    named = os.environ.get(TOKEN_PATH) if cluster else None
    prepare_environment(Path(named) if named else token_file, is_loopback=_check_private(address))
    try:
        import ray
        from ray import serve
    except ImportError:
        command = extra_command("hall")
        raise ValueError(lazy_gettext("Reading in several processes needs Ray: %(command)s", command=command)) from None
    quiet: dict[str, Any] = {"include_dashboard": False, "log_to_driver": False}
    here = {"_node_ip_address": address, "num_cpus": replicas, "object_store_memory": STORE_BYTES, **quiet}
    try:
        ray.init(address=cluster, log_to_driver=False) if cluster else ray.init(address="local", **here)
        # Tables ask through a handle: no HTTP port is opened.
        serve.start(proxy_location="Disabled", logging_config={"log_level": "WARNING"})
        deployment: Any = serve.deployment(
            RemoteReader,
            name=APPLICATION,
            num_replicas=replicas,
            max_ongoing_requests=1,
            ray_actor_options={"num_cpus": 1},
        )
        handle = serve.run(deployment.bind(), name=APPLICATION, route_prefix=None)
        return RayReaders(handle, ray.get_runtime_context().gcs_address)
    except Exception as error:  # so Ray says that its processes were not there within 30 s
        ray.shutdown()
        raise ValueError(lazy_gettext("Ray cannot start the readers: %(why)s", why=str(error))) from error


def connect(address: str) -> RayReaders:
    """The readers that another process has started, given their `address`. That process passes on its environment.

    It costs this one 60 MB and two seconds. Raises ValueError where they are not there.
    """
    import ray
    from ray import serve
    from ray.serve.exceptions import RayServeException

    # What Ray says of each process that joins it is nothing for those who read what the hall says.
    logging.getLogger("ray.serve").setLevel(logging.ERROR)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.WARNING)
        return RayReaders(serve.get_app_handle(APPLICATION), address)
    except (ConnectionError, RuntimeError, ValueError, RayServeException) as error:
        ray.shutdown()
        raise ValueError(lazy_gettext("The readers cannot be reached through Ray: %(why)s", why=str(error))) from error


def prepare_environment(token_file: Path, is_loopback: bool) -> None:
    """Turns token authentication on and usage reports off, for Ray and all processes that it starts.

    Whoever reaches Ray's ports runs code of their own, and authentication is off by default. With `is_loopback`
    ports are this machine's own, but for one of each replica that asks for the token; otherwise Ray 2.60 listens on
    every address of the machine, and the token alone keeps others out: a firewall should too.
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
