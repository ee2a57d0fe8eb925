"""Claims and Muggins on the host's page, which speaks for everybody; what is to be claimed stays untold until then."""

from playwright.sync_api import expect
from serving import score, tap


def text(page, id, words):
    expect(page.locator(f"#{id}")).to_have_text(words)


def test_a_score_is_untold_until_it_is_claimed(served, visit, start):
    served.session.start_game(start(claims="call"))
    page = visit()
    served.see("5-5")
    expect(page.locator("#plays li")).to_have_count(2)
    text(page, "count", "10")
    text(page, "points", "?")
    tap(page, "Cover the count")
    text(page, "count", "?")
    tap(page, "Claim")
    page.get_by_text("2", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Claim").click()
    text(page, "points", "+2")
    text(page, "count", "10")
    expect(score(page, "Ann")).to_have_text("2")
    text(page, "said", "Two points for Ann.")
    expect(page.locator("#plays .gain")).to_have_text(["+2", "", ""])


def test_a_wrong_claim_does_not_tell_what_was_right(served, visit, start):
    """The points were shown as soon as anybody had claimed anything."""
    served.session.start_game(start(claims="call"))
    page = visit()
    served.see("5-5")
    text(page, "points", "?")
    tap(page, "Claim")
    page.get_by_text("3", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Claim").click()
    expect(page.locator("#plays li")).to_have_count(3)
    text(page, "points", "?")


def test_a_play_stands_in_words_without_what_it_counts_and_is_not_spoken(served, visit, start):
    served.session.start_game(start(claims="call"))
    page = visit()
    served.see("5-4", "5-1>5-4")
    text(page, "said", "Bob plays five one.")
    page.reload()
    text(page, "said", "Bob plays five one.")


def test_what_was_missed_stands_with_the_name_of_who_got_it(served, visit, start, tell):
    served.session.start_game(start(claims="call"))
    page = visit()
    served.see("5-5")
    served.session.tell(tell("Bob calls Muggins"))
    text(page, "points", "+2")
    text(page, "points-word", "Bob")


def test_nothing_is_sent_before_it_is_chosen(served, visit, start):
    """The dialog closed, said what it had wanted, and all that was chosen in it was gone."""
    served.session.start_game(start(claims="call"))
    served.see("5-5")
    page = visit()
    dialog = page.get_by_role("dialog")
    tap(page, "Play")
    expect(dialog.get_by_role("button", name="Play it")).to_be_disabled()
    dialog.get_by_role("button", name="5 and 0").click()
    expect(dialog.get_by_role("button", name="Play it")).to_be_enabled()
    page.keyboard.press("Escape")
    tap(page, "Claim")
    expect(dialog.get_by_role("button", name="Claim")).to_be_disabled()
    dialog.get_by_text("2", exact=True).click()
    expect(dialog.get_by_role("button", name="Claim")).to_be_enabled()


def test_muggins_is_called_with_one_tap(served, visit, start):
    served.session.start_game(start(claims="call"))
    page = visit()
    served.see("5-5")
    tap(page, "Muggins!")
    text(page, "said", "Muggins! Ann missed two; it goes to Bob.")
    expect(score(page, "Bob")).to_have_text("2")
