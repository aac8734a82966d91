"""The combat kernel against a plain reading of the rules: hand-made battles and thousands of random ones."""

from collections import Counter
from collections.abc import Iterable

import pytest

from engine.core.chance import Chance
from engine.games.after_the_empire.battle_family import family
from engine.games.after_the_empire.kernel import KernelBattle, KernelResult, KernelRules, fight

SIDES = range(4)
INSIDE = 4


class PlainBattle:
    """The rules step by step, one troop or invader at a time where that is the plainest way to say it."""

    def __init__(self, battle: KernelBattle, rules: KernelRules) -> None:
        self.rules = rules
        self.swordsmen = list(battle.swordsmen)
        self.archers = list(battle.archers)
        self.soldiers = list(battle.soldiers)
        self.mercenaries = list(battle.mercenaries)
        self.walls = list(battle.walls)
        self.fire = battle.fire
        self.bypass_side = battle.bypass_side
        self.bypass = battle.bypass
        self.wounded = 0
        self.rounds = 0

    def invaders(self, place: int) -> int:
        return self.swordsmen[place] + self.archers[place]

    def troops(self, place: int) -> int:
        return self.soldiers[place] + self.mercenaries[place]

    def stands(self, side: int) -> bool:
        return self.walls[side] >= 0

    def kill_invaders(self, place: int, damage: int) -> None:
        order = [self.archers, self.swordsmen] if self.rules.archers_first else [self.swordsmen, self.archers]
        for kind in order:
            killed = min(damage, kind[place])
            kind[place] -= killed
            damage -= killed

    def hurt_troops(self, place: int, damage: int, soldiers: int, mercenaries: int) -> None:
        """Hurt at most so many soldiers and mercenaries of a place."""
        for kind in ("mercenary", "soldier") if self.rules.mercenaries_first else ("soldier", "mercenary"):
            if kind == "mercenary":
                lost = min(damage, mercenaries)
                self.mercenaries[place] -= lost
            else:
                lost = min(damage, soldiers)
                self.soldiers[place] -= lost
                self.wounded += lost
            damage -= lost

    def send_inside(self, side: int, number: int) -> None:
        order = [self.swordsmen, self.archers] if self.rules.swordsmen_pass_first else [self.archers, self.swordsmen]
        for kind in order:
            passing = min(number, kind[side])
            kind[side] -= passing
            kind[INSIDE] += passing
            number -= passing

    def archery(self) -> None:
        damage = {i: self.fire[i] + (self.troops(i) if self.stands(i) else 0) for i in SIDES}
        arrows = {i: self.archers[i] for i in SIDES}
        for i in SIDES:
            if self.stands(i):
                self.hurt_troops(i, arrows[i], self.soldiers[i], self.mercenaries[i])
        if self.rules.archers_shoot_inside:
            volley = sum(arrows[i] for i in SIDES if not self.stands(i))
            self.hurt_troops(INSIDE, volley, self.soldiers[INSIDE], self.mercenaries[INSIDE])
        for i in SIDES:
            self.kill_invaders(i, damage[i])

    def movement(self) -> None:
        for i in SIDES:
            if not self.stands(i):
                self.send_inside(i, self.invaders(i))
        if (
            self.bypass_side >= 0
            and self.stands(self.bypass_side)
            and (self.rounds == 1 or self.rules.bypass_every_round)
        ):
            self.send_inside(self.bypass_side, self.bypass)
        if self.rules.guard:
            quietest_first = sorted(SIDES, key=lambda i: (self.invaders(i), i))
            for kind in (self.mercenaries, self.soldiers):
                for i in quietest_first:
                    while kind[i] > 0 and self.invaders(INSIDE) > self.troops(INSIDE):
                        kind[i] -= 1
                        kind[INSIDE] += 1

    def melee(self) -> None:
        fighting_soldiers, fighting_mercenaries = self.soldiers[INSIDE], self.mercenaries[INSIDE]
        for i in SIDES:
            blows = self.invaders(i)
            if not blows or not self.stands(i):
                continue
            if blows <= self.walls[i]:
                self.walls[i] -= blows
                continue
            spare = blows - (self.walls[i] + 1)
            self.walls[i] = -1
            if self.rules.fallen_fight_now:
                fighting_soldiers += self.soldiers[i]
                fighting_mercenaries += self.mercenaries[i]
            self.soldiers[INSIDE] += self.soldiers[i]
            self.mercenaries[INSIDE] += self.mercenaries[i]
            self.soldiers[i] = self.mercenaries[i] = 0
            if self.rules.spare_enter:
                self.send_inside(i, spare)
        killed, blows = fighting_soldiers + fighting_mercenaries, self.invaders(INSIDE)
        self.hurt_troops(INSIDE, blows, fighting_soldiers, fighting_mercenaries)
        self.kill_invaders(INSIDE, killed)

    def result(self, sacked: bool) -> KernelResult:
        return KernelResult(
            sacked,
            self.rounds,
            tuple(self.swordsmen),  # type: ignore[arg-type]
            tuple(self.archers),  # type: ignore[arg-type]
            tuple(self.soldiers),  # type: ignore[arg-type]
            tuple(self.mercenaries),  # type: ignore[arg-type]
            self.wounded,
            tuple(self.walls),  # type: ignore[arg-type]
        )

    def fight(self) -> KernelResult:
        while any(self.invaders(place) for place in range(5)):
            self.rounds += 1
            self.archery()
            self.movement()
            self.melee()
            if self.invaders(INSIDE) and not self.troops(INSIDE):
                return self.result(sacked=True)
        return self.result(sacked=False)


