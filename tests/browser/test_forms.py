"""Forms that are open while the game goes on: on another phone, or because the camera sees a play."""

import pytest
from playwright.sync_api import expect
from serving import score, shows, tap, wait_until_ready

from muggins.scorer.events import Correct, HandEnd, Play, RoundHand
from muggins.scorer.layout import Layout
from muggins.scorer.notation import event_of
from muggins.scorer.tiles import Tile


@pytest.fixture
def tell(served):
    """Tells the session what happens meanwhile: plays that the camera sees, or events of other phones."""

    def told(*texts):
        for text in texts:
            served.session.tell(event_of(text))

    return told


@pytest.fixture
def begin(served, start, visit):
    """A game with these events, its page, and the dialog there."""

    def begun(rules, *texts, **options):
        served.session.start_game(start(rules, **options))
        for text in texts:
            served.session.tell(event_of(text))
        page = visit()
        return page, page.get_by_role("dialog")

    return begun


def chosen(dialog):
    """What is chosen in a form, as it is sent: the player, then tile by tile and half by half."""
    tiles = dialog.locator(".tiles [aria-pressed=true]").evaluate_all("all => all.map(each => each.dataset.tile)")
    return [*tiles, *dialog.locator("input:checked").evaluate_all("all => all.map(each => each.value)")]


def test_a_play_that_is_told_while_the_form_is_open_is_laid_there_too(begin, tell, served):
    """The form held the game of the moment it was opened: in Matador it never asked which halves touch."""
    page, dialog = begin("matador")
    tap(page, "Play")
    assert chosen(dialog) == ["Ann"]
    tell("Ann 5-4")
    expect(dialog.get_by_role("status")).to_contain_text("Meanwhile: Ann sets five four.")
    expect(dialog.get_by_role("button", name="5 and 4")).to_be_disabled()
    assert chosen(dialog) == ["Bob"]
    dialog.get_by_role("button", name="3 and 2").click()
    dialog.get_by_text("its 2 at the 5").click()
    tap(page, "Play it")
    expect(page.locator("#plays li")).to_have_count(3)
    assert served.session.snapshot.game.layout == Layout.parse("5-4, 3-2>5-4:2/5")


def test_what_still_stands_stays_chosen_and_what_does_not_is_asked_anew(begin, tell, served):
    """The play was sent on a tile that was covered meanwhile, for a player whose turn was over."""
    page, dialog = begin("all-fives", "Ann 5-5", "Bob 6-5>5-5", "Ann 6-4>6-5")
    ready = dialog.get_by_role("button", name="Play it")
    tap(page, "Play")
    dialog.get_by_role("button", name="4 and 0").click()
    assert chosen(dialog) == ["4-0", "Bob", "6-4"]
    tell("Bob 4-4>6-4")
    expect(dialog.get_by_role("status")).to_have_text(
        "Meanwhile: Bob plays double four. Eighteen. Choose what is missing."
    )
    expect(ready).to_be_disabled()
    assert chosen(dialog) == ["4-0"]
    dialog.get_by_text("Bob", exact=True).click()
    dialog.locator("input[value='4-4']").locator("..").click()
    expect(ready).to_be_enabled()
    # Who was chosen by hand stays, and so does the tile that is still open.
    tell("Ann 5-1>5-5")
    expect(dialog.get_by_role("status")).to_contain_text("Ann plays five one.")
    expect(dialog.get_by_role("status")).not_to_contain_text("missing")
    expect(ready).to_be_enabled()
    assert chosen(dialog) == ["4-0", "Bob", "4-4"]
    # The camera saw the tile itself.
    tell("Bob 4-0>4-4")
    expect(ready).to_be_disabled()
    assert chosen(dialog) == ["Bob"]
    # Taken back, it can be chosen again.
    served.session.undo()
    expect(dialog.get_by_role("button", name="4 and 0")).to_be_enabled()
    dialog.get_by_role("button", name="4 and 0").click()
    tap(page, "Play it")
    expect(page.locator("#plays li").first.get_by_role("img", name="4 and 0")).to_be_visible()
    assert str(served.session.snapshot.game.layout).endswith("4-0>4-4")


def test_a_form_does_not_outlive_its_game(begin, tell, served, start):
    page, dialog = begin("all-fives", target=10)
    tap(page, "Play")
    dialog.get_by_role("button", name="6 and 4").click()
    expect(dialog.get_by_role("button", name="Play it")).to_be_enabled()
    tell("Ann 5-5")
    expect(dialog.get_by_role("status")).to_contain_text("The game is over.")
    expect(dialog.get_by_role("button", name="Play it")).to_be_disabled()
    served.session.start_game(start("all-fives"))
    expect(dialog.get_by_role("status")).to_contain_text("Another game has begun.")
    expect(dialog.get_by_role("button", name="Play it")).to_be_disabled()
    tap(page, "Cancel")
    expect(dialog).to_be_hidden()


