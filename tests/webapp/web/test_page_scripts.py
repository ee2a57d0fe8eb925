"""Pages tell the browser at once which modules their scripts import."""

import re

from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession
from muggins.webapp.web import bare_app
from muggins.webapp.web.bare_app import SCRIPTS, edition, imported_by


def test_every_module_that_a_script_imports_is_there():
    scripts = [path.relative_to(SCRIPTS).as_posix() for path in SCRIPTS.glob("*/*.js")]
    assert len(scripts) > 40
    imported = {module for script in scripts for module in imported_by(script)}
    assert [module for module in imported if not (SCRIPTS / module).is_file()] == []


def test_what_modules_import_is_named_once():
    modules = imported_by("pages/table.js")
    assert {"lib/api.js", "lib/dom.js", "components/pegboard.js"} <= set(modules)
    assert len(modules) == len(set(modules))
    assert "pages/table.js" not in modules


def test_as_many_imports_are_found_as_a_script_has():
    text = (SCRIPTS / "pages" / "table.js").read_text(encoding="utf-8")
    named = {path.lstrip("./") for path in re.findall(r'^(?!/\*\*).*"(\.\.?/[^"]+\.js)"', text, re.MULTILINE)}
    assert named <= set(imported_by("pages/table.js"))


def test_a_page_names_its_modules_below_the_root_of_its_table():
    page = create_app(GameSession()).test_client().get("/new", base_url="http://localhost/table/7")
    text = page.get_data(as_text=True)
    assert f'<link rel="modulepreload" href="/table/7/static/{edition()}/lib/api.js">' in text
    assert f'<script type="module" src="/table/7/static/{edition()}/pages/setup.js"></script>' in text


def test_a_browser_asks_once_for_what_a_page_loads(tmp_path, monkeypatch):
    """Each page asked anew for all of its thirty files whether they had changed: half a second on a busy machine."""
    browser = create_app(GameSession()).test_client()
    text = browser.get("/new").get_data(as_text=True)
    loaded = re.findall(r'(?:href|src)="(/static/[^"]+)"', text)
    assert len(loaded) > 15
    for address in loaded:
        with browser.get(address) as answer:
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "max-age=31536000, immutable")
    before = edition()
    (tmp_path / "page.js").write_text("another")
    monkeypatch.setattr(bare_app, "SCRIPTS", tmp_path)
    assert edition.__wrapped__() != before
