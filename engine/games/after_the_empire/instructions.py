"""Table instructions: the smallest list of physical changes that turns one table into another, line by line.

Only the two states are compared, nothing is collected along the way. Lines come in the order a hand would do
them: the board's trackers and cards, then player by player the castle, troops, invaders, farms, cards, goods,
tokens and workers; the turn order last. Where lines share a spot (two walls' cubes into one stockpile) each
carries its own part of the change, and the parts run the same way: nothing is put down to be picked up again.
"""

from engine.core.events import Value
from engine.core.instructions import Change, Instruction
from engine.games.after_the_empire import reasons
from engine.games.after_the_empire.castle_instructions import Stock, castle_lines
from engine.games.after_the_empire.instruction_words import EMPTY, Lines, change
from engine.games.after_the_empire.reasons import Reason, moment_between
from engine.games.after_the_empire.state import Farm, Player, State
from engine.games.after_the_empire.view import (
    FACE_UP,
    FARMS,
    FLAGS,
    GOLD_TRACK,
    GRANARY,
    INVADER_CARDS,
    MARKET,
    MOVE_TOKENS,
    OBJECTIVES,
    SEASON_TRACK,
    SIEGE_CARD,
    SIEGE_TOKEN,
    STOCKPILE,
    TURN_ORDER,
    BoardCard,
    ShownCard,
    cards_in_play,
    flags_worth,
    invader_slots,
    siege_slot,
    siege_token,
    tile_side,
    turn_order,
    view,
)
from engine.games.after_the_empire.worker_instructions import worker_lines

__all__ = ["instructions", "view"]

PLAY_AREA = "Play area"


def instructions(before: State, after: State) -> tuple[Instruction, ...]:
    """What the players' hands must change so that a table showing `before` shows `after`."""
    if before is after:
        return ()
    when = moment_between(before, after)
    board = Lines(None, when)
    _tracker_lines(board, before, after)
    _board_card_lines(board, before, after)
    _market_lines(board, before, after)
    written = board.written
    same_workers = before.taken is after.taken
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old is new and same_workers:
            continue
        lines = Lines(seat, when)
        if old is not new:
            _player_lines(lines, before, old, new)
        if not same_workers or _workers_differ(old, new):
            worker_lines(lines, old, new, before.taken, after.taken)
        written += lines.written
    last = Lines(None, when)
    _turn_order_line(last, before, after)
    return (*written, *last.written)


def _workers_differ(old: Player, new: Player) -> bool:
    """Whether a player's workers can look different though the same spaces are taken."""
    return old.cards is not new.cards or (old.workers, old.placed, old.villagers, old.villagers_coming) != (
        new.workers,
        new.placed,
        new.villagers,
        new.villagers_coming,
    )


# The common board


def _tracker_lines(lines: Lines, before: State, after: State) -> None:
    when = lines.when
    if before.season != after.season:
        why = reasons.NEW_SEASON if when.refresh else when.again
        _number_line(lines, SEASON_TRACK, "season", before.season, after.season, why)
    if before.threat != after.threat:
        why = reasons.THREAT_RISES if when.refresh else when.again
        _number_line(lines, GOLD_TRACK, "threat", before.threat, after.threat, why)


def _number_line(lines: Lines, place: str, thing: str, old: int, new: int, why: Reason) -> None:
    lines.add(place, thing, {"old": old, "new": new}, why, (change(place, thing, old, new),))


def _board_card_lines(lines: Lines, before: State, after: State) -> None:
    """Invader cards, siege card, siege token."""
    same_cards = before.combat is after.combat and before.report is after.report and before.table is after.table
    if same_cards and before.phase == after.phase and before.season == after.season:
        return
    when = lines.when
    old, new = invader_slots(before), invader_slots(after)
    if old != new:
        _invader_card_lines(lines, old, new)
    siege, later = siege_slot(before), siege_slot(after)
    if siege != later:
        what, why = "siege card lies", when.again
        if later.side:
            what, why = "siege card", reasons.SIEGE_REVEALED if when.combat else why
        elif when.refresh:
            what, why = "deal siege", reasons.CARDS_DEALT
        values: dict[str, Value] = {"card": later.card, "side": later.side}
        lines.add(SIEGE_CARD, what, values, why, _card_changes(SIEGE_CARD, "", siege, later))
    side, points = siege_token(before), siege_token(after)
    if side != points:
        why = reasons.SIEGE_REVEALED if points else reasons.SIEGE_OVER
        what = "siege token" if points else "siege token off"
        moved = change(SIEGE_TOKEN, "side", side, points)
        lines.add(SIEGE_TOKEN, what, {"side": points}, why if when.combat else when.again, (moved,))