def test_a_tile_chosen_for_a_hand_that_ends_is_not_set_in_the_next(begin, tell, served):
    page, dialog = begin("all-fives", "Ann 5-5", "Bob 5-0>5-5")
    tap(page, "Play")
    dialog.get_by_role("button", name="5 and 1").click()
    served.session.tell(HandEnd({"Ann": (Tile(5, 1),), "Bob": ()}))
    expect(dialog.get_by_role("button", name="Play it")).to_be_disabled()
    assert chosen(dialog) == ["Bob"]
    tap(page, "Cancel")
    expect(page.get_by_role("button", name="Draw", exact=True)).to_be_disabled()


def test_a_draw_is_for_nobody_once_another_is_to_play(begin, tell):
    page, dialog = begin("draw", "Ann 5-5")
    tap(page, "Draw")
    assert chosen(dialog) == ["Bob", "1"]
    tell("Bob 5-1>5-5")
    expect(dialog.get_by_role("button", name="Draw")).to_be_disabled()
    assert chosen(dialog) == ["1"]
    dialog.get_by_text("Ann", exact=True).click()
    dialog.get_by_role("button", name="Draw").click()
    expect(page.locator("#plays li").first).to_contain_text("Ann")


def test_a_claim_is_for_the_play_after_which_its_points_were_chosen(begin, tell):
    page, dialog = begin("five-up", "Ann 5-5", claims="call")
    tap(page, "Claim")
    dialog.get_by_text("2", exact=True).click()
    tell("Bob 5-0>5-5")
    claim = dialog.get_by_role("button", name="Claim")
    expect(claim).to_be_disabled()
    assert chosen(dialog) == []
    dialog.get_by_text("Bob", exact=True).click()
    dialog.get_by_text("2", exact=True).click()
    claim.click()
    shows(page, "said", "Two points for Bob.")


def test_points_by_hand_are_not_touched_by_plays(begin, tell):
    page, dialog = begin("five-up", "Ann 5-5")
    tap(page, "Points")
    dialog.get_by_text("Bob", exact=True).click()
    dialog.get_by_label("Points; fewer with a minus").fill("3")
    tell("Bob 5-1>5-5")
    expect(dialog.get_by_role("status")).to_contain_text("Bob plays five one.")
    tap(page, "Add the points")
    expect(score(page, "Bob")).to_have_text("3")


def test_muggins_is_called_on_the_play_that_was_last_when_it_was_asked_who_calls(begin, tell):
    page, dialog = begin("five-up", "Ann 5-5", claims="call", players="Ann Bob Cid")
    tap(page, "Muggins!")
    expect(dialog.get_by_role("button", name="Cid")).to_be_enabled()
    tell("Bob 5-0>5-5")
    expect(dialog.get_by_role("button", name="Cid")).to_be_disabled()
    expect(dialog.get_by_role("status")).to_contain_text("Muggins is called on the last play: call it anew.")
    tap(page, "Cancel")
    tap(page, "Muggins!")
    tap(page, "Ann")
    shows(page, "said", "Muggins! Bob missed two points; they go to Ann.")


def test_a_correction_does_not_touch_an_entry_that_somebody_changed_meanwhile(begin, tell, served):
    page, dialog = begin("all-fives", "Ann 5-5", "Bob 5-1>5-5")
    page.locator("#plays li").first.get_by_role("button").click()
    expect(dialog.get_by_role("button", name="Put it right")).to_be_enabled()
    tell("Ann 5-3>5-5")
    expect(dialog.get_by_role("button", name="5 and 3")).to_be_disabled()
    assert chosen(dialog) == ["5-1", "Bob", "5-5"]
    served.session.tell(Correct(4, Play("Bob", Tile(5, 0), Tile(5, 5))))
    expect(dialog.get_by_role("status")).to_contain_text("This entry has been changed")
    for name in ("Put it right", "Delete this play", "It was a pass"):
        expect(dialog.get_by_role("button", name=name)).to_be_disabled()


