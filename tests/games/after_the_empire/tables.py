"""Tables for the tests, written the way one would describe them: what is not named is not there.

    table(
        player("Ann", castle(N="stone wall 3", NE="wood turret", soldiers={"N": 2, "inside": 1}), gold=17),
        player("Ben"),
        season=4,
        rulings={"policy": "hold"},
    )

Then `play` carries out actions the rules allow, `refused` expects a refusal and sees that nothing changed,
`battle` starts a fight at castles that are under attack, and `sack` has a castle sacked.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import pytest

from engine.core.chance import Chance
from engine.core.decisions import Decision
from engine.core.errors import RuleError
from engine.core.events import Event
from engine.core.plain import fingerprint, plain
from engine.core.record import replace
from engine.core.session import Session
from engine.games.after_the_empire.actions import Action, Correct, Correction, DrawSiege, Proceed
from engine.games.after_the_empire.cards import (
    BARRACKS,
    BuildingCard,
    Card,
    Effect,
    HoldingCard,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
    SiegeEngine,
    SiegeTier,
    Surge,
    Tier,
)
from engine.games.after_the_empire.compass import CORNERS, POSTS, SIDES, Side
from engine.games.after_the_empire.constants import Constants, Mode
from engine.games.after_the_empire.defaults import AUTOMATION, WHOLE_COMBAT
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.rulings import Policy, Rulings
from engine.games.after_the_empire.state import (
    Castle,
    Combat,
    Draw,
    Farm,
    Holding,
    Market,
    Objective,
    Phase,
    Piece,
    Player,
    RedNumber,
    State,
    Table,
    Taken,
)

GAME = AFTER_THE_EMPIRE

FULL = {
    "wood wall": 2,
    "wood gate": 1,
    "wood turret": 1,
    "stone wall": 5,
    "stone gate": 4,
    "stone turret": 2,
}
"""The cubes of a full piece (C-4), typed here so that a wrong constant is noticed."""

Where: TypeAlias = int | Mapping[str, int]
"""Troops or invaders: a number (all of them inside), or numbers by post: {"N": 2, "inside": 1}."""


# what lies on the table


def piece(words: str | None) -> Piece | None:
    """ "stone wall 3": three cubes; "wood turret": full; "stone turret flame": burning; None: nothing stands there."""
    if words is None:
        return None
    material, kind, *rest = words.split()
    if rest == ["flame"]:
        return Piece(kind, material, 0, flame=True)  # type: ignore[arg-type]
    cubes = int(rest[0]) if rest else FULL[f"{material} {kind}"]
    return Piece(kind, material, cubes)  # type: ignore[arg-type]


def posts(where: Where) -> tuple[int, ...]:
    """Five numbers: N, E, S, W, inside."""
    if isinstance(where, int):
        return (0, 0, 0, 0, where)
    unknown = set(where) - set(POSTS)
    assert not unknown, f"no such post: {unknown}"
    return tuple(where.get(post, 0) for post in POSTS)


def castle(
    *,
    N: str | None = None,  # noqa: N803
    E: str | None = None,  # noqa: N803
    S: str | None = None,  # noqa: N803
    W: str | None = None,  # noqa: N803
    NE: str | None = None,  # noqa: N803
    SE: str | None = None,  # noqa: N803
    SW: str | None = None,  # noqa: N803
    NW: str | None = None,  # noqa: N803
    soldiers: Where = 0,
    mercenaries: Where = 0,
    swordsmen: Where = 0,
    archers: Where = 0,
    wounded: int = 0,
    wood: int = 0,
    stone: int = 0,
) -> Castle:
    """A castle with just these pieces, troops and invaders; `wood` and `stone` are the stockpile's."""
    return Castle(
        walls=tuple(piece(words) for words in (N, E, S, W)),
        turrets=tuple(piece(words) for words in (NE, SE, SW, NW)),
        soldiers=posts(soldiers),
        mercenaries=posts(mercenaries),
        swordsmen=posts(swordsmen),
        archers=posts(archers),
        wounded=wounded,
        wood=wood,
        stone=stone,
    )


def walled(wall: str = "wood wall", gate: str = "wood gate", **more: Any) -> Castle:
    """A castle closed on all sides: walls N, E, W and the gate S, unless said otherwise."""
    return castle(**{"N": wall, "E": wall, "S": gate, "W": wall, **more})


def farm_tiles(levels: Sequence[int] = (1, 1, 1, 1), protected: str = "") -> tuple[Farm, ...]:
    """The farms N, E, S, W; those on the sides named ("N W") protected."""
    shielded = protected.split()
    return tuple(Farm(level, side in shielded) for side, level in zip(SIDES, levels, strict=True))


