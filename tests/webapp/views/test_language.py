"""Which language a page is in: a choice, else the browser's; the way back after the choice; the manifest."""

import time

import pytest

from muggins.webapp.language.catalogues import languages
from muggins.webapp.web.language import local_day


def shown(client, path="/join", **headers):
    page = client.get(path, headers=headers).text
    return page.partition('<html lang="')[2].partition('"')[0]


def test_the_browser_decides(stranger):
    assert shown(stranger) == "en"
    assert shown(stranger, **{"Accept-Language": "es-MX,en;q=0.5"}) == "es"
    assert shown(stranger, **{"Accept-Language": "tlh"}) == "en"


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda host, **headers: host.post("/api/events", json={"event": "deal"}, headers=headers), "se espera"),
        (lambda host, **headers: host.get("/api/worth?layout=6-x", headers=headers), "una ficha se escribe como 6-4"),
    ],
)
def test_a_refusal_is_in_the_language_of_its_reader(host, ask, says):
    assert says in ask(host, **{"Accept-Language": "es"}).get_json()["error"]


def test_a_choice_stays_with_the_browser_that_made_it(stranger, guest):
    answer = stranger.get("/language/pt_BR?to=/join")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/join")
    assert shown(stranger, **{"Accept-Language": "es"}) == "pt-BR"
    assert shown(guest, **{"Accept-Language": "es"}) == "es"


def test_the_address_may_name_a_language(stranger):
    stranger.get("/language/fr")
    assert shown(stranger, "/join?language=de") == "de"
    assert shown(stranger, "/join?language=tlh") == "en"


@pytest.mark.parametrize(
    ("to", "leads"),
    [
        ("/games?player=Ann%26Bob", "/games?player=Ann&Bob"),
        ("", "/"),
        ("//elsewhere.example/", "/"),
        ("/\\elsewhere.example", "/"),
        ("https://elsewhere.example/", "/"),
    ],
)
def test_a_choice_leads_back_to_a_page_of_this_dashboard_alone(stranger, to, leads):
    assert stranger.get(f"/language/es?to={to}").headers["Location"] == leads


def test_every_page_offers_every_language_by_its_own_name(host):
    for path in ("/", "/new", "/join", "/games", "/players", "/seat", "/camera", "/no-such-page"):
        page = host.get(path, headers={"Accept": "text/html"}).text
        for name in languages().values():
            assert f">{name}</a>" in page, path


@pytest.fixture
def _in_utc(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("_in_utc")
def test_a_day_is_written_as_the_language_does_in_the_time_zone_of_this_machine(app):
    days = {}
    for code in ("en", "es", "de"):
        with app.test_request_context(f"/?language={code}"):
            days[code] = local_day(0)
    assert days == {
        "en": "Thu, 1 Jan 1970, 00:00",
        "es": "jue, 1 ene 1970, 0:00",
        "de": "Do., 1. Jan. 1970, 00:00",
    }


def test_the_voice_speaks_the_language_of_the_table_on_the_host_s_screen_alone(host, bob):
    assert 'data-voice="en"' in host.get("/").text
    host.post("/api/voice", json={"language": "fr"})
    assert 'data-voice="fr"' in host.get("/").text
    assert 'data-voice="de"' in bob.get("/?language=de").text
    assert bob.post("/api/voice", json={"language": "es"}).status_code == 403


def test_a_sentence_is_heard_in_one_language_and_read_in_another(host):
    table = host.get("/api/table?language=en&voice=es").get_json()
    assert (table["words"], table["say"]) == ("Ann sets double five.", "Ann sale con doble cinco.")


def test_the_manifest_is_in_the_language_of_the_page(stranger):
    manifest = stranger.get("/muggins.webmanifest?language=nl").get_json()
    assert (manifest["lang"], manifest["name"]) == ("nl", "muggins")


def test_a_page_cuts_a_french_word_short_before_a_name_and_keeps_it_from_being_markup(host):
    assert "<h1>Parties d’Ann</h1>" in host.get("/games?player=Ann&language=fr").text
    assert "<h1>Parties de Bob</h1>" in host.get("/games?player=Bob&language=fr").text
    assert "<h1>Parties d’&lt;b&gt;Ann</h1>" not in host.get("/games?player=%3Cb%3EAnn&language=fr").text
    assert "<h1>Parties de &lt;b&gt;Ann</h1>" in host.get("/games?player=%3Cb%3EAnn&language=fr").text
