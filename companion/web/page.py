"""The web page around the app: the client's own page with our name, our ground, and what brings it back."""

import shutil
from pathlib import Path

from companion.web.coming_back import script

NAME = "Companion"

CURE = script()

LOOK = """<style>
    html, body { background: #efe6d2; }
    #loading { background: #efe6d2 !important; }
    #loading img { width: 112px !important; }
    @media (prefers-color-scheme: dark) {
      html, body, #loading { background: #1d1f22 !important; }
    }
    /* a mounted slider lays an empty node over the whole page; taps must go through it */
    flt-semantics:empty:not([role]):not([flt-tappable]):not([aria-label]) { pointer-events: none !important; }
    #reconnecting {
      position: fixed; z-index: 10; top: calc(env(safe-area-inset-top) + 8px); left: 50%; transform: translateX(-50%);
      padding: 6px 16px; border-radius: 99px; background: #35291b; color: #f6efdf; pointer-events: none;
      font: 15px system-ui, sans-serif; white-space: nowrap; box-shadow: 0 1px 6px #0006;
    }
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
