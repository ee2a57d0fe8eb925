"""`muggins play` and `muggins demo`: the dashboard served, and the table watched."""

from __future__ import annotations

import sys
import webbrowser
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from muggins.scorer.events import GameStarted
from muggins.vision.camera import PHONE, Newest, open_source

from . import create_app
from .access import Access, Keys, Role
from .addresses import addresses_on_network
from .keeping import SAID_OF_IT, Keeper, Sighting
from .live import LiveTable
from .phone import Addresses, Phone, kept_key
from .plain import create_plain_app
from .qr import as_text, qr_code
from .recorded import Recording
from .server import PORT, DashboardServer
from .store import Store, default_address
from .watching import Watching

PLAIN_THREADS = 8
"""For the page of single pictures: no stream stays open there."""


@dataclass(frozen=True)
class Serving:
    """How the dashboard is served."""

    port: int | None = None
    """PORT where None; 0 takes any that is free."""
    phones: bool = False
    """Whether others on this network may open it; else this machine alone."""
    tls: bool = False
    opens_browser: bool = False


def play(
    source: str, started: GameStarted | None, record: str | None, serving: Serving, keep: Path | None = None
) -> int:
    """The dashboard over a source, until it is interrupted; games are kept at the address `record`.

    The newest game there goes on unless another is started. Pictures whose reading is corrected are kept in the folder
    `keep`, if one is named.
    """
    opened = open_source(source, patient=True)
    assert isinstance(opened, Newest)
    if source == PHONE:
        # A phone is elsewhere, and its browser lends its camera over TLS alone.
        serving = replace(serving, phones=True, tls=True)
    store = Store(record or default_address())
    keeper: Keeper | None = None
    try:
        live = LiveTable(store)
        if started is not None:
            live.go_on_or_start(started)
        key = kept_key(Path(default_address()).parent) if source == PHONE else ""
        watching = Watching(opened, live, phone_key=key)
        says = f"Watching {opened.name}; games are kept in {store.name}"
        if keep is not None:
            keeper = Keeper(live, keep, partial(_seen_now, opened, watching))
            keeper.start()
            says += f".\n{SAID_OF_IT.format(folder=keep)}"
        _serve(live, watching, serving, says)
    finally:
        if keeper is not None:
            keeper.stop()
        opened.close()
        store.close()
    return 0


def _seen_now(source: Newest, watching: Watching) -> Sighting | None:
    """The newest picture and what was read last; None before there are both."""
    frame, state = source.last, watching.picture.state
    return Sighting(frame.image, state) if frame is not None and state is not None else None


def demo(serving: Serving) -> int:
    """The dashboard over the recorded game, of which nothing stays, until it is interrupted."""
    recording = Recording.load()
    film = open_source(str(recording.video))
    assert isinstance(film, Newest)
    with TemporaryDirectory(prefix="muggins-demo-") as folder:
        # Kept while it runs, for its stills and to look back on.
        store = Store(str(Path(folder) / "games.sqlite"))
        live = LiveTable(store)
        live.start_game(recording.started)
        try:
            _serve(live, Watching(film, live, recording.watcher_for), serving, "Watching the recorded game")
        finally:
            film.close()
            store.close()
    return 0


def _serve(live: LiveTable, watching: Watching, serving: Serving, says: str) -> None:
    names = addresses_on_network() if serving.phones else []
    access = _doors(serving)
    app = create_app(live, watching, names, access)
    certificate = key = None
    if serving.tls:
        from .certificate import own_certificate

        certificate, key = own_certificate(Path(default_address()).parent, names)
    host = "0.0.0.0" if serving.phones else "127.0.0.1"
    port = PORT if serving.port is None else serving.port
    servers = [DashboardServer(app, host, port, certificate, key)]
    try:
        [server] = servers
        own = server.address + (access.host_path if serving.phones else "")
        access.addresses = tuple(server.address.replace("localhost", name) for name in names)
        if watching.phone is not None:
            servers.append(_serve_plain(live, watching, names, host, port))
            watching.phone.addresses = _addresses(watching.phone, names, *servers)
        watching.start()
        print(f"{says}.\nThe dashboard is at {own}", flush=True)
        for there in access.addresses:
            print(f"On a player's phone: {there}join/{access.keys.code}", flush=True)
        if watching.phone is not None:
            _show_code(watching.phone.addresses)
        print("Press Ctrl+C to stop.", flush=True)
        if serving.opens_browser:
            webbrowser.open(own + ("?to=/camera-code" if watching.phone is not None else ""))
        server.serve()
    except KeyboardInterrupt:
        pass
    finally:
        # The servers' threads run since they were made, and would keep the program alive.
        for each in servers:
            each.stop()
        watching.stop()


def _doors(serving: Serving) -> Access:
    """Who reaches a dashboard of this machine alone is its host; on a network the host's address carries a secret."""
    if not serving.phones:
        return Access()
    path = Path(default_address()).parent / "keys.json"
    return Access(Keys.kept_in(path), Role.STRANGER, changed=lambda keys: keys.keep_in(path))


def _serve_plain(live: LiveTable, watching: Watching, names: list[str], host: str, port: int) -> DashboardServer:
    """The page of single pictures, on the port after the dashboard's or else on any."""
    app = create_plain_app(live, watching, names)
    try:
        server = DashboardServer(app, host, port and port + 1, threads=PLAIN_THREADS)
    except ValueError:
        server = DashboardServer(app, host, 0, threads=PLAIN_THREADS)
    server.start()
    return server


def _addresses(phone: Phone, names: list[str], secure: DashboardServer, plain: DashboardServer) -> Addresses:
    if not names:
        return Addresses()
    there = (server.address.replace("localhost", names[0]) for server in (secure, plain))
    return Addresses(*(f"{address}{path}?key={phone.key}" for address, path in zip(there, ("camera", ""), strict=True)))


def _show_code(addresses: Addresses) -> None:
    if not addresses.secure:
        print("No phone can find this machine: connect it to the network that the phone is on, then start again.")
        return
    print(f"On the phone that is the camera scan this, or open {addresses.secure}\n")
    print(as_text(qr_code(addresses.secure), sys.stdout.isatty(), sys.stdout.encoding))
    print(f"\nIts browser warns once; {addresses.plain} shows in pictures what to tap.", flush=True)
