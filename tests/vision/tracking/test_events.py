"""What happens at a table between one hand and the next; a watcher reports it once and in order."""

from dataclasses import replace

from stories import FIRST, PLAYED, Story, line, texts_of

from muggins.vision.tracking.events import HandsRevealed


def swept(story, **left):
    """The layout is swept off the table in one go; what is left lies there then."""
    return story.reach("left", FIRST[0], {"lying": (), **left})


def test_a_tile_of_a_hand_that_stays_when_the_layout_is_cleared_is_not_the_set():
    """Ann turned up her 4-4, the layout was swept away, and 4-4 was taken for the set of the next hand."""
    story = line(loose="4-4").lay("bottom", "4-4").rest(20)
    swept(story, lying=("4-4",)).rest(60)
    assert texts_of(story.watched()) == [*PLAYED, "cleared"]


def test_a_hand_turned_up_whose_tiles_match_is_no_layout_once_the_table_is_cleared():
    """5-2 and 5-3 lay end to end before Ann, as if they had been played."""
    story = line(loose="5-2 5-3")
    first = story.places["5-2"]
    along = first.ends[1] - first.ends[0]
    turned = replace(first, pips=first.pips[::-1], halves=None)
    story.places["5-3"] = replace(
        story.places["5-3"], corners=turned.corners - 2 * along, ends=turned.ends - 2 * along, halves=None
    )
    story.places["5-2"] = first
    story.lay("bottom", "5-2", "5-3").rest(20)
    swept(story, lying=("5-2", "5-3")).rest(60)
    assert texts_of(story.watched()) == [*PLAYED, "cleared"]


def test_a_tile_of_the_last_hand_may_be_the_next_set_before_the_table_was_seen_bare():
    """4-1 had been played; swept together with all others it came to lie elsewhere, and the old hand never ended."""
    story = line()
    swept(story, lying=("4-1",), moved={"4-1": (0, 90)}).rest(30)
    assert texts_of(story.watched()) == [*PLAYED, "cleared", "4-1"]


def test_one_tile_of_a_layout_that_is_pushed_while_others_are_covered_stays_of_that_layout():
    story = line()
    story.cup_size = 100
    story.rest(60, cup="6-4", moved={"3-1": (20, 20)}, unread=("4-1", "6-0")).rest(20, cup=None, unread=())
    assert texts_of(story.watched()) == PLAYED


def test_a_tile_played_on_one_that_is_covered_is_played_on_that():
    layout = "6-4, 4-1>6-4, 6-0>6-4, 3-1>4-1, 3-0>3-1"
    story = line(layout=layout).reach("right", "3-1", {"cup": "3-1"}).rest(30).lay("bottom", "3-0")
    story.rest(10).reach("right", "3-1", {"cup": None}).rest(20)
    assert texts_of(story.watched()) == [*PLAYED, "3-0>3-1"]


def test_hands_turned_up_one_after_the_other_are_reported_as_they_grow():
    story = line(loose="4-4 3-3 2-2").lay("top", "4-4").rest(20).lay("top", "3-3").rest(20)
    up = [one.hands for one in story.watched(sides=("bottom", "top")) if isinstance(one, HandsRevealed)]
    assert [{side: [str(tile) for tile in tiles] for side, tiles in one.items()} for one in up] == [
        {"top": ["4-4"]},
        {"top": ["4-4", "3-3"]},
    ]


def test_cloth_grain_that_looks_faintly_like_a_tile_is_not_a_hand_turned_up():
    """It was read as 4-2 for moments on end, and after Ann's fifth tile: `Is the hand over? Ann: none; Bob: 4-2`."""
    story = line(loose="4-2")
    faint = story.places["4-2"]
    story.places["4-2"] = replace(faint, pips=0.6 * faint.pips + 0.4 / 7, confidence=0.12, halves=None)
    story.lay("top", "4-2").rest(40)
    assert not [one for one in story.watched() if isinstance(one, HandsRevealed)]


def test_an_empty_table_has_nothing_to_tell():
    assert texts_of(Story("6-4").rest(30).watched()) == []
