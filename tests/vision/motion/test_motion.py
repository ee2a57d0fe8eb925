"""Rest and movement on painted tables."""

import cv2
import numpy as np
import pytest
from painted import SIZE, STEP, in_the_sun, noisy, table, watch, with_arm, with_tile

from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.motion.motion import Motion
from muggins.vision.motion.tuning import MOTION_TUNING


def sent(image):
    """A picture as a phone of a hall sends it: whoever looks at it first opens it."""
    return Jpeg(cv2.imencode(".jpg", image)[1].tobytes(), "the camera", is_opened=False)


def test_a_table_at_rest_is_at_rest_whatever_the_cameras_noise_and_exposure():
    rng = np.random.default_rng(4)
    gains = np.clip(1 + np.cumsum(rng.normal(0, 0.02, 30)), 0.8, 1.2)
    seen = watch([noisy(table(), n, gain) for n, gain in enumerate(gains)])
    assert not any(motion.moves or motion.arms for motion in seen)
    assert seen[-1].still_for() == pytest.approx(2.9)


@pytest.mark.parametrize("side", ["bottom", "top", "left", "right"])
def test_an_arm_moves_in_and_out_and_is_known_by_its_side(side):
    edge = {"bottom": (320, 360), "top": (320, 0), "left": (0, 180), "right": (640, 180)}[side]
    target = (322, 231)
    reach = [tuple(int(e + (t - e) * share) for e, t in zip(edge, target, strict=True)) for share in (0.2, 0.5, 0.8, 1)]
    frames = [table()] * 3 + [with_arm(table(), side, tip) for tip in reach]
    frames += [with_arm(with_tile(table()), side, tip) for tip in reach[::-1]] + [with_tile(table())] * 4
    seen = watch([noisy(frame, n) for n, frame in enumerate(frames)])
    assert all(motion.moves for motion in seen[3:7])
    assert {arm.side for motion in seen[4:9] for arm in motion.arms} == {side}
    assert not seen[-1].moves
    assert not seen[-1].arms
    assert seen[-1].side_of(np.array(target), SIZE) == side


def test_a_resting_arm_covers_a_tile_and_after_a_while_belongs_to_the_table():
    arm = with_arm(table(), "left", (150, 160))
    corners = np.array([(120, 150), (120, 172), (164, 172), (164, 150)], np.float32)
    seen = watch([table()] * 2 + [arm] * 30 + [table()] * 3)
    assert seen[4].covered(corners, SIZE)
    assert not seen[4].covered(corners + np.array((300, 0)), SIZE)
    lasting = [motion for motion in seen[:32] if motion.still_for() > MOTION_TUNING.patience_seconds + STEP]
    assert lasting
    assert not any(motion.arms for motion in lasting)
    assert not seen[-1].arms, "where the arm lay, the table shows again as it was before"


def test_a_lamp_that_is_switched_on_is_soon_part_of_the_table_and_never_lays_a_tile():
    """Half the picture grows bright at once; then Bob lays a tile in that half."""
    lamp = np.linspace(0, 1, SIZE[0], dtype=np.float32)[None, :, None] ** 3 * 150

    def lit(image):
        return np.clip(image.astype(np.float32) * 0.5 + lamp + 20, 0, 255).astype(np.uint8)

    bright = [lit(table())] * 20
    bobs = [lit(with_arm(table(), "top", (520, y))) for y in (60, 120, 180, 120, 60)]
    seen = watch([table()] * 3 + bright + bobs + [lit(with_tile(table(), 500, 190))] * 3)
    assert not seen[4].moves
    assert not seen[22].arms
    assert seen[-1].side_of(np.array((520, 200)), SIZE) == "top"


def test_a_bumped_camera_upsets_the_picture():
    moved = np.roll(table(), (40, 90), axis=(0, 1))
    seen = watch([table()] * 3 + [moved] * 3)
    assert seen[3].scene_changed
    assert not seen[3].arms
    assert not seen[-1].moves


def test_after_a_phone_is_turned_on_its_side_watching_starts_again():
    seen = watch([table()] * 2 + [np.ascontiguousarray(table().transpose(1, 0, 2))] * 2)
    assert seen[2].scene_changed
    assert seen[2].moves
    assert not seen[3].moves


