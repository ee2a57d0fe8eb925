"""`muggins play` and `muggins demo`: the dashboard is served while a camera watches the table."""

from __future__ import annotations

import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from muggins.scorer.events import GameStarted
from muggins.texts import gettext, lazy_gettext, one_of
from muggins.vision.capture.network_camera import without_password
from muggins.vision.capture.open_source import PHONE, LiveSource, open_source

from .. import create_app
from ..camera.phone import Addresses
from ..camera.sample_collector import NOTICE, ReadImage, SampleCollector
from ..camera.switch import CameraSwitch, NamedFilm
from ..camera.watch_thread import WatchThread
from ..demo import Demo, Recording
from ..hosting.network import LocalNetwork, is_free, muggins_at, taken_port
from ..hosting.phone_server import PhoneServers
from ..hosting.server import ALL_INTERFACES, LOOPBACK, PORT, DashboardServer, check_port
from ..hosting.tls import AUTHORITY_FILE, own_certificate
from ..receivers.receivers import ReceiverKind, Receivers
from ..receivers.views import tell_receivers
from ..session.session import GameSession
from ..session.store import Store, default_address
from ..speech.sounds import SoundPack, named_folder
from ..web.access import Access, Change, Keys, Role
from ..web.context import CONTEXT_EXTENSION
from ..web.qr import qr_text

KEYS_FILE = "keys.json"
SOUNDS_FOLDER = "sounds"
NOT_FOUND = lazy_gettext("No phone can find this machine: connect it to the phone's network.")


@dataclass(frozen=True)
class Serving:
    """How the dashboard is served."""

    port: int | None = None
    """PORT where None; any free port where 0."""
    phones: bool = False
    """Whether other devices on this network may open it; else this machine alone."""
    tls: bool = False
    """Whether TLS is asked for where this machine alone opens it."""
    plain_http: bool = False
    """Whether other devices open it without TLS; the phone that is the camera may then send single pictures so."""
    opens_browser: bool = False
    address: str | None = None
    """The name or address of this machine that other devices are told first; else the likeliest."""

    @property
    def is_secure(self) -> bool:
        """Whether the dashboard is served over TLS."""
        return self.tls or (self.phones and not self.plain_http)

    @property
    def host(self) -> str:
        """The address of the interfaces that are served."""
        return ALL_INTERFACES if self.phones else LOOPBACK


def play(
    source: str | None,
    started: GameStarted | None,
    record: str | None,
    serving: Serving,
    keep: Path | None = None,
    keep_counted: Path | None = None,
    receivers: Mapping[ReceiverKind, str | None] | None = None,
    sounds: Path | None = None,
) -> int:
    """Serves the dashboard until it is interrupted; a camera watches: `source`, or the one of last time.

    Games are kept at the address `record`. The newest game there goes on, unless `started` is another. Pictures whose
    reading the players correct are kept in the folder `keep`, if one is named, and photos that phones have counted in
    `keep_counted`. Each event is told to the addresses in `receivers`; where one is None, to that of last time. The
    sounds in the folder `sounds` are heard in place of the voice.
    """
    if source == PHONE:
        serving = replace(serving, phones=True)
    if _is_served_already(serving):
        return 0
    with ExitStack() as stack:
        store = Store(record or default_address())
        stack.callback(store.close)
        live = GameSession(store)
        told = Receivers(live)
        stack.callback(told.stop)
        for kind, address in (receivers or {}).items():
            if address is not None and (secret := told.choose(kind, address)):
                print_secret(address, secret)
        cameras = CameraSwitch(live, folder=_data_folder())
        stack.callback(cameras.stop)
        if started is not None:
            live.resume_or_start(started)
        if source is None:
            cameras.resume()
        else:
            cameras.open_named(source)
        heading = gettext("%(camera)s; games are kept in %(place)s", camera=_watched(cameras), place=store.name)
        if keep is not None:
            collector = SampleCollector(live, keep, partial(_newest_read_image, cameras))
            collector.start()
            stack.callback(collector.stop)
            heading += f".\n{NOTICE.filled(folder=keep)}"
        if keep_counted is not None:
            heading += ".\n" + gettext(
                "Photos that phones have counted are kept in %(folder)s, whoever sends them", folder=keep_counted
            )
        serve(live, cameras, serving, heading, told, _pack(sounds), keep_counted=keep_counted)
    return 0


