"""A session: table events become events of the record, doubts become questions, each is published once."""

import threading
from dataclasses import replace

import pytest

from muggins.scorer.events import RecordError
from muggins.scorer.record import changes_nothing
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.events import Cleared, Played
from muggins.webapp.session.event_log import Changed
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store, StoreError
from muggins.webapp.speech.announce import announce


def test_plays_are_scored_for_the_players_in_turn(watched):
    seen = watched("all-fives")
    seen.see("6-4", "4-1>6-4", "6-0>6-4", "3-1>4-1")
    assert seen.lines == ["Ann sets", "Ann 6-4 = 10 (10)", "Bob 4-1>6-4 = 7", "Ann 6-0>6-4 = 1", "Bob 3-1>4-1 = 3"]
    assert seen.game.scores == {"Ann": 10, "Bob": 0}


def test_a_play_is_taken_back_at_the_table(watched):
    seen = watched()
    seen.see("5-5", "5-0>5-5", "gone 5-0", "5-1>5-5")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)", "Bob 5-1>5-5 = 11"]


def test_a_tile_that_vanishes_from_the_middle_is_asked_about(watched):
    """In another scorer, a hand over the layout once wiped out the score of an hour: no score disappears silently."""
    seen = watched()
    seen.see("5-5", "5-0>5-5", "5-1>5-5", "gone 5-0")
    assert seen.asked == [("gone", ["It still lies there", "It was taken back"])]
    assert len(seen.lines) == 4
    seen.answer(1)
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)", "Ann 5-1>5-5 = 11 out-of-turn"]
    assert seen.asked == []


def test_a_misread_tile_is_put_right_as_soon_as_the_camera_knows_better(watched):
    seen = watched()
    seen.see("5-5", "5-1>5-5", "6-5>5-5", "5-1 is 5-0")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)", "Bob 5-0>5-5 = 10 (2)", "Ann 6-5>5-5 = 6"]
    assert seen.game.record[-1].by == "camera"


def test_a_tile_that_cannot_lie_there_is_asked_about_and_not_scored(watched):
    seen = watched()
    seen.see("5-5", "6-1>6-4")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)"]
    assert seen.asked == [("cannot", ["Ignore"])]
    seen.answer(0)
    assert seen.asked == []


def test_an_unsure_tile_that_was_played_is_corrected_by_the_answer(watched):
    seen = watched()
    seen.see("5-5", "5-1>5-5")
    seen.doubt("value", "5-1", "5-1", "5-0")
    assert seen.asked == [("value", ["5-1", "5-0"])]
    seen.answer(1)
    assert seen.lines[-1] == "Bob 5-0>5-5 = 10 (2)"
    assert seen.asked == []


def test_a_tile_seen_faintly_is_played_by_the_answer_and_the_question_goes_once_it_is_seen_better(watched):
    seen = watched()
    seen.see("5-5")
    seen.doubt("faint", "5-0", "5-0", "5-1")
    assert seen.asked == [("faint", ["5-0", "5-1", "Ignore"])]
    seen.answer(0)
    assert seen.lines[-1] == "Bob 5-0>5-5 = 10 (2)"
    seen.doubt("faint", "5-1", "5-1")
    seen.see("5-1>5-5")
    assert seen.asked == []


@pytest.mark.parametrize("kind", ["faint", "edge", "foreign"])
def test_what_was_not_read_can_be_left_where_it_is_no_tile_of_the_game(watched, kind):
    seen = watched()
    seen.see("5-5")
    seen.doubt(kind, "6-1", *(["6-1"] if kind != "foreign" else []))
    seen.answer(-1 + len(seen.asked[0][1]))
    assert (seen.asked, seen.lines) == ([], ["Ann sets", "Ann 5-5 = 10 (2)"])


def test_a_mere_yes_is_recorded_silently_and_undo_skips_it(watched):
    """It was not stored once: after every start the same question came again."""
    seen = watched()
    seen.see("5-5", "5-1>5-5")
    seen.doubt("value", "5-1", "5-1", "5-0")
    [told] = seen.answer(0)
    assert (told.event.by, changes_nothing(told.game.record)) == ("table", True)
    assert announce(told.game) == ""
    assert seen.lines[-1] == "Bob 5-1>5-5 = 11"
    seen.session.undo()
    assert seen.lines[-1] == "Ann 5-5 = 10 (2)"
    seen.session.redo()
    assert seen.lines[-1] == "Bob 5-1>5-5 = 11"


