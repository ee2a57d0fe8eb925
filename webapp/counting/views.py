"""Counting with a phone: the page, photos that are read, the worth of a layout, and hands that are entered."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Annotated, Literal, NotRequired, TypedDict

from flask import Blueprint, Flask, abort, current_app, render_template, request

from muggins.scorer.events import RoundHand
from muggins.scorer.hand_scoring import pips_of
from muggins.scorer.json_types import FromZero, PlayerName, TileText
from muggins.scorer.layout import Layout
from muggins.scorer.record import parse_event
from muggins.scorer.rules.rulesets import RuleSet, load_ruleset, ruleset_names
from muggins.scorer.tiles import Tile
from muggins.scorer.trains import longest_train
from muggins.texts import gettext, text_of
from muggins.vision.capture.images import encode_jpeg

from ..web.access import Role
from ..web.auth import count_photo, current_visitor, open_to
from ..web.context import current_context
from ..web.described import Media, takes
from ..web.errors import RefusalJson
from ..web.json_body import json_body
from ..web.security import takes_photos
from ..web.table_json import ToldJson, line_json
from .photo import CountedLayoutJson, CountedPhotoJson, layout_as_json
from .photo_reader import PhotoReader, ReadPhoto

counting = Blueprint("counting", __name__)

PHOTOS_EXTENSION = "muggins-photos"
"""Key in `app.extensions` of the app's PhotoReader."""
LONGEST_HAND = 22
"""Tiles of which the longest train is found in half a second."""
RETURNED_QUALITY = 80
"""JPEG quality, of 100, of a photo that goes back to a browser that cannot open it."""


class _PhotoArguments(TypedDict, total=False):
    rules: str
    """The rules that say what the layout is worth; by default the game being played, else Five-Up."""
    picture: Literal["yes"]
    """Answer with the photo as JPEG too, for a browser that cannot open it."""


class _LayoutArguments(TypedDict):
    layout: str
    """As in a record."""
    rules: NotRequired[str]
    """The id of a rule set; by default the game being played, else Five-Up."""


class _TrainArguments(TypedDict):
    hand: str
    """Tiles with spaces between them, at most 22."""
    engine: int
    """The number that the train begins with."""


class _TrainJson(TypedDict):
    train: list[TileText]
    """In the order in which they follow each other."""


class _EnteredHandJson(TypedDict):
    player: PlayerName
    hand: NotRequired[list[TileText]]
    points: NotRequired[FromZero]
    """In a game of rounds, in place of the tiles."""
    replaces: NotRequired[bool]
    """Put an entry right; without it a second entry is refused."""


def read_photos(app: Flask, keep: Path | None = None) -> None:
    """Makes the app read photos, and keep them in the folder `keep` where one is named."""
    app.extensions[PHOTOS_EXTENSION] = PhotoReader(keep=keep)


@counting.get("/count")
@open_to(Role.SPECTATOR)
def show_count() -> str:
    """The page that takes a picture of a hand or a layout and counts it."""
    _reader().prepare()
    return _page(None)


@counting.post("/share")
@open_to(Role.SPECTATOR)
@takes_photos
def take_shared() -> str:
    """The same page with a photo that was shared from the phone's gallery; `photo` of a form, the first counts."""
    count_photo()
    photo = request.files.get("photo")
    if photo is None:
        return _page({"error": gettext("No photo came with what was shared; share one picture.")})
    try:
        read = _reader().read(photo.read())
    except ValueError as error:
        return _page({"error": str(text_of(error))})
    return _page(_reading_json(read, _rules(""), with_picture=True))


@counting.post("/api/count")
@open_to(Role.SPECTATOR)
@takes_photos
@takes(Annotated[bytes, Media(("image/*",))], _PhotoArguments)
def read_photo() -> CountedPhotoJson:
    """Counts the tiles on a photo.

    JPEG, HEIC, PNG, WebP or BMP, at most 25 MiB. The photo is forgotten as soon as it is answered.
    """
    count_photo()
    rules = _rules(request.args.get("rules", ""))
    try:
        read = _reader().read(request.get_data())
    except ValueError as error:
        abort(400, str(text_of(error)))
    return _reading_json(read, rules, with_picture=request.args.get("picture") == "yes")


