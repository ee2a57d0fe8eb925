"""Pages tell the browser at once which modules their scripts import."""

import re

from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession
from muggins.webapp.web.bare_app import SCRIPTS, imported_by


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
    assert '<link rel="modulepreload" href="/table/7/static/lib/api.js">' in text
    assert '<script type="module" src="/table/7/static/pages/setup.js"></script>' in text
