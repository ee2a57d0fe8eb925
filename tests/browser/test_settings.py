"""The settings page: who elsewhere is told each event, and sounds of one's own."""

import io
import wave

import pytest
from called_address import CalledAddress
from playwright.sync_api import expect
from serving import tap, wait_until_ready

from muggins.webapp.receivers.receivers import Receivers
from muggins.webapp.receivers.views import tell_receivers
from muggins.webapp.speech.sounds import SoundPack
from muggins.webapp.web.context import CONTEXT_EXTENSION


@pytest.fixture
def told(served):
    receivers = Receivers(served.session)
    tell_receivers(served.app, receivers)
    yield receivers
    receivers.stop()


def test_an_address_is_named_and_its_secret_shown_once(visit, served, told, start):
    called = CalledAddress()
    called.start()
    page = visit("/settings")
    page.locator("#hook").fill("example.org")
    visit.provokes("400")
    page.keyboard.press("Enter")
    expect(page.locator("#trouble")).to_contain_text("expected an address such as")
    page.locator("#hook").fill(called.address)
    page.keyboard.press("Enter")
    expect(page.locator(".secret")).to_contain_text("whsec_")
    served.session.start_game(start())
    called.wait(lambda: called.taken)
    called.stop()
    page.reload()
    expect(page.locator(".told").first).to_have_text(f"{called.address} has been told everything.")
    expect(page.locator(".secret")).to_have_count(0)
    tap(page, "Tell nobody")
    expect(page.locator(".told").first).to_have_text("")


def test_settings_that_nobody_looks_at_ask_nothing(visit, told):
    """A tab that was left open asked every two seconds all night."""
    page, receivers = visit("/settings"), "**/api/receivers"
    page.clock.install()
    with page.expect_response(receivers):
        page.reload()
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(20_000)
    assert asked == []
    with page.expect_request(receivers):
        page.evaluate("delete document.hidden")
        page.clock.run_for(20_000)


def beep():
    """A tenth of a second of sound, as a file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(1600))
    return file.getvalue()


def test_a_sound_is_heard_in_place_of_the_voice(visit, served, start, tmp_path):
    """Ann's scores ring; what has no sound is spoken."""
    served.app.extensions[CONTEXT_EXTENSION].encoder.sounds = SoundPack(tmp_path / "sounds")
    served.session.start_game(start("all-fives"))
    page = visit("/settings")
    page.get_by_label("When").select_option("a play scores")
    page.get_by_label("Whose").select_option("Ann")
    page.get_by_label("File").set_input_files({"name": "bell.wav", "mimeType": "audio/wav", "buffer": beep()})
    tap(page, "Use this sound")
    expect(page.locator("#sound-list")).to_contain_text("Ann: a play scores")
    page.evaluate("""() => localStorage.setItem("muggins-voice", JSON.stringify({on: true}))""")
    page.goto(served.server.address)
    wait_until_ready(page)
    page.evaluate("""() => {
        window.rung = 0;
        const start = AudioBufferSourceNode.prototype.start;
        AudioBufferSourceNode.prototype.start = function () { window.rung += 1; start.call(this); };
    }""")
    page.locator("#said").click()
    served.see("5-5")
    page.wait_for_function("() => window.rung === 1")
    served.see("6-5>5-5")
    page.wait_for_function("() => window.spoken.length > 0")
    assert page.evaluate("() => window.spoken.filter((each) => each.includes('points for Ann'))") == []
