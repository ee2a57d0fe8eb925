"""Claims and Muggins on the host's page, which speaks for everybody; what is to be claimed stays untold until then."""

from playwright.sync_api import expect
from serving import score, shows, tap


def test_a_score_is_untold_until_it_is_claimed_or_missed(served, visit, start):
    """The points were shown as soon as anybody had claimed anything; and dialogs closed before anything was chosen."""
    served.session.start_game(start(claims="call"))
    page = visit()
    dialog = page.get_by_role("dialog")
    served.see("5-5")
    expect(page.locator("#plays li")).to_have_count(2)
    shows(page, "count", "?")
    shows(page, "points", "?")
    expect(page.locator("#plays .count")).to_have_text([""])

    tap(page, "Play")
    expect(dialog.get_by_role("button", name="Play it")).to_be_disabled()
    dialog.get_by_role("button", name="5 and 0").click()
    expect(dialog.get_by_role("button", name="Play it")).to_be_enabled()
    page.keyboard.press("Escape")
    tap(page, "Claim")
    expect(dialog.get_by_role("button", name="Claim")).to_be_disabled()
    dialog.get_by_text("3", exact=True).click()
    dialog.get_by_role("button", name="Claim").click()
    expect(page.locator("#plays li")).to_have_count(3)
    shows(page, "said", "Ann claims three points: that is wrong. Nothing is scored.")
    shows(page, "points", "?")
    shows(page, "count", "?")

    tap(page, "Claim")
    dialog.get_by_text("2", exact=True).click()
    dialog.get_by_role("button", name="Claim").click()
    shows(page, "points", "+2")
    shows(page, "count", "10")
    expect(score(page, "Ann")).to_have_text("2")
    shows(page, "said", "Two points for Ann.")
    expect(page.locator("#plays .gain")).to_have_text(["+2", "", "", ""])
    expect(page.locator("#plays .count")).to_have_text(["10"])

    served.see("5-0>5-5")
    shows(page, "said", "Bob plays five blank.")
    page.reload()
    shows(page, "said", "Bob plays five blank.")
    tap(page, "Muggins!")
    shows(page, "said", "Muggins! Bob missed two points; they go to Ann.")
    shows(page, "points", "+2")
    shows(page, "points-word", "Ann")
    expect(score(page, "Ann")).to_have_text("4")

    served.see("0-0>5-0", "5-1>5-5")
    shows(page, "said", "Bob plays five one. Nobody claimed: two points to Bob.")
    page.goto(f"{served.server.address}games/1/replay")
    expect(page.locator("#moves .faulty")).to_have_text(["Annclaims 3: wrong claim"])
