"""Announcements: whole sentences, as people hear them."""

from functools import partial

import pytest
from notation import game_of

from muggins.scorer.events import Correct, Draw, Pass, RoundHand
from muggins.scorer.game import Game
from muggins.scorer.tiles import Tile
from muggins.scorer.undo import redo_event, undo_event
from muggins.webapp.speech.announce import announce, announcements, caption


@pytest.fixture
def said(tell):
    """What is said after the last of the events; each is an event or its text."""

    def say(start, *events, language="en", talk=False, form=announce):
        game = Game().apply(start)
        for event in events:
            game = game.apply(tell(event) if isinstance(event, str) else event)
        return form(game, language, talk)

    return say


def test_a_game_begins(said, start):
    assert said(start(target=61)) == "New game: Ann and Bob. First to sixty-one."
    teams = start(players="Ann Bob Cid Dee", teams=(("Ann", "Cid"), ("Bob", "Dee")))
    assert said(teams) == "New game: Ann, Bob, Cid and Dee. First to sixty-one."


def test_a_hand_that_a_phone_has_counted_is_said(said, start):
    train = start("mexican-train")
    assert said(train) == "New game: Ann and Bob. Rounds: thirteen."
    assert said(train, RoundHand("Ann", (Tile(6, 4), Tile(1, 0)))) == "Eleven points for Ann."


def test_a_hand_begins_and_is_set(said, start):
    assert said(start(), "Ann sets") == ""
    assert said(start(), "Ann sets", "Ann 5-5") == "Ann sets double five. Ten, two points for Ann."
    assert said(start(), "Ann sets", "Ann 6-0") == "Ann sets six blank. Six."


def test_a_score_is_announced_with_its_count(said, start):
    before = ["Ann sets", "Ann 5-3"]
    assert said(start(), *before, "Bob 5-5>5-3") == "Thirteen."
    assert said(start("all-fives"), *before, "Bob 3-0>5-3") == "Five, five points for Bob."
    assert said(start("fives-and-threes"), *before, "Bob 5-5>5-3", "Ann 5-2>5-5") == "Five, five points for Ann."


def test_what_a_side_needs_is_said_near_the_end_when_its_score_changes(said, start):
    def needed(*events, **options):
        return said(start(**options), "Ann sets", "Ann 5-5", *events, form=partial(announce, tells_needed=True))

    assert needed(target=14) == "Ann sets double five. Ten, two points for Ann. Ann needs twelve points."
    assert needed("Bob 5-0>5-5", target=14) == "Ten, two points for Bob. Bob needs twelve points."
    assert needed("Bob 5-1>5-5", target=14) == "Eleven."
    assert needed("Ann pegs 11", target=14) == "Eleven points for Ann, by hand. Ann needs one point."
    assert needed(target=61) == "Ann sets double five. Ten, two points for Ann."
    pairs = {"players": "Ann Bob Cid Dee", "teams": (("Ann", "Cid"), ("Bob", "Dee")), "target": 14}
    assert needed(**pairs).endswith("Ann and Cid need twelve points.")


def test_one_point_is_one_point(said, start):
    assert said(start(), "Ann sets", "Ann 4-1") == "Ann sets four one. Five, one point for Ann."


def test_where_scores_are_claimed_the_count_is_not_given_away(said, start):
    game = start(claims="call")
    assert said(game, "Ann sets", "Ann 4-1") == "Ann sets four one."
    assert said(game, "Ann sets", "Ann 4-1", "Bob 6-4>4-1") == "Nobody claimed: one point to Bob."


def test_a_screen_shows_a_play_in_words_even_if_nothing_is_said(said, start):
    """Where scores are claimed, the table's page once stayed blank at every play but the set."""
    played = ["Ann sets", "Ann 5-3", "Bob 5-5>5-3"]
    assert said(start(), *played, form=caption) == "Bob plays double five. Thirteen."
    assert said(start(claims="call"), *played, form=caption) == "Bob plays double five."
    assert said(start(), *played, form=caption, language="es") == "Bob juega doble cinco. Trece."
    assert said(start(), *played[:2], form=caption) == said(start(), *played[:2])
    assert said(start(), *played, "Ann passes", form=caption) == said(start(), *played, "Ann passes")