def player(
    name: str = "",
    castle: Castle | None = None,
    *,
    gold: int = 0,
    food: int = 0,
    iron: int = 0,
    farms: Sequence[int] = (1, 1, 1, 1),
    protected: str = "",
    cards: Iterable[HoldingCard | Holding] = (),
    objectives: Iterable[ObjectiveCard | Objective] = (),
    workers: int = 3,
    policy: Policy | None = None,
    **more: Any,
) -> Player:
    """A player; `cards` besides the Barracks. Unnamed, they are called after their place at the table."""
    holdings = (card if isinstance(card, Holding) else Holding(card) for card in (BARRACKS, *cards))
    hand = (each if isinstance(each, Objective) else Objective(each) for each in objectives)
    return Player(
        name=name,
        colour="",
        seat="S",
        gold=gold,
        food=food,
        iron=iron,
        castle=EMPTY if castle is None else castle,
        farms=farm_tiles(farms, protected),
        workers=workers,
        cards=tuple(holdings),
        objectives=tuple(hand),
        policy=policy,
        **more,
    )


EMPTY = castle()
"""No pieces, nobody there."""

NAMES = ("Ann", "Ben", "Cleo", "Dan")
COLOURS = ("blue", "red", "green", "yellow")
SEATS: tuple[Side, ...] = ("S", "N", "W", "E")


def rulings_of(given: Rulings | Mapping[str, Any] | None) -> Rulings:
    """House rulings: the record, or only those that differ."""
    if isinstance(given, Rulings):
        return given
    return replace(Rulings(), **(given or {}))


def constants_of(given: Constants | Mapping[str, Any] | None) -> Constants:
    """Component constants: the record, or only those that differ."""
    if isinstance(given, Constants):
        return given
    return replace(Constants(), **(given or {}))


def table(
    *players: Player | int,
    season: int = 1,
    phase: Phase = "actions",
    threat: int | None = None,
    order: Sequence[int] | None = None,
    mode: Mode = "normal",
    no_reports: bool = False,
    destructive: bool = False,
    count_only: bool = False,
    rulings: Rulings | Mapping[str, Any] | None = None,
    constants: Constants | Mapping[str, Any] | None = None,
    library: Iterable[Card] = (),
    red_numbers: Mapping[int, int] | None = None,
    buildings: Sequence[HoldingCard | None] = (None, None, None),
    refugees: Sequence[HoldingCard | None] = (None, None),
    taken: Iterable[tuple[str, int]] = (),
    objectives_left: int = 15,
    **more: Any,
) -> State:
    """A table with these players (or so many plain ones; nobody named: two), in turn order as named.

    `buildings` and `refugees` are the market; `library` the cards known by id; `red_numbers` {gold: red number}.
    """
    seated: list[Player] = []
    for given in players or (2,):
        seated += [player() for _ in range(given)] if isinstance(given, int) else [given]
    if len(seated) == 1:
        seated.append(player())
    seated = [
        replace(each, name=each.name or NAMES[place], colour=each.colour or COLOURS[place], seat=SEATS[place])
        for place, each in enumerate(seated)
    ]
    if phase == "combat" and "combat" not in more:
        more["combat"] = Combat(done=(False,) * len(seated), siege_turret=(None,) * len(seated))
    return State(
        table=Table(
            mode=mode,
            no_reports=no_reports,
            destructive=destructive,
            count_only=count_only,
            rulings=rulings_of(rulings),
            constants=constants_of(constants),
            cards=tuple(library),
            red_numbers=tuple(RedNumber(gold, red) for gold, red in sorted((red_numbers or {}).items())),
        ),
        season=season,
        threat=3 * (season - 1) if threat is None else threat,
        phase=phase,
        players=tuple(seated),
        order=tuple(range(len(seated)) if order is None else order),
        taken=tuple(Taken(space, number) for space, number in taken),
        market=Market(tuple(buildings), tuple(refugees)),
        objectives_left=objectives_left,
        **more,
    )


# cards


def raiders(*tiers: tuple[int, int, int], name: str = "Raiders") -> InvaderCard:
    """An invader card; each tier is (gold, swordsmen, archers)."""
    return InvaderCard(name.lower(), name, tuple(Tier(*tier) for tier in tiers))


def siege_card(
    engine: SiegeEngine = "catapult",
    strength: int | Sequence[tuple[int, int]] = 0,
    surge: Surge = "none",
    name: str = "",
) -> SiegeCard:
    """A siege card; its strength is one number, or (gold, strength) tier by tier."""
    tiers = ((0, strength),) if isinstance(strength, int) else strength
    title = name or engine.capitalize()
    return SiegeCard(title.lower(), title, engine, tuple(SiegeTier(*tier) for tier in tiers), surge)


