"""The `muggins` command: what it understands. What it then does is in modules that are loaded when they are needed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

USUAL_RULES = "five-up"
EXAMPLES = """examples:
  muggins demo                                  the dashboard on a recorded game
  muggins read photo.jpg                        which tiles lie there, what they count
  muggins watch game.mp4 --players Ann,Bob      a film of a game to its score
  muggins play 0 --players Ann,Bob              the dashboard on the first webcam
  muggins score game.jsonl                      a scoresheet of a recorded game
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command. 0: done; 1: something was wrong with what it was given, said on stderr; 2: not understood."""
    # What OpenCV and FFmpeg would say of a broken picture or a missing camera is said in one sentence by muggins.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    given = command_parser().parse_args(arguments)
    try:
        return int(given.run(given))
    except ValueError as error:
        print(f"muggins: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python must not complain of it once more on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def command_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="muggins",
        description="Keeps the score of a domino game by looking at the table.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"muggins {version('muggins')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_read(commands)
    _add_watch(commands)
    _add_score(commands)
    _add_play(commands)
    _add_demo(commands)
    _add_eval(commands)
    _add_bench(commands)
    _add_doctor(commands)
    return parser


Commands = argparse._SubParsersAction


def _add(commands: Commands, name: str, says: str, examples: str) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=says,
        description=says[0].upper() + says[1:] + ".",
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_read(commands: Commands) -> None:
    parser = _add(
        commands,
        "read",
        "read photos: tiles, joins, open ends, count and points",
        "  muggins read photo.jpg\n  muggins read games/ --overlay seen/\n  muggins read *.jpg --json > read.jsonl\n",
    )
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="photos (JPEG, PNG, WebP, BMP), folders of them")
    _add_rules(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a photo")
    parser.add_argument("--overlay", metavar="DIR", type=Path, help="draw what was read over copies, in DIR")
    parser.set_defaults(run=_read)


def _add_watch(commands: Commands) -> None:
    parser = _add(
        commands,
        "watch",
        "watch a game and score it, event by event",
        "  muggins watch game.mp4 --players Ann,Bob\n"
        "  muggins watch 0 --players Ann,Bob --seats Ann=bottom,Bob=top --log game.jsonl\n",
    )
    parser.add_argument("source", metavar="SOURCE", help="a video, a webcam's number, an address, a folder of photos")
    parser.add_argument("--players", required=True, metavar="ANN,BOB", help="who plays, clockwise")
    _add_game(parser)
    parser.add_argument("--log", metavar="FILE", type=Path, help="write each scored event here too, as a line of JSON")
    parser.add_argument("--json", action="store_true", help="print events as lines of JSON")
    parser.set_defaults(run=_watch)


def _add_score(commands: Commands) -> None:
    parser = _add(
        commands,
        "score",
        "replay a record of a game: scores, faults, a scoresheet",
        "  muggins score game.jsonl\n  muggins score game.jsonl --html > game.html\n"
        "  muggins score game.jsonl --talk\n  muggins score - < game.jsonl\n",
    )
    parser.add_argument("record", metavar="FILE", help="one event a line, as JSON; - for what comes in")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="each event with what the scorer says of it")
    form.add_argument("--csv", action="store_true", help="a row for each event")
    form.add_argument("--html", action="store_true", help="a page to print")
    form.add_argument("--now", action="store_true", help="what would score now, which tiles are still out")
    form.add_argument("--say", action="store_true", help="what is said aloud after each event")
    form.add_argument("--talk", action="store_true", help="the same, with the club's table talk")
    parser.add_argument("--language", default="en", metavar="EN", help="of what is said: en, es (en)")
    parser.set_defaults(run=_score)


def _add_play(commands: Commands) -> None:
    parser = _add(
        commands,
        "play",
        "the dashboard: the live table, its count, score and announcements",
        "  muggins play\n  muggins play 1 --players Ann,Bob --claims call\n"
        "  muggins play http://192.168.1.20:8080/video --phones\n",
    )
    parser.add_argument(
        "source",
        nargs="?",
        metavar="SOURCE",
        help="a webcam's number, an address, a video, phone; else the camera of last time, or the first webcam",
    )
    parser.add_argument("--players", metavar="ANN,BOB", help="who plays, clockwise; asked by the dashboard if left out")
    _add_game(parser)
    parser.add_argument("--record", metavar="ADDRESS", help="where games are kept: a file, or a PostgreSQL address")
    parser.add_argument(
        "--keep",
        metavar="FOLDER",
        type=Path,
        help="keep pictures whose reading you correct, labelled, to train on; without this none is kept",
    )
    _add_serving(parser)
    parser.set_defaults(run=_play)


def _add_demo(commands: Commands) -> None:
    parser = _add(
        commands, "demo", "the dashboard on the recorded game that comes with muggins", "  muggins demo --open\n"
    )
    _add_serving(parser)
    parser.set_defaults(run=_demo)


def _add_bench(commands: Commands) -> None:
    parser = _add(commands, "bench", "how fast muggins is here", "  muggins bench\n  muggins bench --json\n")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument(
        "--floors", metavar="FILE", type=Path, help="end with 1 where it is slower than this TOML file says"
    )
    parser.set_defaults(run=_bench)


def _add_eval(commands: Commands) -> None:
    parser = _add(
        commands,
        "eval",
        "how often photos are read right whose tiles are known, and where not",
        "  muggins eval photos/\n  muggins eval photos/* --json --page mistakes.html\n\n"
        "FOLDER holds photos and their truth: truth.jsonl, or a YOLO data set (data.yaml and labels; boxes or four\n"
        "corners), or a COCO one (annotations as JSON). Classes are named after tiles (6-4), or faceup, facedown,\n"
        "standing.\n",
    )
    parser.add_argument("folders", nargs="+", metavar="FOLDER", type=Path, help="labelled photos")
    parser.add_argument(
        "--page",
        metavar="FILE",
        type=Path,
        default=Path("muggins-eval.html"),
        help="where the page of the worst photos goes (muggins-eval.html)",
    )
    parser.add_argument("--most", metavar="N", type=int, default=60, help="show so many photos on it at most (60)")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw how far probabilities can be believed (SVG)")
    parser.add_argument(
        "--floors", metavar="FILE", type=Path, help="end with 1 where a figure falls under those in this TOML file"
    )
    parser.add_argument("--highest", metavar="PIPS", type=int, default=6, help="most pips of a half: 6, 9 or 12 (6)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object a folder")
    form.add_argument("--markdown", action="store_true", help="a table, as the model card has it")
    parser.set_defaults(run=_eval)


def _add_doctor(commands: Commands) -> None:
    parser = _add(commands, "doctor", "what is missing or wrong here, and what to do", "  muggins doctor\n")
    parser.set_defaults(run=_doctor)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        default=USUAL_RULES,
        metavar="ID",
        help=f"the game played, or a TOML file of house rules ({USUAL_RULES})",
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", dest="options", help="change an option of the rules"
    )


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seats", metavar="ANN=bottom,BOB=top", help="the side of the picture each player sits at: tells who played"
    )
    _add_rules(parser)
    parser.add_argument("--claims", choices=("auto", "call"), help="scores peg themselves, or players claim them")


def _add_serving(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, metavar="PORT", help="where the dashboard is served (8765)")
    parser.add_argument("--phones", action="store_true", help="let phones on this network open the dashboard too")
    parser.add_argument("--tls", action="store_true", help="serve over TLS, with a certificate made here")
    parser.add_argument("--open", action="store_true", help="open the dashboard in the browser of this machine")


def _read(given: argparse.Namespace) -> int:
    from .game_args import options_of
    from .read import read_photos

    return read_photos(given.photos, given.rules, options_of(given.options), given.overlay, given.json)


def _watch(given: argparse.Namespace) -> int:
    from .game_args import game_from
    from .watch import report

    started = game_from(given.players, given.seats, given.rules, given.claims, given.options)
    return report(given.source, started, given.log, given.json)


def _score(given: argparse.Namespace) -> int:
    from .score import now, replay_file, scored, told

    if given.now:
        print(now(replay_file(given.record)))
        return 0
    if given.say or given.talk:
        print(told(replay_file(given.record), given.language, given.talk))
        return 0
    form = "json" if given.json else "csv" if given.csv else "html" if given.html else "text"
    print(scored(replay_file(given.record), form))
    return 0


def _play(given: argparse.Namespace) -> int:
    from .game_args import game_from
    from .play import Serving, play

    started = None
    if not given.players and (given.seats or given.claims or given.options or given.rules != USUAL_RULES):
        raise ValueError(
            "--rules, --set, --seats and --claims are those of a game: say who plays it with --players ANN,BOB"
        )
    if given.players:
        started = game_from(given.players, given.seats, given.rules, given.claims, given.options)
    return play(
        given.source, started, given.record, Serving(given.port, given.phones, given.tls, given.open), given.keep
    )


def _demo(given: argparse.Namespace) -> int:
    from .play import Serving, demo

    return demo(Serving(given.port, given.phones, given.tls, given.open))


def _eval(given: argparse.Namespace) -> int:
    from muggins.vision.evaluation.runner import evaluate

    form = "json" if given.json else "markdown" if given.markdown else "text"
    return evaluate(given.folders, given.page, given.plot, given.floors, given.most, given.highest, form)


def _bench(given: argparse.Namespace) -> int:
    from ..bench.report import bench

    return bench(given.json, given.floors)


def _doctor(_given: argparse.Namespace) -> int:
    from .doctor import doctor

    return doctor()
