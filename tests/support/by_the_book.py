"""A second scorer, slow and by the book: it works a record out from the words of `docs/rules.md` alone.

It shares no code with `scorer/`, so the two agree only where both read the page alike. It takes a record as JSON, and
the values of the options from the page itself. It believes what it is told: it refuses nothing.
"""

import re
import tomllib
from functools import cache
from itertools import takewhile

from places import ROOT

SIDES, ENDS = ("left", "right"), ("top", "bottom")


@cache
def page():
    """The options of each game as the page has them, and those of `default`."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    games = re.findall(r"^### [^\n]*\(`([\w-]+)`\)\n.*?```toml\n(.*?)```", text, re.DOTALL | re.MULTILINE)
    default = re.search(r"Options that a game leaves out.*?```toml\n(.*?)```", text, re.DOTALL)
    return {name: tomllib.loads(block) for name, block in [*games, ("default", default[1])]}


def values_of(name):
    own = page()[name]
    return (values_of(own["based-on"]) if "based-on" in own else page()["default"]) | own


class Rules:
    """The options of one game, with the values for its number of players."""

    def __init__(self, start):
        players = len(start["players"])
        said = {key: str(start[key]) for key in ("claims", "target", "set") if key in start} | start.get("options", {})
        values = values_of(start["rules"])
        said = {key: self.read(text, values[key], players) for key, text in said.items() if key != "name"}
        once = {"false": "chosen", "no": "chosen", "true": "fixed", "yes": "fixed"}
        said |= {"partners": once.get(said["partners"], said["partners"])} if "partners" in said else {}
        self.values = values | values.get("with-set", {}).get(str(said.get("set")), {}) | said
        self.deal = self["tiles"][str(players)]
        self.more = self.get("setter-more", {}).get(str(players), 0)
        kept = [(int(number), tiles) for number, tiles in self["reserve"].items() if int(number) <= players]
        self.reserve = max(kept, default=(0, 0))[1]
        whole = [(high, low) for high in range(self["set"] + 1) for low in range(high + 1)]
        self.pack = whole[self["left-out"].get(str(players), 0) :]

    def read(self, text, default, players):
        """The value of an option that a record has as text."""
        match default:
            case bool():
                return text == "true"
            case int():
                return int(text)
            case list():
                return [int(part) for part in text.split(",") if part]
            case dict():
                parts = text.split(",") if ":" in text else [f"{players}:{text}"]
                return {number: int(tiles) for number, tiles in (part.split(":") for part in parts)}
        return text

    def __getitem__(self, key):
        return self.values[key]

    def get(self, key, default=None):
        return self.values.get(key, default)


def tile_of(text):
    high, low = text.split("-")
    return int(high), int(low)


def is_double(tile):
    return tile[0] == tile[1]


class Laid:
    """A tile on the table: the places where others may touch it, each with its pips, and those that are taken."""

    def __init__(self, tile, corners=0):
        self.tile, self.taken, self.host = tile, set(), None
        places = (*SIDES, *ENDS, *range(corners))
        self.places = dict.fromkeys(places, tile[0]) if is_double(tile) else {"high": tile[0], "low": tile[1]}

    def touch(self, half, endwise=False):
        """Takes the first free place that shows this half, a side before an end; a misplay may find none."""
        free = [place for place, pips in self.places.items() if pips == half and place not in self.taken]
        free = [place for place in free if place in ENDS and endwise] or free
        self.taken |= {*free[:1]}

    def free(self, places):
        return [place for place in places if place in self.places and place not in self.taken]

    def is_crossed(self):
        return is_double(self.tile) and not self.free(SIDES)


class Table:
    """The tiles laid, in their order."""

    def __init__(self, rules):
        self.rules, self.laid = rules, []
        self.open = []
        """Every open end: its tile and its pips."""

    def lay(self, tile, host, joins, endwise=False):
        """Lays a tile. Whether it fits there."""
        if host is None:
            self.laid.append(Laid(tile, self.rules.get("arms", 4) - 4))
            self.open = self.open_ends()
            return True
        on = next(each for each in self.laid if each.tile == host)
        shared = [half for half in tile if half in host]
        ways = {
            (half, pips) for each, pips in self.open if each == host for half in tile if self.fits(tile, half, pips)
        }
        if self.takes_only_doubles() and not is_double(tile):
            ways = set()
        if joins is None and ways:
            (joins,) = ways
        elif joins is None:
            free = [half for half in host if half in [on.places[place] for place in on.free(on.places)]]
            joins = (shared[0], shared[0]) if shared else (tile[0], (free or [host[0]])[0])
        endwise &= is_double(host) or is_double(tile)
        if endwise and is_double(host):
            has_end = bool(self.is_spinner(on) and on.free(ENDS) and (on.is_crossed() or self.opens_ends_at_once()))
        else:
            has_end = self.opens_ends_at_once() and self.would_spin(tile)
        on.touch(joins[1], endwise)
        self.laid.append(Laid(tile))
        self.laid[-1].host = on
        self.laid[-1].touch(joins[0], endwise and not is_double(host))
        self.open = self.open_ends()
        return joins in ways and (has_end or not endwise)

    def opens_ends_at_once(self):
        """Whether the ends of a spinner may be played on before its sides."""
        return self.rules.get("spinner-ends", "after-sides") == "any-time"

    def would_spin(self, tile):
        """Whether a double that is played now is a spinner."""
        has_double = any(is_double(each.tile) for each in self.laid)
        return {"every": True, "first-double": not has_double}.get(self.rules["spinner"], False)

    def fits(self, tile, half, pips):
        """Whether a half of a tile may touch a half with these pips."""
        if self.rules.get("joins", "equal") == "equal":
            return half == pips
        whole = self.rules["set"] + 1
        return half + pips == whole or (self.rules.get("matadors") and sum(tile) in (0, whole))

    def takes(self, tile):
        """Whether the tile can be played somewhere."""
        if self.takes_only_doubles() and not is_double(tile):
            return False
        return not self.laid or any(self.fits(tile, half, pips) for half in tile for _, pips in self.open)

    def crossed(self):
        """The set, if it is a double on which every play goes first, and whether it has a free place."""
        is_cross = self.rules["cross"] and self.laid and is_double(self.laid[0].tile)
        return (self.laid[0], bool(self.open_places(self.laid[0]))) if is_cross else (None, False)

    def takes_only_doubles(self):
        """Whether a tile on the complete cross has not taken its double yet."""
        return bool(self.bare_arms())

    def bare_arms(self):
        first, has_place = self.crossed()
        if not self.rules.get("double-arms") or first is None or has_place:
            return []
        return [each for each in self.laid if each.host is first and not is_double(each.tile) and len(each.taken) == 1]

    def is_spinner(self, laid):
        doubles = [each for each in self.laid if is_double(each.tile)]
        if self.rules["spinner"] == "set":
            doubles = [each for each in doubles if each is self.laid[0]]
        return laid in {"none": [], "first-double": doubles[:1]}.get(self.rules["spinner"], doubles)

    def open_places(self, laid):
        """The free places of one tile where another may be played."""
        if not is_double(laid.tile) or (self.opens_ends_at_once() and self.is_spinner(laid)):
            return laid.free(laid.places)
        return laid.free(SIDES) or (laid.free(laid.places) if self.is_spinner(laid) else [])

    def open_ends(self):
        first, has_place = self.crossed()
        hosts = [first] if has_place else self.bare_arms() or self.laid
        return [(laid.tile, laid.places[place]) for laid in hosts for place in self.open_places(laid)]

    def pips(self):
        return sorted(pips for _, pips in self.open)

    def count(self):
        whole = 0
        for laid in self.laid:
            if not is_double(laid.tile):
                whole += sum(laid.places[place] for place in laid.free(laid.places))
            elif not laid.is_crossed() or (self.rules["spinner-ends-count"] and self.is_spinner(laid)):
                whole += laid.tile[0] * len(laid.free(ENDS))
        return whole

    def worth(self):
        """The points for the play that led here."""
        count, points = self.count(), 0
        dividing = [multiple for multiple in self.rules["multiples"] if count % multiple == 0]
        if dividing:
            points = count if self.rules["points"] == "count" else sum(count // each for each in dividing)
        if len({pips for _, pips in self.open}) == 1:
            has_double = len(self.laid) > 1 and any(is_double(tile) for tile, _ in self.open)
            points += self.rules["level-double" if has_double else "level-ends"]
        return points


class Hand:
    """What is known of a hand in play."""

    def __init__(self, rules, turns, event, wants_double):
        self.rules, self.turns, self.wants_double = rules, turns, wants_double
        self.setter = event["setter"]
        self.table, self.turn, self.is_over = Table(rules), event["setter"], False
        due = dict.fromkeys(turns, rules.deal)
        due[self.setter] += 0 if event.get("layout") else rules.more
        drawn = due | event.get("drawn", {})
        self.faults = {"over-draw"} if any(drawn[player] > due[player] for player in turns) else set()
        if rules["over-draw"] == "returned":
            drawn = {player: min(tiles, due[player]) for player, tiles in drawn.items()}
        self.faults |= {"under-draw"} if any(drawn[player] < due[player] for player in turns) else set()
        self.faults |= {"exposed"} if event.get("exposed") else set()
        for part in filter(None, event.get("layout", "").split(", ")):
            names, _, joins = part.partition(":")
            tile, _, host = names.removesuffix("^").partition(">")
            joins = tuple(map(int, joins.split("/"))) if joins else None
            if not self.table.lay(tile_of(tile), tile_of(host) if host else None, joins, names.endswith("^")):
                self.faults.add("misplay")
        self.found = len(self.table.laid)
        self.is_set_unseen = self.found > 0
        self.seen = set()  # the players who were seen to play
        self.unseen = []  # the players to whom a tile is put down that nobody saw laid
        self.is_guessed = False  # whether nobody saw the last tile laid
        self.drawn, self.dealt, self.drawn_then = drawn, dict(drawn), dict(drawn)
        self.plays = []  # [player, tile, the pips open before it]
        self.unable = []  # what each draw and pass says: see `says_unable`
        self.owed = None  # [player, points] of a score that is not claimed yet
        self.is_called = False
        self.barred = set()

    @property
    def undrawn(self):
        return len(self.rules.pack) - sum(self.drawn.values())

    def held(self, player):
        return self.drawn[player] - sum(each[0] == player for each in self.plays)

    def held_then(self, player):
        """The tiles that a player held when the last tile was laid."""
        return self.drawn_then[player] - sum(each[0] == player for each in self.plays)

    def due_to(self, player):
        """The tiles that a player is due for the hand."""
        return self.rules.deal + (self.rules.more if player == self.setter else 0)

    def deal_of(self, player):
        """The most tiles that a player may have drawn for the hand; where nobody saw the set, anybody may have set."""
        return self.rules.deal + (self.rules.more if self.is_set_unseen or player == self.setter else 0)

    def unwatched(self):
        """How many tiles lie there of which nobody knows who laid them."""
        return self.found + len(self.unseen)

    def most_held(self, player):
        """The most tiles a player holds where nobody draws: the rest of a short hand may not be recorded, and what
        nobody saw laid may be another's."""
        most = max(self.held(player), self.deal_of(player) - sum(each[0] == player for each in self.plays))
        return most + self.unseen.count(player)

    def after(self, player):
        """The player whose turn follows; where a side goes out, whoever has no tile is passed over."""
        at = self.turns.index(player)
        order = [*self.turns[at + 1 :], *self.turns[: at + 1]]
        if self.rules["out-by"] != "player":
            order = [each for each in order if self.held(each) > 0] or [player]
        return order[0]

    def is_out_of_turn(self, player, host=None):
        """Whether it is another's turn, to play on a host or to draw or pass. Nobody knows after an unseen tile."""
        if self.is_guessed:
            return False
        if player == self.turn:
            return host is not None and self.only_on() not in (None, host)
        if self.rules["out-by"] != "player" and self.held_then(player) <= 0:
            return False
        turns = [self.turn]
        if self.rules["goes-on"] != "never" and self.plays:
            turns.append(self.after(self.plays[-1][0]))
        return not any(player in self.may_be_next(turn) for turn in turns if turn is not None)

    def may_be_next(self, turn):
        """Those whose turn it may be where it is this player's, whose last tile may have been laid unseen."""
        at = self.turns.index(turn)
        order = [*self.turns[at:], *self.turns[:at]]
        if self.rules["out-by"] == "player":
            return order[:1]
        return order[: 1 + len([*takewhile(lambda each: self.held_then(each) <= self.unwatched(), order)])]

    def only_on(self):
        """The tile on which alone the turn of the last player goes on; None if any end will do, or it is a new turn."""
        if self.rules["goes-on"] != "same-end" or not self.plays:
            return None
        last, tile, _ = self.plays[-1]
        others = [each for each in self.turns if each != last]
        first_turn = not (self.found or self.unable) and len(self.seen) <= 1
        alone = not any(self.held(each) > self.unwatched() for each in others)
        goes_on = self.turn == last and not self.passes() and not first_turn and not alone
        return tile if goes_on else None

    def may_be_drawn(self, player):
        """How many tiles a player may draw now."""
        if self.rules["unable"] == "pass":
            return 0
        left = max(0, self.undrawn - self.rules.reserve)
        if self.rules["unable"] == "take-one":
            return min(1, left)
        if self.rules["draw-most"]:
            this_turn = [said for said in self.unable if said["plays"] == len(self.plays)]
            passes = [at for at, said in enumerate(this_turn) if said["player"] == player and not said["tiles"]]
            this_turn = this_turn[passes[-1] + 1 :] if passes else this_turn
            drawn = sum(said["tiles"] for said in this_turn if said["player"] == player)
            left = min(left, max(0, self.rules["draw-most"] - drawn))
        return left

    def says_unable(self, event, number, player, tiles, drawn):
        """A draw or a pass states that no tile of `player` fits, who has drawn so many tiles with these."""
        # before the set it is a fault at once, and states nothing
        fitting = [tile for tile in self.rules.pack if self.table.laid and self.table.takes(tile)]
        only_on = self.only_on() if player == self.turn else None
        if only_on:
            at_end = [end for end in self.table.open if end[0] == only_on]
            fitting = [
                tile
                for tile in fitting
                if any(self.table.fits(tile, half, pips) for half in tile for _, pips in at_end)
            ]
        said = {
            "is_concluded": event.get("inferred", False),
            "of": number,
            "player": player,
            "tiles": tiles,
            "drawn": drawn,
            "ends_turn": only_on is not None,
        }
        self.unable.append(said | {"plays": len(self.plays), "fitting": fitting})

    def passes(self):
        """Who has passed since the last play, in their order."""
        said = [said for said in self.unable if said["plays"] == len(self.plays) and not said["tiles"]]
        return [each["player"] for each in said if not each["ends_turn"]]

    def disproved(self, left):
        """The draws and passes of players who certainly held a tile that fitted."""
        found = []
        for said in self.unable:
            player = said["player"]
            if self.unwatched() or left[player] is None or self.held(player) != len(left[player]):
                continue  # what the player drew or played may be missing from the record
            if said["is_concluded"] or (not said["tiles"] and self.rules["may-pass"]):
                continue
            later = [tile for each, tile, _ in self.plays[said["plays"] :] if each == player]
            fitted = [tile for tile in later + left[player] if tile in said["fitting"]]
            # only the last of the tiles drawn at once may fit; of those drawn later, all may
            drawn_since = self.drawn[player] - said["drawn"] + (1 if said["tiles"] else 0)
            if len(fitted) > drawn_since:
                fault = "drew-although-able" if said["tiles"] else "passed-although-able"
                found.append({"player": player, "of": said["of"], "fault": fault})
        return found

    def impossible(self, left):
        """The fault of an end of the hand that cannot be."""
        last = self.plays[-1][0] if self.plays else None
        fewest = {player: max(0, self.held(player) - self.unwatched()) for player in self.turns}
        was_other = last is not None and not self.is_guessed and self.rules["out-by"] == "player"
        for player, tiles in left.items():
            if tiles == [] and (fewest[player] or (was_other and player != last)):
                return {"cannot-be-out"}
        known = {player: tiles for player, tiles in left.items() if tiles}
        is_blocked = len(known) == len(self.turns) or self.rules["out-by"] == "nobody"
        fits = any(self.table.takes(tile) for tiles in known.values() for tile in tiles)
        if is_blocked and fits and not self.rules["may-pass"]:
            return {"not-blocked"}
        for player, tiles in known.items():
            is_too_many = self.rules["unable"] == "pass" and len(tiles) > self.most_held(player)
            if len(tiles) < fewest[player] or is_too_many:
                return {"miscounted"}
        out = len(self.rules.pack) - len(self.table.laid) - sum(map(len, known.values()))
        must_draw = self.rules["unable"] != "pass" and not self.rules["draw-most"] and not self.rules["may-pass"]
        is_told = None not in left.values() and known
        return {"not-blocked"} if is_blocked and is_told and must_draw and out > self.rules.reserve else set()

    def wrong_set(self, left):
        rules = self.rules
        by_single = rules["first"] == "heaviest-single" and rules["later"] == "as-first"
        by_double = rules["first"] == "highest-double" and self.wants_double
        by_double = by_double and not (rules["cross"] and rules["later"] == "winner")
        if not rules["set-checked"] or self.unwatched() or not (by_single or by_double):
            return set()
        dealt = []
        for player, tiles in left.items():
            if self.rules.more and player == self.setter:
                continue  # one of these was not dealt, but taken after the set
            if tiles is not None and self.drawn[player] == self.dealt[player] and self.held(player) == len(tiles):
                dealt += tiles + [tile for each, tile, _ in self.plays if each == player]
        laid = self.plays[0][1]
        alike = [tile for tile in dealt if is_double(tile) == by_double]
        is_better = any((sum(tile), tile[0]) > (sum(laid), laid[0]) for tile in alike)
        return {"wrong-set"} if is_double(laid) == by_double and is_better else set()


