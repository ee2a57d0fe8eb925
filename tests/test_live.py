"""The live table: happenings, told in domino terms, become the events of the record, and everybody hears of them."""

import threading

import pytest

from muggins.scorer.events import Correct, RecordError
from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile
from muggins.vision.happenings import Bumped, Cleared, Doubtful, Played, Reread, Settled, TakenBack
from muggins.vision.table import Doubt, TableState
from muggins.webapp.journal import Changed
from muggins.webapp.live import LiveTable
from muggins.webapp.store import Store

SEATS = {"Ann": "bottom", "Bob": "top"}


class Watched:
    """A live table and a camera that sees one thing a second."""

    def __init__(self, live):
        self.live = live
        self.time = 0.0

    def see(self, *sights):
        """ "5-3>5-5 top" (played, with the side of the arm), "gone 5-3", "5-3 is 5-2", "cleared", "bumped", "rests"."""
        for sight in sights:
            self.time += 1.0
            self.live.happened(self._happening(sight))

    def _happening(self, sight):
        words = sight.split()
        if words[0] == "gone":
            return TakenBack(self.time, Tile.parse(words[1]))
        if words[0] == "cleared":
            return Cleared(self.time)
        if words[0] == "bumped":
            return Bumped(self.time)
        if words[0] == "rests":
            return Settled(TableState(self.time, (), Layout(), (), ()))
        if words[1:2] == ["is"]:
            return Reread(self.time, Tile.parse(words[0]), Tile.parse(words[2]))
        placement = Placement.parse(words[0])
        return Played(self.time, placement.tile, placement.on, words[1] if len(words) > 1 else None)

    def doubt(self, kind, tile, *likely):
        self.time += 1.0
        tiles = tuple((Tile.parse(each), 0.4) for each in likely)
        self.live.happened(Doubtful(self.time, Doubt(kind, f"{tile}?", Tile.parse(tile), tiles)))

    @property
    def game(self):
        return self.live.snapshot.game

    @property
    def asked(self):
        return [(one.kind, [choice.text for choice in one.choices]) for one in self.live.snapshot.questions]

    @property
    def lines(self):
        """What stands in the record: "Ann 5-5 = 10 (2)", "Bob passes (concluded)"."""
        return [_short(step.event, step.outcome) for step in self.game.standing()[1:]]

    def answer(self, choice, question=-1):
        return self.live.answer(self.live.snapshot.questions[question].id, choice)


def _short(event, outcome):
    kind = type(event).__name__
    concluded = " (concluded)" if getattr(event, "inferred", False) else ""
    if kind == "Play":
        placement = Placement(event.tile, event.on, event.joins)
        points = f" ({outcome['points']})" if outcome["points"] else ""
        fault = f" {outcome['fault']}" if "fault" in outcome else ""
        return f"{event.player} {placement} = {outcome['count']}{points}{fault}"
    if kind == "HandStarted":
        return f"{event.setter} sets"
    if kind == "HandEnd":
        return f"hand to {outcome['hand_winner']}"
    what = {"Pass": "passes", "Draw": "draws", "Claim": "claims", "Muggins": "calls"}[kind]
    number = getattr(event, "tiles", None) or getattr(event, "points", None)
    return f"{event.player} {what}{f' {number}' if number else ''}{concluded}"


@pytest.fixture
def table(start):
    """A table where a game has begun."""

    def begin(rules="five-up", players="Ann Bob", store=None, **options):
        live = LiveTable(store)
        live.start_game(start(rules, players, **options))
        return Watched(live)

    return begin


def test_plays_are_scored_for_the_players_in_turn(table):
    seen = table("all-fives")
    seen.see("6-4", "4-1>6-4", "6-0>6-4", "3-1>4-1")
    assert seen.lines == ["Ann sets", "Ann 6-4 = 10 (10)", "Bob 4-1>6-4 = 7", "Ann 6-0>6-4 = 1", "Bob 3-1>4-1 = 3"]
    assert seen.game.scores == {"Ann": 10, "Bob": 0}


def test_the_side_of_the_arm_names_the_player_and_who_is_skipped_took_a_tile(table):
    """The hand of the recorded game: Bob sets, and later cannot play while Ann plays twice."""
    seen = table("all-fives", seats=SEATS)
    seen.see("6-4 top", "4-1>6-4 bottom", "6-0>6-4 top", "3-1>4-1 bottom", "5-3>3-1 bottom", "5-5>5-3 top")
    assert seen.lines == [
        "Bob sets",
        "Bob 6-4 = 10 (10)",
        "Ann 4-1>6-4 = 7",
        "Bob 6-0>6-4 = 1",
        "Ann 3-1>4-1 = 3",
        "Bob draws 1 (concluded)",
        "Ann 5-3>3-1 = 5 (5)",
        "Bob 5-5>5-3 = 10 (10)",
    ]
    assert seen.game.scores == {"Ann": 5, "Bob": 20}


