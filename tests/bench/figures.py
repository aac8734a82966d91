"""What is measured, and the bar each figure must meet."""

import subprocess
import sys
from collections.abc import Callable

import chess

from engine.border.save import dump_save, load_save
from engine.core.events import Event
from engine.games.after_the_empire.battle_family import family
from engine.games.after_the_empire.choices import Orders
from engine.games.after_the_empire.fight import fight
from engine.games.after_the_empire.kernel import KernelBattle
from engine.games.after_the_empire.kernel import fight as kernel_fight
from engine.games.after_the_empire.rulings import Rulings
from engine.games.after_the_empire.state import Castle, Piece
from tests.bench.evening import Evening, four_players, fourth_season, play_evening, resolve_season
from tests.bench.measure import Figure, seconds, side_by_side

BATTLES = 1_000
IMPORT = "import time; t = time.perf_counter(); import engine, engine.games; print(time.perf_counter() - t)"


def as_castle(battle: KernelBattle) -> tuple[Castle, Orders]:
    """A kernel battle as the readable steps see it."""
    walls = tuple(None if cubes < 0 else Piece("wall", "stone", cubes) for cubes in battle.walls)
    castle = Castle(walls, (None,) * 4, battle.soldiers, battle.mercenaries, battle.swordsmen, battle.archers)
    return castle, Orders(0, Rulings(), battle.fire, battle.bypass_side, battle.bypass)


def combat(repeats: int) -> list[Figure]:
    """The kernel against python-chess, the readable steps against the kernel; whole battles, one core."""
    battles = family(seed=1, size=BATTLES)
    castles = [as_castle(battle) for battle in battles]
    board = chess.Board()
    move = chess.Move.from_uci("e2e4")

    def push_and_pop() -> None:
        push, pop = board.push, board.pop
        for _ in range(BATTLES):
            push(move)
            pop()

    def kernel() -> None:
        for battle in battles:
            kernel_fight(battle)

    def readable() -> None:
        for castle, orders in castles:
            events: list[Event] = []
            fight(castle, orders, events.append)

    pushes, kernels, readables = side_by_side([push_and_pop, kernel, readable], repeats)
    rounds = sum(kernel_fight(battle).rounds for battle in battles) / BATTLES
    against_chess = tuple(push / battle for push, battle in zip(pushes, kernels, strict=True))
    against_kernel = tuple(battle / steps for battle, steps in zip(kernels, readables, strict=True))
    return [
        Figure(f"kernel battles ({rounds:.2f} rounds) per chess push+pop", "×", against_chess, 1.0, True),
        Figure("readable battles with events per kernel battle", "×", against_kernel, 0.1, True),
        Figure("kernel", "battles/s", tuple(BATTLES / one for one in kernels), 200_000, True),
    ]


def table(repeats: int) -> list[Figure]:
    """A season resolved, and a whole evening undone, redone and read back."""
    setup = four_players()
    evening = play_evening(setup)
    start = fourth_season(evening)
    saved = dump_save(evening, setup, name="bench")
    entries = evening.n

    def undo() -> None:
        while evening.undo() is not None:
            pass

    def redo() -> None:
        while evening.redo() is not None:
            pass

    def load() -> Evening:
        return load_save(saved).session

    load()
    undos, redos, loads, seasons = [], [], [], []
    for _ in range(repeats):
        undos.append(seconds(undo) * 1e3)
        redos.append(seconds(redo) * 1e3)
        loads.append(seconds(load) * 1e3)
        seasons.append(_best_of_five(lambda: resolve_season(start)) * 1e3)
    return [
        Figure("season for 4, 4 invader cards, with instructions", "ms", tuple(seasons), 5, False),
        Figure(f"undo a whole evening ({entries} entries)", "ms", tuple(undos), 50, False),
        Figure("redo it", "ms", tuple(redos), 50, False),
        Figure("reload it from its file", "ms", tuple(loads), 50, False),
    ]


def _best_of_five(work: Callable[[], object]) -> float:
    return min(seconds(work) for _ in range(5))


def importing(repeats: int) -> list[Figure]:
    """Import of the engine in a fresh process, caches warm."""
    command = [sys.executable, "-c", IMPORT]
    subprocess.run(command, check=True, capture_output=True)
    times = tuple(
        float(subprocess.run(command, check=True, capture_output=True, text=True).stdout) * 1e3 for _ in range(repeats)
    )
    return [Figure("import engine", "ms", times, 100, False)]