def test_an_unsure_tile_that_was_not_played_is_played_by_the_answer(watched):
    seen = watched()
    seen.see("5-5")
    seen.doubt("value", "5-1", "5-1", "5-0")
    seen.answer(1)
    assert seen.lines[-1] == "Bob 5-0>5-5 = 10 (2)"
    assert seen.game.record[-1].by == "table"


def test_an_answer_that_leaves_the_place_open_says_so_and_stays_asked(watched):
    seen = watched()
    seen.see("5-5", "5-1>5-5", "1-0>5-1", "5-0>5-5")
    seen.doubt("value", "0-0", "0-0")
    with pytest.raises(RecordError, match="0-0 can lie in several places; tap Play and say where"):
        seen.answer(0)
    assert seen.asked == [("value", ["0-0"])]


def test_an_unsure_join_is_settled_by_naming_the_host(watched):
    seen = watched()
    seen.see("5-5", "5-1>5-5", "1-0>5-1", "5-0>5-5")
    seen.doubt("join", "0-0", "1-0", "5-0")
    assert seen.asked == [("join", ["on 1-0", "on 5-0", "Ignore"])]
    seen.answer(1)
    assert seen.lines[-1] == "Ann 0-0>5-0 = 0"


def test_a_doubt_goes_once_all_that_the_tile_might_be_lies_elsewhere(watched):
    """`Is this 6-6, 6-0 or 6-2?` stood there to the end of the hand, with all three on the table."""
    seen = watched("block")
    seen.see("6-6")
    seen.doubt("value", "6-6", "6-6", "6-0", "6-2")
    seen.see("6-0>6-6")
    assert [kind for kind, _ in seen.asked] == ["value"]
    seen.see("6-2>6-6")
    assert seen.asked == []


def test_a_doubt_goes_once_the_tile_is_known_to_be_another(watched):
    """The question what a 5-1 may be stayed after the camera had put it right, and its answer played a 5-1 too."""
    seen = watched()
    seen.see("5-5", "5-1>5-5")
    seen.doubt("value", "5-1", "5-1", "5-0")
    seen.see("5-1 is 5-0")
    assert seen.asked == []
    assert seen.game.layout.tiles == (Tile(5, 5), Tile(5, 0))
    seen.doubt("value", "5-0", "5-0", "5-2")
    seen.session.undo()
    assert seen.asked == []


def test_what_was_read_before_somebody_named_a_tile_does_not_rename_it(watched):
    """The picture was of the moment before the answer: a worker of a hall was still reading it."""
    seen = watched()
    seen.see("5-5", "5-1>5-5")
    seen.doubt("value", "5-1", "5-1", "5-0")
    seen.answer(0)
    seen.see("5-1 is 5-0")
    assert seen.game.layout.tiles == (Tile(5, 5), Tile(5, 1))


def test_a_tile_that_lies_against_a_half_that_does_not_match_is_a_misplay_or_nothing(watched):
    for answer, played in enumerate((1, 0)):
        seen = watched()
        seen.see("5-5")
        seen.doubt("misplay", "6-1", "5-5")
        seen.answer(answer)
        assert sum("6-1>5-5" in line and "misplay" in line for line in seen.lines) == played
        assert seen.asked == []


def test_a_misplay_that_was_misread_is_put_right_in_the_record(watched):
    seen = watched()
    seen.see("5-5", "4-2>5-5:2/5")
    assert "misplay" in seen.lines[-1]
    seen.see("4-2 is 5-4")
    assert seen.game.layout.tiles == (Tile(5, 5), Tile(5, 4))
    assert seen.game.standing()[-1].event.joins is None