def test_who_passes_in_a_game_without_drawing_is_concluded_from_the_order(table):
    seats = {"Ann": "bottom", "Bob": "left", "Cid": "top"}
    seen = table("block", "Ann Bob Cid", seats=seats)
    seen.see("6-4 bottom", "4-1>6-4 bottom")
    assert seen.lines[2:] == ["Bob passes (concluded)", "Cid passes (concluded)", "Ann 4-1>6-4 = 7"]


def test_who_must_draw_until_able_has_emptied_the_boneyard_before_a_pass(table):
    seen = table(seats=SEATS)
    seen.see("6-4 bottom", "6-5>6-4 bottom", "5-1>6-5 bottom")
    assert seen.lines[2:] == [
        "Bob draws 16 (concluded)",
        "Bob passes (concluded)",
        "Ann 6-5>6-4 = 9",
        "Bob passes (concluded)",
        "Ann 5-1>6-5 = 5 (1)",
    ]


def test_every_event_carries_the_seconds_of_the_video_and_who_told_it(table, tell):
    seen = table()
    seen.see("6-4", "4-1>6-4")
    [told] = seen.live.tell(tell("Ann 1-0>4-1"))
    assert [(event.t, event.by) for event in seen.game.record[2:4]] == [(1.0, "camera"), (2.0, "camera")]
    assert told.event.by == "table"
    assert told.event.t >= 2.0


def test_a_play_is_taken_back_at_the_table(table):
    seen = table()
    seen.see("5-5", "5-0>5-5", "gone 5-0", "5-1>5-5")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)", "Bob 5-1>5-5 = 11"]


def test_a_tile_that_vanishes_from_the_middle_is_asked_about(table):
    """A hand over the layout once took the score of an hour with it in another scorer: nothing goes silently."""
    seen = table()
    seen.see("5-5", "5-0>5-5", "5-1>5-5", "gone 5-0")
    assert seen.asked == [("gone", ["It still lies there", "It was taken back"])]
    assert len(seen.lines) == 4
    seen.answer(1)
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)", "Ann 5-1>5-5 = 11 out-of-turn"]
    assert seen.asked == []


def test_a_misread_tile_is_put_right_as_soon_as_the_camera_knows_better(table):
    seen = table()
    seen.see("5-5", "5-1>5-5", "6-5>5-5", "5-1 is 5-0")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)", "Bob 5-0>5-5 = 10 (2)", "Ann 6-5>5-5 = 6"]
    assert seen.game.record[-1].by == "camera"


