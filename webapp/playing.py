"""`muggins play` and `muggins demo`: the dashboard served, and the table watched."""

from __future__ import annotations

import socket
import webbrowser
from dataclasses import dataclass, replace
from pathlib import Path

from muggins.scorer.events import GameStarted
from muggins.vision.camera import PHONE, Newest, open_source

from . import create_app
from .access import Access, Keys, Role
from .live import LiveTable
from .recorded import Recording
from .server import PORT, DashboardServer
from .store import Store, default_address
from .watching import Watching


@dataclass(frozen=True)
class Serving:
    """How the dashboard is served."""

    port: int | None = None
    """PORT where None; 0 takes any that is free."""
    phones: bool = False
    """Whether others on this network may open it; else this machine alone."""
    tls: bool = False
    opens_browser: bool = False


def play(source: str, started: GameStarted | None, record: str | None, serving: Serving) -> int:
    """The dashboard over a source, until it is interrupted; games are kept at the address `record`.

    The newest game there goes on unless another is started.
    """
    opened = open_source(source)
    assert isinstance(opened, Newest)
    if source == PHONE:
        # A phone is elsewhere, and its browser lends its camera over TLS alone.
        serving = replace(serving, phones=True, tls=True)
    store = Store(record or default_address())
    try:
        live = LiveTable(store)
        if started is not None:
            live.go_on_or_start(started)
        _serve(live, Watching(opened, live), serving, f"Watching {opened.name}; games are kept in {store.name}")
    finally:
        opened.close()
        store.close()
    return 0


def demo(serving: Serving) -> int:
    """The dashboard over the recorded game, of which nothing is kept, until it is interrupted."""
    recording = Recording.load()
    film = open_source(str(recording.video))
    assert isinstance(film, Newest)
    live = LiveTable()
    live.start_game(recording.started)
    try:
        _serve(live, Watching(film, live, recording.watcher_for), serving, "Watching the recorded game")
    finally:
        film.close()
    return 0


def _serve(live: LiveTable, watching: Watching, serving: Serving, says: str) -> None:
    names = [*filter(None, [_address_on_network()])] if serving.phones else []
    access = _doors(serving)
    app = create_app(live, watching, names, access)
    certificate = key = None
    if serving.tls:
        from .certificate import own_certificate

        certificate, key = own_certificate(Path(default_address()).parent, names)
    host = "0.0.0.0" if serving.phones else "127.0.0.1"
    port = PORT if serving.port is None else serving.port
    server = DashboardServer(app, host, port, certificate, key)
    own = server.address + (access.host_path if serving.phones else "")
    access.addresses = tuple(server.address.replace("localhost", name) for name in names)
    try:
        watching.start()
        print(f"{says}.\nThe dashboard is at {own}", flush=True)
        for there in access.addresses:
            print(f"On a player's phone: {there}join/{access.keys.code}", flush=True)
            if watching.takes_pictures:
                print(f"On the phone that is the camera: {there}{access.host_path}?to=/camera", flush=True)
        print("Press Ctrl+C to stop.", flush=True)
        if serving.opens_browser:
            webbrowser.open(own)
        server.serve()
    except KeyboardInterrupt:
        pass
    finally:
        # The server's threads run since it was made, and would keep the program alive.
        server.stop()
        watching.stop()


def _doors(serving: Serving) -> Access:
    """Who reaches a dashboard of this machine alone is its host; on a network the host's address carries a secret."""
    if not serving.phones:
        return Access()
    path = Path(default_address()).parent / "keys.json"
    return Access(Keys.kept_in(path), Role.STRANGER, changed=lambda keys: keys.keep_in(path))


def _address_on_network() -> str | None:
    """This machine's address as others on its network know it; None where it is on none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
