"""Plays a practice evening and writes it as a save file: `make examples`.

Three players, seven seasons, the cards of the practice pack, decks shuffled from a fixed seed: the same evening
every time. It also shows how a program plays a table: ask what is pending, answer, append.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from engine.border.pack import load_pack
from engine.border.save import dump_save
from engine.core.chance import Chance
from engine.core.decisions import Decision
from engine.core.session import Session
from engine.games.after_the_empire.actions import (
    Action,
    Barracks,
    DrawInvader,
    DrawSiege,
    Granary,
    Idle,
    Infirmary,
    Place,
    Report,
    RevealObjective,
    Scout,
    ShowMarket,
    Stockpile,
    TakeCard,
    UseCard,
    UseSpace,
    Worker,
)
from engine.games.after_the_empire.cards import (
    BuildingCard,
    Card,
    InvaderCard,
    ObjectiveCard,
    RefugeeCard,
    SiegeCard,
)
from engine.games.after_the_empire.compass import INSIDE, SIDE_INDEX, SIDES
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.options import worker_options
from engine.games.after_the_empire.setup import PlayerSetup, Setup
from engine.games.after_the_empire.state import Castle, Five, State

SEED = 486
PACK = Path(__file__).resolve().parent.parent / "assets" / "packs" / "practice.json"


C = TypeVar("C", bound=Card)


class Evening:
    """A table, its shuffled decks, and three players with simple tastes.

    Cards are given whole when they are turned over: the table's own library stays empty, and the file short.
    """

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)
        self.cards = load_pack(PACK.read_bytes()).cards
        self.invaders = self.deck(InvaderCard)
        self.sieges = self.deck(SiegeCard)
        self.objectives = self.deck(ObjectiveCard)
        self.buildings = [card for card in self.deck(BuildingCard) if not card.starting]
        refugees = self.deck(RefugeeCard)
        self.refugees = [card for card in refugees if not card.starting]
        first, second, third, *_ = [card for card in refugees if card.starting]
        self.setup = Setup(
            (
                PlayerSetup("Ada", "S", "blue", gate="S", refugee=first, objective=self.objectives.pop()),
                PlayerSetup("Björn", "N", "red", gate="N", refugee=second, objective=self.objectives.pop()),
                PlayerSetup("Cleo", "W", "green", gate="E", refugee=third, objective=self.objectives.pop()),
            ),
            mode="easy",
        )
        self.session: Session[State, Action] = Session(GAME, GAME.begin(self.setup))

    def deck(self, kind: type[C]) -> list[C]:
        """The pack's cards of a kind, shuffled."""
        return self.chance.shuffled([card for card in self.cards if isinstance(card, kind)])

    def play(self) -> None:
        """To the end of the game."""
        session = self.session
        while not GAME.over(session.state):
            decision = session.pending
            assert decision is not None
            if decision.kind == "report":
                self.fill_market()
            session.append(self.answer(session.state, decision), seat=decision.seat)

    def fill_market(self) -> None:
        """Cards from the decks into the empty slots."""
        market = self.session.state.market
        buildings = tuple(card or self.buildings.pop() for card in market.buildings)
        refugees = tuple(card or self.refugees.pop() for card in market.refugees)
        self.session.append(ShowMarket(buildings, refugees))  # type: ignore[arg-type]

    def answer(self, state: State, decision: Decision) -> Action:
        """What this table says next."""
        match decision.kind, decision.seat:
            case "report", _:
                return Report(self.invaders.pop(), self.chance.pick(SIDES))
            case "invader card", _:
                return DrawInvader(self.invaders.pop(), self.chance.pick(SIDES))
            case "siege card", _:
                return DrawSiege(self.sieges.pop(), self.chance.pick(SIDES))
            case "worker", int(number):
                return self.work(state, number)
            case "placement", int(number):
                side = SIDE_INDEX[state.report.side] if state.report else 0
                return Place(number, *facing(state.players[number].castle, side))
            case "objective", int(number):
                return RevealObjective(number, int(decision.about["index"]), self.objectives.pop())
            case _:
                return GAME.sample(state, decision, self.chance)

    def work(self, state: State, number: int) -> Action:
        """The first of a player's tastes that can be had; of several such actions one by chance."""
        player = state.players[number]
        castle = player.castle
        soldiers = sum(castle.soldiers) + castle.wounded
        rich = player.gold >= 8
        hungry = player.food + sum(farm.level for farm in player.farms) < soldiers + 2

        def on_the_board(*offers: str) -> Callable[[Worker], bool]:
            return lambda option: isinstance(option, UseSpace) and option.offer in offers

        tastes: tuple[tuple[bool, Callable[[Worker], bool]], ...] = (
            (castle.wounded >= 3, lambda option: isinstance(option, Infirmary)),
            (hungry, lambda option: isinstance(option, Granary)),
            (hungry, on_the_board("food", "buy stone and food")),
            (True, lambda option: isinstance(option, Stockpile)),
            (player.gold < 6, on_the_board("gold", "sell iron")),
            (rich and soldiers < 6, on_the_board("soldiers")),
            (rich and not any(castle.mercenaries), on_the_board("mercenaries")),
            (rich, lambda option: isinstance(option, TakeCard)),
            (True, lambda option: isinstance(option, UseCard | Scout)),
            (True, on_the_board("iron", "stone", "wood", "gold")),
            (True, lambda option: isinstance(option, Granary | Barracks)),
        )
        options = worker_options(state, number)
        for wanted, taste in tastes:
            liked = [option for option in options if wanted and taste(option)]
            if liked:
                return self.chance.pick(liked)
        return Idle(number)


def facing(castle: Castle, side: int) -> tuple[Five, Five]:
    """Every second troop on this wall, if it stands."""
    rows = []
    for troops in (castle.soldiers, castle.mercenaries):
        row = [0] * 5
        out = sum(troops) // 2 if castle.walls[side] is not None else 0
        row[side], row[INSIDE] = out, sum(troops) - out
        rows.append(tuple(row))
    return rows[0], rows[1]


def main() -> None:
    """The evening on standard output."""
    evening = Evening(SEED)
    evening.play()
    sys.stdout.buffer.write(dump_save(evening.session, evening.setup, name="A practice evening"))


if __name__ == "__main__":
    main()
