"""`muggins play` and `muggins demo`: the dashboard served, and the table watched."""

from __future__ import annotations

import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from muggins.scorer.events import GameStarted
from muggins.vision.capture.open_source import PHONE, LiveSource, open_source

from .. import create_app
from ..camera.phone import Addresses
from ..camera.sample_collector import NOTICE, ReadImage, SampleCollector
from ..camera.switch import CameraSwitch
from ..camera.watch_thread import WatchThread
from ..demo.recording import Recording
from ..hosting.network import addresses_on_network
from ..hosting.phone_server import PhoneServers
from ..hosting.server import PORT, DashboardServer
from ..hosting.tls import own_certificate
from ..session.session import GameSession
from ..session.store import Store, default_address
from ..web.access import Access, Keys, Role
from ..web.qr import qr_text


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
    source: str | None, started: GameStarted | None, record: str | None, serving: Serving, keep: Path | None = None
) -> int:
    """The dashboard over a source, or the camera of last time, until it is interrupted.

    Games are kept at the address `record`. The newest there goes on unless another is started. Pictures whose reading
    is corrected are kept in the folder `keep`, if one is named.
    """
    if source == PHONE:
        # A phone is elsewhere, and its browser lends its camera over TLS alone.
        serving = replace(serving, phones=True, tls=True)
    store = Store(record or default_address())
    live = GameSession(store)
    cameras = CameraSwitch(live, folder=_folder())
    keeper: SampleCollector | None = None
    try:
        if started is not None:
            live.resume_or_start(started)
        if source is None:
            cameras.resume()
        else:
            cameras.open_named(source)
        says = f"{_watched(cameras)}; games are kept in {store.name}"
        if keep is not None:
            keeper = SampleCollector(live, keep, partial(_seen_now, cameras))
            keeper.start()
            says += f".\n{NOTICE.format(folder=keep)}"
        _serve(live, cameras, serving, says)
    finally:
        if keeper is not None:
            keeper.stop()
        cameras.stop()
        store.close()
    return 0


def _folder() -> Path:
    """Where the program keeps what is its own."""
    return Path(default_address()).parent


def _watched(cameras: CameraSwitch) -> str:
    if cameras.watch_thread is None:
        return f"Watching nothing yet: {cameras.trouble or 'no camera is chosen'}"
    return f"Watching {cameras.watch_thread.name}"


def _seen_now(cameras: CameraSwitch) -> ReadImage | None:
    """The newest picture and what was read last; None before there are both."""
    if cameras.watch_thread is None:
        return None
    frame, state = cameras.watch_thread.live_image.frame, cameras.watch_thread.live_image.state
    return ReadImage(frame.image, state) if frame is not None and state is not None else None


def demo(serving: Serving) -> int:
    """The dashboard over the recorded game, of which nothing stays, until it is interrupted."""
    recording = Recording.load()
    film = open_source(str(recording.video))
    assert isinstance(film, LiveSource)
    with TemporaryDirectory(prefix="muggins-demo-") as folder:
        # Kept while it runs, for its stills and to look back on.
        store = Store(str(Path(folder) / "games.sqlite"))
        live = GameSession(store)
        live.start_game(recording.started)
        watching = WatchThread(film, live, recording.watcher_for)
        cameras = CameraSwitch(live, watching, film=(recording.video, recording.watcher_for))
        try:
            # Whoever needs a minute to open the page must not find the film over.
            _serve(live, cameras, serving, "The recorded game begins when the page is opened", waits=True)
        finally:
            cameras.stop()
            store.close()
    return 0


def _serve(live: GameSession, cameras: CameraSwitch, serving: Serving, says: str, waits: bool = False) -> None:
    """Until it is interrupted; with `waits` the camera begins to watch when somebody first asks for anything."""
    names = addresses_on_network() if serving.phones else []
    access = _doors(serving)
    app = create_app(live, cameras, names, access)
    certificate = own_certificate(_folder(), names) if serving.tls else None
    host = "0.0.0.0" if serving.phones else "127.0.0.1"
    server = DashboardServer(app, host, PORT if serving.port is None else serving.port, certificate)
    is_for_phones = serving.phones and serving.tls
    doors = PhoneServers(live, cameras, _folder(), serving.port or server.port, server if is_for_phones else None)
    cameras.assign_addresses = doors.open
    try:
        own = server.address + (access.host_path if serving.phones else "")
        access.addresses = tuple(server.address.replace("localhost", name) for name in names)
        phone = cameras.watch_thread.phone if cameras.watch_thread is not None else None
        if phone is not None:
            doors.open(phone)
        if waits:
            app.before_request(_once(cameras.start))
        else:
            cameras.start()
        print(f"{says}.\nThe dashboard is at {own}", flush=True)
        for there in access.addresses:
            print(f"On a player's phone: {there}join/{access.keys.code}", flush=True)
        if phone is not None:
            _show_code(phone.addresses)
        print("Press Ctrl+C to stop.", flush=True)
        if serving.opens_browser:
            webbrowser.open(own + ("?to=/camera-code" if phone is not None else ""))
        server.serve()
    except KeyboardInterrupt:
        pass
    finally:
        # The servers' threads run since they were made, and would keep the program alive.
        server.stop()
        doors.close()


def _once(begin: Callable[[], None]) -> Callable[[], None]:
    """What begins with the first call, whichever thread makes it, and does nothing after that."""
    is_new = threading.Lock()

    def first() -> None:
        if is_new.acquire(blocking=False):
            begin()

    return first


def _doors(serving: Serving) -> Access:
    """Who reaches a dashboard of this machine alone is its host; on a network the host's address carries a secret."""
    if not serving.phones:
        return Access()
    path = _folder() / "keys.json"
    return Access(Keys.kept_in(path), Role.STRANGER, changed=lambda keys: keys.keep_in(path))


def _show_code(addresses: Addresses) -> None:
    if not addresses.secure:
        print("No phone can find this machine: connect it to the network that the phone is on, then start again.")
        return
    print(f"On the phone that is the camera scan this, or open {addresses.secure}\n")
    print(qr_text(addresses.secure, sys.stdout.isatty(), sys.stdout.encoding))
    print(f"\nIts browser warns once; {addresses.plain} shows in pictures what to tap.", flush=True)