def shaking(images, pixels=3.0):
    """The same as a camera sees it that shakes: each picture is shifted by up to so many pixels to either side."""
    shifts = np.random.default_rng(7).uniform(-pixels, pixels, (len(images), 2))
    warps = [np.float32([[1, 0, right], [0, 1, down]]) for right, down in shifts]
    pairs = zip(images, warps, strict=True)
    return [cv2.warpAffine(image, warp, SIZE, borderMode=cv2.BORDER_REFLECT) for image, warp in pairs]


def test_a_table_before_a_camera_that_shakes_is_at_rest():
    """Each frame passed for motion, and plays were reported up to twelve seconds late."""
    seen = watch([noisy(image, n) for n, image in enumerate(shaking([tiled_floor()] * 30))])
    assert not any(motion.moves or motion.arms for motion in seen)


def test_before_a_camera_that_shakes_an_arm_is_an_arm_and_the_table_rests_once_it_has_left():
    laid = with_tile(tiled_floor())
    arms = [with_arm(laid, "top", (322, y)) for y in (20, 120, 231, 120, 20)]
    seen = watch([noisy(image, n) for n, image in enumerate(shaking([tiled_floor()] * 3 + arms + [laid] * 4))])
    assert all(motion.moves for motion in seen[3:8])
    assert not seen[-2].moves
    assert not seen[-1].arms
    assert seen[-1].side_of(np.array((322, 231)), SIZE) == "top"


Y, X = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float32)
SPOT = np.exp(-((np.hypot(X - 322, Y - 161) / 26) ** 4))[..., None]


def in_glare(image, levels):
    """A spot of light of so many grey levels on the table."""
    return np.clip(image + np.float32(levels) * SPOT, 0, 255).astype(np.uint8)


def test_a_spot_of_glare_that_flickers_is_no_movement():
    """People moved before the lamp: the table passed for moving, and for as long as it did nothing was read."""
    levels = np.random.default_rng(3).uniform(60, 160, 20)
    seen = watch([table()] * 3 + [noisy(in_glare(table(), level), n) for n, level in enumerate(levels)])
    assert seen[3].moves, "at first it may be a tile that was pushed"
    assert not any(motion.moves for motion in seen[6:])


def test_a_hand_over_glare_moves():
    levels = np.random.default_rng(3).uniform(60, 160, 12)
    lit = [in_glare(table(), level) for level in levels]
    reaching = [with_arm(image, "bottom", (322, y)) for image, y in zip(lit[8:], (300, 240, 180, 170), strict=True)]
    seen = watch([noisy(image, n) for n, image in enumerate([*lit[:8], *reaching])])
    assert all(motion.moves for motion in seen[8:])
    assert [arm.side for arm in seen[-1].arms] == ["bottom"]


def test_sides_that_no_table_has_are_refused():
    with pytest.raises(ValueError, match="bottom, top, left, right"):
        Motion.start(table(), 0.0, sides=("north",))


def tiled_floor(shift=(0.0, 0.0), turn=0.0):
    """A plain floor with dark joints that run from border to border."""
    floor = table()
    floor[:] = (128, 140, 150)
    cv2.line(floor, (180, -50), (170, 420), (60, 65, 70), 8)
    cv2.line(floor, (-50, 140), (700, 150), (60, 65, 70), 8)
    for x in (250, 294, 338):
        cv2.rectangle(floor, (x, 200), (x + 42, 220), (225, 230, 235), -1)
    warp = cv2.getRotationMatrix2D((320, 180), np.degrees(turn), 1.0)
    warp[:, 2] += shift
    return cv2.warpAffine(floor, warp, SIZE, borderMode=cv2.BORDER_REFLECT)


def test_a_camera_pushed_a_little_shows_no_arms():
    """The joints of the floor, shifted, looked like arms from three sides: whose turn it was went wrong."""
    seen = watch([tiled_floor()] * 5 + [tiled_floor((6, -3), -0.008)] + [tiled_floor((12, -6), -0.016)] * 4)
    assert any(motion.moves for motion in seen)
    assert not seen[-1].arms
    assert seen[-1].side_of((300, 210), SIZE) is None


def test_an_arm_that_has_come_to_rest_is_an_arm_still():
    images = [tiled_floor()] * 5 + [with_arm(tiled_floor(), "left", (x, 210)) for x in (80, 160, 240, 280, 280, 280)]
    seen = watch(images)
    assert not seen[-1].moves
    assert [arm.side for arm in seen[-1].arms] == ["left"]


