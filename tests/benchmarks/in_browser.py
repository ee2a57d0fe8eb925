"""How soon pages of a dashboard are there in a browser.

    python tests/benchmarks/in_browser.py ADDRESS PHOTO LANGUAGE...

opens the dashboard at ADDRESS and prints one line of JSON: by language the milliseconds from the server's answer until
the first page of the table takes taps, and the milliseconds from choosing PHOTO until a phone's page shows its total.
`muggins bench` runs this in a checkout. It needs playwright and a browser, and tests/support on the path.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Sequence

from find_browser import launch_browser
from playwright.sync_api import Browser, sync_playwright

ROUNDS = 5
MOST_MILLISECONDS = 300_000
"""A page that does not come by then is an error."""
PHONE = {"width": 390, "height": 844}
NOTES_TIMES = """
new MutationObserver(() => {
  if (document.querySelector("main:not([inert])")) window.awakeAt ??= performance.now();
}).observe(document, {subtree: true, childList: true, attributes: true});
"""
IS_AWAKE = "() => window.awakeAt !== undefined"
FIRST_PAGE = 'awakeAt - performance.getEntriesByType("navigation")[0].responseStart'
NOTES_PHOTOS = """() => {
  document.getElementById("photo").addEventListener("change", () => { window.tookAt = performance.now(); }, true);
  new MutationObserver(() => { window.shownAt = performance.now(); })
    .observe(document.getElementById("total"), {subtree: true, childList: true, characterData: true});
}"""
IS_COUNTED = "() => window.shownAt > window.tookAt"


def first_page_ms(browser: Browser, address: str, language: str) -> float:
    """Milliseconds from the first byte of the answer until the page takes taps, for a browser that has no files yet."""
    context = browser.new_context(viewport=PHONE, locale=language)
    context.set_default_timeout(MOST_MILLISECONDS)
    context.add_init_script(NOTES_TIMES)
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(IS_AWAKE)
    taken = page.evaluate(FIRST_PAGE)
    context.close()
    assert isinstance(taken, float | int)
    return float(taken)


def photo_ms(browser: Browser, address: str, photo: str, rounds: int = ROUNDS) -> float:
    """Median milliseconds from choosing a photo until its total is shown, after a first one."""
    context = browser.new_context(viewport=PHONE)
    context.set_default_timeout(MOST_MILLISECONDS)
    context.add_init_script(NOTES_TIMES)
    page = context.new_page()
    page.goto(f"{address}count")
    page.wait_for_function(IS_AWAKE)
    page.evaluate(NOTES_PHOTOS)
    taken = []
    for _ in range(1 + rounds):
        page.locator("#photo").set_input_files([])
        page.evaluate("window.shownAt = 0")
        page.locator("#photo").set_input_files(photo)
        page.wait_for_function(IS_COUNTED)
        taken.append(page.evaluate("shownAt - tookAt"))
    context.close()
    return statistics.median(taken[1:])


def measure(address: str, photo: str, languages: Sequence[str]) -> dict[str, object]:
    """Both figures, the first by language."""
    with sync_playwright() as playwright:
        browser = launch_browser(playwright.chromium)
        try:
            first_page_ms(browser, address, "en")  # not counted: the program loads what it needs only once
            pages = {
                language: round(statistics.median(first_page_ms(browser, address, language) for _ in range(ROUNDS)), 1)
                for language in languages
            }
            return {"first_page_ms": pages, "photo_ms": round(photo_ms(browser, address, photo), 1)}
        finally:
            browser.close()


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], sys.argv[2], sys.argv[3:])), flush=True)