def plainly(battle: KernelBattle, rules: KernelRules) -> KernelResult:
    return PlainBattle(battle, rules).fight()


def battle(
    *,
    swordsmen=(0, 0, 0, 0, 0),
    archers=(0, 0, 0, 0, 0),
    soldiers=(0, 0, 0, 0, 0),
    mercenaries=(0, 0, 0, 0, 0),
    walls=(2, 2, 2, 2),
    fire=(0, 0, 0, 0),
    bypass_side=-1,
    bypass=0,
) -> KernelBattle:
    return KernelBattle(swordsmen, archers, soldiers, mercenaries, walls, fire, bypass_side, bypass)


def any_rules(number: int) -> KernelRules:
    """One of the 256 combinations of rulings."""
    return KernelRules(*(bool(number >> bit & 1) for bit in range(len(KernelRules._fields))))


def five(counts: Iterable[int]) -> tuple[int, int, int, int, int]:
    north, east, south, west, inside = counts
    return north, east, south, west, inside


def four(counts: Iterable[int]) -> tuple[int, int, int, int]:
    north, east, south, west = counts
    return north, east, south, west


def strange_battle(chance: Chance) -> KernelBattle:
    """What no table would see: gaps, walls with no cubes, no troops, huge fire, invaders inside."""
    walls = four(chance.pick((-1, -1, 0, 0, 1, 2, 3, 5)) for _ in SIDES)
    outside = chance.pick(((0, 0, 0, 0, 1), (0, 0, 1, 2, 3, 5), (0, 1, 4, 9, 30)))
    inside = outside if chance.below(3) == 0 else (0,)
    garrison = chance.pick(((0,), (0, 0, 0, 1, 2), (0, 1, 3, 8)))

    def invaders() -> tuple[int, int, int, int, int]:
        return five(chance.pick(inside if place == INSIDE else outside) for place in range(5))

    def troops() -> tuple[int, int, int, int, int]:
        manned = [place == INSIDE or walls[place] >= 0 for place in range(5)]
        return five(chance.pick(garrison) if manned[place] else 0 for place in range(5))

    return KernelBattle(
        swordsmen=invaders(),
        archers=invaders(),
        soldiers=troops(),
        mercenaries=troops(),
        walls=walls,
        fire=four(chance.pick((0, 0, 0, 1, 2, 4, 40)) for _ in SIDES),
        bypass_side=chance.below(5) - 1,
        bypass=chance.pick((0, 1, 2, 3, 20)),
    )


@pytest.mark.parametrize("number", range(256))
def test_kernel_equals_the_plain_reading_under_every_combination_of_rulings(number: int) -> None:
    rules = any_rules(number)
    chance = Chance(number)
    for setup in [strange_battle(chance) for _ in range(40)] + family(number, 20):
        assert fight(setup, rules) == plainly(setup, rules), (setup, rules)


def test_kernel_equals_the_plain_reading_of_an_evening_by_the_default_rulings() -> None:
    for setup in family(2026, 3000):
        assert fight(setup) == plainly(setup, KernelRules()), setup


def test_default_rulings_are_those_of_the_specification() -> None:
    assert KernelRules() == (True, True, True, True, True, False, False, True)


