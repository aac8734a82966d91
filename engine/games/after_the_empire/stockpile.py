"""The Stockpile (A-3, A-5, C-5): building, replacing, repairing, mending — any amount, in the order given."""

from engine.core.events import Event, Sink
from engine.core.language import Counted, Phrase
from engine.core.record import replace
from engine.games.after_the_empire.actions import Build, ClearFlame, Mend, Repair, Stockpile
from engine.games.after_the_empire.cards import RefugeeCard
from engine.games.after_the_empire.compass import CORNER_INDEX, SIDE_INDEX, SIDES
from engine.games.after_the_empire.goods import Goods
from engine.games.after_the_empire.purse import pay
from engine.games.after_the_empire.refusal import Refuse, impossible
from engine.games.after_the_empire.state import Castle, Piece, Player, State, Table, put_piece, with_player
from engine.games.after_the_empire.workers import holding_of, own_board


def stockpile(state: State, action: Stockpile, refuse: Refuse, sink: Sink | None) -> State:
    """A-3: any amount of build, repair, heal a refugee, rebuild a building."""
    state = own_board(state, action.player, "stockpile", refuse)
    player = state.players[action.player]
    for job in action.jobs:
        if isinstance(job, Build):
            player = build(state.table, player, job, refuse)
            numbers = {"at": job.at, "piece": f"{job.material} {job.piece}"}
            event = Event("C-5", "build", action.player, numbers)
        elif isinstance(job, Repair):
            player = repair(state.table, player, job, refuse)
            event = Event("A-3", "repair", action.player, {"at": job.at, "cubes": job.cubes})
        elif isinstance(job, ClearFlame):
            player = clear_flame(state.table, player, job, refuse)
            event = Event("A-5", "clear flame", action.player, {"at": job.at})
        else:
            player = mend(state.table, player, job, refuse)
            event = Event("A-3", "mend", action.player, {"card": player.cards[job.card].card.name})
        if sink:
            sink(event)
    return with_player(state, action.player, player)


def standing(castle: Castle, at: str) -> Piece | None:
    """The piece on a side or corner."""
    return castle.walls[SIDE_INDEX[at]] if at in SIDE_INDEX else castle.turrets[CORNER_INDEX[at]]


def with_piece(castle: Castle, at: str, piece: Piece | None) -> Castle:
    """The castle with another piece on a side or corner."""
    if at in SIDE_INDEX:
        return replace(castle, walls=put_piece(castle.walls, SIDE_INDEX[at], piece))
    return replace(castle, turrets=put_piece(castle.turrets, CORNER_INDEX[at], piece))


def build(table: Table, player: Player, job: Build, refuse: Refuse) -> Player:
    """C-2, C-5, R-20, R-21, R-22: a new piece comes full; stone in place of wood costs no wood."""
    if (job.piece == "turret") != (job.at in CORNER_INDEX):
        impossible(
            "C-2",
            "A {piece} cannot stand at {at}: turrets are for corners.",
            piece=Phrase(job.piece),
            at=Phrase(job.at),
        )
    _refuse_too_many(player, job)
    old = standing(player.castle, job.at)
    price = table.constants.price.of(job.piece, job.material)
    castle = player.castle
    if old is not None:
        _refuse_replacement(player, old, job, refuse)
        if table.rulings.replace_without_wood == "any standing piece" or old.cubes:
            price = replace(price, wood=0)
        # the cubes left on the old piece are free for this very action
        wood, stone = (old.cubes, 0) if old.material == "wood" else (0, old.cubes)
        castle = replace(castle, wood=castle.wood + wood, stone=castle.stone + stone)
    elif job.piece == "gate" and table.rulings.gate_side == "as set up" and job.at != player.gate_side:
        refuse(
            "R-22",
            "{player}'s gate belongs on {side}.",
            player=player.name,
            side=Phrase(player.gate_side),
        )
    cubes = table.constants.capacity.of(job.piece, job.material)
    if table.rulings.new_piece_cubes == "stockpile":
        more = Goods(wood=cubes) if job.material == "wood" else Goods(stone=cubes)
        price = replace(price, wood=price.wood + more.wood, stone=price.stone + more.stone)
    what = Phrase("a {piece}", piece=Phrase(f"{job.material} {job.piece}"))
    player = pay(replace(player, castle=castle), price, "C-5", refuse, what)
    piece = Piece(job.piece, job.material, cubes)
    return replace(player, castle=with_piece(player.castle, job.at, piece))


