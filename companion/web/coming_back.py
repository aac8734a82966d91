"""How a page comes back by itself: after a phone was locked, after the network was away, after the server was killed.

After its socket breaks and comes back, the web client draws once and then ignores every change, or hangs; where the
server was away for long, it gives up. So it gets one socket, and the page watches over it. When it breaks the page says
so, asks for the server until there is an answer, and only then loads itself anew; the address names the screen, the
server keeps the table. The web client is not told, and goes on showing what it shows; should it try to come back on its
own, it gets a socket that never opens.
A socket may also be dead without a word, because the phone slept while the server hung up, or walked out of its
network. So a page asks for its socket when it comes into sight again, when what it said got no answer, and when it has
heard nothing for a while. The server then knocks on the socket: if the page does not hear that, the socket is dead.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from companion.shell.words import LANGUAGES, Words
from companion.web.seen import Seen

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

ADDRESS = "/here"
"""Where a page asks whether the server is there, and whether its socket is still known."""

KNOCK = "here"
"""What is said over the socket then; it is for the page, and the web client never sees it."""

PATIENCE = 5.0
"""Seconds until a knock must have gone out."""


class Presence:
    """An ASGI app around another one: knows which pages have a socket open, and tells them; and what they have seen."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._pages: dict[str, Send] = {}
        self._knocking: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a page that asks; everything else is the other app's."""
        if scope["type"] == "http" and scope["path"] == ADDRESS:
            page = _page(scope)
            if page in self._pages:
                self._knock(self._pages[page])
            await _answer(send, b"here" if page in self._pages else b"gone")
            return
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        page, seen = _page(scope), Seen(receive, send)
        if page:
            self._pages[page] = send
        try:
            await self._app(scope, seen.receive, seen.send)
        finally:
            self._pages.pop(page, None)

    def _knock(self, socket: Send) -> None:
        """Without waiting: a dead socket may take nothing any more."""
        knocking = asyncio.create_task(_knock(socket))
        self._knocking.add(knocking)
        knocking.add_done_callback(self._knocking.discard)


async def _knock(socket: Send) -> None:
    with suppress(Exception):  # it has just gone, or is not quite there yet
        await asyncio.wait_for(socket({"type": "websocket.send", "text": KNOCK}), PATIENCE)


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
      const every = 700, patience = 3000, answered = 1500, quiet = 10000;
      const me = Math.random().toString(36).slice(2) + Date.now().toString(36);
      let opened = false, lost = false, leaving = false, later = [], heard = 0, doubting = false, seen = 0, told = 0;

      class Silent extends EventTarget {
        readyState = 0;
        binaryType = "blob";
        send() {}
        close() {}
      }

      const Plain = window.WebSocket;
      window.WebSocket = class extends Plain {
        constructor(address, ...more) {
          if (lost || opened) {
            gone();
            return new Silent();
          }
          const named = new URL(address, location.href);
          named.searchParams.set("page", me);
          super(named.href, ...more);
          this.addEventListener("open", () => { opened = true; });
          this.addEventListener("message", event => {
            if (!heard) setTimeout(() => lost || sessionStorage.removeItem("tries"), 1000);
            heard = performance.now();
            if (event.data === "KNOCK") event.stopImmediatePropagation();
            else seen += 1;
          });
          for (const end of ["close", "error"]) {
            this.addEventListener(end, event => {
              event.stopImmediatePropagation();
              gone();
            });
          }
        }

        send(data) {
          if (told !== seen) super.send(String(told = seen));
          super.send(data);
          if (!doubting) doubt(performance.now());
        }
      };

      function doubt(said) {
        doubting = true;
        setTimeout(() => {
          doubting = false;
          if (heard < said) ask();
        }, answered);
      }

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
        const waiting = setTimeout(() => enough.abort(), patience);
        const asked = performance.now(), known = heard > 0;  // before that the server may not have noticed the socket
        try {
          const answer = await fetch("ADDRESS?page=" + me, {cache: "no-store", signal: enough.signal});
          const said = await answer.text();
          if (answer.status >= 500) throw new Error("not yet");
          if (lost || (known && said === "gone")) anew();
          else if (known) setTimeout(() => heard < asked && anew(), patience);
        } catch {
          if (opened || !enough.signal.aborted) gone();  // a slow phone that is still starting has not lost anybody
        } finally {
          clearTimeout(waiting);
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
      setInterval(() => heard && performance.now() - heard > quiet && ask(), quiet);
      const starting = setInterval(() => opened || lost ? clearInterval(starting) : ask(), 2000);
    })();
  </script>"""


def script() -> str:
    """The watch, for the page."""
    return SCRIPT.replace("NOTES", json.dumps(notes())).replace("ADDRESS", ADDRESS).replace("KNOCK", KNOCK)