def test_o3_without_invaders_there_is_no_loop() -> None:
    setup = battle(soldiers=(1, 0, 0, 0, 2), walls=(2, -1, 0, 5))
    nobody = (0, 0, 0, 0, 0)
    assert fight(setup) == (False, 0, nobody, nobody, (1, 0, 0, 0, 2), nobody, 0, (2, -1, 0, 5))


def test_b1_archery_is_simultaneous() -> None:
    # Two archers are shot by the two mercenaries they shoot: all four are gone.
    result = fight(battle(archers=(2, 0, 0, 0, 0), mercenaries=(2, 0, 0, 0, 0)))
    assert (result.sacked, result.rounds, result.mercenaries, result.walls) == (
        False,
        1,
        (0,) * 5,
        (2, 2, 2, 2),
    )


def test_b1_a_soldier_who_is_hit_is_wounded_and_a_mercenary_leaves() -> None:
    setup = battle(archers=(2, 0, 0, 0, 0), soldiers=(2, 0, 0, 0, 0), mercenaries=(1, 0, 0, 0, 0))
    hired = fight(setup)
    assert (hired.soldiers[0], hired.mercenaries[0], hired.wounded) == (1, 0, 1)
    sworn = fight(setup, KernelRules(mercenaries_first=False))
    assert (sworn.soldiers[0], sworn.mercenaries[0], sworn.wounded) == (0, 1, 2)


def test_p6_a_wall_with_n_cubes_stands_against_n_blows_and_falls_to_one_more() -> None:
    # Four swordsmen, one shot each round: 3 blows leave a cube, then 2 blows are one too many; one walks in.
    result = fight(battle(swordsmen=(0, 4, 0, 0, 0), fire=(0, 1, 0, 0), soldiers=(0, 0, 0, 0, 1), walls=(2, 4, 2, 2)))
    assert (result.sacked, result.rounds, result.walls, result.wounded) == (False, 3, (2, -1, 2, 2), 1)


def test_m1_invaders_walk_in_where_no_wall_stands_and_sack_an_empty_castle() -> None:
    result = fight(battle(swordsmen=(0, 0, 1, 2, 0), archers=(0, 0, 0, 1, 0), walls=(2, 2, 2, -1)))
    assert (result.sacked, result.rounds) == (True, 1)
    assert (result.swordsmen, result.archers) == ((0, 0, 1, 0, 2), (0, 0, 0, 0, 1))
    assert result.walls == (2, 2, 1, -1)  # the blow in the South fell in the same round


def test_m2_a_ladder_carries_its_number_past_a_standing_wall_every_round() -> None:
    setup = battle(swordsmen=(5, 0, 0, 0, 0), soldiers=(0, 0, 0, 0, 5), walls=(9, 2, 2, 2), bypass_side=0, bypass=2)
    always = fight(setup)
    assert (always.rounds, always.walls[0], always.wounded) == (3, 9 - 3 - 1, 5)
    once = fight(setup, KernelRules(bypass_every_round=False))
    assert (once.rounds, once.walls[0], once.wounded) == (5, -1, 5)


def test_r4_the_kind_named_passes_first() -> None:
    setup = battle(swordsmen=(2, 0, 0, 0, 0), archers=(2, 0, 0, 0, 0), walls=(9, 2, 2, 2), bypass_side=0, bypass=3)
    assert (fight(setup).swordsmen[4], fight(setup).archers[4]) == (2, 1)
    archers_pass = fight(setup, KernelRules(swordsmen_pass_first=False))
    assert (archers_pass.swordsmen[4], archers_pass.archers[4]) == (1, 2)


def test_r13_guard_calls_mercenaries_first_then_from_the_quietest_wall() -> None:
    # Three come in from the West and one soldier is inside, so two troops are called: the North's mercenary,
    # though the North is attacked, then the soldier of the quiet South; the East's soldier shoots on.
    result = fight(
        battle(
            swordsmen=(3, 3, 0, 3, 0),
            soldiers=(0, 1, 1, 0, 1),
            mercenaries=(1, 0, 0, 0, 0),
            walls=(9, 9, 9, -1),
            fire=(1, 0, 0, 0),
        )
    )
    assert (result.sacked, result.rounds, result.wounded) == (False, 3, 2)
    assert (result.soldiers, result.mercenaries) == ((0, 1, 0, 0, 0), (0, 0, 0, 0, 0))
    assert result.walls == (8, 6, 9, -1)