def print_secret(address: str, secret: str) -> None:
    """Prints once what signs the messages to an address."""
    print(
        gettext(
            "What is sent to %(address)s is signed with this secret, which is not shown again: %(secret)s",
            address=without_password(address),
            secret=secret,
        )
    )


def demo(serving: Serving) -> int:
    """Serves the dashboard on the recorded game until it is interrupted; nothing of it is kept afterwards."""
    if _is_served_already(serving):
        return 0
    recording = Recording.load()
    film = open_source(str(recording.video))
    assert isinstance(film, LiveSource)
    with TemporaryDirectory(prefix="muggins-demo-") as folder, ExitStack() as stack:
        # Stills and the pages of past games need a store while the demo runs.
        store = Store(str(Path(folder) / "games.sqlite"))
        stack.callback(store.close)
        live = GameSession(store)
        told = Receivers(live)
        stack.callback(told.stop)
        live.start_game(recording.started)
        watch_thread = WatchThread(film, live, recording.watcher_for)
        cameras = CameraSwitch(live, watch_thread, film=NamedFilm(recording.video, recording.watcher_for))
        stack.callback(cameras.stop)
        shown = Demo(recording, live, cameras)
        stopped = threading.Event()
        stack.callback(stopped.set)
        threading.Thread(target=shown.keep_showing, args=(stopped,), name="showing again", daemon=True).start()
        heading = gettext("The recorded game begins when the page is opened")
        serve(live, cameras, serving, heading, told, recorded=shown)
    return 0


def _is_served_already(serving: Serving) -> bool:
    """Whether a muggins serves the port; it is opened then.

    ValueError where another program serves it, or the number is no port.
    """
    port = PORT if serving.port is None else serving.port
    check_port(port)
    if not port or is_free(serving.host, port):
        return False
    address = muggins_at(port)
    if address is None:
        raise taken_port(serving.host, port)
    print(gettext("muggins runs already, at %(address)s; stop it there with Ctrl+C to start it anew", address=address))
    if serving.opens_browser:
        webbrowser.open(address)
    return True


def serve(
    live: GameSession,
    cameras: CameraSwitch,
    serving: Serving,
    heading: str,
    receivers: Receivers,
    sounds: SoundPack | None = None,
    keep_counted: Path | None = None,
    recorded: Demo | None = None,
) -> None:
    """Serves the dashboard until it is interrupted. The camera starts at once; a film with the first request.

    Photos that phones have counted are kept in the folder `keep_counted`, if one is named.
    """
    network = LocalNetwork(serving.address)
    names = network.names()
    access = _access(serving)
    app = create_app(live, cameras, names, access, keep_counted)
    tell_receivers(app, receivers)
    context = app.extensions[CONTEXT_EXTENSION]
    context.encoder.sounds, context.recorded = sounds, recorded
    certificate = own_certificate(_data_folder(), names if serving.phones else []) if serving.is_secure else None
    server = DashboardServer(app, serving.host, PORT if serving.port is None else serving.port, certificate)
    reached_by_phones = server if serving.phones and serving.is_secure else None
    port = serving.port or server.port
    phones = PhoneServers(app, _data_folder(), port, reached_by_phones, network, serving.plain_http)
    cameras.assign_addresses = phones.open

    if serving.is_secure:
        access.authority = _data_folder() / AUTHORITY_FILE

    def be_found() -> None:
        """Tells everybody the addresses of the machine as they are now."""
        if serving.phones and reached_by_phones is None:
            access.addresses = tuple(server.address.replace("localhost", name) for name in network.names())
        elif access.let_phones_in is None:
            access.addresses = tuple(phones.serve())
        phone = cameras.watch_thread.phone if cameras.watch_thread is not None else None
        if phone is not None:
            phones.open(phone)

    def choose(address: str) -> None:
        network.choose(str(urlsplit(address).hostname))
        be_found()

    def let_phones_in() -> None:
        path = _data_folder() / KEYS_FILE
        access.keys, access.keep, access.let_phones_in = Keys.kept_in(path), partial(_keep_keys, path), None
        access.authority = _data_folder() / AUTHORITY_FILE
        be_found()
        _print_addresses(access)

    def move(_: list[str]) -> None:
        be_found()
        if access.let_phones_in is None:
            print(gettext("This machine has moved to another network."), flush=True)
            _print_addresses(access)

    access.on_choice = choose
    access.let_phones_in = None if serving.phones else let_phones_in
    stopped = threading.Event()
    try:
        be_found()
        phone = cameras.watch_thread.phone if cameras.watch_thread is not None else None
        if recorded is not None:
            # A visitor who takes a minute to open the page must not find the film over.
            app.before_request(_once(cameras.start))
        else:
            cameras.start()
        host_address = server.address + (access.host_path if serving.phones else "")
        print(f"{heading}.\n{gettext('The dashboard is at %(address)s', address=host_address)}", flush=True)
        if serving.phones:
            _print_addresses(access)
        if phone is not None:
            _print_phone_code(phone.addresses)
        print(gettext("Press Ctrl+C to stop."), flush=True)
        if serving.opens_browser:
            webbrowser.open(host_address + ("?to=/camera-code" if phone is not None else ""))
        threading.Thread(target=network.watch, args=(names, move, stopped), name="network", daemon=True).start()
        server.serve()
    except KeyboardInterrupt:
        pass
    finally:
        stopped.set()
        # The servers' threads run since the servers were made, and would keep the program alive.
        server.stop()
        phones.close()


