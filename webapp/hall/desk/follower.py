"""What the tables of this process have to do with the tournament: they begin their matches and tell their results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from muggins.scorer.events import RecordError
from muggins.scorer.game import Game, replay
from muggins.scorer.language import Text, lazy_gettext, lazy_ngettext
from muggins.scorer.record import parse_event

from ...session.session import GameSession
from ...session.store import Store, StoreError
from ..tournament.clock import Phase, last_hand_at
from ..tournament.events import Result, TournamentError
from ..tournament.formats import MatchFormat
from ..tournament.results import game_for, games_won, result_of_games
from ..tournament.state import Place, Tournament
from .service import TournamentDesk, clock_of, place_at

GRACE_SECONDS = 20.0
"""After a game of a match until the next begins: what is corrected in that time belongs to the game before."""


class KeptTable(Protocol):
    """A table that this process keeps."""

    @property
    def number(self) -> int: ...

    @property
    def session(self) -> GameSession: ...


@dataclass
class TableFollower:
    """Keeps tables and tournament together. One thread at a time calls `follow`.

    The record is the truth, so following a table twice, or in another process after this one died, changes nothing.
    """

    desk: TournamentDesk
    hall: Store
    troubles: dict[int, str] = field(default_factory=dict)
    """What keeps a table from its match, in one sentence, by the number of the table."""

    def follow_all(self, tables: Iterable[KeptTable]) -> float | None:
        """Follow each of the tables. Seconds until something is due without any message; None where nothing is."""
        due = [seconds for table in tables if (seconds := self.follow(table)) is not None]
        return min(due, default=None)

    def follow(self, table: KeptTable) -> float | None:
        """Begin the match of a table, or tell the desk what has come of it.

        Seconds until something is due without any message; None where nothing is.
        """
        try:
            due = self._follow(table)
            self.troubles.pop(table.number, None)
            return due
        except (TournamentError, RecordError, StoreError) as error:
            self.troubles[table.number] = str(error)
            return GRACE_SECONDS

    def _follow(self, table: KeptTable) -> float | None:
        due = self._announce(table)
        snapshot = table.session.snapshot
        linked = place_of_game(self.desk.tournament, snapshot.game_id)
        result = None
        if linked is not None and snapshot.game is not None:
            result = self._result(linked, snapshot.game)
            if result is not None and result != _last_recorded(self.desk.tournament, linked):
                self.desk.tell_recorded(linked, result)
        place = place_at(self.desk.tournament, table.number)
        if place is None or (place == linked and result is not None):
            return due
        if place == linked:
            wait = self._seconds_to_next_game(place, snapshot.game)
            if wait is None or wait > 0:
                return _soonest(due, wait)
        elif self.desk.tournament.games.get(place) and snapshot.game is not None:
            # Somebody has begun another game at the table since: people know what they do.
            return due
        self._begin(table, place)
        return due

    def _announce(self, table: KeptTable) -> float | None:
        """Show where the clock of the table's round stands. Seconds until that changes."""
        tournament = self.desk.tournament
        place = place_at(tournament, table.number)
        notice: Text | str = ""
        due = None
        if place is not None:
            each, match = tournament.round(place.stage, place.round), tournament.stages[place.stage - 1].match
            known = clock_of(tournament, each, self.desk.now())
            if known.phase is Phase.LAST_HAND:
                notice = lazy_gettext("Last hand: finish the hand in play; no other begins")
            elif known.phase is Phase.WARNING and match.minutes is not None and match.warning is not None:
                minutes = round(match.minutes - match.warning)
                notice = lazy_ngettext(
                    "The last hand comes in %(number)s minute",
                    "The last hand comes within %(number)s minutes",
                    max(1, minutes),
                )
            if known.seconds_left is not None and known.phase is not Phase.LAST_HAND:
                due = known.seconds_left
                if known.phase is Phase.RUNNING and match.minutes is not None and match.warning is not None:
                    due -= (match.minutes - match.warning) * 60
        table.session.show_notice(notice)
        return due

    def _result(self, place: Place, game: Game) -> Result | None:
        """What a match has come to, whose newest game is on the table."""
        tournament = self.desk.tournament
        match = tournament.stages[place.stage - 1].match
        known = clock_of(tournament, tournament.round(place.stage, place.round), self.desk.now())
        if known.phase is not Phase.LAST_HAND and not is_game_over(match, game):
            return None
        *before, newest = tournament.games[place]
        games = [replay(map(parse_event, events)) for events in map(self.hall.events, before) if events]
        game = self._up_to_last_hand(place, newest, game) if known.phase is Phase.LAST_HAND else game
        return match_result(tournament, place, [*games, game], self.desk.now())

    def _up_to_last_hand(self, place: Place, number: int, game: Game) -> Game:
        """The game without hands that were begun after the last hand was called."""
        tournament = self.desk.tournament
        each, match = tournament.round(place.stage, place.round), tournament.stages[place.stage - 1].match
        called = last_hand_at(each, match)
        if called is None or not _hands(game):
            return game
        hands = _hands(game.at(max(1, self.hall.count_written_by(number, called))))
        if _hands(game) <= hands:
            return game
        counted = Game()
        for event in game.record:
            following = counted.apply(event)
            if _hands(following) > hands:
                break
            counted = following
        return counted

    def _seconds_to_next_game(self, place: Place, game: Game | None) -> float | None:
        """How long to wait before the next game of a match; None while the one in play goes on."""
        tournament = self.desk.tournament
        match = tournament.stages[place.stage - 1].match
        known = clock_of(tournament, tournament.round(place.stage, place.round), self.desk.now())
        if game is None or not is_game_over(match, game) or game.pending_hand_ends or known.phase is Phase.LAST_HAND:
            return None
        written = self.hall.last_written(tournament.games[place][-1])
        return GRACE_SECONDS - (self.desk.now() - written)

    def _begin(self, table: KeptTable, place: Place) -> None:
        """Begin a game of the match at the table. One that was begun for it just before is taken as that game."""
        tournament = self.desk.tournament
        started, snapshot = game_for(tournament, place), table.session.snapshot
        paired = tournament.round(place.stage, place.round).paired or 0.0
        is_begun = (
            snapshot.game is not None
            and snapshot.game.record[0] == started
            and place_of_game(tournament, snapshot.game_id) is None
            and self.hall.last_written(snapshot.game_id) >= paired
        )
        if not is_begun:
            table.session.start_game(started)
        self.desk.tell_game(place, table.session.snapshot.game_id)


