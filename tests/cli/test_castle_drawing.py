"""The castle from above."""

import io
import json

from companion.commands.castle_drawing import HEIGHT, WIDTH, Scene, drawing, legend
from companion.terminal import Terminal, display_width
from engine.border.scenario import load_scenario, to_state
from engine.games.after_the_empire.constants import Constants
from engine.games.after_the_empire.state import NOBODY, Player
from tests.cli.console import example, scenario


def castle(**fields) -> Player:
    table = scenario({"name": "Ada", **fields})
    return to_state(load_scenario(json.dumps(table).encode()), {}).players[0]


def drawn(scene: Scene, *, unicode: bool = True) -> str:
    rows = drawing(Terminal(io.StringIO(), unicode=unicode), scene, Constants())
    assert len(rows) == HEIGHT
    assert {display_width(row) for row in rows} == {WIDTH}
    return "\n".join(row.rstrip() for row in rows)


def test_the_worked_example_before_combat():
    player = example("worked-example.json")["players"][0]
    before = castle(castle=player["castle"], farms=player["farms"])
    assert (
        drawn(Scene(before, (7, 0, 0, 8, 0), (3, 0, 0, 1, 0)))
        == """\
 North  farm 1  7 swords, 3 archers
          (▪)═══▪▪▪▪▪══[▪▪]
           │     2●      ╨
     West  │             ▪  East
   farm 2  ▪ 2●       1● ▪  farm 1
 8 swords  ▪ 2◆       1◆ ▪
 1 archer  │             ▪
           │             ╥
          (▪)────▪▪──────╜
            South  farm 1"""
    )


def test_gaps_ruins_flames_and_invaders_inside():
    after = castle(
        castle={
            "E": {"piece": "stone wall", "cubes": 2},
            "S": {"piece": "wood gate", "cubes": 0},
            "SE": {"piece": "stone turret", "flame": True},
            "inside": {"soldiers": 1, "mercenaries": 12},
        },
        farms={"N": 0, "E": {"level": 2, "protected": True}},
    )
    before = castle(castle={"N": "wood wall", "NW": "wood turret", "S": "wood gate"})
    stood = (*before.castle.walls, *before.castle.turrets)
    assert (
        drawn(Scene(after, (0, 0, 0, 0, 3), (0, 0, 0, 0, 1), stood))
        == """\
            North  razed
           × · · ·×· · · ·
                         ▪
     West  ·             ▪  East
   farm 1      1● 12◆    ▫  farm 2 +P
           ·  3 swords   ▫
              1 archer   ▫
           ·             ║
           ·─────┤▫├───[✶✶]
            South  farm 1"""
    )


def test_corners_join_what_meets_there():
    walls = castle(castle={"N": "stone wall", "E": "stone gate", "S": "wood wall", "W": "wood wall"})
    rows = drawn(Scene(walls, NOBODY, NOBODY)).splitlines()
    assert rows[1].strip() == "╒════▪▪▪▪▪════╗"
    assert rows[8].strip() == "└─────▪▪──────╜"


def test_in_ascii():
    player = example("worked-example.json")["players"][0]
    before = castle(castle=player["castle"])
    picture = drawn(Scene(before, NOBODY, NOBODY), unicode=False)
    assert picture.isascii()
    assert "(o)===ooooo==[oo]" in picture


def test_numbers_no_box_holds_do_not_break_the_frame():
    many = {"soldiers": 9_999, "mercenaries": 9_999}
    walls = {side: {"piece": "wood wall", **many} for side in "NEW"}
    crowd = castle(castle={**walls, "inside": many})
    assert drawn(Scene(crowd, (9_999,) * 5, (9_999,) * 5))


def test_many_cubes_are_told_as_a_number():
    constants = {"capacity": {"stone_wall": 12}}
    table = scenario({"castle": {"N": {"piece": "stone wall", "cubes": 11}}}, constants=constants)
    state = to_state(load_scenario(json.dumps(table).encode()), {})
    rows = drawing(Terminal(io.StringIO()), Scene(state.players[0], NOBODY, NOBODY), state.table.constants)
    assert rows[1].strip() == "·═════11══════·"


def test_the_legend_names_what_is_drawn():
    wooden = Scene(castle(), NOBODY, NOBODY)
    assert legend(Terminal(io.StringIO()), [wooden]) == ["● soldier", "─ wood", "▪ cube", "▫ empty"]
