"""The web page around the app: the client's own page with our name, our ground, and one cure.

After its socket breaks and comes back, the web client draws once and then ignores every change. A phone that locks
does exactly that. So the page reloads itself when a second socket opens; the session on the server goes on.
"""

import shutil
from pathlib import Path

NAME = "Companion"

CURE = """<script>
    (() => {
      const Plain = window.WebSocket;
      let opened = 0;
      window.WebSocket = class extends Plain {
        constructor(...given) {
          super(...given);
          this.addEventListener("open", () => {
            opened += 1;
            if (opened > 1) window.location.reload();
          });
        }
      };
    })();
  </script>"""

LOOK = """<style>
    html, body { background: #efe6d2; }
    #loading { background: #efe6d2 !important; }
    #loading img { width: 112px !important; }
    @media (prefers-color-scheme: dark) {
      html, body, #loading { background: #1d1f22 !important; }
    }
    /* a mounted slider lays an empty node over the whole page; taps must go through it */
    flt-semantics:empty:not([role]):not([flt-tappable]):not([aria-label]) { pointer-events: none !important; }
  </style>"""


def companion_page(stock: str) -> str:
    """The client's own page, made ours."""
    page = stock.replace("<title>Flet</title>", f"<title>{NAME}</title>\n  {LOOK}\n  {CURE}")
    page = page.replace('content="Flet application."', 'content="A companion for the board games on your table."')
    page = page.replace('content="Flet"', f'content="{NAME}"')
    page = page.replace('src="icons/loading-animation.png"', 'src="icon-192.png"')
    if CURE not in page:
        raise RuntimeError("the client's page has changed: its title is not where it was")
    return page


def site_folder(assets: Path, stock_page: Path, target: Path) -> Path:
    """A folder to serve: the app's assets and our page."""
    shutil.copytree(assets, target, dirs_exist_ok=True)
    page = companion_page(stock_page.read_text(encoding="utf-8"))
    (target / "index.html").write_text(page, encoding="utf-8")
    return target