def test_claims(said, start):
    game, played = start(claims="call"), ["Ann sets", "Ann 5-5"]
    assert said(game, *played, "Ann claims 2") == "Two points for Ann."
    assert said(game, *played, "Ann claims 3") == "Ann claims three points: that is wrong. Nothing is scored."
    assert said(game, "Ann sets", "Ann 6-5", "Ann claims 1") == "Ann claims one point, but there is nothing to claim."


def test_muggins(said, start):
    played = ["Ann sets", "Ann 5-5"]
    assert (
        said(start("all-fives", claims="call"), *played, "Bob calls Muggins")
        == "Muggins! Ann missed ten points; they go to Bob."
    )
    assert said(start("club", claims="call"), *played, "Bob 5-1>5-5") == "Nobody claimed two points."
    assert said(start(claims="call"), "Ann sets", "Ann 6-5", "Bob calls Muggins") == (
        "Bob calls Muggins, but nothing was missed."
    )


def test_draws_and_passes(said, start):
    played = ["Ann sets", "Ann 5-5"]
    assert said(start("all-fives"), *played, "Bob draws 1") == "Bob draws one."
    assert said(start("block"), *played, "Bob passes") == "Bob passes."
    assert said(start(), *played, "Bob passes") == "Bob passes. Bob may not pass while tiles can be drawn."


def test_a_player_who_admits_drawing_although_able_is_named(said, start):
    """`able` is true or false in a draw, and a list at the end of a hand. Mixing them up once silenced the table."""
    drew = Draw("Bob", able=True)
    assert said(start(), "Ann sets", "Ann 6-4", drew) == "Bob draws one. Bob drew although able to play."


def test_inferred_draws_before_a_pass_are_not_announced(said, start):
    played = ["Ann sets", "Ann 5-5"]
    drawn = Draw(player="Bob", tiles=16, inferred=True)
    assert said(start(), *played, drawn) == ""
    assert said(start(), *played, drawn, Pass(player="Bob", inferred=True)) == "Bob passes."
    assert said(start("all-fives"), *played, Draw(player="Bob", tiles=1, inferred=True)) == "Bob draws one."


def test_games_without_scores_in_play_announce_the_set_alone(said, start):
    assert said(start("block"), "Ann sets", "Ann 6-4") == "Ann sets six four."
    assert said(start("block"), "Ann sets", "Ann 6-4", "Bob 4-1>6-4") == ""


def test_faults(said, start):
    played = ["Ann sets", "Ann 5-5"]
    assert said(start(), *played, "Ann 5-1>5-5") == "Ann is out of turn. Eleven."
    assert said(start(), *played, "Bob 6-1>5-5:1/5") == "Misplay: six one does not fit there. Sixteen."


def test_a_play_is_taken_back_and_corrected(said, start, tell):
    played = ["Ann sets", "Ann 5-5", "Bob 5-0>5-5"]
    assert said(start(), *played, "take back") == "Bob's five blank is taken back."
    assert said(start(), *played, Correct(of=4, said=tell("Bob 5-4>5-5"))) == "Corrected. Bob zero."


def test_undo_says_what_it_takes_back_and_redo_what_it_brings_back(start, tell):
    """It said "Corrected", whatever it was, and players looked for what had gone."""
    game = Game().apply(start(claims="call"))
    for event in ("Ann sets", "Ann 5-5", "Ann claims 2", "Bob passes"):
        game = game.apply(tell(event))
    heard = []
    for find in (undo_event, undo_event, undo_event, redo_event, redo_event, redo_event):
        game = game.apply(find(game.record))
        heard.append(announce(game))
    assert heard == [
        "Taken back: Bob passes.",
        "Taken back: Two points for Ann. Ann zero.",
        "Ann's double five is taken back.",
        "Ann's double five is back.",
        "Back again: Two points for Ann. Ann two.",
        "Back again: Bob passes.",
    ]
    short = start(options={"tiles": "2:1", "reserve": "2:24"})
    ended = game_of(short, "Ann sets", "Ann 5-5", "Bob 5-0>5-5", "left Ann: 6-6, Bob:")
    assert announce(ended.apply(undo_event(ended.record))) == "The end of the hand is taken back. Bob two."