class Book:
    """A game as far as its record is read."""

    def __init__(self, start):
        self.rules = Rules(start)
        self.players = start["players"]
        teams = start.get("teams")
        if self.rules["partners"] == "fixed" and len(self.players) == 4 and self.rules["scored"] == "plays":
            teams = teams or [self.players[::2], self.players[1::2]]
        members = teams or [[player] for player in self.players]
        self.members = {"+".join(side): side for side in members}
        self.side = {player: name for name, side in self.members.items() for player in side}
        self.scores = dict.fromkeys(self.members, 0)
        self.winner, self.hand, self.hands = None, None, 0
        self.has_set_winner = False  # the winner of the last hand sets the next
        self.waiting = 0  # hands whose tiles are not known yet
        self.round, self.entered = 1, {}

    # who plays with whom

    @property
    def pairs(self):
        """The players of each side in this hand; where partners rotate they change with its number."""
        if self.rules["partners"] != "rotating":
            return self.members
        ann, *others = self.players
        partner = {1: self.players[2], 2: self.players[1], 0: self.players[3]}[max(self.hands, 1) % 3]
        rest = [player for player in others if player != partner]
        return {f"{one}+{two}": [one, two] for one, two in ([ann, partner], rest)}

    def team(self, player):
        """The name of the player's side in this hand."""
        return next(name for name, members in self.pairs.items() if player in members)

    def scorers(self, player):
        """Whose scores go up by what the player does."""
        if self.rules["partners"] != "rotating":
            return [self.side[player]]
        return [player] + [each for each in self.pairs[self.team(player)] if each != player]

    # what an event brings

    def step(self, number, event):
        """What the scorer must add to an event."""
        out = {"faults": set()}
        settles = event["event"] in ("draw", "pass", "play", "hand_end") and not self.is_no_draw(event)
        if not (settles and self.settle(out)):  # an event before which an unclaimed score wins does not count
            getattr(self, f"on_{event['event']}")(number, event, out)
        out |= {"scores": dict(self.scores), "winner": self.winner}
        low = min(self.rules["skunk"], (self.rules["target"] + 1) // 2)
        if self.winner is not None and self.rules["scored"] == "plays" and self.rules["wins"] == "highest":
            out["skunked"] = [side for side, score in self.scores.items() if score < low and side != self.winner]
        return {key: value for key, value in out.items() if value or key in ALWAYS}

    def on_game(self, number, event, out):
        pass

    def on_hand(self, number, event, out):
        if self.hand is None or self.hand.is_over:
            self.hands += 1
        rules = self.rules
        wants_double = rules["cross"] and rules["first"] not in ("heaviest", "heaviest-single")
        if rules["first"] == "highest-double":
            wants_double |= rules["later"] != "winner" or not (self.has_set_winner or self.waiting)
        turns = self.players if rules["direction"] == "clockwise" else self.players[::-1]
        self.hand = Hand(rules, turns, event, wants_double)
        out["faults"] |= self.hand.faults

    def on_play(self, number, event, out):
        hand, rules, player, tile = self.hand, self.rules, event["player"], tile_of(event["tile"])
        host = tile_of(event["on"]) if "on" in event else None
        before, is_out_of_turn = hand.table.pips(), hand.is_out_of_turn(player, host)
        joins = tuple(event["joins"]) if "joins" in event else None
        if not hand.table.lay(tile, host, joins, event.get("endwise", False)):
            out["faults"].add("misplay")
        if host is None and hand.wants_double and not is_double(tile):
            out["faults"].add("misplay")
        if is_out_of_turn and "unseen" not in event:
            out["faults"].add("out-of-turn")
        if rules["unable"] == "pass" and hand.most_held(player) <= 0 and "unseen" not in event:
            out["faults"].add("miscounted")
        points = hand.table.worth()
        if rules["target"] - self.scores[self.side[player]] <= rules["near-target"]:
            points = min(1, points)
        if points:
            out["barred"] = self.bar(player, event)
            points = 0 if out["barred"] else points
        hand.is_set_unseen |= not hand.plays and "unseen" in event
        hand.plays.append([player, tile, before])
        hand.drawn_then = dict(hand.drawn)
        hand.is_guessed = "unseen" in event
        hand.unseen += [player] if hand.is_guessed else []
        hand.seen |= set() if hand.is_guessed else {player}
        hand.turn = hand.after(player)
        goes_on = {"never": False, "double": is_double(tile), "double-or-score": is_double(tile) or points > 0}
        goes_on["same-end"] = True
        if goes_on[rules["goes-on"]] and (rules["out-by"] == "player" or hand.held(player) > 0):
            hand.turn = player
        out |= {"count": hand.table.count(), "points": points, "open": hand.table.pips()}
        if points and rules["claims"] == "call":
            hand.owed, hand.is_called = [player, points], False
        elif points:
            self.peg_play(player, points, out)

    def bar(self, player, event):
        """Why the play does not score."""
        hand, rules = self.hand, self.rules
        if player in hand.barred:
            return "drew-although-able"
        if event.get("exposed") and rules["exposed"] == "directed":
            return "exposed"
        is_first = all(each[0] != player for each in hand.plays)
        is_over_drawn = rules["over-draw"] == "kept" and hand.dealt[player] > hand.deal_of(player)
        return "over-draw" if is_first and is_over_drawn else None

    def on_claim(self, number, event, out):
        owed = self.hand and self.hand.owed
        if not owed or self.team(owed[0]) != self.team(event["player"]):
            out["faults"].add("false-claim")
        elif owed[1] == event["points"]:
            self.hand.owed = None
            self.peg_play(*owed, out)
        else:
            out["faults"].add("wrong-claim")
            out |= {"count": self.hand.table.count(), "due": owed[1]}
            if self.rules["wrong-claim"] == "opponent":
                self.take_away(self.next_opponent(owed[0]), out)

    def on_muggins(self, number, event, out):
        owed = self.hand and self.hand.owed
        if not owed or self.team(owed[0]) == self.team(event["player"]):
            out["faults"].add("false-muggins")
        elif self.rules["unclaimed"] == "muggins":
            self.take_away(event["player"], out)
        elif not self.hand.is_called:
            self.hand.is_called = True
            out["missed"] = {"player": owed[0], "points": owed[1], "to": None}

    def on_score(self, number, event, out):
        self.peg(event["player"], event["points"], out)
        if self.hand.is_over and not self.waiting:
            self.compare()

    def on_draw(self, number, event, out):
        hand, rules, player = self.hand, self.rules, event["player"]
        tiles = event.get("tiles", 1)
        if not self.is_no_draw(event):
            is_turn = not hand.is_out_of_turn(player)
            if not is_turn:
                out["faults"].add("out-of-turn")
            completing = max(
                0, hand.due_to(player) - hand.drawn[player]
            )  # the first of the tiles complete a short hand
            hand.drawn[player] += completing
            tiles -= completing
            if tiles > hand.may_be_drawn(player):
                out["faults"].add("over-draw")
            if event.get("able") or not hand.table.laid:
                out["faults"].add("drew-although-able")
                hand.barred |= {player} if rules["drew-able"] == "no-score" else set()
            hand.says_unable(event, number, player, tiles, hand.drawn[player] + tiles - completing)
            if rules["unable"] == "take-one" and is_turn:
                hand.turn = hand.after(player)
        hand.drawn[player] += tiles

    def is_no_draw(self, event):
        """Whether tiles are drawn that nobody judges: a take-back left them drawn, or they complete a short hand."""
        if event["event"] != "draw":
            return False
        hand, player = self.hand, event["player"]
        return event.get("kept") or hand.drawn[player] + event.get("tiles", 1) <= hand.due_to(player)

    def on_pass(self, number, event, out):
        hand, player = self.hand, event["player"]
        if hand.is_out_of_turn(player):
            out["faults"].add("out-of-turn")
        if not hand.table.laid or (hand.may_be_drawn(player) and not self.rules["may-pass"]):
            out["faults"].add("passed-too-soon")
        hand.says_unable(event, number, player, 0, hand.drawn[player])
        hand.turn = hand.after(player)
        bonus = self.pass_bonus()
        if bonus:
            out["bonus"] = [bonus]
            self.peg(hand.plays[-1][0], bonus["points"], out)

    def pass_bonus(self):
        rules, hand = self.rules, self.hand
        if not rules["bonuses"] or not hand.plays:
            return None
        player, tile, _ = hand.plays[-1]
        passes = hand.passes()
        if not passes:
            return None
        if len(hand.plays) == 1 and not hand.found:
            paid = rules["opening-pass"]
            if not is_double(tile):
                paid = rules["opening-pass-single"] or paid
            following = hand.turns[(hand.turns.index(player) + 1) % len(hand.turns)]
            if paid and passes[0] == following:
                return {"kind": "opening-pass", "points": paid, "to": self.team(player)} if len(passes) == 1 else None
        others = {*self.players} - {player}
        if rules["pass-round"] and others <= {*passes} and not others <= {*passes[:-1]}:
            return {"kind": "pass-round", "points": rules["pass-round"], "to": self.team(player)}
        return None

    def on_hand_end(self, number, event, out):
        hand = self.hand
        left = {player: None if tiles is None else [*map(tile_of, tiles)] for player, tiles in event["hands"].items()}
        out["able"] = hand.disproved(left)
        out["faults"] |= hand.impossible(left) | hand.wrong_set(left) | {each["fault"] for each in out["able"]}
        hand.is_over, hand.owed = True, None
        if None in left.values():
            out["untold"] = [player for player, tiles in left.items() if tiles is None]
            self.waiting += 1
            side, _ = self.who_went_out(left)
            self.has_set_winner = side is not None
            if side is not None:
                out["hand_winner"] = side
            return
        before = dict(self.scores)
        side, points, bonuses, winner = self.won_hand(left)
        scorers = self.scorers(winner) if winner else []
        out["hand_winner"] = side
        self.has_set_winner = side is not None
        if side is not None:
            out["bonus"] = [{"kind": kind, "points": paid, "to": side} for kind, paid in bonuses.items() if paid]
            points += sum(bonuses.values())
        if self.rules["counted"] == "own":
            for each in self.scores:
                player = next(one for one in self.players if each in self.scorers(one))
                own = self.own_points(self.pairs[self.team(player)], left)
                own += sum(bonuses.values()) if each in scorers else 0
                if self.rules["exact"] and self.scores[each] + own > self.rules["target"]:
                    out["over"] = True
                else:
                    self.scores[each] += own
        elif side is not None:
            self.score(scorers, self.tally(scorers, points), out)
        out["play_off"] = self.compare()
        out["gained"] = {each: score - before[each] for each, score in self.scores.items()}

    def on_round_hand(self, number, event, out):
        rules, player = self.rules, event["player"]
        if len(self.entered) == len(self.players):
            self.round, self.entered = self.round + 1, {}
        if event.get("hand") == [] and [] in self.entered.values():
            out["faults"].add("cannot-be-out")
        self.entered[player] = event.get("hand")
        points = event["points"] if "points" in event else self.pips(map(tile_of, event["hand"]))
        self.scores[player] += points
        out |= {"points": points, "round": self.round}
        last = rules["set"] + 1 if rules["each-double"] else rules["rounds"]
        is_last = self.round >= last if last else max(self.scores.values()) >= rules["target"]
        if is_last and len(self.entered) == len(self.players):
            leaders = self.best()
            self.winner = leaders[0] if len(leaders) == 1 else None
            out["play_off"] = leaders if len(leaders) > 1 else []

    # points

    def pips(self, tiles):
        whole = 0
        for tile in tiles:
            if tile == (0, 0):
                whole += self.rules["double-blank"]
            else:
                whole += tile[0] if is_double(tile) and self.rules["count-doubles-once"] else sum(tile)
        return whole

    def who_went_out(self, left):
        """The side that went out, and those of it whose hands are known to be empty; None and nobody else."""
        whole = {"player": any, "side": all, "nobody": lambda out: False}[self.rules["out-by"]]
        for side, players in self.pairs.items():
            if whole(left[player] == [] for player in players):
                return side, [player for player in players if left[player] == []]
        return None, []

    def won_hand(self, left):
        """The side that wins a hand, its points, its bonuses, and whose hand won; None if nobody does."""
        rules = self.rules
        side, out = self.who_went_out(left)
        if side is not None:
            points = 1 if rules["out"] == "one-point" else self.points_of(side, left, "pips", None)
            last = self.hand.plays[-1][0] if self.hand.plays else self.hand.setter
            winner = last if rules["out-by"] == "side" and last in out else out[0]
            return side, points, self.end_bonuses(out), winner
        side, lowest, winner = self.lowest(left)
        if side is None or (rules["blocked"] == "nothing" and rules["counted"] != "own"):
            return None, 0, {}, None
        points = 1 if rules["blocked"] == "one-point" else self.points_of(side, left, rules["blocked"], lowest)
        return side, points, self.end_bonuses([]), winner

    def lowest(self, left):
        """The side that wins a blocked hand, the pips that made it win, and whose hand; None if sides are level."""
        weights, last = {}, self.hand.plays[-1][0] if self.hand.plays else self.hand.setter
        following = self.hand.turns[(self.hand.turns.index(last) + 1) % len(self.hand.turns)]
        judged = {}
        for side, players in self.pairs.items():
            if self.rules["lowest"] == "blocker":
                players = [player for player in players if player in (last, following)]
            judged[side] = players
            if not players:
                continue
            hands = [left[player] for player in players]
            weights[side] = {
                "side": (0, sum(map(self.pips, hands))),
                "hand": (0, min(map(self.pips, hands))),
                "blocker": (0, min(map(self.pips, hands))),
                "fewest-doubles": min((sum(map(is_double, hand)), self.pips(hand)) for hand in hands),
            }[self.rules["lowest"]]
        best = [side for side, weight in weights.items() if weight == min(weights.values())]
        if len(best) > 1 and self.rules["tie"] == "lowest-tile":
            lightest = {
                side: min((sum(tile) for each in self.pairs[side] for tile in left[each]), default=-1) for side in best
            }
            best = [side for side in best if lightest[side] == min(lightest.values())]
        if len(best) > 1:
            return None, 0, None
        doubles = self.rules["lowest"] == "fewest-doubles"
        lightest = min(
            judged[best[0]], key=lambda each: (doubles and sum(map(is_double, left[each])), self.pips(left[each]))
        )
        return best[0], weights[best[0]][1], lightest

    def own_points(self, players, left):
        """What a side scores for the pips left in its own hands."""
        each = [self.pips(left[player]) for player in players]
        if self.rules["rounding"] == "each":
            each = [round(pips / 5) * 5 for pips in each]
        points = sum(each)
        if self.rules["rounding"] == "sum":
            points = round(points / 5) * 5
        return points // self.rules["divisor"]

    def points_of(self, winner, left, scores, own):
        """The points for the pips left: all of them, less the winner's `own` once, or less these for each loser."""
        rules = self.rules
        losers = [side for side in self.pairs if side != winner or rules["counted"] == "all"]
        counted = [sum(self.pips(left[player]) for player in self.pairs[side]) for side in losers]
        if scores == "differences":
            if rules["lowest"] != "side":
                counted = [self.pips(left[player]) for side in losers for player in self.pairs[side]]
            counted = [max(0, pips - own) for pips in counted]
        if rules["rounding"] == "each":
            counted = [five * 5 for five in (round(pips / 5) for pips in counted)]
        points = sum(counted)
        if rules["boneyard"] == "winner":
            known = [laid.tile for laid in self.hand.table.laid] + [tile for tiles in left.values() for tile in tiles]
            points += self.pips([tile for tile in rules.pack if tile not in known])
        points = max(0, points - (own if scores == "pips-less-own" else 0))
        if rules["rounding"] == "sum":
            points = round(points / 5) * 5
        return points // rules["divisor"]

    def end_bonuses(self, out):
        """What comes on top for a side whose players are `out`; nobody is if the hand was blocked."""
        rules = self.rules
        if not rules["bonuses"]:
            return {}
        numbered = rules["hand-bonus"]
        bonuses = {"hand": numbered[self.hands - 1] if self.hands <= len(numbered) else 0}
        player, tile, before = self.hand.plays[-1] if self.hand.plays else (None, None, None)
        if player in out:
            is_capicua = not is_double(tile) and before == sorted(tile)
            bonuses["capicua"] = rules["capicua"] if is_capicua else 0
            bonuses["chuchazo"] = rules["chuchazo"] if tile == (0, 0) else 0
        return bonuses

    def tally(self, scorers, points):
        """The scores once a hand was won with these points."""
        side = scorers[0]
        own = self.scores[side]
        most = max(score for other, score in self.scores.items() if other != side)
        added = self.scores | {each: self.scores[each] + points for each in scorers}
        none = dict.fromkeys(self.scores, 0)
        match self.rules["tally"]:
            case "until-all-score":
                return none if all(score >= 1 for score in added.values()) else added
            case "in-a-row" if most > 0:
                if own == 0 and most == 1 and self.rules["one-all"]:
                    return self.scores | {side: 1}
                return none | {side: 2} if own == 1 and most == 1 else none
        return added

    def peg(self, player, points, out, room=0):
        """Adds points for what a player did. Whether some count: those past an exact target do not.

        `room` is what must still fit below that target.
        """
        scorers = self.scorers(player)
        return self.score(scorers, self.scores | {each: self.scores[each] + points for each in scorers}, out, room)

    def score(self, scorers, scores, out, room=0):
        """As `peg`, with the scores that would follow."""
        past = [each for each in scorers if self.rules["exact"] and scores[each] + room > self.rules["target"]]
        if past:
            out["over"] = True
        self.scores = scores | {each: self.scores[each] for each in past}
        self.win([each for each in scorers if each not in past])
        return len(past) < len(scorers)

    def peg_play(self, player, points, out):
        """As `peg`, for a play; the score of a last tile may have to leave room for the point for going out."""
        rules = self.rules
        partners = self.pairs[self.team(player)] if rules["out-by"] == "side" else [player]
        goes_out = rules["exact-with-out"] and rules["out"] == "one-point" and rules["unable"] == "pass"
        goes_out &= rules["out-by"] != "nobody" and all(self.hand.most_held(each) <= 0 for each in partners)
        self.peg(player, points, out, room=1 if goes_out else 0)

    def win(self, sides):
        """One of these may have won; of two at the target the higher score does, and the first where they are level."""
        there = [side for side in sides if self.scores[side] >= self.rules["target"]]
        if self.rules["won"] == "at-once" and there:
            best = [max(there, key=self.scores.get)] if self.rules["wins"] == "highest" else self.best()
            self.winner = best[0] if len(best) == 1 else None

    def best(self):
        """The sides with the total that wins."""
        best = min(self.scores.values()) if self.rules["wins"] == "lowest" else max(self.scores.values())
        return [side for side, score in self.scores.items() if score == best]

    def compare(self):
        """Compares the scores with the target between two hands. The sides that are level there."""
        leaders = self.best()
        is_end = max(self.scores.values()) >= self.rules["target"] or 0 < self.rules["hands"] <= self.hands
        if self.winner is not None or not is_end:
            return []
        if len(leaders) > 1:
            return leaders
        self.winner = leaders[0]
        return []

    def next_opponent(self, player):
        """The next player to the left who is no partner."""
        at = self.players.index(player)
        following = self.players[at + 1 :] + self.players[:at]
        return next((each for each in following if self.team(each) != self.team(player)), player)

    def take_away(self, player, out):
        """Gives an unclaimed score to another player's side."""
        owner, points = self.hand.owed
        self.hand.owed = None
        is_paid = self.peg(player, points, out)
        out.pop("over", None)
        out["missed"] = {"player": owner, "points": points, "to": self.team(player) if is_paid else None}

    def settle(self, out):
        """Settles an unclaimed score before the next event. Whether it wins the game."""
        owed = self.hand.owed
        if owed and self.hand.is_guessed:
            self.hand.owed = None  # nobody saw the tile laid, so nobody has missed its score
        elif owed and self.rules["unclaimed"] == "muggins":
            self.take_away(self.next_opponent(owed[0]), out)
        elif owed:
            self.hand.owed = None
            if not self.hand.is_called:
                out["missed"] = {"player": owed[0], "points": owed[1], "to": None}
        return self.winner is not None


ALWAYS = ("faults", "scores", "winner", "count", "points", "open", "gained", "hand_winner")
"""The keys that stand in an outcome even where nothing stands under them."""


def standing(record):
    """The events that stand in a record once its take-backs and corrections are done, each with its number."""
    struck = [event["of"] for event in record if event["event"] == "correct" and is_take_back(record[event["of"] - 1])]
    kept, unjudged = {}, set()
    for number, event in enumerate(record, 1):
        if number in struck:
            continue
        if is_take_back(event):
            last = max(at for at, each in kept.items() if each and each["event"] == "play")
            after = {at: each for at, each in kept.items() if at > last and each}
            kept = {at: each for at, each in kept.items() if at < last}
            kept |= {at: each for at, each in after.items() if each["event"] == "score"}
            draws = {at: each for at, each in after.items() if each["event"] == "draw"}
            kept, unjudged = kept | draws, unjudged | draws.keys()
            kept = dict(sorted(kept.items()))
        elif event["event"] != "correct":
            kept[number] = dict(event)
        elif not is_take_back(record[event["of"] - 1]):
            said = event["said"]
            if event["of"] in unjudged and said and said["event"] != "draw":
                said = None  # the take-back would have removed it
            correct(kept, event["of"], said, Rules(record[0]))
    return {number: event | {"kept": number in unjudged} for number, event in kept.items() if event}


def is_take_back(event):
    return event["event"] == "take_back"


def correct(kept, number, said, rules):
    """Puts another event in the place of one; plays on a tile that was misread move to the right tile."""
    wrong, kept[number] = kept[number], dict(said) if said else None
    if not (wrong and said and wrong["event"] == said["event"] == "play") or wrong["tile"] == said["tile"]:
        return
    if wrong.get("unseen") and exchange(kept, number, wrong, said):
        return
    for at in [at for at in kept if at > number]:
        event = kept[at] or {}
        if event.get("event") == "hand" or event.get("tile") == wrong["tile"]:
            return
        if event.get("on") == wrong["tile"]:
            kept[at] = {key: value for key, value in event.items() if key != "joins"} | {"on": said["tile"]}
            kept[at] |= joined_as_before(event, tile_of(said["tile"]), rules)


def exchange(kept, number, wrong, said):
    """Puts a tile that nobody saw laid where another of its hand is put now. Whether there is such another.

    Where one lies at the end of a double and the other at its side, and neither is moved, they exchange their names.
    """
    hands = [at for at, event in kept.items() if event and event["event"] == "hand"]
    start = max((at for at in hands if at < number), default=0)
    end = min((at for at in hands if at > number), default=max(kept) + 1)
    alike = [at for at, event in kept.items() if start <= at < end and event and event.get("tile") == said["tile"]]
    unseen = [at for at in alike if at != number and kept[at].get("unseen")]
    if not unseen:
        return False
    other = kept[unseen[0]]
    is_on_set = "on" not in said and other.get("on") == wrong["tile"]
    if other.get("on") != said.get("on") and not is_on_set:
        return False
    moved = wrong | {"player": other["player"], "unseen": other["unseen"]}
    if other.get("on") == wrong["tile"]:
        moved = {key: value for key, value in moved.items() if key not in ("joins", "endwise")} | {"on": other["tile"]}
        moved |= {"joins": other["joins"][::-1]} if "joins" in other else {}
        moved |= {"endwise": True} if other.get("endwise") else {}
    elif said.get("endwise") == wrong.get("endwise") != other.get("endwise"):
        moved = {key: value for key, value in other.items() if key != "joins"} | {"tile": wrong["tile"]}
    kept[unseen[0]] = moved
    return True


def joined_as_before(event, host, rules):
    """The halves of a play that touch on the right tile, if it fits there in several ways."""
    tile, misread, fits = tile_of(event["tile"]), tile_of(event["on"]), Table(rules).fits

    def ways(on):
        return sorted({(half, pips) for half in tile for pips in on if fits(tile, half, pips)}, reverse=True)

    if len(ways(host)) < 2:
        return {}
    half, pips = event.get("joins") or [*ways(misread), (tile[0], misread[0])][0]
    if pips not in host:
        pips = [*(each for each in host if each not in misread), host[0]][0]
    same_half = [way for way in ways(host) if way[0] == half] or ways(host)
    return {"joins": ([way for way in same_half if way[1] == pips] or same_half)[0]}


def by_the_book(record):
    """What the scorer must add to each event that stands, by its number. What comes after a win does not count."""
    events = standing(record)
    book = Book(events[1])
    told = {}
    for number, event in events.items():
        if book.winner is None:
            told[number] = book.step(number, event)
    return told
