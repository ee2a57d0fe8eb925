"""The settings page: who elsewhere is told each event."""

import pytest
from called_address import CalledAddress
from playwright.sync_api import expect
from serving import tap

from muggins.webapp.receivers.receivers import Receivers
from muggins.webapp.receivers.views import tell_receivers


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
