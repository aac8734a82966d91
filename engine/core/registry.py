"""The games this engine knows, by id."""

from typing import Any

from engine.core.errors import BadInput
from engine.core.game import Game

NO_GAMES = "there is no game called {game!r}; known: none"

_GAMES: dict[str, Game[Any, Any, Any]] = {}


def register(game: Game[Any, Any, Any]) -> None:
    """Make a game known. Its id must be new."""
    if game.id in _GAMES:
        raise ValueError(f"the game {game.id!r} is registered already")
    _GAMES[game.id] = game


def game_named(game_id: str) -> Game[Any, Any, Any]:
    """The game with this id."""
    try:
        return _GAMES[game_id]
    except KeyError:
        known = ", ".join(_GAMES)
        why = "there is no game called {game!r}; known: {known}" if known else NO_GAMES
        raise BadInput("game", why, game=game_id, known=known) from None


def games() -> tuple[Game[Any, Any, Any], ...]:
    """Every game, in order of registration."""
    return tuple(_GAMES.values())