def test_the_end_of_a_hand(said, start):
    played = ["Ann sets", "Ann 5-5", "Bob 5-0>5-5"]
    short = start(options={"tiles": "2:1", "reserve": "2:24"})
    assert said(short, *played, "left Ann: 6-6, Bob:") == "The hand goes to Bob: two points. Ann two, Bob four."
    assert said(short, *played, "left Ann: 1-1, Bob:") == "The hand goes to Bob, without points."
    assert said(short, *played, "left Ann: 3-2, Bob: 4-1") == "Nobody wins the hand."
    assert said(short, *played, "left Ann: ?, Bob:") == "The hand is over. Its points wait for the tiles left with Ann."


def test_a_tile_that_lay_there_wrongly_is_named(said, start):
    """The player named in the event is the one who plays next, and did not lay it."""
    assert said(start(), "Ann sets on 6-4, 6-1>6-4, 6-2>6-4") == "Misplay: six two does not fit there."


def test_an_end_that_cannot_be_is_told(said, start):
    played = ["Ann sets", "Ann 5-5"]
    assert said(start("block"), *played, "left Ann:, Bob: ?").endswith("Ann cannot have gone out.")
    assert said(start("block"), *played, "left Ann: 3-2, Bob: ?").endswith("A hand has too many tiles, or too few.")
    rounds = start("by-hands")
    assert said(rounds, "Ann holds nothing", "Bob holds nothing").endswith("Bob cannot have gone out.")


def test_a_game_is_won_once(said, start, tell):
    game, won = start("five-up", target=2), ["Ann sets", "Ann 5-5"]
    assert said(game, *won) == (
        "Ann sets double five. Ten, two points for Ann. Ann wins the game. Ann two, Bob zero. A skunk!"
    )
    assert said(game, *won, Correct(of=3, said=tell("Ann 6-4"))) == "Corrected. The scores stay the same."


def test_a_player_who_passed_although_able_is_named_at_the_end(said, start):
    played = ["Ann sets", "Ann 5-5", "Bob passes", "Ann 5-0>5-5"]
    left = "left Ann: 6-6 6-4 6-2 6-1 4-4, Bob: 5-4 3-1 1-1 2-1 3-3 2-2 0-0"
    assert said(start("block"), *played, left).endswith("Bob passed although able to play.")


def test_teams_are_called_by_both_names(said, start):
    teams = start(players="Ann Bob Cid Dee", teams=(("Ann", "Cid"), ("Bob", "Dee")), claims="call")
    missed = said(teams, "Ann sets", "Ann 5-5", "Dee calls Muggins")
    assert missed == "Muggins! Ann missed two points; they go to Bob and Dee."


def test_partners_who_rotate_are_named_when_a_hand_is_set_and_with_what_they_score(said, start):
    rotating = start(players="Ann Bob Cid Dee", options={"partners": "rotating", "tiles": "2"})
    assert said(rotating, "Ann sets") == "Ann and Cid play against Bob and Dee."
    assert said(rotating, "Ann sets", "Ann 6-4") == "Ann sets six four. Ten, two points for Ann and Cid."
    claimed = start(players="Ann Bob Cid Dee", claims="call", options={"partners": "rotating", "tiles": "2"})
    assert said(claimed, "Ann sets", "Ann 6-4", "Cid claims 2") == "Two points for Cid and Ann."
    missed = said(claimed, "Ann sets", "Ann 6-4", "Dee calls Muggins")
    assert missed == "Muggins! Ann missed two points; they go to Bob and Dee."
    hand = ["Ann sets", "Ann 6-4", "Bob 6-1>6-4", "Cid 4-0>6-4", "Dee 1-0>6-1", "Ann 0-0>4-0"]
    end = said(rotating, *hand, "left Ann:, Bob: 6-6, Cid: 5-5, Dee: 4-4")
    assert end == "The hand goes to Ann and Cid: four points. Ann six, Bob one, Cid six, Dee one."
    struck = said(rotating, *hand[:2], Correct(3, None))
    assert struck == "Ann's six four is taken back. Ann zero, Cid zero."
    following = said(rotating, *hand, "left Ann:, Bob: 6-6, Cid: 5-5, Dee: 4-4", "Bob sets", language="de")
    assert following == "Ann und Bob spielen gegen Cid und Dee."
    assert said(rotating, "Ann sets", "Ann pegs 3") == "Three points for Ann and Cid, by hand."


