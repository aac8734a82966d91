"""An empty Flet app, to compare ours with: one button that counts. `python -m tests.app.empty_app --port N`"""

import argparse

import flet as ft
import uvicorn

from companion.web.server import HERE


@ft.component
def Counter() -> ft.Control:  # noqa: N802  (a component)
    """Says how often it was tapped."""
    count, set_count = ft.use_state(0)
    return ft.Column(
        [
            ft.Semantics(label="Counter", header=True, heading_level=1, container=True, content=ft.Text("Counter")),
            ft.Text(f"tapped {count}"),
            ft.Button("Count", on_click=lambda e: set_count(count + 1)),
        ]
    )


def main() -> None:
    """Serve it as the app is served."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    app = ft.run(lambda page: page.render(Counter), export_asgi_app=True, no_cdn=True)
    uvicorn.run(
        app,
        host=HERE,
        port=parser.parse_args().port,
        log_level="warning",
        ws_ping_interval=5,
        ws_ping_timeout=5,
        timeout_graceful_shutdown=2,
    )


if __name__ == "__main__":
    main()