def test_an_arm_in_the_first_picture_leaves_no_arm_behind_it():
    """The program was killed and restarted while a hand laid a tile: for two seconds the table was not read."""
    reaching = [with_arm(table(), "bottom", (322, y)) for y in (231, 231, 280, 330)]
    seen = watch([noisy(image, n) for n, image in enumerate([*reaching, *[with_tile(table())] * 6])])
    assert seen[-2].arms == seen[-1].arms == ()
    assert len(seen[-1].views) == 1, "how the table looked with the arm is forgotten"
    corners = np.array([(300, 220), (300, 242), (344, 242), (344, 220)], np.float32)
    assert not seen[-1].covered(corners, SIZE)


def test_an_arm_that_comes_and_rests_right_after_the_first_picture_is_an_arm():
    resting = [with_arm(table(), "bottom", (322, y)) for y in (330, 280, *[231] * 12)]
    seen = watch([noisy(image, n) for n, image in enumerate([table(), *resting])])
    assert [arm.side for arm in seen[-1].arms] == ["bottom"]


def test_a_table_at_rest_is_glanced_at_until_a_finger_comes():
    """Thirty whole pictures a second of a table where nothing happens were most of what the program did all evening."""
    resting = watch([noisy(table(), n) for n in range(40)])
    pictures = {id(motion.picture) for motion in resting[20:]}
    assert len(pictures) < 8, "the light may have drifted: now and then the whole picture is made small"
    assert not any(motion.moves for motion in resting)
    assert resting[-1].still_for() == pytest.approx(3.9)
    finger = noisy(with_arm(table(), "bottom", (320, 352)), 99)
    assert resting[-1].after(finger, 4.0).moves, "the very first frame with it is movement"


def test_the_jpegs_of_a_table_at_rest_are_opened_a_few_times_only_and_never_whole():
    """All of them once were, and a phone camera at 1080 lines took a quarter of a core while nothing happened."""

    pictures = [sent(noisy(table(), n)) for n in range(60)]
    motion = Motion.start(pictures[0], 0.0)
    for number, picture in enumerate(pictures[1:], 1):
        motion = motion.after(picture, number / 20)
        assert not motion.moves
    assert 1 <= sum("quarter" in vars(picture) for picture in pictures[40:]) <= 4
    assert not any("image" in vars(picture) for picture in pictures)
    assert motion.after(sent(noisy(with_arm(table(), "bottom", (320, 352)), 99)), 3.0).moves


def test_a_jpeg_in_which_an_arm_moves_is_opened_once():
    """Each was opened a second time, for a glimpse that nothing was compared with."""
    pictures = [sent(table())] + [sent(with_arm(table(), "bottom", (320, y))) for y in (330, 290, 250, 210)]
    motion = Motion.start(pictures[0], 0.0)
    for number, picture in enumerate(pictures[1:], 1):
        motion = motion.after(picture, number / 10)
        assert motion.moves
    assert [sorted({"eighth", "quarter", "image"} & vars(picture).keys()) for picture in pictures] == [["quarter"]] * 5


def test_light_that_drifts_while_the_table_is_glanced_at_is_no_movement():
    seen = watch([noisy(table(), n, 1 - 0.01 * n) for n in range(40)])
    assert not any(motion.moves for motion in seen)


def test_however_noisy_a_camera_is_movement_is_reported_at_once():
    seen = watch([noisy(table(), n, sigma=12.0) for n in range(30)])
    assert not any(motion.moves for motion in seen)
    assert seen[-1].after(noisy(with_arm(table(), "left", (60, 180)), 99, sigma=12.0), 3.0).moves


def test_a_tile_laid_while_something_stays_at_the_border_is_of_the_table_at_once():
    """A tile taken from a hand left a bare place at the border that looked like an arm for as long as nobody rested.

    Every tile laid meanwhile seemed to belong to the next hand that lay beside it, and was reported seconds late.
    """
    taken = cv2.rectangle(table(), (560, 330), (600, 360), (30, 30, 40), -1)
    laid = with_tile(taken)
    hand = [with_arm(laid, "bottom", (322, y)) for y in (380, 330, 278, 278, 278)]
    seen = watch([noisy(image, n) for n, image in enumerate([table(), table(), *[taken] * 3, *[laid] * 4, *hand])])
    assert seen[8].arms, "the bare place is taken for a sleeve still"
    corners = np.array([(300, 220), (300, 242), (344, 242), (344, 220)], np.float32)
    assert not seen[-1].covered(corners, SIZE), "the hand rests beside it"
    assert seen[-1].covered(corners + np.array((0, 60)), SIZE), "and over what lies below"


