"""Evenings at honest tables: nobody is accused of what nobody did, nobody loses by winning, and every point is due.

Plays are taken back after others have drawn, hands are dealt short, events are recorded wrongly and corrected later,
and one player in a while passes or draws although able. `make umpire` plays many more of these games than a test does.
"""

import os
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from muggins.scorer import (
    Correct,
    Draw,
    GameStarted,
    HandEnd,
    HandStarted,
    Layout,
    Muggins,
    Pass,
    Play,
    RecordError,
    Score,
    TakeBack,
    load_ruleset,
    replay,
    ruleset_names,
)
from muggins.scorer.outcomes import HandEndOutcome, PlayOutcome
from muggins.scorer.random_games import RandomTable, setter_by_tiles
from muggins.scorer.record import standing_events
from muggins.scorer.rules.option_types import Flag, OneOf
from muggins.scorer.rules.rulesets import OPTIONS

TABLES = int(os.environ.get("MUGGINS_TABLES", "40"))
"""Games that the test plays. `make umpire` plays 100,000."""
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
GAMES = [name for name in ruleset_names() if not load_ruleset(name).pair and not load_ruleset(name).is_rounds]
VALUES = {
    **{key: option.words for key, option in OPTIONS.items() if isinstance(option, OneOf) and key != "scored"},
    **{key: ("true", "false") for key, option in OPTIONS.items() if isinstance(option, Flag)},
    "multiples": ("", "5", "5,3", "3"),
    "divisor": ("1", "5"),
    "double-blank": ("0", "25"),
    "level-ends": ("0", "2"),
    "hand-bonus": ("", "100,50"),
    "reserve": ("0", "1", "2"),
    "skunk": ("0", "31"),
    "draw-most": ("1", "2"),
    "hands": ("1", "2"),
    "near-target": ("2", "5"),
}
HANDS = 3
"""Hands of a game that nobody wins before."""


@st.composite
def starts(draw):
    """The start of any game, with any values of up to four options, and a target that may soon be reached."""
    keys = draw(st.lists(st.sampled_from(sorted(VALUES)), max_size=4, unique=True))
    options = {key: draw(st.sampled_from(VALUES[key])) for key in keys}
    rules = load_ruleset(draw(st.sampled_from(GAMES)), options)
    players = NAMES[: draw(st.sampled_from(sorted(rules.tiles)))]
    is_teams = rules.teams and len(players) == 4 and draw(st.booleans())
    return GameStarted(
        rules.id,
        players,
        teams=(players[::2], players[1::2]) if is_teams else None,
        target=draw(st.sampled_from([1, 15, 40, 5000])),
        options={key: value for key, value in options.items() if key != "claims"},
        claims=options.get("claims"),
    )