@pytest.mark.parametrize(
    ("language", "won"),
    [
        ("en", "Ann and Cid win the game."),
        ("de", "Ann und Cid gewinnen die Partie."),
        ("fr", "Ann et Cid gagnent la partie."),
    ],
)
def test_two_partners_win_a_game_and_one_player_wins_it(said, start, language, won):
    """The voice said “Ann and Cid wins the game”."""
    teams = start(players="Ann Bob Cid Dee", teams=(("Ann", "Cid"), ("Bob", "Dee")), target=2)
    assert won in said(teams, "Ann sets", "Ann 5-5", language=language)


def test_each_player_who_passed_although_able_is_named_in_a_sentence(said, start):
    """The voice of other languages had the verb for one and the names of two."""
    played = ["Ann sets", "Ann 5-5", "Bob passes", "Cid passes", "Ann 5-0>5-5", "Bob passes", "Cid passes"]
    told = said(
        start("block", "Ann Bob Cid"),
        *played,
        "left Ann: 6-6 6-4 6-2 6-1, Bob: 5-4 3-1 1-1 2-1 3-3, Cid: 5-3 2-2 4-4 4-3 3-2",
        language="fr",
    )
    assert "Bob a passé en pouvant poser. Cid a passé en pouvant poser." in told


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("es", "Bob roba una.", "Bob roba dos."),
        ("pt_BR", "Bob compra uma.", "Bob compra duas."),
        ("de", "Bob zieht einen Stein.", "Bob zieht zwei Steine."),
        ("fr", "Bob pioche un domino.", "Bob pioche deux dominos."),
        ("nl", "Bob pakt één steen.", "Bob pakt twee stenen."),
    ],
)
def test_a_draw_has_the_gender_of_a_tile(said, start, language, one, two):
    played = ["Ann sets", "Ann 5-5"]
    assert said(start("all-fives"), *played, "Bob draws 1", language=language) == one
    assert said(start("draw"), *played, "Bob draws 2", language=language) == two


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("es", "A Ann se le escapa un punto; es para Bob.", "A Ann se le escapan dos puntos; son para Bob."),
        ("de", "Ann ist ein Punkt entgangen; er geht an Bob.", "Ann sind zwei Punkte entgangen; sie gehen an Bob."),
        ("nl", "Ann heeft één punt gemist; dat is voor Bob.", "Ann heeft twee punten gemist; die zijn voor Bob."),
    ],
)
def test_a_missed_point_has_a_singular_of_its_own(said, start, language, one, two):
    """The voice said “hat eins übersehen, sie gehen an”, “één gemist; die zijn”."""
    told = [
        said(start(claims="call"), "Ann sets", f"Ann {tile}", "Bob calls Muggins", language=language)
        for tile in ("4-1", "5-5")
    ]
    assert [one in told[0], two in told[1]] == [True, True], told


def test_spanish(said, start):
    game = start("all-fives")
    set_down = said(game, "Ann sets", "Ann 5-0", language="es")
    assert set_down == "Ann sale con cinco blanca. Cinco, cinco puntos para Ann."
    claimed = said(start(claims="call"), "Ann sets", "Ann 5-5", "Bob calls Muggins", language="es")
    assert claimed == "¡Muggins! A Ann se le escapan dos puntos; son para Bob."


def test_the_clubs_table_talk_is_said_where_people_ask_for_it(said, start):
    told = "Ann sets", "Ann 5-5", "Bob 5-0>5-5"
    assert said(start(), *told) == "Ten, two points for Bob."
    assert said(start(), *told, talk=True) == "Ten, two points for Bob. A dancing girl! To follow! The follow tile!"
    assert said(start(), "Ann sets", "Ann 1-1", talk=True, language="es").endswith("¡Pito doble!")
    assert said(start(), *told[:2], talk=True, language="es") == said(start(), *told[:2], language="es")
    skunk = said(start(target=2), *told[:2], talk=True)
    assert skunk.endswith("The crown jewels! Ann wins the game. Ann two, Bob zero. A skunk!")


