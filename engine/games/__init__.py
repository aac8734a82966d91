"""The games of the engine. Importing this package registers them all."""

from engine.core.registry import register
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE

register(AFTER_THE_EMPIRE)
