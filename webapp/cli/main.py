"""The `muggins` command and its options. Each command's module is imported when the command runs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from muggins.texts import gettext, lazy_gettext, text_of, use
from muggins.texts.installing import extra_command

from .argument_files import password_warning, read_files
from .language import OPTION, code_of, texts_of, translate_argparse, wanted_language

if TYPE_CHECKING:
    from muggins.scorer.events import GameStarted

    from ..receivers.receivers import ReceiverKind
    from .play import Serving

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DEFAULT_RULES = "five-up"
EXAMPLES = (
    ("demo", lazy_gettext("the dashboard on a recorded game")),
    ("read photo.jpg", lazy_gettext("the tiles on a photo, and what they count")),
    ("watch game.mp4 --players Ann,Bob", lazy_gettext("the score of a filmed game")),
    ("play 0 --players Ann,Bob", lazy_gettext("the dashboard on the first webcam")),
    ("score game.jsonl", lazy_gettext("the scoresheet of a recorded game")),
)
PASSWORDS = lazy_gettext(
    "Every user of this machine sees what a command was started with: write an argument with a password in a file\n"
    "that you alone may open, and name it instead, as @FILE. A line of it is one argument, or an option and its value."
)
LABELLED_FOLDERS = lazy_gettext(
    "FOLDER holds photos and their truth: truth.jsonl, a YOLO data set (data.yaml and labels, as boxes or four "
    "corners), or a\nCOCO data set (annotations as JSON). Classes are the names of tiles (6-4), or faceup, facedown "
    "and standing."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command. Returns 0 when it is done, and 1 after a sentence on stderr about what was wrong.

    SystemExit with 2 where the arguments are not understood. 130 where the user interrupts the command.
    """
    # OpenCV and FFmpeg print lines of their own about a broken picture or a missing camera; muggins says one sentence.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    speak_every_alphabet()
    typed = sys.argv[1:] if arguments is None else arguments
    try:
        whole = read_files(typed)
        wanted = wanted_language(whole, os.environ)
        texts = texts_of(wanted)
    except ValueError as error:
        print(f"muggins: {text_of(error)}", file=sys.stderr)
        return 1
    translate_argparse()
    with use(texts):
        given = command_parser().parse_args(whole)
        if warning := password_warning(typed):
            print(f"muggins: {warning}", file=sys.stderr)
        return _run(given, wanted)


def speak_every_alphabet() -> None:
    """What is redirected is read and written as UTF-8, on Windows too; a terminal shows ? for a letter it lacks."""
    if isinstance(sys.stdin, TextIOWrapper) and not sys.stdin.isatty():
        sys.stdin.reconfigure(encoding="utf-8-sig")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")


