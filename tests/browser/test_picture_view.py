"""The picture follows the game, in a real browser: it draws near, shows the whole, and looks from above."""

import numpy as np
import pytest
from playwright.sync_api import expect
from serving import resize, state_with, tap

ROW = "6-6: 0 0 0, 6-4: 0 2 90, 4-3: 0 4.05 90, 3-3: 0 6 0, 3-1: -1.5 6 0, 1-1: -3 6 90"
CORNERS = """tile => {
  const matrix = new DOMMatrix(getComputedStyle(document.getElementById("stage")).transform);
  const { x: left, y: top } = document.getElementById("picture").getBoundingClientRect();
  return [...document.querySelector(`[data-tile="${tile}"]`).points].map((point) => {
    const { x, y, w } = new DOMPoint(point.x, point.y).matrixTransform(matrix);
    return [left + x / w, top + y / w];
  });
}"""
"""Where the corners of a tile lie in the window. Browsers tell the box around an element's box, which is larger."""
TILES = ("6-6", "6-4", "4-3", "3-3", "3-1", "1-1")


@pytest.fixture
def look(served, visit, start, lay, monkeypatch):
    """The table's page with its picture, in which tiles lie; nothing moves for those who want no motion."""
    # The view follows the tiles with the picture that shows them: it moved away under a tap that came seconds later.
    monkeypatch.setattr("muggins.webapp.camera.framing.GROW_SECONDS", 0)
    monkeypatch.setattr("muggins.webapp.camera.framing.SHRINK_SECONDS", 0)

    def show(text=ROW, reduced_motion="reduce", **options):
        served.session.start_game(start())
        page = visit(reduced_motion=reduced_motion, **options)
        tap(page, "Picture")
        served.lie(lay(text, elevation=45.0, turn=30.0))
        expect(page.locator(".in-picture polygon")).to_have_count(text.count(":"))
        # Tiles may show over the picture before, which is smaller, until their own has come.
        page.wait_for_function("() => document.getElementById('stage').style.width === '1280px'")
        return page

    return show


def box(page, selector):
    return page.locator(selector).bounding_box()


def extent(page, tile):
    """Left, top, right and bottom of a tile in the window."""
    corners = np.array(page.evaluate(CORNERS, tile))
    return (*corners.min(axis=0), *corners.max(axis=0))


def ratio(page, tile):
    """The longer side of the box around a tile by the shorter one."""
    left, top, right, bottom = extent(page, tile)
    return max((right - left) / (bottom - top), (bottom - top) / (right - left))


def zoom(page):
    """How wide the whole picture is, in widths of what the page shows of it."""
    return box(page, "#live-picture")["width"] / box(page, "#picture")["width"]


def views(page, kind):
    expect(page.locator("#picture")).to_have_attribute("data-view", kind)


def assert_every_tile_is_shown(page):
    frame = box(page, "#picture")
    for tile in TILES:
        left, top, right, bottom = extent(page, tile)
        assert frame["x"] < left < right < frame["x"] + frame["width"]
        assert frame["y"] < top < bottom < frame["y"] + frame["height"]


def test_the_picture_draws_near_to_the_tiles_and_a_tap_shows_the_whole_and_another_returns(look, served, lay):
    page = look()
    figure, button = page.locator("#picture"), page.get_by_role("button", name="Whole picture")
    views(page, "near")
    assert_every_tile_is_shown(page)

    # Tiles that lie still keep still.
    before = page.locator("#stage").get_attribute("style")
    live = served.watch_thread.live_image
    for number in range(live.number + 1, live.number + 6):
        with page.expect_response(lambda answer, number=number: answer.headers.get("frame") == str(number)):
            live.show(state_with(lay(ROW, elevation=45.0, turn=30.2)))
            served.camera.show(served.camera.last.image)
    assert page.locator("#stage").get_attribute("style") == before

    near = zoom(page)
    figure.click(position={"x": 4, "y": 4})
    views(page, "whole")
    whole = zoom(page)
    assert near > 1.4 * whole
    picture, frame = box(page, "#live-picture"), box(page, "#picture")
    assert picture["y"] >= frame["y"] - 1
    assert picture["height"] <= frame["height"] + 1
    figure.click(position={"x": 4, "y": 4})
    views(page, "near")
    assert zoom(page) > 1.3 * whole
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    views(page, "whole")


def test_from_above_tiles_are_upright_and_twice_as_long_as_wide(look, served, lay):
    page = look("6-6: 0 0 0, 6-4: 0 2 90")
    tap(page, "From above")
    said = page.get_by_text("The table is not shown from above: that takes three tiles or more, seen clearly.")
    expect(said).to_be_visible()
    views(page, "near")
    served.lie(lay(ROW, elevation=45.0, turn=30.0))
    expect(said).to_be_hidden()
    views(page, "above")
    assert_every_tile_is_shown(page)
    for tile in TILES:
        assert ratio(page, tile) == pytest.approx(2, rel=0.06)
    tap(page, "From above")
    views(page, "near")
    assert ratio(page, "4-3") < 1.7
    tap(page, "From above")
    views(page, "above")

    # A tile that is nearly hit is meant.
    left, top, _, bottom = extent(page, "6-6")
    page.mouse.click(left - 3, (top + bottom) / 2)
    expect(page.get_by_role("heading", name="Which tile was played?")).to_be_visible()
    views(page, "above")

    # The page remembers how it was looked at.
    resize(page, (390, 844))
    page.reload()
    views(page, "above")
    tap(page, "More")
    expect(page.get_by_role("button", name="From above")).to_have_attribute("aria-pressed", "true")
    assert_every_tile_is_shown(page)
    tap(page, "From above")
    views(page, "near")
    assert_every_tile_is_shown(page)
    tap(page, "Tiles")
    expect(page.get_by_role("button", name="From above")).to_be_hidden()


@pytest.mark.parametrize(("motion", "is_smooth"), [("no-preference", True), ("reduce", False)])
def test_the_picture_moves_smoothly_and_not_at_all_for_whoever_wants_no_motion(look, motion, is_smooth):
    """Each picture that the browser paints is painted here when the last has been looked at."""
    steps = """() => {
      const stage = document.getElementById("stage"), seen = new Set();
      let now = performance.now(), due = [];
      performance.now = () => now;
      window.requestAnimationFrame = (step) => due.push(step);
      document.getElementById("whole").click();
      for (let painted = 0; painted < 60; painted += 1) {
        now += 16;
        for (const step of due.splice(0)) step(now);
        seen.add(stage.style.transform);
      }
      return seen.size; }"""
    moved = look(reduced_motion=motion).evaluate(steps)
    assert (moved > 20) if is_smooth else (moved == 1)
