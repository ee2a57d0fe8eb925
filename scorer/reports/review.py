"""The review of a game: its best plays, its missed points, and its state after each event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from muggins.texts import Whole, gettext, pgettext

from ..events import Claim, Play
from ..game import Game, Step
from ..outcomes import PlayOutcome
from ..rules.rulesets import RuleSet
from ..tiles import Tile
from .gains import side_in_words
from .summary import HandSummary, PlayerSummary, summarise

MOST_BEST_PLAYS = 5


@dataclass(frozen=True)
class Moment:
    """A play that gained points, or could have."""

    number: int
    """The number of the play in the record."""
    hand: int
    player: str
    tile: Tile
    on: Tile | None
    count: int
    points: int


@dataclass(frozen=True)
class MissedInReview:
    """A score that its player did not claim in time."""

    play: Moment
    to: str | None
    """The side that got the points; None if they were lost."""


@dataclass(frozen=True)
class GameSummary:
    """The figures of one game in a list of games."""

    rules: RuleSet
    players: tuple[str, ...]
    sides: tuple[str, ...]
    scores: Mapping[str, int]
    winner: str | None
    hands: int
    is_short_of_points: bool
    """Whether the points of a hand are missing because the tiles left in it are unknown."""
    tallies: tuple[PlayerSummary, ...]
    best: tuple[Moment, ...]
    """The plays that gained the most points, the best play first."""
    best_of: Mapping[str, Moment]
    """The best play of each player who gained points."""
    missed: tuple[MissedInReview, ...]

    @property
    def plays(self) -> int:
        return sum(tally.plays for tally in self.tallies)

    @property
    def has_begun(self) -> bool:
        """Whether a tile was played, or in a game of rounds a hand entered."""
        return bool(self.plays or (self.rules.is_rounds and self.hands))


@dataclass(frozen=True)
class GameReview:
    """A game reviewed after all corrections."""

    summary: GameSummary
    hands: tuple[HandSummary, ...]
    steps: tuple[tuple[int, Step], ...]
    """Every standing event of the hands, with the number of its hand."""


@dataclass(frozen=True)
class PlayerRecord:
    """A player's figures over all games by one rule set; points of different rule sets cannot be compared."""

    rules: RuleSet
    games: int
    """Games in which at least one tile was played."""
    finished: int
    won: int
    hands: int
    plays: int
    points: int
    """Points made in play."""
    muggins: int
    missed: int
    best: Moment | None
    best_in: int | None
    """The id of the game with the best play."""

    @property
    def average(self) -> float:
        """Points made in play, per hand."""
        return self.points / self.hands if self.hands else 0.0


@dataclass(frozen=True)
class HeadToHead:
    """How often a player has won against another, of the games that were finished with both on different sides."""

    rival: str
    finished: int
    won: int
    lost: int
    """Games that the other's side won; in a game of three sides neither may have."""


@dataclass(frozen=True)
class MonthRecord:
    """A player's figures over the games of a month."""

    month: str
    """For example 2026-11."""
    finished: int
    won: int
    average: float
    """Points made in play, per hand, in the games by the rules that the player has played most."""


@dataclass(frozen=True)
class Career:
    """A player's figures over all kept games."""

    player: str
    records: tuple[PlayerRecord, ...]
    """One record for each rule set. The most played rule set comes first."""
    rivals: tuple[HeadToHead, ...]
    """The players whom the player has met, the one met most often first."""
    months: tuple[MonthRecord, ...]
    """The months in which the player has played, in their order."""

    @property
    def games(self) -> int:
        return sum(record.games for record in self.records)

    @property
    def finished(self) -> int:
        return sum(record.finished for record in self.records)

    @property
    def won(self) -> int:
        return sum(record.won for record in self.records)


def review_game(game: Game) -> GameReview:
    """The review of a game. RecordError if it has not begun."""
    totals = summarise(game)
    steps = tuple((hand.number, step) for hand in totals.hands for step in hand.steps)
    best = sorted(_gains(game, steps), key=lambda moment: (-moment.points, moment.number))
    summary = GameSummary(
        rules=game.rules,
        players=game.players,
        sides=game.sides,
        scores=dict(game.scores),
        winner=game.winner,
        hands=len(totals.hands),
        is_short_of_points=bool(game.pending_hand_ends),
        tallies=totals.players,
        best=tuple(best[:MOST_BEST_PLAYS]),
        best_of={moment.player: moment for moment in reversed(best)},
        missed=tuple(_missed(steps)),
    )
    return GameReview(summary, totals.hands, steps)


def careers(games: Mapping[int, GameSummary], months: Mapping[int, str] | None = None) -> list[Career]:
    """The career of every player in the games, keyed by id. The player with the most wins comes first.

    `months` are those in which the games were played, as far as that is known.
    """
    players = {player for game in games.values() for player in game.players}
    all_careers = [_career(player, games, months or {}) for player in players]
    return sorted(
        (career for career in all_careers if career.records),
        key=lambda career: (-career.won, -career.games, career.player.casefold(), career.player),
    )