def _run(given: argparse.Namespace, wanted: str) -> int:
    given.wanted = wanted
    try:
        return int(given.run(given))
    except ValueError as error:
        print(f"muggins: {text_of(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # `muggins score … | head`: the reader has closed the pipe. Python would complain when it flushes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def command_parser() -> argparse.ArgumentParser:
    """The parser of all commands; `run` in what it parses is the function of the command."""
    parser = argparse.ArgumentParser(
        prog="muggins",
        description=gettext("Keeps the score of a domino game by looking at the table."),
        epilog="\n".join([gettext("examples:"), *(f"  muggins {command:<38}{what}" for command, what in EXAMPLES)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"muggins {version('muggins')}")
    parser.add_argument(
        OPTION, metavar="EN", help=gettext("the language of everything that is printed, else that of the terminal")
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_read(commands)
    _add_watch(commands)
    _add_score(commands)
    _add_rules_command(commands)
    _add_play(commands)
    _add_demo(commands)
    _add_hall(commands)
    _add_keys(commands)
    _add_eval(commands)
    _add_bench(commands)
    _add_doctor(commands)
    return parser


def _add(commands: Commands, name: str, summary: str, *examples: str, more: object = "") -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog="\n".join(
            [
                gettext("examples:"),
                *(f"  muggins {name} {example}".rstrip() for example in examples),
                *(["", str(more)] if more else []),
            ]
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_read(commands: Commands) -> None:
    parser = _add(
        commands,
        "read",
        gettext("read photos: tiles, joins, open ends, count and points"),
        "photo.jpg",
        "games/ --overlay seen/",
        "*.jpg --json > read.jsonl",
        "left.jpg --total",
    )
    parser.add_argument(
        "photos", nargs="+", metavar="PHOTO", help=gettext("photos (JPEG, PNG, WebP, HEIC, BMP) and folders of them")
    )
    _add_rules(parser)
    parser.add_argument(
        "--total",
        action="store_true",
        help=gettext("add up the pips of all tiles, for example of the tiles left in a hand"),
    )
    parser.add_argument("--json", action="store_true", help=gettext("print one JSON object for each photo"))
    parser.add_argument("--overlay", metavar="DIR", type=Path, help=gettext("draw what was read on copies in DIR"))
    parser.set_defaults(run=_read)


def _add_watch(commands: Commands) -> None:
    parser = _add(
        commands,
        "watch",
        gettext("watch a game and score it, event by event"),
        "game.mp4 --players Ann,Bob",
        "0 --players Ann,Bob --seats Ann=bottom,Bob=top --log game.jsonl",
        more=PASSWORDS,
    )
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help=gettext("a video, a webcam's number, a camera's address, or a folder of photos"),
    )
    parser.add_argument("--players", required=True, metavar="ANN,BOB", help=gettext("the players, clockwise"))
    _add_game(parser)
    parser.add_argument(
        "--log", metavar="FILE", type=Path, help=gettext("also write each scored event to FILE, as JSON")
    )
    parser.add_argument("--json", action="store_true", help=gettext("print events as lines of JSON"))
    parser.set_defaults(run=_watch)


def _add_score(commands: Commands) -> None:
    parser = _add(
        commands,
        "score",
        gettext("replay a record of a game: scores, faults, a scoresheet"),
        "game.jsonl",
        "game.jsonl --html > game.html",
        "game.jsonl --talk",
        "- < game.jsonl",
    )
    parser.add_argument("record", metavar="FILE", help=gettext("one event a line, as JSON; - reads standard input"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=gettext("print each event with what the scorer adds to it"))
    form.add_argument("--csv", action="store_true", help=gettext("print a row for each event"))
    form.add_argument("--html", action="store_true", help=gettext("print a page for paper"))
    form.add_argument(
        "--now", action="store_true", help=gettext("print which plays would score now, and which tiles are still out")
    )
    form.add_argument("--say", action="store_true", help=gettext("print what is said aloud after each event"))
    form.add_argument("--talk", action="store_true", help=gettext("the same, with the club's table talk"))
    parser.add_argument(
        OPTION,
        metavar="EN",
        help=gettext("the language of everything that is printed, else that of the terminal"),
    )
    _add_rules(parser, None, gettext("score it by other rules: those of a game, or of a TOML file of house rules"))
    parser.set_defaults(run=_score)


def _add_rules_command(commands: Commands) -> None:
    parser = _add(
        commands,
        "rules",
        gettext("list the games, or the options of one with what each does, for house rules"),
        *("", "five-up", "five-up > friday.toml", "--check friday.toml"),
    )
    parser.add_argument(
        "game",
        nargs="?",
        metavar="ID",
        help=gettext("the game, or a TOML file of house rules, whose options are listed"),
    )
    parser.add_argument(
        "--check", metavar="FILE", help=gettext("say whether house rules can be played, or what is wrong in them")
    )
    parser.set_defaults(run=_rules)


def _add_play(commands: Commands) -> None:
    parser = _add(
        commands,
        "play",
        gettext("serve the dashboard: the live table, its count, score and announcements"),
        "",
        "1 --players Ann,Bob --claims call",
        "http://192.168.1.20:8080/video --phones",
        "@camera.txt --phones",
        more=PASSWORDS,
    )
    parser.add_argument(
        "source",
        nargs="?",
        metavar="SOURCE",
        help=gettext(
            "a webcam's number, a camera's address, a video, or phone; else the last camera, or the first webcam"
        ),
    )
    parser.add_argument("--players", metavar="ANN,BOB", help=gettext("the players, clockwise; else the dashboard asks"))
    _add_game(parser)
    parser.add_argument(
        "--record", metavar="ADDRESS", help=gettext("where games are kept: a file, or a PostgreSQL address")
    )
    parser.add_argument(
        "--keep",
        metavar="FOLDER",
        type=Path,
        help=gettext("keep the pictures whose reading you correct, labelled, for training; without it none is kept"),
    )
    parser.add_argument(
        "--keep-counted",
        metavar="FOLDER",
        type=Path,
        help=gettext("keep the photos that phones have counted, whoever sends them; without it none is kept"),
    )
    parser.add_argument(
        "--sounds",
        metavar="FOLDER",
        type=Path,
        help=gettext("sounds in place of the voice, with their index; without it those chosen on the page of settings"),
    )
    _add_receivers(parser)
    _add_serving(parser)
    _add_address(parser)
    parser.set_defaults(run=_play)


def _add_receivers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--hook",
        metavar="URL",
        help=gettext("call this address on each event, from now on and in later games; '' ends that"),
    )
    parser.add_argument(
        "--mqtt",
        metavar="URL",
        help=gettext("tell this MQTT broker each event, for example mqtt://192.168.1.20; '' ends that"),
    )


def _receivers(given: argparse.Namespace) -> dict[ReceiverKind, str | None]:
    return {"hook": given.hook, "mqtt": given.mqtt}


def _add_demo(commands: Commands) -> None:
    parser = _add(
        commands, "demo", gettext("serve the dashboard on the recorded game that comes with muggins"), "--open"
    )
    _add_serving(parser)
    _add_address(parser)
    parser.set_defaults(run=_demo)


def _add_hall(commands: Commands) -> None:
    parser = _add(
        commands,
        "hall",
        gettext("many tables and one desk: a lobby, a camera for each table, tournaments"),
        "--tables 8 --phones",
        "--tables 50 --phones --record postgresql://muggins@db/hall --readers ray",
        "--tables 4 --camera 1=0 --camera 2=rtsp://192.168.1.20/main",
        more=gettext("It needs more packages and names the command for them. docs/hall.md says how to run one.")
        + f"\n{PASSWORDS}",
    )
    parser.add_argument("--tables", type=int, default=8, metavar="N", help=gettext("how many tables there are (8)"))
    parser.add_argument(
        "--record",
        metavar="ADDRESS",
        help=gettext("the database: postgresql://…, or a file of SQLite; a second program with the same one stands by"),
    )
    _add_serving(parser)
    parser.add_argument(
        "--address",
        metavar="URL",
        help=gettext("the address at which others reach this program, for example that of a reverse proxy"),
    )
    parser.add_argument(
        "--camera",
        action="append",
        default=[],
        metavar="TABLE=SOURCE",
        help=gettext("a table's webcam, camera address or film; other tables have the phone that scans their sheet"),
    )
    parser.add_argument(
        "--sounds",
        metavar="FOLDER",
        type=Path,
        help=gettext("sounds in place of the voice at every table, with their index"),
    )
    _add_receivers(parser)
    parser.add_argument(
        "--pictures",
        choices=("off", "delayed", "live"),
        default="off",
        help=gettext(
            "pictures for spectators and players: none, those of hands that are over, or live; a table's host may "
            "choose otherwise (off)"
        ),
    )
    parser.add_argument(
        "--demo",
        action="store_true",
        help=gettext("four tables that play the recorded film, and a tournament under way; nothing of it is kept"),
    )
    _add_readers(parser)
    parser.set_defaults(run=_hall)


def _add_keys(commands: Commands) -> None:
    parser = _add(
        commands,
        "keys",
        gettext("make all keys and codes new: whoever has joined, hosts too, has to come in again"),
        *("renew", "renew --record postgresql:///hall?host=/var/run/postgresql"),
        more=gettext(
            "A hall that runs takes the new keys within seconds, a single table when it is started again.\nBadges and "
            "the sheets for the cameras have to be printed anew."
        )
        + f"\n{PASSWORDS}",
    )
    parser.add_argument("what", choices=("renew",), help=gettext("renew: the old keys, codes and badges are void"))
    parser.add_argument(
        "--record",
        metavar="ADDRESS",
        help=gettext("the hall whose keys are meant; else the single table and the hall whose data lie here"),
    )
    parser.set_defaults(run=_keys)


def _add_readers(parser: argparse._ActionsContainer, can_simulate: bool = False) -> None:
    what = gettext("what reads the pictures: this machine (local), or those of a Ray cluster (ray)")
    simulated = gettext("simulated: other machines, whose answers are made beforehand")
    parser.add_argument(
        "--readers",
        choices=("local", "ray", *(["simulated"] * can_simulate)),
        default="local",
        help=f"{what}; {simulated}" if can_simulate else what,
    )
    parser.add_argument("--reader-number", type=int, metavar="N", help=gettext("how many readers (one a core)"))
    parser.add_argument("--cluster", metavar="HOST:PORT", help=gettext("a Ray cluster that runs already"))
    parser.add_argument(
        "--reader-address",
        metavar="IP",
        default="127.0.0.1",
        help=gettext("this machine's private address for Ray (127.0.0.1)"),
    )


def _add_eval(commands: Commands) -> None:
    parser = _add(
        commands,
        "eval",
        gettext("measure how often labelled photos are read right, and show those that are not"),
        "photos/",
        "photos/* --json --page mistakes.html",
        "photos/ --worse",
        more=LABELLED_FOLDERS,
    )
    parser.add_argument("folders", nargs="+", metavar="FOLDER", type=Path, help=gettext("labelled photos"))
    parser.add_argument(
        "--page",
        metavar="FILE",
        type=Path,
        default=Path("muggins-eval.html"),
        help=gettext("write the page of the worst photos to FILE (muggins-eval.html)"),
    )
    parser.add_argument(
        "--most", metavar="N", type=int, default=60, help=gettext("show at most N photos on the page (60)")
    )
    parser.add_argument(
        "--plot", metavar="FILE", type=Path, help=gettext("write a reliability plot of the probabilities to FILE (SVG)")
    )
    parser.add_argument(
        "--floors",
        metavar="FILE",
        type=Path,
        help=gettext("exit with 1 if a figure is below its floor in this TOML file"),
    )
    parser.add_argument(
        "--set",
        "--highest",
        metavar="PIPS",
        dest="highest",
        help=gettext(
            "the most pips of a half in the set: 6, 9 or 12; else each photo tells its set, as in `muggins read`"
        ),
    )
    parser.add_argument(
        "--worse",
        action="store_true",
        help=gettext(
            "print instead how well the photos are read rotated, in perspective, darkened, noisy and badly compressed"
        ),
    )
    parser.add_argument(
        "--float32",
        action="store_true",
        help=gettext("reckon in single precision, as processors without bfloat16 do"),
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=gettext("print one JSON object for each folder"))
    form.add_argument(
        "--markdown", action="store_true", help=gettext("print a table in Markdown, as in the model card")
    )
    parser.set_defaults(run=_eval)


def _add_bench(commands: Commands) -> None:
    parser = _add(
        commands,
        "bench",
        gettext("measure how fast muggins is on this machine"),
        *("", "--json", "hall --tables 1 8 --pace 20"),
    )
    parser.add_argument(
        "what",
        nargs="?",
        choices=("hall",),
        help=gettext("hall: play films at many tables at once, and print what each costs; else one table is measured"),
    )
    parser.add_argument("--json", action="store_true", help=gettext("print one JSON object"))
    parser.add_argument(
        "--floors",
        metavar="FILE",
        type=Path,
        help=gettext("exit with 1 if muggins is slower than this TOML file allows"),
    )
    hall = parser.add_argument_group("muggins bench hall")
    hall.add_argument(
        *("--tables",),
        type=int,
        nargs="+",
        metavar="N",
        help=gettext("how many tables play; several numbers are run one after the other (1 2 4 8 16)"),
    )
    hall.add_argument(
        "--pace", type=float, default=2.5, metavar="SECONDS", help=gettext("from play to play at a table (2.5)")
    )
    hall.add_argument("--plays", type=int, metavar="N", help=gettext("play at most N tiles of each film"))
    hall.add_argument(
        "--every-picture",
        action="store_true",
        help=gettext("phones send ten pictures a second even while nothing changes"),
    )
    hall.add_argument(
        "--films",
        type=Path,
        metavar="FOLDER",
        help=gettext("films with their plays, as `python -m muggins.datasets.videos` makes them (the recorded game)"),
    )
    hall.add_argument(
        "--spectators", type=int, metavar="N", help=gettext("measure instead how soon so many spectators have an event")
    )
    hall.add_argument(
        "--record", metavar="ADDRESS", help=gettext("an empty database: postgresql://…, or a file of SQLite")
    )
    _add_readers(hall, can_simulate=True)
    parser.set_defaults(run=_bench)


def _add_doctor(commands: Commands) -> None:
    parser = _add(commands, "doctor", gettext("check this machine: what is missing or wrong, and what to do"), "")
    parser.set_defaults(run=_doctor)


def _add_rules(parser: argparse.ArgumentParser, default: str | None = DEFAULT_RULES, what: str = "") -> None:
    what = what or gettext("the rule set, or a TOML file of house rules (%(rules)s)", rules=DEFAULT_RULES)
    parser.add_argument("--rules", default=default, metavar="ID", help=what)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        dest="options",
        help=gettext("change an option of the rules"),
    )


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seats",
        metavar="ANN=bottom,BOB=top",
        help=gettext("the side of the picture where each player sits, which shows who plays a tile"),
    )
    _add_rules(parser)
    parser.add_argument(
        "--claims",
        choices=("auto", "call"),
        help=gettext("auto pegs every score; with call, players claim their scores"),
    )


def _add_serving(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, metavar="PORT", help=gettext("the dashboard's port (8765)"))
    parser.add_argument("--phones", action="store_true", help=gettext("let phones on this network open the dashboard"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--tls",
        action="store_true",
        help=gettext("serve this machine too over TLS, as phones always are, with a certificate made here"),
    )
    form.add_argument(
        "--plain-http",
        action="store_true",
        help=gettext("serve phones without TLS: everybody on the network can then read the keys and become the host"),
    )
    parser.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        help=gettext("open the dashboard in a browser on this machine; without either, if the command has a terminal"),
    )


def _add_address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--address",
        metavar="192.168.1.20",
        help=gettext("this machine's address or name for phones, where it has several; else the likeliest"),
    )


def _read(given: argparse.Namespace) -> int:
    from .game_args import parse_options
    from .read import read_photos

    options = parse_options(given.options)
    return read_photos(given.photos, given.rules, options, given.overlay, given.json, given.total)


def _watch(given: argparse.Namespace) -> int:
    from .watch import report

    return report(given.source, _game(given), given.log, given.json)


def _score(given: argparse.Namespace) -> int:
    from .score import print_score

    forms = [form for form in ("json", "csv", "html", "now", "say", "talk") if getattr(given, form)]
    form = forms[0] if forms else "text"
    return print_score(given.record, form, code_of(given.wanted), given.rules, given.options)


def _rules(given: argparse.Namespace) -> int:
    from .rules import print_rules

    return print_rules(given.game, given.check)


def _play(given: argparse.Namespace) -> int:
    from .play import play

    started = _game(given) if given.players else None
    if started is None and (given.seats or given.claims or given.options or given.rules != DEFAULT_RULES):
        raise ValueError(
            lazy_gettext("--rules, --set, --seats and --claims start a game: name its players with --players ANN,BOB")
        )
    kept = given.keep, given.keep_counted
    return play(given.source, started, given.record, _serving(given), *kept, _receivers(given), given.sounds)


def _demo(given: argparse.Namespace) -> int:
    from .play import demo

    return demo(_serving(given))


def _hall(given: argparse.Namespace) -> int:
    try:
        from ..speech.sounds import SoundPack, named_folder
        from .hall import HallOptions, ReaderOptions, demo, hall, parse_address, parse_cameras
    except ModuleNotFoundError as error:
        raise _needs_hall(error) from None
    options = HallOptions(
        tables=given.tables,
        record=given.record,
        **({} if given.port is None else {"port": given.port}),
        phones=given.phones,
        tls=given.tls,
        plain_http=given.plain_http,
        address=parse_address(given.address) if given.address else "",
        sources=parse_cameras(given.camera),
        receivers=_receivers(given),
        sounds=SoundPack(named_folder(given.sounds), is_shared=True) if given.sounds else None,
        pictures=given.pictures,
    )
    readers = ReaderOptions(given.readers, given.reader_number, given.cluster, given.reader_address)
    return (demo if given.demo else hall)(options, readers, bool(given.open))


def _keys(given: argparse.Namespace) -> int:
    from .keys import renew

    return renew(given.record)


def _game(given: argparse.Namespace) -> GameStarted:
    from .game_args import game_from

    return game_from(given.players, given.seats, given.rules, given.claims, given.options)


def _serving(given: argparse.Namespace) -> Serving:
    from .play import Serving

    return Serving(given.port, given.phones, given.tls, given.plain_http, _opens_browser(given), given.address)


def _opens_browser(given: argparse.Namespace) -> bool:
    """Whether the dashboard is opened: as the user says, else for whoever sits before a terminal with a screen."""
    if given.open is not None:
        return bool(given.open)
    has_screen = sys.platform in ("win32", "darwin") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())
    return sys.stdout.isatty() and has_screen and "SSH_CONNECTION" not in os.environ


