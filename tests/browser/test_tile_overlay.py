"""Tiles tapped in the live picture, in a real browser; where they lie is scripted."""

from playwright.sync_api import expect
from serving import score, state_with, tap, wait_until_ready


def middle(page, tile):
    """Where a tile lies on the screen, in the picture."""
    box = page.locator(f'.in-picture [data-tile="{tile}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_tiles_are_tapped_in_the_picture(served, visit, start, lay, monkeypatch):
    # The view follows the tiles with the picture that shows them: it moved away under a tap that came seconds later.
    monkeypatch.setattr("muggins.webapp.camera.framing.GROW_SECONDS", 0)
    monkeypatch.setattr("muggins.webapp.camera.framing.SHRINK_SECONDS", 0)
    served.session.start_game(start())
    served.see("5-5")
    page = visit(reduced_motion="reduce")
    tap(page, "Picture")
    polygons = page.locator(".in-picture polygon")

    # A tile may be read after its picture was sent: the page learns what the last one shows.
    page.wait_for_function("() => document.getElementById('live-picture').naturalWidth > 0")
    expect(polygons).to_have_count(0)
    served.watch_thread.live_image.show(state_with(lay("5-5: 0 0 90")))
    expect(polygons).to_have_count(1)

    # One that nobody was seen to play is told with a key. Its button keeps the focus while the picture goes on.
    served.lie(lay("5-5: 0 0 90, 5-0: 2 0 0"))
    button = page.get_by_role("button", name="five blank, in the picture")
    button.focus()
    served.lie(lay("5-5: 0 0 90, 5-0: 3 0 0, 6-4: 8 0 90"))
    expect(page.get_by_role("button", name="six four, in the picture")).to_be_attached()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Which tile was played?")).to_be_visible()
    tap(page, "Play it")
    expect(score(page, "Bob")).to_have_text("2")

    # A tap far off finds none, and one beside a tile the nearest.
    served.lie(lay("5-5: 0 0 90, 5-0: 2 0 0"))
    expect(polygons).to_have_count(2)
    picture = page.locator("#picture").bounding_box()
    page.mouse.click(picture["x"] + 6, picture["y"] + 6)
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.locator("#picture").click(position={"x": 6, "y": 6})  # the tap showed the whole picture; near again
    box = page.locator('.in-picture [data-tile="5-0"]').bounding_box()
    other, _ = middle(page, "5-5")
    outside = box["x"] - 4 if other > box["x"] else box["x"] + box["width"] + 4
    page.mouse.click(outside, box["y"] + box["height"] / 2)
    expect(page.get_by_role("heading", name="Bob played 5-0")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="5 and 1").click()
    tap(page, "Put it right")
    expect(score(page, "Bob")).to_have_text("0")


def test_who_only_watches_sees_the_stills_of_a_tile_in_the_picture(served, visit, start, lay):
    served.session.start_game(start())
    served.see("5-5")
    page = visit(f"/join/{served.access.keys.code}", reduced_motion="reduce")
    page.get_by_role("link", name="The table").click()
    wait_until_ready(page)
    tap(page, "Picture")
    served.lie(lay("5-5: 0 0 90, 5-1: 2 0 0"))
    expect(page.locator(".in-picture polygon")).to_have_count(2)
    page.mouse.click(*middle(page, "5-1"))
    page.mouse.click(*middle(page, "5-5"))
    expect(page.get_by_role("heading", name="Ann played 5-5")).to_be_visible()
    expect(page.get_by_role("button", name="Put it right")).to_have_count(0)