def test_a_table_seen_anew_after_a_restart_is_not_scored_again(table, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    seen = table("all-fives", store=store)
    seen.see("6-4", "4-1>6-4", "6-0>6-4")

    again = Watched(LiveTable(store))
    # Whoever sees a layout for the first time may take another tile for the set.
    again.see("4-1", "6-4>4-1", "6-0>6-4", "3-1>4-1")

    assert again.lines == ["Ann sets", "Ann 6-4 = 10 (10)", "Bob 4-1>6-4 = 7", "Ann 6-0>6-4 = 1", "Bob 3-1>4-1 = 3"]
    assert again.asked == []


def test_a_tile_played_while_the_program_was_away_is_found(table, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    table("all-fives", store=store).see("6-4", "4-1>6-4")
    again = Watched(LiveTable(store))
    again.see("3-1", "4-1>3-1")
    assert again.lines[-1] == "Ann 3-1>4-1 = 9"
    assert again.asked == []


def test_a_tile_that_cannot_lie_there_is_asked_about_and_not_scored(table):
    seen = table()
    seen.see("5-5", "6-1>6-4")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)"]
    assert seen.asked == [("cannot", ["Leave it"])]
    seen.answer(0)
    assert seen.asked == []


def test_an_unsure_tile_that_was_played_is_corrected_by_the_answer(table):
    seen = table()
    seen.see("5-5", "5-1>5-5")
    seen.doubt("value", "5-1", "5-1", "5-0")
    assert seen.asked == [("value", ["5-1", "5-0"])]
    seen.answer(1)
    assert seen.lines[-1] == "Bob 5-0>5-5 = 10 (2)"
    assert seen.asked == []


def test_an_unsure_tile_that_was_not_played_is_played_by_the_answer(table):
    seen = table()
    seen.see("5-5")
    seen.doubt("value", "5-1", "5-1", "5-0")
    seen.answer(1)
    assert seen.lines[-1] == "Bob 5-0>5-5 = 10 (2)"
    assert seen.game.record[-1].by == "table"


def test_an_answer_that_leaves_the_place_open_says_so_and_stays_asked(table):
    seen = table()
    seen.see("5-5", "5-1>5-5", "1-0>5-1", "5-0>5-5")
    seen.doubt("value", "0-0", "0-0")
    with pytest.raises(RecordError, match="0-0 can lie in several places; tap Play and say where"):
        seen.answer(0)
    assert seen.asked == [("value", ["0-0"])]


def test_an_unsure_join_is_settled_by_naming_the_host(table):
    seen = table()
    seen.see("5-5", "5-1>5-5", "1-0>5-1", "5-0>5-5")
    seen.doubt("join", "0-0", "1-0", "5-0")
    assert seen.asked == [("join", ["on 1-0", "on 5-0"])]
    seen.answer(1)
    assert seen.lines[-1] == "Ann 0-0>5-0 = 0"


def test_the_same_doubt_is_asked_once_and_answered_once(table):
    seen = table()
    seen.see("5-5")
    seen.doubt("value", "5-1", "5-1", "5-0")
    seen.doubt("value", "5-1", "5-1", "5-0")
    [question] = seen.live.snapshot.questions
    seen.live.answer(question.id, 0)
    with pytest.raises(RecordError, match="not asked any more"):
        seen.live.answer(question.id, 0)


def test_once_the_table_is_cleared_the_next_hand_waits_for_the_tiles_left(table, tell):
    seen = table()
    seen.see("5-5", "5-0>5-5", "cleared", "6-4", "6-1>6-4")
    assert seen.asked == [("hand-end", ["The hand goes on"])]
    assert len(seen.lines) == 3

    seen.live.tell(tell("left Ann: 6-6, Bob:"))

    assert seen.lines[3:] == ["hand to Bob", "Bob sets", "Bob 6-4 = 10 (2)", "Ann 6-1>6-4 = 5 (1)"]
    assert seen.game.scores == {"Ann": 3, "Bob": 6}
    assert seen.asked == []


def test_a_hand_that_only_seemed_cleared_goes_on(table):
    seen = table()
    seen.see("5-5", "5-0>5-5", "cleared", "5-0", "5-5>5-0", "5-1>5-5")
    seen.answer(0)
    assert seen.lines[-1] == "Ann 5-1>5-5 = 1"
    assert seen.asked == []


def test_after_a_hand_the_turn_to_set_goes_round(table, tell):
    seen = table("all-fives", "Ann Bob Cid")
    seen.see("5-5", "5-0>5-5")
    seen.live.tell(tell("left Ann: 6-6, Bob:, Cid: 1-0"))
    seen.see("cleared", "6-4")
    assert seen.lines[-2:] == ["Bob sets", "Bob 6-4 = 10 (10)"]


def test_a_bump_is_told_and_over_when_the_table_rests(table):
    seen = table()
    heard = seen.live.subscribe()
    seen.see("bumped")
    assert seen.live.snapshot.is_bumped
    assert heard.get_nowait() == Changed("camera")
    seen.see("rests")
    assert not seen.live.snapshot.is_bumped


def test_nothing_counts_while_the_table_has_asked_for_a_pause(table):
    seen = table()
    seen.live.pause(True)
    seen.see("5-5")
    assert seen.lines == []
    seen.live.pause(False)
    seen.see("5-5")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)"]


def test_a_game_that_is_won_takes_no_further_plays(table):
    seen = table("all-fives", target=10)
    seen.see("5-5", "5-0>5-5")
    assert seen.game.winner == "Ann"
    assert len(seen.lines) == 2


def test_claims_and_muggins_are_said_by_hand(table, tell):
    seen = table("all-fives", claims="call")
    seen.see("5-5")
    seen.live.tell(tell("Ann claims 10"))
    seen.see("5-0>5-5")
    seen.live.tell(tell("Ann calls"))
    assert seen.game.scores == {"Ann": 20, "Bob": 0}


def test_a_play_by_hand_skips_players_as_the_cameras_do(table, tell):
    seen = table("all-fives")
    seen.live.tell(tell("Bob 6-4"))
    seen.live.tell(tell("Bob 6-0>6-4"))
    assert seen.lines == ["Bob sets", "Bob 6-4 = 10 (10)", "Ann draws 1 (concluded)", "Bob 6-0>6-4 = 4"]


def test_a_play_given_to_another_player_takes_the_concluded_pass_along(table, tell):
    """The arm was taken for Ann's: the pass that was made up for Bob must not stay behind."""
    seen = table("all-fives", seats=SEATS)
    seen.see("6-4 bottom", "6-0>6-4 bottom")
    assert seen.lines[2:] == ["Bob draws 1 (concluded)", "Ann 6-0>6-4 = 4"]
    seen.live.tell(Correct(of=5, said=tell("Bob 6-0>6-4")))
    assert seen.lines[2:] == ["Bob 6-0>6-4 = 4"]
    seen.live.tell(Correct(of=seen.game.standing()[-1].number, said=tell("Ann 6-0>6-4")))
    assert seen.lines[2:] == ["Bob draws 1 (concluded)", "Ann 6-0>6-4 = 4"]


