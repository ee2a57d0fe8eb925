"""What all apps of a process share."""

from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession


def test_a_page_is_compiled_once_for_all_tables():
    """A hall has an app for each table; each compiled the pages anew, which took longer than answering."""
    one, other = (create_app(GameSession()).jinja_env.get_template("pages/table.html") for _ in range(2))
    assert one is not other
    assert one.root_render_func.__code__ is other.root_render_func.__code__
