"""The language of a request where a catalogue cannot be used."""

import shutil

from muggins.webapp.language import catalogues


def test_a_page_falls_back_to_english_on_a_faulty_catalogue_and_the_log_names_it(
    stranger, tmp_path, monkeypatch, caplog
):
    shutil.copytree(catalogues.CATALOGUES, tmp_path / "catalogues")
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path / "catalogues")
    wanted = {"Accept-Language": "es"}
    assert '<html lang="es"' in stranger.get("/join", headers=wanted).text
    path = tmp_path / "catalogues" / "es.po"
    path.write_text(
        path.read_text(encoding="utf-8").replace('msgstr "%(player)s', 'msgstr "%(jugador)s'), encoding="utf-8"
    )
    page = stranger.get("/join", headers=wanted)
    assert (page.status_code, '<html lang="en"' in page.text, "jugador" in page.text) == (200, True, False)
    assert "es.po" in caplog.text