@counting.get("/api/worth")
@open_to(Role.SPECTATOR)
@takes(arguments=_LayoutArguments)
def show_worth() -> CountedLayoutJson:
    """What a layout counts, and what that is worth."""
    rules = _rules(request.args.get("rules", ""))
    try:
        layout = Layout.parse(request.args.get("layout", ""))
    except ValueError as error:
        abort(400, str(text_of(error)))
    return layout_as_json(layout, rules)


@counting.get("/api/train")
@open_to(Role.SPECTATOR)
@takes(arguments=_TrainArguments)
def show_train() -> _TrainJson:
    """The most tiles of a hand that follow each other from a number, as in Mexican Train."""
    try:
        hand = [Tile.parse(text) for text in request.args.get("hand", "").split()]
    except ValueError as error:
        abort(400, str(text_of(error)))
    if len(hand) > LONGEST_HAND:
        abort(400, gettext("expected at most %(most)s tiles", most=LONGEST_HAND))
    engine = request.args.get("engine", "0")
    if not (engine.isascii() and engine.isdigit() and len(engine) <= 9):
        abort(400, gettext("a whole number is expected, not %(came)s", came=repr(engine[:20])))
    game = current_context().session.snapshot.game
    rules = game.rules if game is not None and game.rules.is_rounds else load_ruleset("mexican-train")
    train = longest_train(hand, int(engine), lambda tile: pips_of((tile,), rules))
    return {"train": [str(tile) for tile in train]}


@counting.post("/api/hands")
@open_to(Role.PLAYER)
@takes(_EnteredHandJson)
def enter_hand() -> ToldJson:
    """Enters the tiles left with a player.

    In a game of rounds it is the player's hand of the round. In any other game it ends the hand in play, or is added to
    the hand that has ended and waits for these tiles. Players enter hands of their own side; the host alone ends the
    hand in play. Where a hand cannot have ended so, people are asked, and nothing is recorded before they answer.
    """
    body = json_body()
    replaces = body.pop("replaces", False)
    if type(replaces) is not bool:
        abort(400, gettext("expected replaces: true or false"))
    said = parse_event({"event": "round_hand", **body})
    assert isinstance(said, RoundHand)
    session, visitor = current_context().session, current_visitor()
    game = session.snapshot.game
    if visitor.player is not None and game is not None and visitor.player not in game.partners_of(said.player):
        abort(403, gettext("players enter the tiles of their own side; the rest is for the host"))
    logged = session.enter_hand(said, replaces, visitor.by)
    return {"told": [line_json(each.step) for each in logged]}


def _page(reading: CountedPhotoJson | RefusalJson | None) -> str:
    scoring = [rules for rules in map(load_ruleset, ruleset_names()) if rules.scores_in_play]
    game = current_context().session.snapshot.game
    scores = game is not None and game.rules.scores_in_play
    return render_template("pages/count.html", reading=reading, rule_sets=scoring, scores=scores)


def _reader() -> PhotoReader:
    reader = current_app.extensions[PHOTOS_EXTENSION]
    assert isinstance(reader, PhotoReader)
    return reader


def _rules(name: str) -> RuleSet:
    """The rules of that id; without one those of the game being played, if its plays score, else Five-Up."""
    game = current_context().session.snapshot.game
    if not name and game is not None and game.rules.scores_in_play:
        return game.rules
    if name and name not in ruleset_names():
        known = ", ".join(ruleset_names())
        abort(400, gettext("no rule set is called %(rules)s; there are %(names)s", rules=repr(name), names=known))
    return load_ruleset(name or "five-up")


def _reading_json(read: ReadPhoto, rules: RuleSet, with_picture: bool) -> CountedPhotoJson:
    count = read.count
    says = "" if count.state.readings else gettext("No tile is seen face up; go nearer, and lay the tiles apart.")
    jpeg = encode_jpeg(read.image, RETURNED_QUALITY) if with_picture else None
    return {
        **count.to_json(),
        "says": says,
        "layout": layout_as_json(count.state.layout, rules),
        "picture": None if jpeg is None else base64.b64encode(jpeg).decode(),
    }
