"""Actions in a few words, for the log and for "Undo: …"."""

from engine.games.after_the_empire.actions import (
    Action,
    Barracks,
    Build,
    ChangeRules,
    ChooseBypass,
    ChooseLosses,
    ChooseTargets,
    ChooseTurret,
    ClearFlame,
    Correct,
    DamageCards,
    DrawInvader,
    DrawSiege,
    Granary,
    Idle,
    Infirmary,
    Mend,
    MoveTroops,
    ObjectiveMet,
    Place,
    Proceed,
    ReadRedNumber,
    Repair,
    Report,
    RevealObjective,
    Scout,
    SetPolicy,
    ShowMarket,
    Stockpile,
    StockpileJob,
    TakeCard,
    TeachCard,
    UseCard,
    UseMoveTokens,
    UseSpace,
)
from engine.games.after_the_empire.cards import Card
from engine.games.after_the_empire.compass import NAMES, POSTS
from engine.games.after_the_empire.state import Five, State
from engine.games.after_the_empire.words import counted

BUTTONS: dict[str, str] = {
    "combat": "Begin combat",
    "flags": "Award the flag",
    "income": "Income and turn order",
    "harvest": "Harvest and feast",
    "refresh": "Refresh the board",
    "scoring": "Go to final scoring",
    "winner": "Name the winner",
}
"""What the phase button says."""


def describe(state: State, action: Action) -> str:
    """The action in a few words, with the player's name first where it is one player's."""
    number = getattr(action, "player", None)
    said = _said(state, action)
    if number is None or number >= len(state.players):
        return said
    return f"{state.players[number].name}: {said}"


def _said(state: State, action: Action) -> str:
    match action:
        case Report():
            return f"Face-up card {_card(state, action.card)}, {NAMES[action.side]}"
        case ShowMarket():
            return "Market cards"
        case DrawInvader():
            return f"Invader card {_card(state, action.card)}, {NAMES[action.side]}"
        case DrawSiege():
            return f"Siege card {_card(state, action.card)}, {NAMES[action.side]}"
        case ReadRedNumber():
            return f"red number {action.red}"
        case RevealObjective():
            return f"objective {_card(state, action.card)}"
        case ObjectiveMet():
            return f"objective {action.index + 1} {'met' if action.met else 'not met'}"
        case Proceed():
            return BUTTONS[action.to]
        case Correct():
            return f"Correction ({', '.join(dict.fromkeys(change.kind for change in action.changes))})"
        case ChangeRules():
            return "House rules changed"
        case SetPolicy():
            return f"policy {action.policy or 'of the table'}"
        case TeachCard():
            return f"Card taught: {action.card.name}"
        case _:
            return _answer(state, action)


def _answer(state: State, action: Action) -> str:
    match action:
        case UseSpace():
            return f"{action.space}, {action.offer}"
        case Scout():
            return "scout"
        case TakeCard():
            return f"takes {_card(state, action.card)}"
        case UseCard():
            return f"uses {_holding(state, action.player, action.card)}"
        case Granary():
            return f"granary, sows {len(action.sow)}"
        case Infirmary():
            return f"infirmary, heals {action.heal}"
        case Barracks():
            return "barracks"
        case Stockpile():
            jobs = ", ".join(_job(state, action.player, job) for job in action.jobs)
            return f"stockpile: {jobs or 'nothing'}"
        case Idle():
            return "a worker for no effect"
        case Place() | MoveTroops() | UseMoveTokens():
            verb = {"place": "places", "move troops": "moves", "use move tokens": "uses move tokens:"}
            return f"{verb[action.kind]} {_arrangement(action.soldiers, action.mercenaries)}"
        case ChooseTurret():
            return f"{NAMES[action.corner]} turret first"
        case ChooseTargets():
            return f"{counted('archers', action.archers)} hit ({NAMES[action.at]})"
        case ChooseLosses():
            return f"{counted('mercenaries', action.mercenaries)} lost ({NAMES[action.at]})"
        case ChooseBypass():
            return f"past the wall: {counted('swordsmen', action.swordsmen)}"
        case DamageCards():
            names = ", ".join(_holding(state, action.player, index) for index in action.cards)
            return f"damages {names or 'nothing'}"
        case _:
            return action.kind


def _card(state: State, given: str | Card) -> str:
    if not isinstance(given, str):
        return given.name
    return next((card.name for card in state.table.cards if card.id == given), given)


def _holding(state: State, number: int, index: int) -> str:
    cards = state.players[number].cards if number < len(state.players) else ()
    return cards[index].card.name if index < len(cards) else f"card {index + 1}"


def _job(state: State, number: int, job: StockpileJob) -> str:
    match job:
        case Build():
            return f"{job.material} {job.piece} at {NAMES[job.at]}"
        case Repair():
            return f"{counted('cubes', job.cubes)} on {NAMES[job.at]}"
        case ClearFlame():
            return f"flame off {NAMES[job.at]}"
        case Mend():
            return f"mends {_holding(state, number, job.card)}"


def _arrangement(soldiers: Five, mercenaries: Five) -> str:
    """Where the troops stand: "North 2, inside 3"."""
    there = [
        f"{NAMES[post]} {soldiers[i] + mercenaries[i]}" for i, post in enumerate(POSTS) if soldiers[i] + mercenaries[i]
    ]
    return ", ".join(there) or "nobody"
