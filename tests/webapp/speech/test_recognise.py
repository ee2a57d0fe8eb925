"""Speech that a browser has heard: a number is a claim, "Muggins!" a call, and the rest is chatter."""

import pytest

from muggins.scorer import Game
from muggins.scorer.events import Claim, Muggins, Pass, RecordError
from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession
from muggins.webapp.speech.recognise import numbers_in, parse_speech, words_of


@pytest.fixture
def playing(start, tell):
    """A game in which scores are claimed, up to Ann's 5-5: it counts ten, which in Five-Up is worth two."""

    def play(rules="five-up", players="Ann Bob", *said, claims="call"):
        game = Game().apply(start(rules, players, claims=claims))
        for each in ("Ann sets", *(said or ("Ann 5-5",))):
            game = game.apply(tell(each))
        return game

    return play


@pytest.mark.parametrize(
    ("said", "language", "numbers"),
    [
        ("ten", "en", [10]),
        ("10", "en", [10]),
        ("twenty five", "en", [25]),
        ("twenty-five points", "en", [25]),
        ("diez", "es", [10]),
        ("dieciséis", "es", [16]),
        ("un punto", "es", [1]),
        ("treinta y cinco", "es", [35]),
        ("two or three", "en", [2, 3]),
        ("well played", "en", []),
    ],
)
def test_numbers_are_heard_in_digits_and_in_words(said, language, numbers):
    assert numbers_in(words_of(said), language) == numbers


@pytest.mark.parametrize(
    ("said", "points"),
    [("Ten!", 2), ("two", 2), ("two points", 2), ("I claim two", 2), ("three", 3), ("fifteen", 15)],
)
def test_a_spoken_number_claims_points_or_the_count_that_is_worth_them(playing, said, points):
    assert parse_speech([said], playing(), None, "en") == Claim(player="Ann", points=points)


def test_a_pass_is_heard_where_the_rules_let_a_player_pass_with_tiles_left_to_draw(start, tell):
    """In Sniff two tiles are drawn at most, and "pass" was then taken for chatter."""
    game = Game().apply(start("sniff", "Ann Bob"))
    for each in ("Ann sets", "Ann 6-4", "Bob draws 1"):
        game = game.apply(tell(each))
    assert parse_speech(["pass"], game, None, "en") is None
    assert parse_speech(["pass"], game.apply(tell("Bob draws 1")), None, "en") == Pass("Bob")
    free = Game().apply(start("sniff", "Ann Bob", options={"may-pass": "true"}))
    for each in ("Ann sets", "Ann 6-4"):
        free = free.apply(tell(each))
    assert parse_speech(["pass"], free, None, "en") == Pass("Bob")


def test_a_count_that_is_spoken_near_the_target_claims_the_one_point_that_is_due(start, tell):
    """ "Ten!" claimed two points where the play was worth one, and was a wrong claim."""
    game = Game().apply(start("five-up", "Ann Bob", claims="call", options={"near-target": "5"}))
    for each in ("Ann sets", "Ann pegs 57", "Ann 5-5"):
        game = game.apply(tell(each))
    assert parse_speech(["Ten!"], game, None, "en") == Claim(player="Ann", points=1)


def test_where_the_count_itself_is_scored_ten_is_ten(playing):
    assert parse_speech(["ten"], playing("all-fives"), None, "en") == Claim(player="Ann", points=10)


def test_players_on_their_own_phones_claim_for_themselves(playing):
    assert parse_speech(["ten"], playing(), "Bob", "en") == Claim(player="Bob", points=2)


def test_of_several_ways_to_hear_it_the_first_that_means_something_counts(playing):
    assert parse_speech(["tan", "Tim", "ten"], playing(), None, "en") == Claim(player="Ann", points=2)


@pytest.mark.parametrize("said", ["", "your turn", "two or three", "I have ten of them at home", "¡hola!"])
def test_chatter_claims_nothing(playing, said):
    assert parse_speech([said], playing(), None, "en") is None


def test_muggins_is_called_by_the_other_player_or_by_the_phones_own_player(playing):
    assert parse_speech(["Muggins!"], playing(), None, "en") == Muggins(player="Bob")
    three = playing("five-up", "Ann Bob Cid")
    assert parse_speech(["muggins"], three, "Cid", "en") == Muggins(player="Cid")
    with pytest.raises(RecordError, match="who called Muggins"):
        parse_speech(["muggins"], three, None, "en")


@pytest.mark.parametrize(("said", "language"), [("Pass!", "en"), ("I knock", "en"), ("paso", "es")])
def test_a_pass_is_heard_where_players_may_pass(playing, said, language):
    assert parse_speech([said], playing("block", claims="auto"), None, language) == Pass(player="Bob")
    assert parse_speech([said], playing("block", claims="auto"), "Ann", language) == Pass(player="Ann")
    assert parse_speech([said], playing(), None, language) is None


def test_a_pass_in_a_sentence_is_chatter(playing):
    assert parse_speech(["pass the salt"], playing("block", claims="auto"), None, "en") is None


def test_where_scores_peg_themselves_a_number_is_no_claim(playing):
    with pytest.raises(RecordError, match="scores peg themselves"):
        parse_speech(["ten"], playing(claims="auto"), None, "en")


@pytest.fixture
def page(start, tell):
    session = GameSession()
    session.start_game(start(claims="call"))
    session.tell(tell("Ann 5-5"))
    return create_app(session).test_client()


def test_a_claim_that_was_heard_is_scored_and_announced(page):
    answer = page.post("/api/heard", json={"heard": ["tan", "ten"]}).json
    assert answer["understood"]
    assert [(line["event"], line["player"], line["points"]) for line in answer["told"]] == [("claim", "Ann", 2)]
    assert page.get("/api/table").json["game"]["scores"] == {"Ann": 2, "Bob": 0}


def test_chatter_does_nothing_and_garbage_is_refused(page):
    assert page.post("/api/heard", json={"heard": ["well played"]}).json == {"understood": False, "told": []}
    for body in ({"heard": "ten"}, {"heard": [10]}, {"heard": ["ten"] * 11}):
        answer = page.post("/api/heard", json=body)
        assert answer.status_code == 400
        assert "expected" in answer.json["error"]
