"""A browser without a screen that asks a hall, and steps of its desk."""

import re

from werkzeug.test import Client

from muggins.webapp.hall.views.context import DESK_EXTENSION

STAGE = {"name": "Swiss", "pairing": "swiss", "rounds": 3, "match": {"to": 61}}


class Browser:
    """A browser in the hall."""

    def __init__(self, hall):
        self.hall = hall
        self.client = Client(hall.wsgi)

    @property
    def context(self):
        """The desk behind the pages."""
        return self.hall.wsgi.app.extensions[DESK_EXTENSION]

    def get(self, path, status=200, **options):
        """The text of a page, or the JSON of an answer."""
        answer = self.client.get(path, headers={"Accept": "text/html"} | options.pop("headers", {}), **options)
        assert answer.status_code == status, answer.get_data(as_text=True)[:400]
        return answer.json if answer.is_json else answer.get_data(as_text=True)

    def post(self, path, status=200, **body):
        answer = self.client.post(f"/api/hall/{path}", json=body)
        assert answer.status_code == status, answer.get_data(as_text=True)[:400]
        return answer.json

    def event(self, event, status=200, **fields):
        return self.post("desk/events", status, event=event, by="Pat", **fields)

    def begin(self, *names, **stage):
        """Begins a tournament of these entries, who are here, with its first round drawn."""
        self.event("tournament", name="Open", stages=[STAGE | {"lot": 7} | stage])
        self.post("desk/entries", names="\n".join(names), here=True)
        self.post("desk/stage", by="Pat")
        self.post("desk/round", by="Pat")
        return self.context.desk.tournament.rounds[-1]

    def badge(self, entry):
        return self.context.badge(entry)

    def until(self, is_true):
        """Waits until the thread that follows the tables has done its part: each is announced."""
        messages = self.hall.context.broker.subscribe()
        while not is_true():
            messages.get(timeout=600)
        self.hall.context.broker.unsubscribe(messages)

    def live(self, path):
        """The words of the part of a page that changes by itself."""
        text = self.get(path)
        return " ".join(re.sub(r"<[^>]*>", " ", text.partition("data-live")[2]).split())