def test_what_stays_where_it_is_belongs_to_the_table_however_often_others_reach_over_it():
    """A bare place at the border, or a hand that rests, was an arm over the table for as long as people played fast."""
    taken = cv2.rectangle(table(), (560, 330), (600, 360), (30, 30, 40), -1)
    hands = [with_arm(taken, "top", (200, y)) for y in (30, 90, 150, 90, 30)]
    seen = watch([noisy(image, n) for n, image in enumerate([table(), table(), *[taken, *hands] * 5])])
    assert max(motion.still_for() for motion in seen[3:]) < MOTION_TUNING.patience_seconds
    assert {arm.side for motion in seen[:15] for arm in motion.arms} == {"top", "bottom"}
    assert {arm.side for motion in seen[20:] for arm in motion.arms} == {"top"}


def test_a_hand_that_rests_on_a_tray_in_the_middle_of_a_game_is_no_arm_that_has_left():
    """Something new lay at the border since the first arms, so the table never passed for bare.

    The hand stood out less than the tray beneath it. It was taken for the place that the arm of the first picture had
    left, the table under it was forgotten, and three plays were told 16 seconds late.
    """
    tray = cv2.rectangle(table(), (297, 250), (343, 360), (20, 20, 25), -1)
    changed = cv2.rectangle(tray.copy(), (560, 330), (600, 360), (30, 30, 40), -1)
    plays = [with_arm(changed, "top", (200, y)) for y in (30, 90, 150, 90, 30)]
    resting = [with_arm(changed, "bottom", (320, y), (105, 100, 100)) for y in (330, 300, *[274] * 6)]
    seen = watch([noisy(image, n) for n, image in enumerate([tray, tray, *[changed, *plays] * 4, *resting])])
    assert not any(motion.still_for() > MOTION_TUNING.patience_seconds for motion in seen)
    assert [arm.side for arm in seen[-1].arms] == ["bottom"]


def test_a_patch_of_sun_is_no_arm_from_the_other_side_once_a_hand_shortens_the_exposure():
    """The camera exposed by a tenth less or more when a hand came in, and what was bright changed by less.

    The patch passed for an arm that met the hand: "Who set 4-4?" was asked.
    """
    for exposure in (0.9, 1.1):
        hands = [with_arm(table(), "bottom", (322, y)) for y in (330, 280, 231)]
        after = [in_the_sun(image, exposure, n) for n, image in enumerate([*hands, *[with_tile(table())] * 2], 3)]
        seen = watch([*(in_the_sun(table(), 1.0, n) for n in range(3)), *after])
        assert [[arm.side for arm in motion.arms] for motion in seen[3:6]] == [["bottom"]] * 3
        assert set(seen[-1].arms_at(np.array((322, 231)), SIZE)) == {"bottom"}
        assert not seen[-1].arms


@pytest.mark.parametrize("exposure", [0.9, 1.1])
def test_a_tile_little_brighter_than_the_cloth_is_seen_in_another_exposure_too(exposure):
    cloth = table() // 4 + 155
    assert watch([cloth, noisy(with_tile(cloth), 1, exposure)])[-1].moves


def beside_a_resting_hand(after=()):
    """Ann's hand rests from the lower border. Bob lays a tile right before it, and `after` follows."""
    rests = [with_arm(table(), "bottom", (322, y)) for y in (340, 300, *[278] * 4)]
    laid = with_arm(with_tile(table()), "bottom", (322, 278))
    comes = [with_arm(rests[-1], "top", (336, y)) for y in (20, 120, 225)]
    leaves = [with_arm(laid, "top", (336, y)) for y in (225, 120, 20)]
    return watch([noisy(image, n) for n, image in enumerate([*[table()] * 3, *rests, *comes, *leaves, *after])])