def test_r13_of_equally_quiet_walls_the_first_from_north_gives_its_troops() -> None:
    setup = battle(swordsmen=(0, 0, 2, 0, 0), soldiers=(0, 2, 0, 2, 0), walls=(-1, 2, 9, 2), bypass_side=2, bypass=2)
    assert fight(setup).soldiers == (0, 0, 0, 2, 0)


def test_r13_hold_leaves_ten_soldiers_on_the_wall_while_one_invader_sacks_the_castle() -> None:
    setup = battle(swordsmen=(0, 0, 0, 1, 0), soldiers=(10, 0, 0, 0, 0), walls=(2, 2, 2, 2), bypass_side=3, bypass=1)
    assert fight(setup, KernelRules(guard=False)).sacked
    saved = fight(setup)
    assert (saved.sacked, saved.soldiers, saved.wounded) == (False, (9, 0, 0, 0, 0), 1)


def test_r2_fallen_troops_fight_in_the_same_round_or_wait() -> None:
    # Two of six are shot, three climb the ladder, the last fells the wall: two soldiers fall back on three.
    setup = battle(swordsmen=(6, 0, 0, 0, 0), soldiers=(2, 0, 0, 0, 0), walls=(0, 2, 2, 2), bypass_side=0, bypass=3)
    now = fight(setup, KernelRules(guard=False))
    assert (now.sacked, now.rounds, now.swordsmen) == (True, 1, (1, 0, 0, 0, 1))
    later = fight(setup, KernelRules(guard=False, fallen_fight_now=False))
    assert (later.sacked, later.rounds, later.swordsmen) == (True, 2, (0, 0, 0, 0, 2))


def test_r15_archers_before_a_gap_hold_fire_or_shoot_inside() -> None:
    setup = battle(archers=(2, 0, 0, 0, 0), soldiers=(0, 0, 0, 0, 5), walls=(-1, 2, 2, 2))
    assert fight(setup).wounded == 2
    assert fight(setup, KernelRules(archers_shoot_inside=True)).wounded == 4


def test_r16_spare_invaders_wait_outside_or_enter_at_once() -> None:
    setup = battle(swordsmen=(5, 0, 0, 0, 0), soldiers=(0, 0, 0, 0, 2), walls=(1, 2, 2, 2))
    waiting = fight(setup)
    assert (waiting.sacked, waiting.rounds, waiting.swordsmen) == (True, 2, (0, 0, 0, 0, 3))
    entering = fight(setup, KernelRules(spare_enter=True))
    assert (entering.sacked, entering.rounds, entering.swordsmen) == (True, 1, (2, 0, 0, 0, 1))


def test_r12_the_kind_named_is_killed_first() -> None:
    setup = battle(swordsmen=(2, 0, 0, 0, 0), archers=(2, 0, 0, 0, 0), fire=(1, 0, 0, 0), walls=(-1, 2, 2, 2))
    assert (fight(setup).swordsmen[4], fight(setup).archers[4]) == (2, 1)
    swordsmen_killed = fight(setup, KernelRules(archers_first=False))
    assert (swordsmen_killed.swordsmen[4], swordsmen_killed.archers[4]) == (1, 2)


def test_family_is_the_same_for_a_seed_and_another_for_another() -> None:
    assert family(1, 50) == family(1, 200)[:50]
    assert family(1, 50) != family(2, 50)


def test_family_has_the_spread_it_promises() -> None:
    setups = family(1)
    results = [fight(setup) for setup in setups]
    assert 1.9 <= sum(result.rounds for result in results) / len(results) <= 2.2
    assert 0.10 <= sum(result.sacked for result in results) / len(results) <= 0.25
    sides = Counter(sum(1 for i in SIDES if setup.swordsmen[i] + setup.archers[i]) for setup in setups)
    assert sorted(sides) == [1, 2, 3]
    assert {sum(setup.swordsmen) + sum(setup.archers) for setup in setups} == set(range(1, 13))
    assert {sum(setup.soldiers) + sum(setup.mercenaries) for setup in setups} == set(range(2, 13))
    assert {fire for setup in setups for fire in setup.fire} == set(range(5))
    assert {cubes for setup in setups for cubes in setup.walls} == set(range(-1, 6))
    assert 0.15 <= sum(setup.bypass_side >= 0 for setup in setups) / len(setups) <= 0.25
    for setup in setups:
        for i in SIDES:
            assert setup.walls[i] >= 0 or setup.soldiers[i] == setup.mercenaries[i] == 0