def test_a_doubt_about_another_tile_stays(watched):
    seen = watched()
    seen.see("5-5", "5-1>5-5", "5-3>5-5")
    seen.doubt("value", "5-3", "5-3", "5-2")
    seen.see("5-1 is 5-0")
    assert seen.asked == [("value", ["5-3", "5-2"])]


def test_the_same_doubt_is_asked_once_and_answered_once(watched):
    seen = watched()
    seen.see("5-5")
    seen.doubt("value", "5-1", "5-1", "5-0")
    seen.doubt("value", "5-1", "5-1", "5-0")
    [question] = seen.session.snapshot.questions
    seen.session.answer(question.id, 0)
    with pytest.raises(RecordError, match="not asked any more"):
        seen.session.answer(question.id, 0)


def test_a_bump_is_reported_and_over_when_the_table_rests(watched):
    seen = watched()
    heard = seen.session.subscribe()
    seen.see("bumped")
    assert seen.session.snapshot.is_bumped
    assert heard.get_nowait() == Changed("camera")
    seen.see("rests")
    assert not seen.session.snapshot.is_bumped


def test_nothing_counts_while_people_have_asked_for_a_pause(watched):
    seen = watched()
    seen.session.pause(True)
    seen.see("5-5")
    assert seen.lines == []
    seen.session.pause(False)
    seen.see("5-5")
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)"]


def test_a_game_that_is_won_takes_no_further_plays(watched):
    seen = watched("all-fives", target=10)
    seen.see("5-5", "5-0>5-5")
    assert seen.game.winner == "Ann"
    assert len(seen.lines) == 2


def test_an_impossible_event_changes_nothing_and_is_not_published(watched, tell):
    seen = watched()
    seen.see("5-5")
    heard = seen.session.subscribe()
    with pytest.raises(RecordError, match="5-5 lies on the table already"):
        seen.session.tell(tell("Bob 5-5>5-5"))
    with pytest.raises(RecordError, match="Zoe does not play"):
        seen.session.tell(tell("Zoe 5-1>5-5"))
    assert heard.empty()
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)"]


def test_what_a_player_says_twice_in_a_row_is_said_once(watched, tell):
    """A thumb tapped twice on a phone: the second Muggins was a false one, and the second pass out of turn."""
    seen = watched(claims="call")
    seen.see("5-5")
    assert len(seen.session.tell(tell("Bob calls Muggins"), by="seat:Bob")) == 1
    assert seen.session.tell(tell("Bob calls Muggins"), by="seat:Bob") == ()
    assert seen.session.tell(tell("Bob calls Muggins"), by="table") == ()
    assert len(seen.session.tell(tell("Bob passes"))) == 1
    assert seen.session.tell(tell("Bob passes")) == ()
    assert seen.lines[2:] == ["Bob calls", "Bob passes"]
    assert seen.game.scores == {"Ann": 0, "Bob": 2}
    # Once somebody else has said something, or it was taken back, it means something again.
    seen.session.undo()
    seen.session.tell(tell("Bob passes"))
    seen.session.tell(tell("Ann passes"))
    assert len(seen.session.tell(tell("Bob passes"))) == 1


def test_a_second_tap_begins_no_second_game(start, tell):
    """Two taps on "Start the game", or on "Rematch", left an empty game among those of the evening."""
    session = GameSession(None)
    session.start_once(start(options={"exact": "yes"}))
    begun = session.snapshot.game_id
    session.start_once(replace(start(options={"exact": "yes"}), by="table"))
    assert session.snapshot.game_id == begun
    session.start_once(start())
    assert session.snapshot.game_id != begun
    begun = session.snapshot.game_id
    session.tell(tell("Ann sets"))
    session.start_once(start())
    assert session.snapshot.game_id != begun