def test_a_tile_laid_right_before_a_hand_that_rests_is_of_the_table():
    """The tile passed for a part of the hand, and was told seconds late, once that had left."""
    laid = with_arm(with_tile(table()), "bottom", (322, 278))
    seen = beside_a_resting_hand([laid] * 4)
    corners = np.array([(300, 220), (300, 242), (344, 242), (344, 220)], np.float32)
    assert [arm.side for arm in seen[-1].arms] == ["bottom"]
    assert seen[-1].still_for() < MOTION_TUNING.patience_seconds
    assert not seen[-1].covered(corners, SIZE)
    assert seen[-1].covered(corners + np.array((0, 60)), SIZE), "the hand is an arm still"


def test_a_hand_that_rests_lays_nothing():
    """It lay beside the place while another hand laid a tile there: "It was Ann's turn. Who played 6-6?" was asked."""
    seen = beside_a_resting_hand()
    arms = seen[-1].arms_at(np.array((336, 231)), SIZE)
    assert max(arms, key=arms.get) == "top"


def test_an_arm_that_reaches_over_a_hand_that_rests_is_an_arm_of_its_own():
    """Where people do not face each other, both passed for one arm of the side of which more was in the picture."""
    rests = [with_arm(table(), "top", (250, y)) for y in (60, 120, *[170] * 4)]
    reaches = [with_arm(rests[-1], "left", (x, 150), (40, 90, 160)) for x in (60, 160, 330, 460)]
    seen = watch([noisy(image, n) for n, image in enumerate([*[table()] * 3, *rests, *reaches])])
    assert {arm.side for arm in seen[-1].arms} == {"top", "left"}
    assert seen[-1].side_of(np.array((478, 150)), SIZE) == "left"


@pytest.mark.parametrize("away", [2, 3, 4])
def test_a_tile_laid_beside_the_fingers_of_a_hand_that_rests_is_not_covered(away):
    """Its edge lay within the rim of the hand: it was told once the hand had left, and who had played it was asked."""
    left = 322 + 23 + away
    rests = [with_arm(table(), "top", (322, y)) for y in (40, 120, *[170] * 4)]
    laid = with_arm(with_tile(table(), left, 150), "top", (322, 170))
    comes = [with_arm(rests[-1], "bottom", (left + 22, y)) for y in (330, 260, 175)]
    leaves = [with_arm(laid, "bottom", (left + 22, y)) for y in (175, 260, 330)]
    seen = watch([noisy(image, n) for n, image in enumerate([*[table()] * 3, *rests, *comes, *leaves, *[laid] * 3])])
    corners = np.array([(left, 150), (left, 172), (left + 44, 172), (left + 44, 150)], np.float32)
    assert [arm.side for arm in seen[-1].arms] == ["top"]
    assert not seen[-1].covered(corners, SIZE)
    assert seen[-1].covered(corners - np.array((22, 0)), SIZE), "a hand that lies over half of a tile covers it"


def test_a_whole_tile_at_the_border_is_no_arm():
    """It passed for an arm of that side for seconds, in which other hands moved, and who had laid it was asked."""
    corners = np.array([(300, 335), (300, 357), (344, 357), (344, 335)], np.float32)
    laid = with_tile(table(), 300, 335)
    comes = [with_arm(table(), "top", (322, y)) for y in (30, 120, 220, 310)]
    leaves = [with_arm(laid, "top", (322, y)) for y in (310, 220, 120, 30)]
    seen = watch([noisy(image, n) for n, image in enumerate([*[table()] * 3, *comes, *leaves, *[laid] * 3])])
    assert [arm.side for arm in seen[-1].arms] == ["bottom"]
    read = seen[-1].without_tiles([corners], SIZE)
    assert not read.arms
    after = read.after(noisy(laid, 40), read.time + STEP)
    assert not after.arms
    assert not after.covered(corners, SIZE)


def test_a_hand_over_the_border_is_an_arm_although_a_tile_lies_before_it():
    corners = np.array([(300, 220), (300, 242), (344, 242), (344, 220)], np.float32)
    hand = with_arm(with_tile(table()), "bottom", (322, 290))
    seen = watch([noisy(image, n) for n, image in enumerate([*[with_tile(table())] * 3, *[hand] * 4])])
    assert [arm.side for arm in seen[-1].without_tiles([corners], SIZE).arms] == ["bottom"]