def test_a_correction_of_an_earlier_play_reworks_what_came_after(table, tell):
    seen = table("all-fives")
    seen.see("6-4", "6-1>6-4", "1-0>6-1")
    seen.live.tell(Correct(of=4, said=tell("Bob 6-2>6-4")))
    assert seen.lines[2:] == ["Bob 6-2>6-4 = 6", "Ann 1-0>6-2 = 4 misplay"]


def test_undo_takes_back_whatever_came_last(table, tell):
    seen = table()
    seen.see("5-5", "5-0>5-5")
    seen.live.tell(tell("left Ann: 6-6, Bob:"))
    seen.live.undo()
    assert seen.lines[-1] == "Bob 5-0>5-5 = 10 (2)"
    assert seen.game.scores == {"Ann": 2, "Bob": 2}


def test_what_cannot_stand_changes_nothing_and_nobody_hears_of_it(table, tell):
    seen = table()
    seen.see("5-5")
    heard = seen.live.subscribe()
    with pytest.raises(RecordError, match="5-5 lies on the table already"):
        seen.live.tell(tell("Bob 5-5>5-5"))
    with pytest.raises(RecordError, match="Zoe does not play"):
        seen.live.tell(tell("Zoe 5-1>5-5"))
    assert heard.empty()
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)"]


def test_an_event_is_on_disk_before_anybody_hears_of_it(table, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    seen = table(store=store)
    heard = seen.live.subscribe()
    seen.see("5-5")
    kept = len(store.events(1))
    while not heard.empty():
        assert heard.get_nowait().number <= kept

    class FullDisk:
        def append(self, *_):
            raise OSError("the disk is full")

    seen.live._journal._store = FullDisk()
    with pytest.raises(OSError, match="the disk is full"):
        seen.see("5-0>5-5")
    assert heard.empty()
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)"]


def test_a_restart_goes_on_with_the_unfinished_game(start, table, tell, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    seen = table(store=store, claims="call")
    seen.see("5-5")
    seen.live.tell(tell("Ann claims 2"))

    again = LiveTable(Store(str(tmp_path / "games.sqlite")))
    again.go_on_or_start(start(claims="call"))

    assert again.snapshot.game == seen.game
    assert again.snapshot.game_id == seen.live.snapshot.game_id


def test_another_game_is_begun_where_other_players_sit_down(start, table, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    table(store=store)
    again = LiveTable(store)
    again.go_on_or_start(start(players="Cid Dee"))
    assert again.snapshot.game.players == ("Cid", "Dee")
    assert [game.id for game in store.games()] == [2, 1]


def test_who_comes_late_hears_what_was_missed_then_each_event_once(table):
    seen = table()
    seen.see("5-5")
    game = seen.live.snapshot.game_id
    heard = seen.live.subscribe()
    missed = seen.live.told_since(game, 1)
    seen.see("5-0>5-5")
    assert [told.number for told in missed] == [2, 3]
    assert heard.get_nowait().number == 4
    assert heard.empty()
    assert seen.live.told_since(game + 1, 1) is None
    assert seen.live.told_since(game, 99) is None


def test_a_still_is_kept_with_the_play_it_shows(table, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    seen = table(store=store)
    seen.live.happened(Played(1.0, Tile.parse("5-5"), None), b"a picture")
    assert [store.picture(1, number) for number in (1, 2, 3)] == [None, None, b"a picture"]


def test_many_may_speak_at_once(table, tell):
    """Phones that all speak at the same moment leave one record, numbered without gaps."""
    seen = table("all-fives")
    seen.see("6-4")
    ready = threading.Barrier(2)

    def speak(player):
        ready.wait()
        for _ in range(5):
            seen.live.tell(tell(f"{player} draws 1"))

    speakers = [threading.Thread(target=speak, args=(player,)) for player in ("Ann", "Bob")]
    for speaker in speakers:
        speaker.start()
    for speaker in speakers:
        speaker.join()
    assert len(seen.game.record) == 3 + 10
    assert [told.number for told in seen.live.told_since(1, 0)] == list(range(1, 14))


def test_before_a_game_has_begun_that_is_said(tell):
    live = LiveTable()
    with pytest.raises(RecordError, match="no game has begun"):
        live.tell(tell("Ann 5-5"))
    live.happened(Played(1.0, Tile.parse("5-5"), None))
    assert live.snapshot.game is None
