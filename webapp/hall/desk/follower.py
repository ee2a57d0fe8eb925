"""What the tables of a hall have to do with the tournament: they begin their matches and tell their results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import Protocol

from muggins.scorer.events import RecordError
from muggins.scorer.game import Game, replay
from muggins.scorer.record import parse_event
from muggins.texts import Text, lazy_ngettext, text_of

from ...session.session import GameSession
from ...session.store import Store, StoreError
from ..tournament.events import MatchPlace, Result, TournamentError
from ..tournament.formats import ELIMINATIONS, Stage
from ..tournament.results import game_for, hands_of, is_game_over, result_of_games
from ..tournament.state import Clock, Phase, Tournament, last_hand_at, remembered
from .service import TournamentDesk, clock_of, place_at
from .wording import ANOTHER_HAND, LAST_HAND

GRACE_SECONDS = 20.0
"""Seconds between two games of a match. What is corrected in that time belongs to the game before."""


class KeptTable(Protocol):
    """A table as the desk sees it."""

    @property
    def number(self) -> int: ...

    @property
    def session(self) -> GameSession: ...

    trouble: Text | str
    """What keeps it from its match, in one sentence; "" for nothing."""


@dataclass(frozen=True)
class BegunGame:
    """A game that a table has begun for its match, to be recorded."""

    table: KeptTable
    tournament: Tournament
    """As it was then."""
    place: MatchPlace
    game: int


@dataclass
class TableFollower:
    """Keeps tables and tournament together. One thread at a time calls `follow`.

    The record is the truth, so following a table twice, or in another program after this one died, changes nothing.
    """

    desk: TournamentDesk
    hall: Store
    on_trouble: Callable[[int], object] = lambda _: None
    """Called with the number of a table when its trouble has changed."""

    def follow(self, *tables: KeptTable) -> float | None:
        """Begins the matches of tables, or tells the desk what has come of them.

        Returns the seconds until something is due without a message; None for never.
        """
        begun: list[BegunGame] = []
        due = []
        for table in tables:
            seconds: float | None = GRACE_SECONDS
            with self._trouble_shown_at(table):
                seconds = self._follow(table, begun)
            due.append(seconds)
        if begun:
            # In one step: each change of the tournament goes to every page of the hall.
            with self._trouble_shown_at(*(each.table for each in begun)):
                self.desk.tell_games([(each.tournament, each.place, each.game) for each in begun])
        return _soonest(*due)

    @contextmanager
    def _trouble_shown_at(self, *tables: KeptTable) -> Iterator[None]:
        """Shows at tables what has kept them from their matches, if anything."""
        trouble: Text | str = ""
        try:
            yield
        except (TournamentError, RecordError, StoreError) as error:
            trouble = text_of(error)
        for table in tables:
            if table.trouble != trouble:
                table.trouble = trouble
                self.on_trouble(table.number)

    def _follow(self, table: KeptTable, begun: list[BegunGame]) -> float | None:
        tournament, snapshot = self.desk.tournament, table.session.snapshot
        place = place_at(tournament, table.number)
        linked = place_of_game(tournament, snapshot.game_id)
        is_own = place is not None and place == linked
        result, why_none = None, None
        if linked is not None and snapshot.game is not None:
            try:
                result = self._result(tournament, linked, snapshot.game)
            except (TournamentError, RecordError) as error:
                why_none = error
        is_open = is_own and result is None and why_none is None
        due = self._announce(table, tournament, place, snapshot.game if is_open else None)
        if linked is not None and result is not None and result != _last_recorded(tournament, linked):
            self.desk.tell_recorded(tournament, linked, result)
        if why_none is not None and is_own:
            # A fault in a match that was played here before keeps nobody from the next.
            raise why_none
        if place is None or (is_own and result is not None):
            return due
        if is_own:
            wait = self._seconds_to_next_game(tournament, place, snapshot.game)
            if wait is None or wait > 0:
                return _soonest(due, wait)
        elif tournament.games.get(place) and snapshot.game is not None:
            # Somebody has begun another game at the table since: people know what they do.
            return due
        begun.append(self._begin(table, tournament, place))
        return due

    def _announce(
        self, table: KeptTable, tournament: Tournament, place: MatchPlace | None, open_game: Game | None
    ) -> float | None:
        """Shows what everybody at the table must know: where its clock stands, or that another hand decides.

        `open_game` is the newest game of a match that goes on. Seconds until the clock says something else.
        """
        notice: Text | str = ""
        due = None
        if place is not None:
            stage, known = tournament.stages[place.stage - 1], self._clock(tournament, place)
            match = stage.match
            is_time = known.phase is Phase.LAST_HAND
            if open_game is not None and needs_another_hand(stage, open_game, is_time):
                notice = ANOTHER_HAND
            elif is_time:
                notice = LAST_HAND
            elif known.phase is Phase.WARNING and match.minutes is not None and match.warning is not None:
                minutes = round(match.minutes - match.warning)
                notice = lazy_ngettext(
                    "The last hand comes in %(number)s minute",
                    "The last hand comes within %(number)s minutes",
                    max(1, minutes),
                )
            if known.seconds_left is not None and known.phase in (Phase.RUNNING, Phase.WARNING):
                due = known.seconds_left
                if known.phase is Phase.RUNNING and match.minutes is not None and match.warning is not None:
                    due -= (match.minutes - match.warning) * 60
        table.session.show_notice(notice or tournament.announcement)
        return due

    def _clock(self, tournament: Tournament, place: MatchPlace) -> Clock:
        return clock_of(tournament, tournament.round(*place.round_key), self.desk.now(), place.table)

    def _result(self, tournament: Tournament, place: MatchPlace, game: Game) -> Result | None:
        """The result of a match whose newest game is on the table; None while it goes on."""
        *before, newest = tournament.games[place]
        games = [replay(map(parse_event, events)) for events in map(self.hall.events, before) if events]
        if self._clock(tournament, place).phase is not Phase.LAST_HAND:
            return result_of_games(tournament, place, [*games, game])
        stage = tournament.stages[place.stage - 1]
        called = last_hand_at(tournament.round(*place.round_key), stage.match, place.table)
        hands = hands_of(game)
        if called is not None and hands:
            hands = hands_of(game.at(max(1, self.hall.count_written_by(newest, called))))
        if not hands and not games and stage.pairing not in ELIMINATIONS:
            raise TournamentError(
                "no hand was begun at table %(table)s before the last hand was called; enter the result by hand",
                table=place.table,
            )
        # Hands that were begun later count only in an elimination, and there only until one side is ahead.
        most = hands_of(game) if stage.pairing in ELIMINATIONS else hands
        for number in range(hands, most + 1):
            result = result_of_games(tournament, place, [*games, _first_hands(game, number)], is_time=True)
            if result is not None:
                return result
        return None

    def _seconds_to_next_game(self, tournament: Tournament, place: MatchPlace, game: Game | None) -> float | None:
        """How long to wait before the next game of a match; None while the one in play goes on."""
        if game is None or not is_game_over(tournament.stages[place.stage - 1], game):
            return None
        written = self.hall.last_written(tournament.games[place][-1])
        return GRACE_SECONDS - (self.desk.now() - written)

    def _begin(self, table: KeptTable, tournament: Tournament, place: MatchPlace) -> BegunGame:
        """Begins a game of the match at the table. One that was begun for it just before is taken as that game.

        TournamentError where the match has had all its games.
        """
        most = tournament.stages[place.stage - 1].match.best_of
        if sum(self.hall.last_written(game) > 0 for game in tournament.games.get(place, ())) >= most:
            raise TournamentError(
                "the match at table %(table)s has one game, and that is not over; enter the result by hand",
                "the match at table %(table)s has had its %(number)s games, and nobody has won; enter the result "
                "by hand",
                number=most,
                table=place.table,
            )
        started, snapshot = game_for(tournament, place), table.session.snapshot
        paired = tournament.round(*place.round_key).paired or 0.0
        is_begun = (
            snapshot.game is not None
            and snapshot.game.record[0] == started
            and place_of_game(tournament, snapshot.game_id) is None
            and self.hall.last_written(snapshot.game_id) >= paired
        )
        if not is_begun:
            table.session.start_game(started)
        return BegunGame(table, tournament, place, table.session.snapshot.game_id)


def place_of_game(tournament: Tournament, game: int) -> MatchPlace | None:
    """The match that a game belongs to; None where it belongs to none."""
    return _places_of_games(tournament).get(game)


@remembered
def _places_of_games(tournament: Tournament) -> Mapping[int, MatchPlace]:
    return {game: place for place, games in tournament.games.items() for game in games}


def needs_another_hand(stage: Stage, game: Game, is_time: bool) -> bool:
    """Whether a match that goes on is even after all its hands, or when its time is up, so that another hand decides.

    `game` is its newest game.
    """
    is_playing = game.winner is None and game.hand_in_play is not None
    if stage.pairing not in ELIMINATIONS or is_playing:
        return False
    hands = stage.match.hands
    return is_time or (hands is not None and hands_of(game) >= hands and not is_game_over(stage, game))


def _first_hands(game: Game, number: int) -> Game:
    """A game without what was recorded from the hand after its first `number` hands on."""
    if hands_of(game) <= number:
        return game
    begun = accumulate(game.record, Game.apply, initial=Game())
    *_, counted = takewhile(lambda each: hands_of(each) <= number, begun)
    return counted


def _last_recorded(tournament: Tournament, place: MatchPlace) -> Result | None:
    """What the table's record told last about a match."""
    told = [each for each in tournament.told.get(place, ()) if each.teller == "table"]
    return told[-1].result if told else None


def _soonest(*seconds: float | None) -> float | None:
    return min((each for each in seconds if each is not None), default=None)