def building(name: str, value: int = 0, *effects: Effect, cost: Goods | None = None) -> BuildingCard:
    """A building; its id is its name in small letters."""
    return BuildingCard(name.lower(), name, cost or Goods(), value, effects)


def refugee(
    name: str,
    value: int = 0,
    *effects: Effect,
    cost: Goods | None = None,
    starting: bool = False,
    initiative: int = 0,
) -> RefugeeCard:
    """A refugee; its id is its name in small letters."""
    return RefugeeCard(name.lower(), name, cost or Goods(), value, effects, starting, initiative)


def damaged(card: HoldingCard) -> Holding:
    """A damaged building or wounded refugee in play."""
    return Holding(card, damaged=True)


# saying something


def play(state: State, *actions: Action) -> State:
    """The table after these actions, each allowed by the rules."""
    for action in actions:
        GAME.check(state, action)
        state = GAME.apply(state, action)
    return state


def proceed(state: State, *phases: Any) -> State:
    """The table after the phase button was pressed for each of these."""
    return play(state, *(Proceed(phase) for phase in phases))


def corrected(state: State, *changes: Correction) -> State:
    """The table after one correction of several things."""
    return play(state, Correct(changes))


def events(state: State, action: Action) -> list[Event]:
    """What happens while an allowed action is carried out."""
    GAME.check(state, action)
    happened: list[Event] = []
    GAME.apply(state, action, happened.append)
    return happened


def refused(state: State, action: Action, rule: str, words: str = "", *, firm: bool = False) -> RuleError:
    """Expect a refusal by this rule whose sentence holds these words; nothing has changed.

    A firm one stands when the table wants it anyway, too. Any other is then carried out, and nothing is negative.
    """
    before = fingerprint(state)
    session = Session(GAME, state, ())
    with pytest.raises(RuleError) as caught:
        session.append(action)
    refusal = caught.value
    assert refusal.rule == rule, refusal
    assert words in refusal.sentence, refusal
    assert refusal.firm is firm, refusal
    assert refusal.sentence.endswith("."), refusal
    if firm:
        with pytest.raises(RuleError) as again:
            session.append(action, anyway=True)
        assert (again.value.rule, again.value.firm) == (rule, True)
        assert session.n == 0
    else:
        session.append(action, anyway=True)
        assert session.entries[0].anyway
        nothing_negative(session.state)
        session.undo()
    assert session.state is state
    assert fingerprint(state) == before, "a refused action changed the table"
    return refusal


def asked(state: State, seat: int | None = None) -> Decision:
    """What the table, or this seat, must say next; something is open."""
    decision = GAME.pending(state, seat)
    assert decision is not None, "nothing is asked"
    return decision


def sampled(state: State, seed: int, seat: int | None = None) -> Any:
    """What practice play answers to what is asked."""
    return GAME.sample(state, asked(state, seat), Chance(seed))


def anyway(state: State, action: Action) -> State:
    """The table after a refused action the table does all the same."""
    session = Session(GAME, state, ())
    session.append(action, anyway=True)
    assert session.entries[0].anyway, "the rules allow this: nothing was overridden"
    nothing_negative(session.state)
    return session.state


def nothing_negative(state: State) -> None:
    """No number anywhere in the state is below zero."""

    def look(thing: Any, place: str) -> None:
        if isinstance(thing, dict):
            for key, item in thing.items():
                look(item, f"{place}.{key}")
        elif isinstance(thing, list):
            for index, item in enumerate(thing):
                look(item, f"{place}[{index}]")
        elif isinstance(thing, int):
            assert thing >= 0, f"{place} is {thing}"

    look(plain(state), "state")


# fighting


def before_siege(*players: Player | Castle, draws: Sequence[Draw] = (), **more: Any) -> State:
    """Combat when the invader cards are out and the siege card is next; a castle alone stands for its player."""
    seated = [player(castle=each) if isinstance(each, Castle) else each for each in players]
    state = table(*seated, **more)
    count = len(state.players)
    quiet = Draw(raiders((9_999, 0, 0), name="Nobody"), "N")
    season_cards = {
        "normal": (1, 2, 3, 4, 4, 4, 4),
        "easy": (1, 2, 3, 3, 3, 3, 3),
        "hard": (2, 3, 4, 4, 4, 4, 4),
    }
    out = (*draws, *(quiet,) * (season_cards[state.table.mode][state.season - 1] - len(draws)))
    most = max(each.gold for each in state.players)
    combat = Combat(
        step="invaders",
        done=(True,) * count,
        draws=out,
        siege_turret=(None,) * count,
        leaders=tuple(number for number, each in enumerate(state.players) if each.gold == most),
    )
    return replace(state, phase="combat", combat=combat)


