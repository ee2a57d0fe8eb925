"""Stories in players' words: after each event stands what the rules make of it.

`tests/golden/stories` holds them. The scores, the events whose points are missing, the player to play, the tiles in
the hands and in the boneyard, the score to claim and the next setter stand there where they change; after a take-back
or a correction, so does the layout.
"""

import pytest
from notation import event_of, start_of
from places import GOLDEN

from muggins.scorer import Correct, Game, RecordError, TakeBack
from muggins.scorer.outcomes import outcome_to_json

STORIES = sorted((GOLDEN / "stories").glob("*.txt"))


def begun(text):
    """The start of "five-up: Ann Bob, claims call, target 2"."""
    rules, _, rest = text.partition(": ")
    players, *choices = rest.split(", ")
    options = dict(choice.split() for choice in choices if choice != "teams")
    fields = {key: options.pop(key) for key in ("claims", "target", "set") if key in options}
    numbers = {key: int(value) if value.isdigit() else value for key, value in fields.items()}
    first, second, *others = players.split() * 2
    teams = ((first, others[0]), (second, others[1])) if "teams" in choices else None
    return start_of(rules, players, teams=teams, options=options, **numbers)


def words(value):
    """A value of an outcome as words."""
    match value:
        case dict():
            return " ".join(f"{key} {words(each)}" for key, each in value.items())
        case list():
            return " ".join(map(words, value)) or "none"
        case None:
            return "nobody"
    return str(value)


def state(game):
    """What an event may change besides the record."""
    hand, match = game.hand_in_play, game.match
    if match is None:
        return {}
    pending = list(game.pending_hand_ends) or None
    known = {"scores": dict(game.scores), "winner": game.winner, "without points": pending}
    if hand is None:
        return {**known, "next setter": match.next_setter}
    known |= {"to play": hand.to_play, "tiles": {player: hand.tiles_left(player) for player in game.players}}
    return {**known, "boneyard": hand.boneyard, "unclaimed": list(hand.unclaimed) if hand.unclaimed else None}


def told(before, game):
    """What the newest event of a game brought."""
    outcome = {
        key: value for key, value in outcome_to_json(game.outcomes[-1]).items() if key not in ("scores", "winner")
    }
    known = state(before)
    changes = {key: value for key, value in state(game).items() if known.get(key) != value}
    is_revised = isinstance(game.record[-1], TakeBack | Correct)
    layout = {"layout": game.hand.layout} if is_revised and game.hand else {}
    return ", ".join(f"{key} {words(value)}" for key, value in {**outcome, **changes, **layout}.items())


def written(story):
    """A story with what the rules now make of each of its events."""
    game, lines = Game(), []
    for line in story.splitlines():
        text = line.split("  ")[0]
        if not text or text.startswith("#"):
            lines.append(line)
            continue
        before = Game() if text.startswith("game ") else game
        try:
            game = before.apply(begun(text.removeprefix("game ")) if before == Game() else event_of(text))
            lines.append(f"{text:<22}  {told(before, game)}".rstrip())
        except RecordError as error:
            lines.append(f"{text:<22}  refused: {error}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_story_goes_as_it_is_told(path):
    told_before = path.read_text(encoding="utf-8")
    assert written(told_before) == told_before