class HonestTable(RandomTable):
    """Players who keep to the rules, but for those who are `guilty`, and a record that is right in the end."""

    def evening(self, hands):
        """Plays so many hands, and checks what the record says after each."""
        for _ in range(hands):
            if self.game.winner is None:
                self.hand()
                self.check()
                if self.chance(0.1):
                    self.tell(Score(self.random.choice(self.game.players), 1))

    def hand(self):
        self.guilty, self.wrong, self.begun = set(), [], len(self.game.record)
        setter = self.dealt()
        short = {player: len(tiles) for player, tiles in self.hands.items()}
        self.missing = {player: self.game.rules.tiles[len(short)] - tiles for player, tiles in short.items()}
        is_short = any(self.missing.values())
        self.tell(HandStarted(setter, short if is_short else None))
        turn, passes = setter, 0
        while passes < sum(map(bool, self.hands.values())) and self.game.winner is None:
            hand = self.game.hand
            if self.completes_hands():
                passes = 0
            moves = self._moves(hand, turn)
            if moves and not hand.layout.is_empty and self.chance(0.03) and hand.rules.unable != "take-one":
                self.guilty.add(turn)  # draws or passes although able
                moves = []
            if not moves and self.left:
                number, missing = self._drawn_for(hand, turn), self.missing[turn]
                self.take(turn, number)
                if hand.rules.unable == "take-one":  # tiles that only complete a hand do not move the turn on
                    turn = self.after(turn) if number > missing else turn
                    continue
                moves = self._moves(hand, turn)
            if self.game.winner is not None:
                break
            if not moves or (turn in self.guilty and self.left == 0 and self.chance(0.1)):
                self.tell(Pass(turn))
                turn, passes = self.after(turn), passes + 1
                continue
            passes = 0
            if self.chance(0.15):
                self.play_and_take_back(turn)
            tile, host = self.random.choice(moves)
            self.play_tile(turn, tile, host)
            sharing = self.game.match.sides[self.game.side_of(turn)] if hand.rules.out_by == "side" else (turn,)
            if not any(self.hands[each] for each in sharing) or self.game.winner is not None:
                break
            has_scored = hand.rules.goes_on == "double-or-score" and hand.rules.worth_of(self.game.hand.layout)
            goes_on = hand.rules.goes_on != "never" and (tile.is_double or has_scored)
            if goes_on and (self.chance(0.5) or self._moves(self.game.hand, turn)):
                continue  # a player who cannot play on says nothing, or passes
            turn = self.after(turn)
        for number, event in self.wrong:
            self._apply(Correct(number, event))
        if self.game.winner is None:
            self._apply(HandEnd({player: tuple(tiles) for player, tiles in self.hands.items()}))

    def dealt(self):
        """Deals, now and then one hand too short, until somebody may set."""
        while True:
            setter = self._deal()
            if self.chance(0.3):
                short = self.random.choice(self.game.players)
                kept = self.random.randint(1, len(self.hands[short]))
                self.boneyard += self.hands[short][kept:]
                self.hands[short] = self.hands[short][:kept]
            if self.first:
                found = setter_by_tiles(self.game.rules, self.hands)
                if not found:
                    continue
                setter, self.first = found
            elif self.game.rules.cross:  # the set is a double
                doubles = [tile for tile in self.hands[setter] if tile.is_double]
                if not doubles:
                    continue
                self.first = doubles[0]
            return setter

    def after(self, player):
        """The player whose turn comes next, by the table and not by the record."""
        players = self.game.players if self.game.rules.direction == "clockwise" else self.game.players[::-1]
        others = [*players, *players][players.index(player) + 1 :]
        return next(other for other in others if self.hands[other] or self.game.rules.out_by == "player")

    def chance(self, probability):
        return self.random.random() < probability

    def tell(self, event):
        if self.game.winner is None:
            self._apply(event)

    @property
    def left(self):
        """The tiles that may be drawn, by the table and not by the record."""
        rules = self.game.rules
        return 0 if rules.unable == "pass" else max(0, len(self.boneyard) - rules.reserve_for(len(self.hands)))

    def completes_hands(self):
        """Whoever drew too few tiles for the hand draws the rest at any time. Whether anybody has."""
        before = sum(self.missing.values())
        for player, missing in self.missing.items():
            if (most := min(missing, len(self.boneyard))) and self.chance(0.3):
                self.take(player, self.random.randint(1, most))
        return sum(self.missing.values()) < before

    def _drawn_for(self, hand, player):
        """How many tiles a player draws: until one fits, or the one that the rules allow, and those still missing."""
        missing = self.missing[player]
        if hand.rules.unable == "take-one":
            return min(len(self.boneyard), missing + (self.left > missing))
        most = min(len(self.boneyard), max(missing, self.left), missing + (hand.rules.draw_most or 99))
        fits = (number for number, tile in enumerate(reversed(self.boneyard), 1) if hand.can_play(tile))
        return min(most, next(fits, most))

    def take(self, player, number):
        """Draws so many tiles, in one event or in several, now and then recorded with a wrong number at first."""
        self.hands[player] += [self.boneyard.pop() for _ in range(number)]
        self.missing[player] -= min(number, self.missing[player])
        if number > 1 and self.chance(0.2) and self.game.rules.unable == "draw":
            self.tell(Draw(player, number - 1))
            number = 1
        if self.chance(0.1) and number > 1 and self.game.rules.unable == "draw":
            self.tell(Draw(player, number - 1))
            self.wrong.append((len(self.game.record), Draw(player, number)))
            return
        self.tell(Draw(player, number))

    def play_and_take_back(self, player):
        """A tile is laid anywhere, others claim, call, draw and pass, and it is taken back."""
        layout = self.game.hand.layout
        host = self.random.choice(layout.tiles) if layout.tiles else None
        tile = self.random.choice(self.hands[player])
        plays = len(self.game.hand.plays)
        self.tell(Play(player, tile, host))
        if self.game.winner is not None and len(self.game.hand.plays) == plays:
            return  # the score before it has won
        following = self.game.hand.next_after(player)
        if self.chance(0.3):
            self.tell(Muggins(following))
        if self.left and self.chance(0.6) and self.game.winner is None:
            self.take(following, 1)
        elif self.chance(0.3):
            self.tell(Pass(following))
        self._apply(TakeBack())

    def play_tile(self, player, tile, host):
        """Plays a tile, now and then recorded with the wrong tile or player at first, and claims its score."""
        self.hands[player].remove(tile)
        others = [other for other in self.boneyard if host is None or other.shared(host) is not None]
        if others and self.chance(0.1):
            self.tell(Play(player, self.random.choice(others), host))
            self._apply(Correct(len(self.game.record), Play(player, tile, host)))
        else:
            self.tell(Play(player, tile, host))
        for _ in self._claims(player):
            pass

    def check(self):
        """Nobody is accused who did nothing wrong, and all scores are those of the standing events alone."""
        game = self.game
        for step in game.standing():
            if step.number <= self.begun:
                continue
            accused = {getattr(step.event, "player", "")} if step.outcome.faults else set()
            if isinstance(step.outcome, HandEndOutcome):
                accused = {each.player for each in step.outcome.proven}
                if game.rules.tally == "sum":
                    assert min((step.outcome.gained or {"": 0}).values()) >= 0, step
            told = set(step.outcome.faults) - {"under-draw", "wrong-claim", "false-claim"}
            assert not told or (self.guilty and accused <= self.guilty | {""}), (step, game)
            if isinstance(step.outcome, PlayOutcome):
                assert step.outcome.barred is None or step.event.player in self.guilty, (step, game)
                layout = step.match.hand.layout
                assert step.outcome.count == Layout.parse(str(layout)).count(game.rules)
        kept = {entry.number for entry in standing_events(game.record) if entry.is_kept}
        alone = replay(step.event for step in game.standing() if step.number not in kept)
        assert (alone.scores, alone.winner) == (game.scores, game.winner)
        assert min(game.scores.values()) >= 0


@settings(max_examples=TABLES)
@given(starts(), st.integers(0, 1_000_000))
def test_nobody_is_accused_who_did_nothing_wrong(start, seed):
    try:
        table = HonestTable(start, Random(seed))
    except RecordError:  # options that exclude each other
        return
    table.evening(HANDS)