def battle(
    *players: Player | Castle,
    siege: SiegeCard | None = None,
    side: Side = "N",
    automation: Iterable[str] = (),
    **more: Any,
) -> Session[State, Action]:
    """A fight that has just begun: the siege card (by default one that does nothing) was drawn at castles with
    invaders in their fields. Without automation every choice is asked; AUTOMATION answers them."""
    session: Session[State, Action] = Session(GAME, before_siege(*players, **more), automation)
    session.append(DrawSiege(siege or siege_card(), side))
    return session


def fought(*players: Player | Castle, siege: SiegeCard | None = None, side: Side = "N", **more: Any) -> State:
    """The table after a fight in which every choice was answered automatically (phase "flags", if all could be)."""
    fighting = WHOLE_COMBAT - {"income", "harvest"}
    return battle(*players, siege=siege, side=side, automation=fighting, **more).state


def sack(loser: Player, *others: Player, **more: Any) -> Session[State, Action]:
    """A session in which the first player has just been sacked; it waits for cards or the red number, if asked.

    The castle needs a side without a wall for the invaders to walk in by; troops inside are cut down.
    """
    open_side = next(side for side, wall in zip(SIDES, loser.castle.walls, strict=True) if wall is None)
    horde: dict[str, int] = {**dict(zip(POSTS, loser.castle.swordsmen, strict=True)), open_side: 50}
    doomed = replace(loser, castle=replace(loser.castle, swordsmen=posts(horde)), policy="hold")
    automation = more.pop("automation", AUTOMATION - {"income", "harvest"})
    session = battle(doomed, *others, automation=automation, **more)
    assert session.state.players[0].sacked, "the castle was not sacked"
    return session


def pieces(of: Castle) -> dict[str, str]:
    """What stands, in words: {"N": "stone wall 3", "NE": "stone turret flame"}."""
    standing: dict[str, str] = {}
    for spot, each in zip((*SIDES, *CORNERS), (*of.walls, *of.turrets), strict=True):
        if each is not None:
            state = "flame" if each.flame else str(each.cubes)
            standing[spot] = f"{each.material} {each.kind} {state}"
    return standing


# comparing


def changes(before: State, after: State, number: int = 0) -> dict[str, Any]:
    """Everything that is different on one player's side: how much more (or, negative, less) of a number there is,
    else what there is now. {"gold": -4, "wood": 6, "soldiers inside": 2, "N farm": 1}

    The worker on its way (placed) is left out: `placed` tells of it.
    """
    was, now = (_flat(plain(state.players[number])) for state in (before, after))
    different: dict[str, Any] = {}
    for key in [*was, *(key for key in now if key not in was)]:
        old, new = was.get(key), now.get(key)
        if old != new and key != "placed":
            numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in (old, new))
            different[key] = new - old if numbers else new  # type: ignore[operator]
    return different


def placed(before: State, after: State, number: int = 0) -> tuple[int, tuple[str, ...]]:
    """How many more workers a player has placed, and the spaces newly taken by anybody."""
    more = after.players[number].placed - before.players[number].placed
    return more, tuple(taken.space for taken in after.taken[len(before.taken) :])


def _flat(side: dict[str, Any]) -> dict[str, Any]:
    """A player's side of the table with one plain key for everything on it."""
    flat: dict[str, Any] = {}
    castle = side.pop("castle")
    tiles = side.pop("farms")
    for name in ("soldiers", "mercenaries", "swordsmen", "archers"):
        flat |= {f"{name} {post}": count for post, count in zip(POSTS, castle.pop(name), strict=True)}
    spots = zip((*SIDES, *CORNERS), (*castle.pop("walls"), *castle.pop("turrets")), strict=True)
    flat |= {spot: None if each is None else _in_words(each) for spot, each in spots}
    for spot, farm in zip(SIDES, tiles, strict=True):
        flat |= {f"{spot} farm": farm["level"], f"{spot} protected": farm["protected"]}
    for index, holding in enumerate(side.pop("cards")):
        name = holding["card"]["name"]
        flat |= {f"card {index}": name, f"{name} damaged": holding["damaged"], f"{name} used": holding["used"]}
    return {**flat, **castle, **side}


def _in_words(each: dict[str, Any]) -> str:
    return f"{each['material']} {each['kind']} {'flame' if each['flame'] else each['cubes']}"
