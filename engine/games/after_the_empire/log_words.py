"""Actions in a few words, for the log and for "Undo: …". Templates are data, so that another language needs no code."""

from collections.abc import Sequence

from engine.core.language import ENGLISH, Counted, Language, Listed, Phrase
from engine.games.after_the_empire.actions import (
    Action,
    AskMe,
    Build,
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
    SetPolicy,
    Stockpile,
    StockpileJob,
    TakeCard,
    TeachCard,
    UseCard,
    UseMoveTokens,
    UseSpace,
)
from engine.games.after_the_empire.card_words import card_name, holding_name
from engine.games.after_the_empire.compass import NAMES, POSTS
from engine.games.after_the_empire.correction_words import correction_words
from engine.games.after_the_empire.state import Five, State
from engine.games.after_the_empire.words import NOBODY, NOTHING, UNITS

BUTTONS: dict[str, str] = {
    "combat": "Begin combat",
    "battle": "Resolve the battle",
    "flags": "Award the flag",
    "income": "Income and turn order",
    "harvest": "Harvest and feast",
    "refresh": "Refresh the board",
    "scoring": "Go to final scoring",
    "winner": "Name the winner",
}
"""What the phase button says."""


SAID: dict[str, str] = {
    # the table
    "report": "Face-up card {card}, {side}",
    "show market": "Market cards",
    "draw invader": "Invader card {card}, {side}",
    "draw siege": "Siege card {card}, {side}",
    "change rules": "House rules changed",
    "teach card": "Card taught: {card}",
    # a player, whose name comes first
    "red number": "red number {red}",
    "reveal objective": "objective {card}",
    "objective met": "objective {number} met",
    "objective not met": "objective {number} not met",
    "set policy": "policy {policy}",
    "set policy of the table": "policy of the table",
    "ask me": "decides in this battle",
    "ask me no more": "leaves this battle to the app",
    "use space": "{space}, {offer}",
    "scout": "scout",
    "take card": "takes {card}",
    "use card": "uses {card}",
    "granary": "granary, {sowings}",
    "infirmary": "infirmary, {soldiers} healed",
    "barracks": "barracks",
    "stockpile": "stockpile: {jobs}",
    "idle": "a worker for no effect",
    "place": "places {troops}",
    "move troops": "moves {troops}",
    "use move tokens": "uses move tokens: {troops}",
    "choose turret": "{corner} turret first",
    "choose targets": "{archers} hit ({at})",
    "choose losses": "{mercenaries} lost ({at})",
    "choose bypass": "past the wall: {swordsmen}",
    "damage cards": "damages {cards}",
    # jobs at the stockpile
    "build": "{piece} at {at}",
    "repair": "{cubes} on {at}",
    "clear flame": "flame off {at}",
    "mend": "mends {card}",
}
"""Each kind of action in a few words; "proceed" says what its button says, corrections have words of their own."""


def describe(state: State, action: Action, language: Language = ENGLISH) -> str:
    """The action in a few words, with the player's name first where it is one player's."""
    number = getattr(action, "player", None)
    said = _said(state, action).said(language)
    if number is None or number >= len(state.players):
        return said
    return f"{state.players[number].name}: {said}"


def jobs_said(state: State, number: int, jobs: Sequence[StockpileJob], language: Language = ENGLISH) -> str:
    """What is done at the stockpile, in a few words."""
    return _jobs(state, number, jobs).said(language)


def _said(state: State, action: Action) -> Phrase:
    match action:
        case Report() | DrawInvader() | DrawSiege():
            return _phrase(action.kind, card=card_name(state, action.card), side=_place(action.side))
        case ReadRedNumber():
            return _phrase(action.kind, red=action.red)
        case RevealObjective():
            return _phrase(action.kind, card=card_name(state, action.card))
        case ObjectiveMet():
            return _phrase(action.kind if action.met else "objective not met", number=action.index + 1)
        case Proceed():
            return Phrase(BUTTONS[action.to])
        case Correct():
            return correction_words(state, action.changes)
        case SetPolicy():
            return _phrase(action.kind, policy=Phrase(action.policy)) if action.policy else _OF_THE_TABLE
        case AskMe():
            return _phrase(action.kind if action.ask else "ask me no more")
        case TeachCard():
            return _phrase(action.kind, card=action.card.name)
        case _:
            return _answer(state, action)


def _answer(state: State, action: Action) -> Phrase:
    match action:
        case UseSpace():
            return _phrase(action.kind, space=Phrase(action.space), offer=Phrase(action.offer))
        case TakeCard():
            return _phrase(action.kind, card=card_name(state, action.card))
        case UseCard():
            return _phrase(action.kind, card=holding_name(state, action.player, action.card))
        case Granary():
            return _phrase(action.kind, sowings=_counted("sown", len(action.sow)))
        case Infirmary():
            return _phrase(action.kind, soldiers=_counted("soldiers", action.heal))
        case Stockpile():
            return _phrase(action.kind, jobs=_jobs(state, action.player, action.jobs))
        case Place() | MoveTroops() | UseMoveTokens():
            return _phrase(action.kind, troops=_arrangement(action.soldiers, action.mercenaries))
        case ChooseTurret():
            return _phrase(action.kind, corner=_place(action.corner))
        case ChooseTargets():
            return _phrase(action.kind, archers=_counted("archers", action.archers), at=_place(action.at))
        case ChooseLosses():
            lost = _counted("mercenaries", action.mercenaries)
            return _phrase(action.kind, mercenaries=lost, at=_place(action.at))
        case ChooseBypass():
            return _phrase(action.kind, swordsmen=_counted("swordsmen", action.swordsmen))
        case DamageCards():
            names = Listed([holding_name(state, action.player, index) for index in action.cards])
            return _phrase(action.kind, cards=names if names.parts else Phrase(NOTHING))
        case _:
            return _phrase(action.kind)


def _phrase(kind: str, **values: object) -> Phrase:
    return Phrase(SAID[kind], **values)


_OF_THE_TABLE = _phrase("set policy of the table")


def _counted(name: str, number: int) -> Counted:
    return Counted(*UNITS[name], number)


def _place(letter: str) -> Phrase:
    return Phrase(NAMES[letter])


def _jobs(state: State, number: int, jobs: Sequence[StockpileJob]) -> Phrase:
    return Listed([_job(state, number, job) for job in jobs]) if jobs else Phrase(NOTHING)


def _job(state: State, number: int, job: StockpileJob) -> Phrase:
    match job:
        case Build():
            return _phrase(job.kind, piece=Phrase(f"{job.material} {job.piece}"), at=_place(job.at))
        case Repair():
            return _phrase(job.kind, cubes=_counted("cubes", job.cubes), at=_place(job.at))
        case ClearFlame():
            return _phrase(job.kind, at=_place(job.at))
        case Mend():
            return _phrase(job.kind, card=holding_name(state, number, job.card))


def _arrangement(soldiers: Five, mercenaries: Five) -> Phrase:
    """Where the troops stand: "North 2, inside 3"."""
    there = [
        Phrase("{at} {number}", at=_place(post), number=soldiers[i] + mercenaries[i])
        for i, post in enumerate(POSTS)
        if soldiers[i] + mercenaries[i]
    ]
    return Listed(there) if there else Phrase(NOBODY)