def test_an_event_is_on_disk_before_anybody_hears_of_it(watched, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    seen = watched(store=store)
    heard = seen.session.subscribe()
    seen.see("5-5")
    kept = len(store.events(1))
    while not heard.empty():
        assert heard.get_nowait().number <= kept

    class FullDisk:
        def append(self, *_, picture):
            raise OSError("the disk is full")

    seen.session._event_log.store = FullDisk()
    with pytest.raises(OSError, match="the disk is full"):
        seen.see("5-0>5-5")
    assert heard.empty()
    assert seen.lines == ["Ann sets", "Ann 5-5 = 10 (2)"]


def test_events_that_come_together_are_recorded_together_or_not_at_all(watched, tmp_path):
    """A hand was on the disk and its first play was not: after a restart the hand had begun, and nobody had played."""
    store = Store(str(tmp_path / "games.sqlite"))
    seen = watched(store=store)
    heard = seen.session.subscribe()
    store.append(1, 3, {"event": "pass", "player": "Ann"})  # by another program
    with pytest.raises(StoreError, match="another program has written to the same game"):
        seen.see("5-5")
    assert (seen.lines, heard.empty(), len(store.events(1))) == ([], True, 2)


def test_a_restart_goes_on_with_the_unfinished_game(start, watched, tell, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    seen = watched(store=store, claims="call")
    seen.see("5-5")
    seen.session.tell(tell("Ann claims 2"))

    again = GameSession(Store(str(tmp_path / "games.sqlite")))
    again.resume_or_start(start(claims="call"))

    assert again.snapshot.game == seen.game
    assert again.snapshot.game_id == seen.session.snapshot.game_id


def test_another_game_is_begun_where_other_players_sit_down(start, watched, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    watched(store=store)
    again = GameSession(store)
    again.resume_or_start(start(players="Cid Dee"))
    assert again.snapshot.game.players == ("Cid", "Dee")
    assert [game.id for game in store.games()] == [2, 1]


def test_a_late_listener_hears_what_it_missed_and_then_each_event_once(watched):
    seen = watched()
    seen.see("5-5")
    game = seen.session.snapshot.game_id
    heard = seen.session.subscribe()
    missed = seen.session.events_since(game, 1)
    seen.see("5-0>5-5")
    assert [told.number for told in missed] == [2, 3]
    assert heard.get_nowait().number == 4
    assert heard.empty()
    assert seen.session.events_since(game + 1, 1) is None
    assert seen.session.events_since(game, 99) is None


def test_a_still_is_kept_with_the_play_it_shows(watched, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    seen = watched(store=store)
    seen.session.on_table_event(Played(1.0, Tile.parse("5-5"), None), b"a picture")
    assert [store.picture(1, number) for number in (1, 2, 3)] == [None, None, b"a picture"]


def test_many_may_speak_at_once(watched, tell):
    """Phones that all speak at the same moment leave one record, numbered without gaps."""
    seen = watched("all-fives")
    seen.see("6-4")
    ready = threading.Barrier(2)

    def speak(player):
        ready.wait()
        for _ in range(5):
            seen.session.tell(tell(f"{player} draws 1"))

    speakers = [threading.Thread(target=speak, args=(player,)) for player in ("Ann", "Bob")]
    for speaker in speakers:
        speaker.start()
    for speaker in speakers:
        speaker.join()
    assert len(seen.game.record) == 3 + 10
    assert [told.number for told in seen.session.events_since(1, 0)] == list(range(1, 14))


def test_before_a_game_has_begun_that_is_said(tell):
    session = GameSession()
    with pytest.raises(RecordError, match="no game has begun"):
        session.tell(tell("Ann 5-5"))
    session.on_table_event(Played(1.0, Tile.parse("5-5"), None))
    assert session.snapshot.game is None


def test_a_stored_game_whose_rules_have_changed_does_not_stop_the_program_from_starting(start, tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    old = {"event": "game", "rules": "a house rule of last year", "players": ["Ann", "Bob"]}
    store.append(store.add_game(), 1, old)
    session = GameSession(store)
    assert session.snapshot.game is None
    session.resume_or_start(start())
    assert session.snapshot.game_id == 2
    assert store.events(1) == [old]


def test_a_table_without_a_page_hears_of_its_doubts_too(start):
    asked = []
    session = GameSession(on_question=asked.append)
    session.start_game(start())
    session.on_table_event(Played(4.0, Tile.parse("5-5"), None))
    session.on_table_event(Cleared(9.0))
    assert [(str(question.text), question.time) for question in asked] == [
        ("The table was cleared. Which tiles are left in the hands?", 9.0)
    ]