def _invader_card_lines(lines: Lines, old: list[BoardCard], new: list[BoardCard]) -> None:
    """A new deal in one line; otherwise a line for each card that lies there differently."""
    when = lines.when
    none = BoardCard("", "")
    slots = max(len(old), len(new))
    olds, news = [*old, *[none] * (slots - len(old))], [*new, *[none] * (slots - len(new))]
    pairs = list(enumerate(zip(olds, news, strict=True), start=1))
    if when.refresh and not any(shown.side for shown in new):
        changes = [part for slot, (was, now) in pairs for part in _card_changes(INVADER_CARDS, f" {slot}", was, now)]
        up = sum(1 for shown in new if shown.card == FACE_UP)
        down = len(new) - up
        what = "deal" if up and down else "deal face up" if up else "deal face down"
        lines.add(INVADER_CARDS, what, {"up": up, "down": down}, reasons.CARDS_DEALT, tuple(changes))
        return
    why = reasons.INVADERS_REVEALED if when.combat else reasons.REPORTED if when.actions else when.again
    for slot, (was, now) in pairs:
        if was != now:
            what = "invader card" if now.side else "invader card lies" if now.card else "invader card gone"
            values: dict[str, Value] = {"slot": slot, "card": now.card, "side": now.side}
            changed = _card_changes(INVADER_CARDS, f" {slot}", was, now)
            lines.add(INVADER_CARDS, what, values, why if now.side else when.again, changed)


def _card_changes(place: str, slot: str, was: BoardCard, now: BoardCard) -> tuple[Change, ...]:
    changes = []
    if was.card != now.card:
        changes.append(change(place, f"card{slot}", was.card, now.card))
    if was.side != now.side:
        changes.append(change(place, f"side{slot}", was.side, now.side))
    return tuple(changes)


def _market_lines(lines: Lines, before: State, after: State) -> None:
    old, new = before.market, after.market
    if old is new:
        return
    when = lines.when
    why = reasons.MARKET_REFRESHED if when.refresh else reasons.MARKET_CHANGED if when.actions else when.again
    rows = ((old.buildings, new.buildings), (old.refugees, new.refugees))
    for place, (was, now) in zip(MARKET, rows, strict=True):
        values: dict[str, Value] = {"place": place}
        changes = []
        for slot in range(max(len(was), len(now))):
            card = was[slot] if slot < len(was) else None
            later = now[slot] if slot < len(now) else None
            name, new_name = card.name if card else "", later.name if later else ""
            if name != new_name:
                values[str(slot + 1)] = new_name or EMPTY
                changes.append(change(place, str(slot + 1), name, new_name))
        if changes:
            lines.add(place, "market", values, why, tuple(changes))


def _turn_order_line(lines: Lines, before: State, after: State) -> None:
    """I-2: the player order markers, as they shall stand."""
    old, new = turn_order(before), turn_order(after)
    changes = [
        change(TURN_ORDER, str(turn), was, now)
        for turn, (was, now) in enumerate(zip(old, new, strict=True), start=1)
        if was != now
    ]
    if changes:
        values: dict[str, Value] = {str(turn): name for turn, name in enumerate(new, start=1)}
        why = reasons.ORDER_BY_GOLD if lines.when.income else lines.when.again
        lines.add(TURN_ORDER, "turn order", values, why, tuple(changes))


# A player's board


def _player_lines(lines: Lines, before: State, old: Player, new: Player) -> None:
    sacked = lines.when.combat and (new.sacked or new.sacks > old.sacks)
    ruled_leave = before.table.rulings.mercenaries_leave == "after combat"
    stock = castle_lines(lines, old.castle, new.castle, sacked, ruled_leave)
    if old.farms is not new.farms:
        for place, farm, later in zip(FARMS, old.farms, new.farms, strict=True):
            if farm is not later:
                _farm_lines(lines, place, farm, later)
    if old.cards is not new.cards:
        _card_lines(lines, cards_in_play(old.cards), cards_in_play(new.cards), sacked)
    _goods_lines(lines, old, new, stock, sacked)
    _token_lines(lines, old, new)


def _farm_lines(lines: Lines, place: str, old: Farm, new: Farm) -> None:
    """A-4, P-4: the tile's side, the flame of a razed farm, the protect token."""
    when = lines.when
    worse, better = reasons.RAZED if when.combat else when.again, reasons.SOWN if when.actions else when.again
    why = better if new.level > old.level else worse
    if old.level and not new.level:
        _turn_farm(lines, place, old, new, why)
        lines.add(place, "flame", {"place": place}, why, (Change(place, "flame", None, 1),))
    elif new.level and not old.level:
        lines.add(place, "flame off", {"place": place}, why, (Change(place, "flame", 1, None),))
        _turn_farm(lines, place, old, new, why)
    else:
        _turn_farm(lines, place, old, new, why)
    if new.protected and not old.protected:
        why = reasons.PROTECTED if when.actions else when.again
        lines.add(place, "protect", {"place": place}, why, (Change(place, "protect token", None, 1),))
    elif old.protected and not new.protected:
        why = reasons.PROTECTION_ENDS if when.refresh else when.again
        lines.add(place, "protect off", {"place": place}, why, (Change(place, "protect token", 1, None),))


def _turn_farm(lines: Lines, place: str, old: Farm, new: Farm, why: Reason) -> None:
    shown, level = tile_side(old), tile_side(new)
    if shown != level:
        turned = Change(place, "level", shown, level)
        lines.add(place, "turn farm", {"place": place, "level": level}, why, (turned,))


