"""Standings worked out the slow way, from a sheet with a line for each match; it shares no code with the program."""

from dataclasses import dataclass, field


@dataclass
class Line:
    """A match on the sheet."""

    sides: tuple
    """The entries of side 1 and those of side 2."""
    games: list = field(default_factory=list)
    """The points of both sides in each game."""
    absent: set | None = field(default_factory=set)
    """The sides that gave it up; None while the result is not known."""


@dataclass
class Sheet:
    """What a director writes down of a stage."""

    win: int = 2
    draw: int = 1
    bye_points: int = 0
    skunk_below: int | None = None
    skunk_bonus: int = 0
    lines: dict = field(default_factory=dict)
    """A `Line` by round and table."""
    byes: dict = field(default_factory=dict)
    """The entries with a bye, by round."""
    asked: dict = field(default_factory=dict)
    """The entries that have asked not to play, by round."""
    asked_bye: int = 0
    missed: int = 0
    first: set = field(default_factory=set)
    """The entries with which the stage began."""
    adjusted: list = field(default_factory=list)
    """Entry, metric and amount."""

    def forget(self, number):
        """Crosses a round out."""
        self.lines = {key: line for key, line in self.lines.items() if key[0] != number}
        self.byes.pop(number, None)
        self.asked.pop(number, None)

    def of(self, entry):
        """The points of both in each game, whether it won, whether it was a draw, and the opponents, for each match."""
        for line in self.lines.values():
            if line.absent is None:
                continue
            for own, other in ((0, 1), (1, 0)):
                if entry not in line.sides[own]:
                    continue
                games = [(game[own], game[other]) for game in line.games]
                more = sum(mine > theirs for mine, theirs in games)
                less = sum(mine < theirs for mine, theirs in games)
                if line.absent:
                    has_won, is_draw = line.absent == {other + 1}, False
                else:
                    has_won, is_draw = more > less, more == less
                if has_won and line.absent and not games:
                    yield [(self.bye_points, 0)], True, False, line.sides[other], 0, False
                else:
                    yield games, has_won, is_draw, line.sides[other], more - less, bool(games)

    def free(self, entry):
        """How many byes the entry had."""
        return sum(entry in having for having in self.byes.values())

    def match_points(self, entry, against=None):
        """All match points, or those from matches against some."""
        found = 0
        for games, has_won, is_draw, others, _, is_played in self.of(entry):
            if against is None or set(others) & set(against):
                found += self.win * has_won + self.draw * is_draw
                if has_won and is_played:
                    found += self.skunk_bonus * self._skunks(games)
        if against is None:
            found += self.win * self.free(entry) + self._by_hand(entry, "match_points")
            found += self.asked_bye * sum(entry in asking for asking in self.asked.values())
            found += self.missed * self._missed(entry)
        return found

    def _missed(self, entry):
        """The rounds before the first of an entry that came late."""
        if entry in self.first:
            return 0
        return min((number for number in self.byes if entry in self._in(number)), default=1) - 1

    def _in(self, number):
        """All that a round names."""
        names = set(self.byes[number]) | set(self.asked[number])
        for (at, _), line in self.lines.items():
            if at == number:
                names |= {entry for side in line.sides for entry in side}
        return names

    def _skunks(self, games):
        return sum(
            self.skunk_below is not None and theirs < self.skunk_below and mine > theirs for mine, theirs in games
        )

    def _by_hand(self, entry, metric):
        return sum(amount for who, what, amount in self.adjusted if (who, what) == (entry, metric))

    def _opponents(self, entry):
        return [each for _, _, _, others, _, _ in self.of(entry) for each in others]

    def metric(self, name, entry):
        """The amount of a metric that is the entry's own."""
        if name == "match_points":
            return self.match_points(entry)
        if name == "opponents":
            return sum(map(self.match_points, self._opponents(entry)))
        if name == "opponents_cut":
            met = sorted(map(self.match_points, self._opponents(entry)))
            return sum(met[1:] if len(list(self.of(entry))) == len(self.byes) else met)
        if name == "beaten":
            shares = ((others, 1.0 if won else 0.5 if drawn else 0.0) for _, won, drawn, others, _, _ in self.of(entry))
            return sum(self.match_points(each) * share for others, share in shares for each in others)
        by_hand, free = self._by_hand(entry, name), self.free(entry)
        matches = list(self.of(entry))
        if name == "wins":
            return by_hand + free + sum(won for _, won, _, _, _, _ in matches)
        own = free * self.bye_points + sum(mine for games, *_ in matches for mine, _ in games)
        if name == "points_for":
            return by_hand + own
        if name == "difference":
            return by_hand + own - sum(theirs for games, *_ in matches for _, theirs in games)
        if name == "games":
            return by_hand + sum(balance for *_, balance, _ in matches)
        assert name == "skunks", name
        return by_hand + sum(self._skunks(games) for games, *_, is_played in matches if is_played)

    def ranked(self, entries, metrics):
        """The entries as groups that share a place, the best first."""
        if not metrics or len(entries) < 2:
            return [set(entries)] if entries else []
        first, *rest = metrics
        if first == "head_to_head" and len(entries) > 2:
            return self.ranked(entries, rest)
        if first in ("head_to_head", "among_tied"):
            amount = {each: self.match_points(each, against=set(entries) - {each}) for each in entries}
        else:
            amount = {each: self.metric(first, each) for each in entries}
        groups = []
        while amount:
            most = max(amount.values())
            best = [each for each in entries if amount.get(each) == most]
            groups += self.ranked(best, rest)
            for each in best:
                del amount[each]
        return groups