def _eval(given: argparse.Namespace) -> int:
    from muggins.vision.evaluation.runner import Outputs

    from .eval import evaluate_reader, parse_highest

    outputs = Outputs(
        "json" if given.json else "markdown" if given.markdown else "text", given.page, given.plot, given.most
    )
    highest = None if given.highest is None else parse_highest(given.highest)
    return evaluate_reader(given.folders, highest, outputs, given.floors, given.worse, given.float32)


def _bench(given: argparse.Namespace) -> int:
    if given.what == "hall":
        return _bench_hall(given)
    from ..bench.report import bench

    return bench(given.json, given.floors)


def _bench_hall(given: argparse.Namespace) -> int:
    try:
        from .hall import ReaderOptions
        from .hall_bench import BenchOptions, bench
    except ModuleNotFoundError as error:
        raise _needs_hall(error) from None
    options = BenchOptions(
        tables=tuple(given.tables or ()),
        pace=given.pace,
        plays=given.plays,
        films=given.films,
        spectators=given.spectators,
        record=given.record,
        as_json=given.json,
        every_picture=given.every_picture,
    )
    readers = ReaderOptions(given.readers, given.reader_number, given.cluster, given.reader_address)
    return bench(options, readers)


def _needs_hall(error: ModuleNotFoundError) -> ValueError:
    command = extra_command("hall")
    return ValueError(lazy_gettext("A hall needs %(name)s: %(command)s", name=error.name or "", command=command))


def _doctor(_given: argparse.Namespace) -> int:
    from .doctor import doctor

    return doctor()
