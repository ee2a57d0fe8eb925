"""A hand in play: its layout, whose turn it is, and the steps from one state to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .errors import ScorerError
from .events import Draw, Fault, HandStarted, Pass, Play, RecordError
from .layout import Layout, OpenEnd
from .rules.rulesets import RuleSet
from .tiles import Tile


@dataclass(frozen=True, slots=True)
class UnableTurn:
    """A draw or a pass, by which a player stated that no tile in hand could be played."""

    player: str
    number: int
    """The number of the event in the record."""
    tiles: int
    """Tiles drawn; 0 for a pass."""
    drawn: int
    """All tiles that the player has drawn in the hand, including these but not those that complete it."""
    layout: Layout
    """The layout at that moment."""
    plays: int
    """The number of plays in the hand before it."""
    on: Tile | None = None
    """The tile on which the turn might have gone on, of which alone it says something; None if of every open end."""
    is_inferred: bool = False
    """Whether nobody stated it: the program concluded it from the order of play."""


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The result of a play: the count and the open ends after it, its points and its faults."""

    count: int
    points: int
    open: tuple[int, ...]
    """Pips of the open ends, rising."""
    faults: tuple[Fault, ...]
    barred: Fault | None
    """The fault for which the play may not score; None if it may, or has no points."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand after some of its events. Every step gives a new hand."""

    rules: RuleSet
    players: tuple[str, ...]
    """The players in the order of their turns."""
    setter: str
    drawn: Mapping[str, int]
    """The number of tiles each player has drawn, for the hand and since."""
    dealt: Mapping[str, int]
    """The number of tiles each player drew for the hand."""
    drawn_then: Mapping[str, int]
    """The number of tiles each player had drawn when the last tile was laid."""
    to_play: str | None
    """The player whose turn it is; None once the hand is over."""
    layout: Layout = field(default_factory=Layout)
    plays: tuple[Play, ...] = ()
    unable_turns: tuple[UnableTurn, ...] = ()
    unclaimed: tuple[str, int] | None = None
    """The player of an unclaimed score, and its points."""
    no_score: frozenset[str] = frozenset()
    """Players who may not score for the rest of the hand."""
    is_over: bool = False
    sets_double: bool = False
    """Whether the set must be a double."""
    is_called: bool = False
    """Whether an opponent has called Muggins on the unclaimed score, where that only makes it lost at the next play."""

    @staticmethod
    def begin(
        rules: RuleSet, players: tuple[str, ...], event: HandStarted, sets_double: bool = False
    ) -> tuple[Hand, tuple[Fault, ...]]:
        """The hand before its first play, and the faults of the deal. RecordError if the tiles cannot be dealt."""
        # who set a hand that was under way before the record is not known
        tiles = {each: rules.deal(len(players), each == event.setter and event.layout is None) for each in players}
        drawn = dict(tiles)
        for player, number in (event.drawn or {}).items():
            if player not in drawn:
                raise RecordError(
                    "drawn: %(player)s does not play; the players are %(players)s",
                    player=player,
                    players=", ".join(players),
                )
            drawn[player] = number
        size = len(rules.pack(len(players)))
        if sum(drawn.values()) > size:
            raise RecordError(
                "%(tiles)s tiles cannot be drawn from a set of %(all)s", tiles=sum(drawn.values()), all=size
            )
        faults: tuple[Fault, ...] = ("over-draw",) if any(drawn[each] > tiles[each] for each in players) else ()
        if rules.over_draw == "returned":
            drawn = {player: min(number, tiles[player]) for player, number in drawn.items()}
        if any(drawn[each] < tiles[each] for each in players):
            faults += ("under-draw",)
        if event.exposed:
            faults += ("exposed",)
        layout = event.layout or Layout()
        if layout.misplayed(rules) is not None:
            faults += ("misplay",)
        hand = Hand(rules, players, event.setter, drawn, drawn, drawn, event.setter, layout, sets_double=sets_double)
        for tile in layout.tiles:
            if (missing := hand.missing_from_pack(tile)) is not None:
                raise RecordError("%(key)s: %(error)s", key="layout", error=missing)
        return hand, faults

    @property
    def count(self) -> int:
        """Pips of the exposed ends."""
        return self.layout.count(self.rules)

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """Where a tile may be played, in the order of the plays."""
        return self.layout.open_ends(self.rules)

    @property
    def boneyard(self) -> int:
        """The number of tiles that may still be drawn; the reserve is not included."""
        reserve = self.rules.reserve_for(len(self.players))
        return 0 if self.rules.unable == "pass" else max(0, self.undrawn - reserve)

    def drawable(self, player: str) -> int:
        """The number of tiles that a player who cannot play may still draw in this turn."""
        if not self.rules.draw_most or self.rules.unable != "draw":
            return self.boneyard
        drawn = 0
        for turn in reversed(self.unable_turns):
            if turn.plays != len(self.plays) or (turn.player == player and not turn.tiles):
                break
            drawn += turn.tiles if turn.player == player else 0
        return min(self.boneyard, max(0, self.rules.draw_most - drawn))

    @property
    def undrawn(self) -> int:
        """The number of tiles that no player has drawn, by the record; the reserve is included."""
        return len(self.pack) - sum(self.drawn.values())

    @property
    def pack(self) -> tuple[Tile, ...]:
        """The tiles with which the hand is played, rising."""
        return self.rules.pack(len(self.players))

    @property
    def passed(self) -> tuple[str, ...]:
        """The players who have passed since the last play, in order, but for the end of the turn with that play."""
        passes = (turn for turn in self.unable_turns if not turn.tiles and turn.plays == len(self.plays))
        return tuple(turn.player for turn in passes if turn.on is None)

    @property
    def is_blocked(self) -> bool:
        """Whether everybody has passed since the last play: nobody can play, and the tiles left are counted."""
        holders = [each for each in self.players if self.rules.out_by == "player" or self.tiles_left(each) > 0]
        return not self.is_over and not self.layout.is_empty and set(self.passed) >= set(holders)

    @property
    def last_player(self) -> str:
        """The player of the last play; the setter if no play is recorded."""
        return self.plays[-1].player if self.plays else self.setter

    def tiles_left(self, player: str) -> int:
        """The number of tiles in a player's hand, if every draw was recorded."""
        return self.drawn[player] - self.plays_of(player)

    def plays_of(self, player: str) -> int:
        """The number of tiles that a player has played."""
        return sum(play.player == player for play in self.plays)

    @property
    def unwatched_plays(self) -> int:
        """The number of tiles that nobody saw laid, and of which nobody knows whose they were."""
        return len(self.layout) - sum(not play.unseen for play in self.plays)

    @property
    def is_turn_guessed(self) -> bool:
        """Whether nobody saw the last play, so that it may be anybody's turn."""
        return bool(self.plays) and self.plays[-1].unseen is not None

    def held_then(self, player: str) -> int:
        """The number of tiles in a player's hand when the last tile was laid, if every draw was recorded."""
        return self.drawn_then[player] - self.plays_of(player)

    def fewest_held(self, player: str) -> int:
        """The fewest tiles that a player may hold: draws may be missing from the record, and plays before it began."""
        return max(0, self.tiles_left(player) - self.unwatched_plays)

    def most_held(self, player: str) -> int:
        """The most tiles that a player may hold. Where tiles are drawn, a draw may be missing from the record."""
        if self.rules.unable != "pass":
            return len(self.pack)
        guessed = sum(play.player == player and play.unseen is not None for play in self.plays)
        return guessed + max(self.tiles_left(player), self.deal_of(player) - self.plays_of(player))

    def due_to(self, player: str) -> int:
        """The tiles that the player is due for the hand, if the setter is who the record says."""
        return self.rules.deal(len(self.players), player == self.setter)

    def deal_of(self, player: str) -> int:
        """The most tiles that the player may have drawn for the hand by the rules; anybody may have set unseen."""
        is_seen = len(self.plays) == len(self.layout) and not any(play.unseen for play in self.plays[:1])
        return self.due_to(player) if is_seen else self.rules.deal(len(self.players), is_setter=True)

    def next_after(self, player: str) -> str:
        """The player whose turn comes next."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def turn_after(self, player: str) -> str:
        """The player whose turn comes next. Where one player out ends no hand, whoever holds no tile is passed over."""
        following = self.next_after(player)
        while self.rules.out_by != "player" and self.tiles_left(following) <= 0 and following != player:
            following = self.next_after(following)
        return following

    @property
    def goes_on_at(self) -> Tile | None:
        """The tile at whose end the turn of the last player goes on; None if it is another turn, or goes on anywhere.

        The first turn of a hand goes on at both ends, and so does that of a player who alone holds tiles.
        """
        if self.rules.goes_on != "same-end" or not self.plays or self.to_play != self.last_player:
            return None
        seen = {each.player for each in self.plays if not each.unseen}
        is_first = not self.unable_turns and len(self.layout) == len(self.plays) and len(seen) <= 1
        others = [each for each in self.players if each != self.last_player]
        is_new = bool(self.passed) or not any(map(self.fewest_held, others))
        return None if is_first or is_new else self.plays[-1].tile

    def can_play(self, tile: Tile) -> bool:
        """Whether the tile matches an open end."""
        return self.layout.takes(tile, self.rules)

    def can_follow(self, tile: Tile) -> bool:
        """Whether the player whose turn it is may play the tile: where a turn goes on at one end, at that end."""
        host = self.goes_on_at
        return self.can_play(tile) if host is None else bool(self.layout.ways(tile, host, self.rules))

    def turn_on(self, host: Tile | None) -> str | None:
        """The player whose turn it is if a tile is played on that host: at another end a turn does not go on."""
        return self.to_play if self.goes_on_at in (None, host) else self.turn_after(self.last_player)

    def missing_from_pack(self, tile: Tile) -> RecordError | None:
        """Why the tile is not among those of the hand; None if it is."""
        highest, players = self.rules.set, len(self.players)
        if tile.high > highest:
            return RecordError("%(tile)s is not in a set up to %(set)s-%(set)s", tile=tile, set=highest)
        if self.rules.left_out.get(players, 0) and tile < self.pack[0]:
            return RecordError("%(tile)s is left out where %(players)s play", tile=tile, players=players)
        return None

    def play(self, event: Play, most: int | None = None) -> tuple[Hand, PlayResult]:
        """The hand after a play, and the result of the play, which scores at most `most` points.

        RecordError if the tile cannot lie there.
        """
        rules, player, tile, host = self.rules, event.player, event.tile, event.on
        if (missing := self.missing_from_pack(tile)) is not None:
            raise missing
        placement = replace(event.placement, joins=self._joins(event))
        try:
            layout = self.layout.lay(placement)
        except ScorerError as error:
            raise RecordError(*error.args, **error.values) from None
        if host is None:
            is_right = tile.is_double or not self.sets_double
        else:
            is_right = self.layout.allows(placement, rules)
        faults: tuple[Fault, ...] = () if is_right else ("misplay",)
        if event.unseen is None:  # else its player is a guess
            is_at_other_end = player == self.to_play != self.turn_on(host) and not self.is_turn_guessed
            faults += ("out-of-turn",) if is_at_other_end else self._turn_faults(player)
            faults += ("miscounted",) if self.most_held(player) <= 0 else ()
        count = layout.count(rules)
        points = rules.worth_of(layout) if most is None else min(most, rules.worth_of(layout))
        barred = self._barred(event) if points else None
        if barred:
            points = 0
        hand = Hand(
            rules,
            self.players,
            self.setter,
            self.drawn,
            self.dealt,
            self.drawn,
            self.next_after(player),
            layout,
            (*self.plays, event),
            self.unable_turns,
            (player, points) if points and rules.claims == "call" else None,
            self.no_score,
            sets_double=self.sets_double,
        )
        if rules.out_by != "player":
            hand = replace(hand, to_play=hand.turn_after(player))
        if hand._goes_on(tile, points):
            hand = replace(hand, to_play=player)
        return hand, PlayResult(count, points, tuple(layout.open_pips(rules)), faults, barred)

    def is_completed_by(self, event: Draw) -> bool:
        """Whether the draw only completes a hand for which too few tiles were drawn."""
        return self.drawn[event.player] + event.tiles <= self.due_to(event.player)

    def with_tiles(self, event: Draw) -> Hand:
        """The hand with the tiles of a draw that states nothing. RecordError if the boneyard holds fewer tiles."""
        player = event.player
        if event.tiles > self.undrawn:
            raise RecordError(
                "%(player)s cannot draw %(number)s tile: the boneyard holds %(left)s",
                "%(player)s cannot draw %(number)s tiles: the boneyard holds %(left)s",
                player=player,
                number=event.tiles,
                left=self.undrawn,
            )
        return replace(self, drawn={**self.drawn, player: self.drawn[player] + event.tiles})

    def draw(self, event: Draw, number: int) -> tuple[Hand, tuple[Fault, ...]]:
        """The hand after a draw, and its faults. RecordError if the boneyard holds fewer tiles."""
        rules, player = self.rules, event.player
        hand = self.with_tiles(event)
        # the first tiles complete a hand for which too few were drawn
        completing = max(0, self.due_to(player) - self.drawn[player])
        tiles = event.tiles - completing
        faults = self._turn_faults(player)
        may_draw = min(self.drawable(player), max(0, self.boneyard - completing))
        if tiles > may_draw or (rules.unable == "take-one" and tiles > 1):
            faults += ("over-draw",)
        was_able = event.able or self.layout.is_empty
        if was_able:
            faults += ("drew-although-able",)
        turn = self._unable_turn(player, number, tiles, hand.drawn[player] - completing)
        turn = replace(turn, is_inferred=event.inferred)
        moves_on = rules.unable == "take-one" and "out-of-turn" not in faults
        hand = replace(
            hand,
            unable_turns=(*self.unable_turns, turn),
            no_score=self.no_score | {player} if was_able and rules.drew_able == "no-score" else self.no_score,
            to_play=self.turn_after(player) if moves_on else self.to_play,
            unclaimed=None,
        )
        return hand, faults

    def pass_turn(self, event: Pass, number: int) -> tuple[Hand, tuple[Fault, ...]]:
        """The hand after a pass, and its faults."""
        faults = self._turn_faults(event.player)
        if (self.drawable(event.player) and not self.rules.may_pass) or self.layout.is_empty:
            faults += ("passed-too-soon",)
        turn = self._unable_turn(event.player, number, 0, self.drawn[event.player])
        unable_turns = (*self.unable_turns, replace(turn, is_inferred=event.inferred))
        return replace(self, unable_turns=unable_turns, to_play=self.turn_after(event.player), unclaimed=None), faults

    def with_play(self, event: Play) -> Hand:
        """The hand with one more play that does not change the layout."""
        return replace(self, plays=(*self.plays, event))

    def ended(self) -> Hand:
        """The hand after its end."""
        return replace(self, to_play=None, unclaimed=None, is_over=True)

    def _goes_on(self, tile: Tile, points: int) -> bool:
        """Whether the turn may go on after the last play, of this tile and with these points."""
        rules = self.rules
        if rules.out_by != "player" and self.tiles_left(self.last_player) <= 0:
            return False
        is_double = rules.goes_on in ("double", "double-or-score") and tile.is_double
        return is_double or (rules.goes_on == "double-or-score" and points > 0) or rules.goes_on == "same-end"

    def _turn_faults(self, player: str) -> tuple[Fault, ...]:
        if player == self.to_play or self.is_turn_guessed:
            return ()
        if self.rules.out_by != "player" and self.held_then(player) <= 0:
            return ()  # passed over, though a draw may be missing from the record, or a tile put down to the wrong one
        if self._may_follow(self.to_play, player):
            return ()
        if self.rules.goes_on != "never" and self.plays and self._may_follow(self.turn_after(self.last_player), player):
            return ()  # the turn might have gone on, and nobody says that it does not
        return ("out-of-turn",)

    def _may_follow(self, at: str | None, player: str) -> bool:
        """Whether it is the player's turn where it is that of `at`, or of whoever comes after those without a tile.

        Nobody knows who laid the tiles that were not seen, so any of these may have been the last of somebody.
        """
        if self.rules.out_by == "player":
            return at == player
        while at is not None and at != player and self.held_then(at) <= self.unwatched_plays:
            at = self.next_after(at)
        return at == player

    def _unable_turn(self, player: str, number: int, tiles: int, drawn: int) -> UnableTurn:
        on = self.goes_on_at if player == self.to_play else None
        return UnableTurn(player, number, tiles, drawn, self.layout, len(self.plays), on)

    def _joins(self, event: Play) -> tuple[int, int] | None:
        """The halves of the tile and its host that touch; None if both show the number that the tiles share.

        RecordError if the rules allow several ways to lie there, and none is named.
        """
        tile, host = event.tile, event.on
        if host is None or host not in self.layout or tile in self.layout:
            return None  # the layout raises the error, if there is one
        shared = tile.shared(host)
        if event.joins is not None:
            return None if event.joins == (shared, shared) else event.joins
        ways = self.layout.ways(tile, host, self.rules)
        if len(ways) > 1:
            raise RecordError(
                "%(tile)s fits %(host)s in several ways: name the halves that touch, one of %(ways)s",
                tile=tile,
                host=host,
                ways=", ".join(f"{half}/{host_half}" for half, host_half in ways),
            )
        if ways:
            return None if ways[0] == (shared, shared) else ways[0]
        if shared is not None:
            return None
        # A misplay without named halves is placed with its higher half at the host's first free half.
        free = [half for half in host.halves if half not in self.layout.joined[host]]
        return tile.high, (free or [host.high])[0]

    def _barred(self, event: Play) -> Fault | None:
        """The fault for which this play may not score; None if it may."""
        rules, player = self.rules, event.player
        if player in self.no_score:
            return "drew-although-able"
        if event.exposed and rules.exposed == "directed":
            return "exposed"
        is_first = all(play.player != player for play in self.plays)
        if rules.over_draw == "kept" and is_first and self.dealt[player] > self.deal_of(player):
            return "over-draw"
        return None