def _refuse_too_many(player: Player, job: Build) -> None:
    """C-2, R-22: three walls and one gate are all a castle takes, whatever the table wants."""
    others = [
        piece.kind
        for side, piece in zip(SIDES, player.castle.walls, strict=True)
        if piece is not None and side != job.at
    ]
    if job.piece == "gate" and "gate" in others:
        impossible("R-22", "{player} has a gate already.", player=player.name)
    if job.piece == "wall" and others.count("wall") >= 3:
        impossible("C-2", "{player} has 3 walls already; the fourth side is for the gate.", player=player.name)


def _refuse_replacement(player: Player, old: Piece, job: Build, refuse: Refuse) -> None:
    """R-20: only wood by stone, wall for wall, gate for gate."""
    if old.kind != job.piece:
        refuse(
            "R-20",
            "A {kind} stands at {at}; only a {kind} can replace it.",
            kind=Phrase(old.kind),
            at=Phrase(job.at),
        )
    elif old.material == job.material or job.material == "wood":
        refuse(
            "R-20",
            "{player} has a {material} {kind} at {at} already.",
            player=player.name,
            material=Phrase(old.material),
            kind=Phrase(old.kind),
            at=Phrase(job.at),
        )


def repair(table: Table, player: Player, job: Repair, refuse: Refuse) -> Player:
    """A-3: one matching cube for each empty space of a piece."""
    piece = standing(player.castle, job.at)
    if piece is None:
        impossible("A-3", "{player} has no piece at {at} to repair.", player=player.name, at=Phrase(job.at))
    if piece.flame:
        impossible("A-5", "The {at} turret burns: clear its flame first.", at=Phrase(job.at))
    room = table.constants.capacity.of(piece.kind, piece.material) - piece.cubes
    if job.cubes > room:
        refuse(
            "A-3",
            "The {at} {kind} has room for {room}, not {cubes}.",
            at=Phrase(job.at),
            kind=Phrase(piece.kind),
            room=Counted("cube", "cubes", max(0, room)),
            cubes=job.cubes,
        )
    cubes = min(job.cubes, max(0, room))
    cost = Goods(wood=cubes) if piece.material == "wood" else Goods(stone=cubes)
    player = pay(player, cost, "A-3", refuse, Phrase("the repair"))
    repaired = replace(piece, cubes=piece.cubes + cubes)
    return replace(player, castle=with_piece(player.castle, job.at, repaired))


def clear_flame(table: Table, player: Player, job: ClearFlame, refuse: Refuse) -> Player:
    """A-5: 2 stone removes the flame; the turret then has no cubes."""
    piece = standing(player.castle, job.at)
    if piece is None or not piece.flame:
        impossible("A-5", "{player} has no burning turret at {at}.", player=player.name, at=Phrase(job.at))
    player = pay(player, Goods(stone=table.constants.clear_flame_stone), "A-5", refuse, Phrase("clearing the flame"))
    return replace(player, castle=with_piece(player.castle, job.at, replace(piece, flame=False, cubes=0)))


def mend(table: Table, player: Player, job: Mend, refuse: Refuse) -> Player:
    """A-3: heal a wounded refugee (2 food) or rebuild a damaged building (1 iron)."""
    holding = holding_of(player, job.card)
    if not holding.damaged:
        refuse("A-3", "{card} is not damaged.", card=holding.card.name)
    refugee = isinstance(holding.card, RefugeeCard)
    constants = table.constants
    cost = constants.heal_refugee if refugee else constants.rebuild_building
    player = pay(player, cost, "A-3", refuse, holding.card.name)
    cards = list(player.cards)
    cards[job.card] = replace(holding, damaged=False)
    return replace(player, cards=tuple(cards))
