"""The phases of a season in the player's language."""

from companion.shell.words import Words


def phase_name(words: Words, phase: str) -> str:
    """A phase as players call it."""
    names = {
        "actions": words("Actions"),
        "combat": words("Combat"),
        "flags": words("Flags"),
        "income": words("Income"),
        "harvest": words("Harvest"),
        "refresh": words("Refresh"),
        "scoring": words("Scoring"),
        "over": words("Finished"),
    }
    return names.get(phase, phase)