def test_a_play_of_a_hand_that_is_over_keeps_its_place_when_it_is_put_right(begin, served):
    """The form took the table for empty, sent the tile without its host, and the correction was refused."""
    page, dialog = begin("all-fives", "Ann 5-5", "Bob 5-1>5-5")
    page.locator("#plays li").first.get_by_role("button").click()
    served.session.tell(HandEnd({"Ann": (Tile(4, 4),), "Bob": (Tile(3, 3),)}))
    served.session.tell(event_of("Ann sets"))
    served.session.tell(event_of("Ann 6-6"))
    expect(dialog.get_by_role("status")).to_contain_text("Ann sets double six.")
    expect(dialog.get_by_role("button", name="6 and 6")).to_be_enabled()
    assert chosen(dialog) == ["5-1", "Bob", "5-5"]
    dialog.get_by_role("button", name="5 and 0").click()
    tap(page, "Put it right")
    expect(page.locator("#plays").get_by_role("img", name="5 and 0")).to_be_visible()
    expect(score(page, "Bob")).to_have_text("10")


def test_a_tile_that_is_laid_meanwhile_is_left_with_nobody(begin, tell, served):
    """The form for the tiles left held the game of the moment it was opened, and what it sent was refused."""
    page, _ = begin("all-fives", "Ann 5-5", "Bob 5-1>5-5")
    page.goto(f"{served.server.address}hand-end")
    wait_until_ready(page)
    news, ready = page.locator("#news"), page.get_by_role("button", name="Score the hand")
    page.get_by_role("button", name="Ann not entered yet").click()
    for tile in ("6 and 6", "5 and 3"):
        page.get_by_role("button", name=tile).click()
    page.get_by_role("button", name="Bob not entered yet").click()
    page.get_by_role("button", name="4 and 1").click()
    expect(ready).to_be_enabled()
    tell("Ann 5-3>5-5")
    expect(news).to_contain_text("Meanwhile: Ann plays five three.")
    expect(page.get_by_role("button", name="Ann 1 tile")).to_be_visible()
    expect(ready).to_be_enabled()
    # Bob's last tile: nobody has said that he went out.
    tell("Bob 4-1>5-1")
    expect(news).to_contain_text("Choose what is missing.")
    expect(ready).to_be_disabled()
    tap(page, "Bob went out")
    ready.click()
    # By the record he holds three more tiles.
    page.locator("#questions button", has_text="Yes").click()
    expect(page.locator("#said")).to_contain_text("The hand goes to Bob")


def test_the_tiles_left_are_those_of_the_hand_that_was_over(begin, tell, served):
    page, _ = begin("all-fives", "Ann 5-5", "Bob 5-1>5-5")
    page.goto(f"{served.server.address}hand-end")
    wait_until_ready(page)
    news, ready = page.locator("#news"), page.get_by_role("button", name="Score the hand")
    page.get_by_role("button", name="6 and 6").click()
    page.get_by_role("button", name="Bob not entered yet").click()
    tap(page, "Bob went out")
    expect(ready).to_be_enabled()
    tell("left Ann: 6-6, Bob:")
    expect(news).to_contain_text("No hand is in play.")
    expect(ready).to_be_disabled()
    tell("Bob sets", "Bob 4-4")
    expect(news).to_contain_text("Another hand has begun.")
    expect(ready).to_be_disabled()


def test_tiles_left_that_are_put_right_are_those_that_were_entered(begin, tell, served):
    page, _ = begin("all-fives", "Ann 5-5", "Bob 5-1>5-5", "left Ann: 6-6, Bob:")
    page.goto(f"{served.server.address}hand-end?of=5")
    wait_until_ready(page)
    tell("Bob sets", "Bob 5-3")
    expect(page.locator("#news")).to_contain_text("Bob sets five three.")
    page.get_by_role("button", name="5 and 3").click()
    expect(page.get_by_role("button", name="Ann 2 tiles")).to_be_visible()
    served.session.tell(Correct(5, HandEnd({"Ann": (Tile(6, 5),), "Bob": ()})))
    expect(page.locator("#news")).to_contain_text("This entry has been changed")
    expect(page.get_by_role("button", name="Score the hand")).to_be_disabled()


def test_points_of_a_round_are_entered_while_another_phone_enters_its_own(begin, served):
    page, dialog = begin("mexican-train")
    tap(page, "Enter points")
    dialog.get_by_label("Player").select_option("Bob")
    dialog.get_by_label("What the tiles left count").fill("12")
    served.session.tell(RoundHand("Ann", points=30))
    expect(dialog.get_by_role("status")).to_have_text("Meanwhile: Thirty points for Ann.")
    dialog.get_by_role("button", name="Enter").click()
    expect(page.locator("#rounds tfoot")).to_contain_text("12")
    assert served.session.snapshot.game.scores == {"Ann": 30, "Bob": 12}
