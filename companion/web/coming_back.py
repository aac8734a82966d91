"""How a page comes back by itself: after a phone was locked, after the network was away, after the server was killed.

After its socket breaks and comes back, the web client draws once and then ignores every change; where the server was
away for long, it gives up. So the page watches over its sockets. When one breaks it says so, asks for the server
until there is an answer, and only then loads itself anew; the address names the screen, the server keeps the table.
A socket may also be dead without a word, because the phone slept while the server hung up. So a page that comes into
sight again asks whether its socket is still known.
"""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from companion.shell.words import LANGUAGES, Words

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

ADDRESS = "/here"
"""Where a page asks whether the server is there, and whether its socket is still known."""


class Presence:
    """An ASGI app around another one: knows which pages have a socket open, and tells them."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._pages: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a page that asks; everything else is the other app's."""
        if scope["type"] == "http" and scope["path"] == ADDRESS:
            await _answer(send, b"here" if _page(scope) in self._pages else b"gone")
            return
        page = _page(scope) if scope["type"] == "websocket" else ""
        if page:
            self._pages.add(page)
        try:
            await self._app(scope, receive, send)
        finally:
            self._pages.discard(page)


def _page(scope: Scope) -> str:
    """The name a page gave itself."""
    query: bytes = scope.get("query_string", b"")
    return parse_qs(query.decode("latin-1")).get("page", [""])[0]


async def _answer(send: Send, text: bytes) -> None:
    headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def notes() -> dict[str, str]:
    """What the page says meanwhile, in every language."""
    return {language: _note(Words(language)) for language in LANGUAGES}


def _note(words: Words) -> str:
    return words("Reconnecting…")


SCRIPT = """<script>
    (() => {
      const notes = NOTES;
      const every = 700, patience = 3000;
      const me = Math.random().toString(36).slice(2) + Date.now().toString(36);
      let opened = 0, lost = false, leaving = false, later = [];

      const Plain = window.WebSocket;
      window.WebSocket = class extends Plain {
        constructor(address, ...more) {
          const named = new URL(address, location.href);
          named.searchParams.set("page", me);
          super(named.href, ...more);
          this.addEventListener("open", () => {
            opened += 1;
            if (opened > 1 || lost) anew();
            else setTimeout(() => lost || sessionStorage.removeItem("tries"), 5000);
          });
          this.addEventListener("close", gone);
        }
      };

      function anew() {
        if (leaving) return;
        leaving = true;
        const tries = Number(sessionStorage.getItem("tries")) + 1;
        sessionStorage.setItem("tries", tries);  // whoever is sent away again and again comes more and more seldom
        setTimeout(() => location.reload(), Math.min(Math.max(tries - 3, 0), 5) * 2000);
      }

      function gone() {
        if (lost || leaving) return;
        lost = true;
        setTimeout(say, 400);
        setInterval(ask, every);
        ask();
      }

      async function ask() {
        if (document.hidden) return;
        const enough = new AbortController();
        setTimeout(() => enough.abort(), patience);
        try {
          const answer = await fetch("ADDRESS?page=" + me, {cache: "no-store", signal: enough.signal});
          if (answer.status >= 500) throw new Error("not yet");
          if (lost || (opened && await answer.text() === "gone")) anew();
        } catch {
          gone();
        }
      }

      function look() {
        if (document.hidden) return;
        later.forEach(clearTimeout);
        later = [0, 2000, 5000, 10000, 15000].map(pause => setTimeout(ask, pause));
      }

      function say() {
        if (leaving) return;
        const note = document.createElement("div");
        note.id = "reconnecting";
        note.setAttribute("role", "status");
        note.textContent = notes[navigator.language.slice(0, 2)] || notes.en;
        document.body.append(note);
      }

      document.addEventListener("visibilitychange", look);
      addEventListener("online", look);
      addEventListener("pageshow", event => {
        if (!event.persisted) return;
        leaving = false;
        look();
      });
      addEventListener("pagehide", () => { leaving = true; });
      addEventListener("error", event => {  // the server went while the page was loading
        const from = event.target instanceof HTMLScriptElement && event.target.src;
        if (from && !opened && new URL(from).origin === location.origin) gone();
      }, true);
      const starting = setInterval(() => opened || lost ? clearInterval(starting) : ask(), 2000);
    })();
  </script>"""


def script() -> str:
    """The watch, for the page."""
    return SCRIPT.replace("NOTES", json.dumps(notes())).replace("ADDRESS", ADDRESS)