def place_of_game(tournament: Tournament, game: int) -> Place | None:
    """The match that a game belongs to; None where it belongs to none."""
    return next((place for place, games in tournament.games.items() if game in games), None)


def is_game_over(match: MatchFormat, game: Game) -> bool:
    """Whether somebody has won a game, or all its hands are played."""
    if game.winner is not None:
        return True
    is_between = game.match is not None and game.hand_in_play is None
    return is_between and match.hands is not None and game.match is not None and game.match.hands >= match.hands


def match_result(tournament: Tournament, place: Place, games: Sequence[Game], now: float) -> Result | None:
    """What the games of a match come to; None while it is played, and while the table has yet to say what is left."""
    match = tournament.stages[place.stage - 1].match
    known = clock_of(tournament, tournament.round(place.stage, place.round), now)
    is_time = known.phase is Phase.LAST_HAND
    if is_time and len(games) > 1 and games[-1].hand_in_play is None and not _hands(games[-1]):
        games = games[:-1]
    if not games or not (is_time or all(is_game_over(match, game) for game in games)):
        return None
    try:
        result = result_of_games(tournament, place, games)
    except TournamentError:
        return None
    is_decided = match.best_of // 2 + 1 in games_won(result) or len(result.games) == match.best_of
    return result if is_time or is_decided else None


def _hands(game: Game) -> int:
    return 0 if game.match is None else game.match.hands


def _last_recorded(tournament: Tournament, place: Place) -> Result | None:
    """What the table's record told last about a match."""
    told = [each for each in tournament.told.get(place, ()) if each.teller == "table"]
    return told[-1].result if told else None


def _soonest(*seconds: float | None) -> float | None:
    return min((each for each in seconds if each is not None), default=None)