def _print_addresses(access: Access) -> None:
    """Prints the address for phones, and where there are several the others."""
    if not access.addresses:
        print(NOT_FOUND, flush=True)
        return
    first, *others = access.addresses
    print(gettext("On a player's phone: %(address)s", address=f"{first}join/{access.keys.code}"), flush=True)
    if others:
        names = one_of([urlsplit(address).hostname for address in others])
        print(gettext("If it does not open there: --address with %(names)s", names=names), flush=True)


def _data_folder() -> Path:
    """The folder of the keys, the certificate and the choice of camera: where games are kept by default."""
    return Path(default_address()).parent


def _pack(folder: Path | None) -> SoundPack:
    """The sounds of a folder, or of the one that the page of settings fills."""
    return SoundPack(named_folder(folder) if folder is not None else _data_folder() / SOUNDS_FOLDER)


def _watched(cameras: CameraSwitch) -> str:
    if cameras.watch_thread is None:
        return gettext("Watching nothing yet: %(why)s", why=cameras.trouble or gettext("no camera is chosen"))
    return gettext("Watching %(camera)s", camera=cameras.watch_thread.name)


def _newest_read_image(cameras: CameraSwitch) -> ReadImage | None:
    """The newest picture with the newest reading; None until there are both."""
    if cameras.watch_thread is None:
        return None
    frame, state = cameras.watch_thread.live_image.frame, cameras.watch_thread.live_image.state
    return ReadImage(frame.image, state) if frame is not None and state is not None else None


def _once(begin: Callable[[], None]) -> Callable[[], None]:
    """A function whose first call, from whichever thread, calls `begin`; later calls do nothing."""
    is_first = threading.Lock()

    def first() -> None:
        if is_first.acquire(blocking=False):
            begin()

    return first


def _access(serving: Serving) -> Access:
    """A browser on this machine is the host where it alone reaches the dashboard; in a network the host has a key."""
    if not serving.phones:
        return Access(default=Role.STRANGER, hosts_from_here=True)
    path = _data_folder() / KEYS_FILE
    return Access(Keys.kept_in(path), Role.STRANGER, trusts_this_machine=True, keep=partial(_keep_keys, path))


def _keep_keys(path: Path, _: Keys, change: Change) -> Keys:
    keys = change(Keys.kept_in(path))
    keys.keep_in(path)
    return keys


def _print_phone_code(addresses: Addresses) -> None:
    """Prints the code that the phone scans, and what to do about the browser's warning."""
    if not addresses.secure:
        print(NOT_FOUND)
        return
    print(gettext("On the phone that is the camera scan this, or open %(address)s", address=addresses.secure) + "\n")
    print(qr_text(addresses.secure, sys.stdout.isatty(), sys.stdout.encoding))
    warning = gettext("Its browser warns once; the host's screen shows in pictures what to tap.")
    print(f"\n{warning}")
    if addresses.plain:
        print(gettext("Single pictures without a certificate: %(address)s", address=addresses.plain))
    sys.stdout.flush()