def _card_lines(lines: Lines, old: dict[str, ShownCard], new: dict[str, ShownCard], sacked: bool) -> None:
    """O-4, A-3, A-6: cards that come and go, their tokens, and whether they are turned."""
    when = lines.when
    for place, card in old.items():
        if place not in new or new[place].name != card.name:
            changes = [change(place, "card", card.name, "")]
            if card.token:
                changes.append(change(place, "token", card.token, ""))
            if card.turned:
                changes.append(change(place, "turned", 1, 0))
            lines.add(PLAY_AREA, "card leaves", {"card": card.name}, when.again, tuple(changes))
    for place, card in new.items():
        was = old.get(place)
        if was is None or was.name != card.name:
            was = ShownCard(card.name, "", False)
            why = reasons.CARD_GAINED if when.actions else when.again
            taken = change(place, "card", "", card.name)
            lines.add(PLAY_AREA, "take card", {"card": card.name}, why, (taken,))
        if card.token != was.token:
            what, why = "token", reasons.CARD_DAMAGED if sacked else when.again
            if was.token:
                what, why = "token off", reasons.CARD_MENDED if when.actions else when.again
            values: dict[str, Value] = {"token": card.token or was.token, "card": card.name}
            lines.add(PLAY_AREA, what, values, why, (change(place, "token", was.token, card.token),))
        if card.turned != was.turned:
            what, why = "turn card", reasons.CARD_USED if when.actions else when.again
            if was.turned:
                what, why = "ready card", reasons.CARD_READY if when.refresh else when.again
            turned = change(place, "turned", int(was.turned), int(card.turned))
            lines.add(PLAY_AREA, what, {"card": card.name}, why, (turned,))


def _goods_lines(lines: Lines, old: Player, new: Player, stock: Stock, sacked: bool) -> None:
    when = lines.when
    for material in ("wood", "stone"):
        left, right = stock.now[material], stock.then[material]
        if left != right:
            why = when.again
            if when.actions:
                why = reasons.GAINED if right > left else reasons.SPENT
            elif when.combat and right > left:
                why = reasons.KNOCKED_OFF
            _stockpile_line(lines, material, left, right, why)
    if old.iron != new.iron:
        why = when.again
        if when.actions:
            why = reasons.GAINED if new.iron > old.iron else reasons.SPENT
        _stockpile_line(lines, "iron", old.iron, new.iron, why)
    if old.food != new.food:
        why = when.again
        if when.harvest:
            why = reasons.HARVESTED if new.food > old.food else reasons.FEASTED
        elif when.actions:
            why = reasons.GAINED if new.food > old.food else reasons.PAID
        _number_line(lines, GRANARY, "food", old.food, new.food, why)
    if old.gold != new.gold:
        why = _why_gold(lines, new.gold > old.gold, sacked)
        _number_line(lines, GOLD_TRACK, "gold", old.gold, new.gold, why)


def _stockpile_line(lines: Lines, goods: str, old: int, new: int, why: Reason) -> None:
    values: dict[str, Value] = {"goods": goods, "old": old, "new": new}
    lines.add(STOCKPILE, "stockpile", values, why, (change(STOCKPILE, goods, old, new),))


def _why_gold(lines: Lines, more: bool, sacked: bool) -> Reason:
    when = lines.when
    if more:
        if when.income:
            return reasons.INCOME
        if when.scoring:
            return reasons.SCORED
        return reasons.GAINED if when.actions else when.again
    if sacked:
        return reasons.PLUNDERED
    if when.harvest:
        return reasons.FEASTED
    return reasons.PAID if when.actions else when.again


def _token_lines(lines: Lines, old: Player, new: Player) -> None:
    """Flags, move tokens, secret objectives."""
    when = lines.when
    if old.flags != new.flags:
        for worth in sorted({*old.flags, *new.flags}):
            had, has = old.flags.count(worth), new.flags.count(worth)
            if had != has:
                why = reasons.FLAG_TAKEN if when.flags and has > had else when.again
                values: dict[str, Value] = {"flags": abs(has - had), "worth": worth}
                what = "flags" if has > had else "flags back"
                lines.add(FLAGS, what, values, why, (change(FLAGS, flags_worth(worth), had, has),))
    for thing, had, has in (
        ("move-1 tokens", old.move_ones, new.move_ones),
        ("move-3 tokens", old.move_threes, new.move_threes),
    ):
        if had != has:
            what, why = "move tokens", reasons.TOKENS_GAINED if when.actions else when.again
            if has < had:
                what, why = "move tokens back", reasons.TOKENS_LEAVE if when.combat else when.again
            moved = change(MOVE_TOKENS, thing, had, has)
            lines.add(MOVE_TOKENS, what, {thing: abs(has - had)}, why, (moved,))
    had, has = len(old.objectives), len(new.objectives)
    if had != has:
        what, why = "objectives", reasons.OBJECTIVE_GAINED if when.actions else when.again
        if has < had:
            what, why = "objectives back", when.again
        moved = change(OBJECTIVES, "cards", had, has)
        lines.add(OBJECTIVES, what, {"objectives": abs(has - had)}, why, (moved,))