def result_in_words(game: GameSummary) -> str:
    """The result or the current scores: "Ann won, 61 to 48"."""
    sign = 1 if game.rules.wins == "lowest" else -1
    ranked = sorted(game.scores.items(), key=lambda item: (item[0] != game.winner, sign * item[1]))
    if not game.winner:
        scores = ", ".join(f"{side_in_words(side)} {Whole(score)}" for side, score in ranked)
        return gettext("Not over: %(scores)s", scores=scores)
    first, *others = (str(Whole(score)) for _, score in ranked)
    for score in others:
        first = pgettext("scores of a game that is over", "%(first)s to %(second)s", first=first, second=score)
    return gettext("%(side)s won, %(scores)s", side=side_in_words(game.winner), scores=first)


def _moment(hand: int, step: Step, points: int) -> Moment:
    play = step.event
    assert isinstance(play, Play)
    count = step.outcome.count if isinstance(step.outcome, PlayOutcome) else 0
    return Moment(step.number, hand, play.player, play.tile, play.on, count, points)


def _gains(game: Game, steps: tuple[tuple[int, Step], ...]) -> Iterator[Moment]:
    """Every play that gained points, by itself or by the claim after it."""
    pegs_itself = game.rules.claims == "auto"
    before: Mapping[str, int] = dict.fromkeys(game.sides, 0)
    last: tuple[int, Step] | None = None
    for hand, step in steps:
        event, scores = step.event, step.match.scores
        if isinstance(event, Play):
            last = (hand, step)
        if last is not None and isinstance(event, Play if pegs_itself else Claim):
            side = game.side_of(event.player)
            if scores[side] > before[side]:
                yield _moment(*last, scores[side] - before[side])
        before = scores


def _missed(steps: tuple[tuple[int, Step], ...]) -> Iterator[MissedInReview]:
    last: tuple[int, Step] | None = None
    for hand, step in steps:
        missed = step.outcome.missed
        if missed and last is not None:
            yield MissedInReview(_moment(*last, missed.points), missed.to)
        if isinstance(step.event, Play):
            last = (hand, step)


def _career(player: str, games: Mapping[int, GameSummary], months: Mapping[int, str]) -> Career:
    own_games = {id: game for id, game in games.items() if player in game.players and game.has_begun}
    rules_ids = {game.rules.id for game in own_games.values()}
    records = [
        _record(player, {id: game for id, game in own_games.items() if game.rules.id == rules}) for rules in rules_ids
    ]
    records.sort(key=lambda record: (-record.games, record.rules.id))
    by_month: dict[str, list[GameSummary]] = {}
    for id in sorted(own_games.keys() & months.keys()):
        by_month.setdefault(months[id], []).append(own_games[id])
    in_order = [_month(player, month, by_month[month], records[0].rules.id) for month in sorted(by_month)]
    return Career(player, tuple(records), tuple(_rivals(player, own_games.values())), tuple(in_order))


def _month(player: str, month: str, games: Sequence[GameSummary], rules: str) -> MonthRecord:
    finished = [game for game in games if game.winner]
    of_rules = dict(enumerate(game for game in games if game.rules.id == rules))
    average = _record(player, of_rules).average if of_rules else 0.0
    return MonthRecord(month, len(finished), sum(_has_won(player, game) for game in finished), average)


def _rivals(player: str, games: Iterable[GameSummary]) -> list[HeadToHead]:
    met: dict[str, list[GameSummary]] = {}
    for game in games:
        own = next(side for side in game.sides if player in side.split("+"))
        for rival in game.players if game.winner else ():
            if rival not in own.split("+"):
                met.setdefault(rival, []).append(game)
    found = [
        HeadToHead(
            rival,
            len(played),
            sum(_has_won(player, game) for game in played),
            sum(_has_won(rival, game) for game in played),
        )
        for rival, played in met.items()
    ]
    return sorted(found, key=lambda each: (-each.finished, each.rival.casefold(), each.rival))


def _has_won(player: str, game: GameSummary) -> bool:
    return player in (game.winner or "").split("+")


def _record(player: str, games: Mapping[int, GameSummary]) -> PlayerRecord:
    """The record of a player over games by one rule set, each with at least one play."""
    best_plays = [(game.best_of[player], id) for id, game in games.items() if player in game.best_of]
    best, best_in = max(best_plays, key=lambda found: found[0].points) if best_plays else (None, None)
    tallies = [tally for game in games.values() for tally in game.tallies if tally.player == player]
    finished = [game for game in games.values() if game.winner]
    return PlayerRecord(
        rules=next(iter(games.values())).rules,
        games=len(games),
        finished=len(finished),
        won=sum(_has_won(player, game) for game in finished),
        hands=sum(game.hands for game in games.values()),
        plays=sum(tally.plays for tally in tallies),
        points=sum(tally.points for tally in tallies),
        muggins=sum(tally.muggins for tally in tallies),
        missed=sum(tally.missed for tally in tallies),
        best=best,
        best_in=best_in,
    )