def test_knock_out_is_announced_by_its_pairs(said, start):
    game = start("knock-out", "Ann")
    assert said(game) == "New game: Ann discards pairs of twelve pips."
    assert said(game, "Ann sets", "Ann 6-2>3-1") == "Six two with three one."
    assert said(game, "Ann sets", "Ann 6-2>3-2") == "Six two with three two. Misplay: six two does not fit there."
    assert said(game, "Ann sets", "left Ann: 0-0 1-0 1-1 2-0 2-1 3-0") == "No pair is left."
    assert said(game, "Ann sets", "left Ann: 0-0 1-0 1-1 2-0 2-1 6-6") == "Somebody could still play."


def test_a_record_is_announced_event_by_event(start, tell):
    """Even an event that was taken back later is announced where it came."""
    game = Game().apply(start())
    for event in ("Ann sets", "Ann 6-6", "take back", "Ann 3-2"):
        game = game.apply(tell(event))
    assert announcements(game, talk=True) == [
        "New game: Ann and Bob. First to sixty-one.",
        "",
        "Ann sets double six. Twelve. Harry Belly!",
        "Ann's double six is taken back.",
        "Ann sets three two. Five, one point for Ann. The banker's set!",
    ]


FOUR = {"players": "Ann Bob Cid Dee"}


def test_bonuses_are_called_out(said, start):
    opening = ["Dee sets", "Dee 6-6", "Cid passes"]
    assert said(start("dominican", **FOUR), *opening) == (
        "Cid passes. A pass on the set: twenty-five points for Bob and Dee."
    )
    double = ["Dee sets", "Dee 6-5", "Cid 6-6>6-5", "left Cid:, Ann: 1-0, Bob: 2-0, Dee: 3-0"]
    assert said(start("dominican", **FOUR), *double).startswith("The hand goes to Ann and Cid: six points.")


def test_a_capicua_and_a_chuchazo_are_called_out(said, start):
    capicua = ["Dee sets", "Dee 6-5", "Cid 5-4>6-5", "Bob 6-4>6-5", "left Bob:, Ann: 1-0, Cid: 2-0, Dee: 3-0"]
    assert said(start("dominican", **FOUR), *capicua).startswith("Capicúa! That is twenty-five points for Bob and Dee.")
    chuchazo = ["Dee sets", "Dee 6-0", "Cid 0-0>6-0", "left Cid:, Ann: 1-0, Bob: 2-0, Dee: 3-0"]
    assert "Chuchazo! That is one hundred points for Ann and Cid." in said(start("puerto-rican", **FOUR), *chuchazo)
    assert said(start("puerto-rican", **FOUR), *chuchazo).startswith("The bonus of the hand: one hundred points")


def test_games_in_a_row_are_told_by_the_score(said, start):
    def won_by(player):
        left = {"Ann": "1-0", "Bob": "2-0", "Cid": "3-0", "Dee": "4-0", player: ""}
        return [
            f"{player} sets",
            f"{player} 6-6",
            "left " + ", ".join(f"{name}: {tiles}" for name, tiles in left.items()),
        ]

    jamaican = start("jamaican", options={"tiles": "4:1"}, **FOUR)
    assert said(jamaican, *won_by("Dee")) == "The hand goes to Bob and Dee. Ann and Cid zero, Bob and Dee one."
    assert said(jamaican, *won_by("Dee"), *won_by("Ann")) == "The hand goes to Ann and Cid. One all!"
    assert said(jamaican, *won_by("Dee") * 6).endswith("Six love!")


def test_level_ends_are_told_without_a_count(said, start):
    assert said(start("bergen"), "Ann sets", "Ann 6-6") == "Ann sets double six. Two points for Ann."
    assert said(start("bergen"), "Ann sets", "Ann 6-6", "Bob 6-5>6-6") == ""


def test_a_tile_seen_while_hands_are_drawn_is_shown_to_all_where_the_rules_say_so(said, start):
    assert said(start("latin", "Ann Bob Cid Dee"), "Ann sets exposed").endswith("all draw again.")
    shown = start("latin", "Ann Bob Cid Dee", options={"exposed": "shown"})
    assert said(shown, "Ann sets exposed") == "A tile was seen while the hands were drawn: show it to all."


def test_who_takes_back_a_tile_that_stands_hears_it(said, start):
    touched = start("club", options={"taking-back": "never"})
    assert said(touched, "Ann sets", "Ann 6-4", "take back").endswith("It stands: the hand was off the tile.")
