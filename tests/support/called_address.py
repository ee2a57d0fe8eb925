"""A server on this machine that is called on each event, and does with a call what a test says."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from serving import free_port


class CalledAddress:
    """`start` it as often as wanted: the address stays. `behave` takes a word for what it does with a call."""

    def __init__(self):
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/dominoes"
        self.calls = []
        """Headers and body of each call."""
        self.taken = []
        """The ids of the calls that were answered well."""
        self.behaves = "ok"
        self.refuses = frozenset()
        """The ids of events that it refuses in any case."""
        self._changed = threading.Condition()
        self._server = None

    def start(self):
        called = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                called._take(self, dict(self.headers.items()), body)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self):
        if self._server is not None:
            self.behave("ok")
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def behave(self, how):
        with self._changed:
            self.behaves = how
            self._changed.notify_all()

    def wait(self, reached):
        """Waits until something holds."""
        with self._changed:
            assert self._changed.wait_for(reached, timeout=60), (self.behaves, self.taken, len(self.calls))

    def _take(self, handler, headers, body):
        with self._changed:
            self.calls.append((headers, body))
            self._changed.notify_all()
            how = "refuses" if json.loads(body)["id"] in self.refuses else self.behaves
            if how == "hangs":
                self._changed.wait_for(lambda: self.behaves != "hangs", timeout=60)
                return
            if how == "breaks off":
                return
            if how == "ok":
                self.taken.append(json.loads(body)["id"])
                self._changed.notify_all()
        handler.send_response({"ok": 204, "fails": 500, "moved": 301, "refuses": 422, "gone": 410}[how])
        handler.send_header("Location", "http://127.0.0.1:1/")
        handler.end_headers()
