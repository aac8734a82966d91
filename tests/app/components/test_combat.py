"""Combat step by step: what each step shows, what a tap says to the table, and what nobody may be asked twice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.games.after_the_empire.combat.arrange import all_inside, as_last_season, as_they_stand, spread
from companion.games.after_the_empire.combat.arrivals import arrivals
from companion.games.after_the_empire.combat.deciding import apps_answer
from companion.games.after_the_empire.combat.draws import is_practice
from companion.games.after_the_empire.combat.story import combat_span, story_of, table_before
from companion.shell.store import Store
from companion.storage import SavedTable, Storage
from companion.storage.library import practice_pack
from engine.games.after_the_empire.actions import (
    AddCard,
    AskMe,
    ChooseTargets,
    Correct,
    Correction,
    DamageCards,
    DrawInvader,
    DrawSiege,
    MoveTroops,
    Place,
    Proceed,
    ReadRedNumber,
    Report,
    SetNumber,
    SetPhase,
    SetPiece,
    SetPolicy,
    SetTable,
    SetTroops,
    UseMoveTokens,
)
from engine.games.after_the_empire.cards import BuildingCard, Card, InvaderCard, Tier
from engine.games.after_the_empire.game import AFTER_THE_EMPIRE as GAME
from engine.games.after_the_empire.setup import PlayerSetup, Setup
from engine.games.after_the_empire.state import Piece, asks
from tests.app.headless import Device
from tests.app.seeds import WHO, own_cards

ADA, BEN, CLEO, DOV = range(4)
CARDS = ("own-hill-clans", "own-poachers-league", "own-the-great-host")


def _strong(number: int, gold: int) -> tuple[Correction, ...]:
    return (
        SetNumber(number, "gold", gold),
        SetTroops(number, "N", 2, 0),
        SetTroops(number, "E", 1, 1),
        SetTroops(number, "W", 1, 2),
        SetTroops(number, "inside", 2, 0),
        SetPiece(number, "N", Piece("wall", "stone", 5)),
        SetPiece(number, "NE", Piece("turret", "stone", 2)),
        SetPiece(number, "NW", Piece("turret", "wood", 1)),
        SetPiece(number, "SW", Piece("turret", "wood", 1)),
    )


def _weak(number: int, gold: int) -> tuple[Correction, ...]:
    cards = tuple(card for card in practice_pack().cards if card.id in ("chapel", "smithy", "toll-house"))
    held = tuple(AddCard(number, card) for card in cards if isinstance(card, BuildingCard))
    return (SetNumber(number, "gold", gold), SetTroops(number, "inside", 1, 0), *held)


SEASON_FOUR = Correct(
    (
        *_strong(ADA, 14),
        *_strong(BEN, 19),
        *_strong(CLEO, 11),
        *_weak(DOV, 23),
        SetTable("season", 4),
        SetTable("threat", 9),
    )
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Storage(tmp_path) as storage:
        yield Store(storage)


def at_combat(store: Store, cards: tuple[Card, ...] | None = None, *said: Any) -> SavedTable:
    """Four players in season 4, a card face up, combat begun; Dov is weak and will be sacked."""
    players = tuple(
        PlayerSetup(name, seat, colour, initiative=place)  # type: ignore[arg-type]
        for place, (name, seat, colour) in enumerate(WHO)
    )
    library = own_cards() if cards is None else cards
    table = store.storage.tables.create(Setup(players, cards=library, count_only=True), "Evening")
    first = next(card for card in library if isinstance(card, InvaderCard) and card.name == "The Red Sail")
    for action in (SEASON_FOUR, *said, Report(first.id, "E"), Proceed("combat")):
        table.append(action)
    return table


def placed(table: SavedTable) -> SavedTable:
    """Everybody as they stand."""
    for number in table.state.order:
        castle = table.state.players[number].castle
        table.append(Place(number, castle.soldiers, castle.mercenaries), seat=number)
    return table


def drawn(table: SavedTable) -> SavedTable:
    """All invader cards out."""
    for card, side in zip(CARDS, "NEW", strict=True):
        table.append(DrawInvader(card, side))  # type: ignore[arg-type]
    return table


def finished(store: Store) -> SavedTable:
    """Combat to its end."""
    table = drawn(placed(at_combat(store)))
    table.append(DrawSiege("own-the-widow", "W"))
    table.append(DamageCards(DOV, (1, 2)), seat=DOV)
    table.append(ReadRedNumber(DOV, 15), seat=DOV)
    assert table.state.phase == "flags"
    return table


def look_at(store: Store, table: SavedTable, **page: Any) -> Device:
    return Device(store, f"/table/{table.id}", **page)


def said(table: SavedTable) -> list[Any]:
    """What people said since combat began."""
    span = combat_span(table.session)
    assert span is not None
    return [entry.action for entry in table.session.entries[span.first :] if not entry.auto]


# placement


def test_one_tap_places_everybody_as_they_stand(store):
    table = at_combat(store)
    with look_at(store, table) as device:
        assert "Where do the troops stand?" in device.labels()
        assert "The Red Sail comes from the East." in device.texts()
        device.tap("All as they stand")
        assert "Invader card 2 of 4" in device.labels()
    assert [action.player for action in said(table)] == list(table.state.order)
    assert all(isinstance(action, Place) for action in said(table))


def test_the_ways_to_stand_change_only_that_player(store):
    table = at_combat(store)
    before = table.state.players
    with look_at(store, table) as device:
        device.tap("Ada: As they stand. ")
        device.tap("Ada: All inside")
        device.tap("Ben: As they stand. ")
        device.tap("Ben: Spread")
        device.tap("The troops stand so")
    after = table.state.players
    assert after[ADA].castle.soldiers == (0, 0, 0, 0, 6)
    assert after[BEN].castle.soldiers == (1, 2, 2, 1, 0), "beginning where the face-up card points"
    assert after[CLEO].castle == before[CLEO].castle


def test_by_hand_moves_troops_between_a_wall_and_inside(store):
    table = at_combat(store)
    with look_at(store, table) as device:
        device.tap("Ada: As they stand. ")
        device.tap("Ada: By hand")
        device.tap("South wall, soldiers: one more")
        device.tap("West wall, mercenaries: one less")
        assert "Inside: 1 soldier and 1 mercenary" in device.labels()
        device.tap("The troops stand so")
    castle = table.state.players[ADA].castle
    assert (castle.soldiers, castle.mercenaries) == ((2, 1, 1, 1, 1), (0, 1, 0, 1, 1))


def test_a_placement_taken_back_asks_only_for_that_player_again(store):
    table = placed(at_combat(store))
    table.undo()
    with look_at(store, table) as device:
        assert any(label.startswith("Ada: Placed.") for label in device.labels())
        device.tap("All as they stand")
    assert len(said(table)) == 4


def test_a_placement_half_made_survives_a_look_elsewhere_as_long_as_it_fits(store):
    table = at_combat(store)
    with look_at(store, table) as device:
        device.tap("Ada: As they stand. ")
        device.tap("Ada: All inside")
        device.tap("Ben: As they stand. ")
        device.tap("Ben: All inside")
        device.go("/rules/P-1")
        table.append(Correct((SetTroops(BEN, "N", 7, 0),)))
        device.go(f"/table/{table.id}")
        assert any(label.startswith("Ada: All inside. ") for label in device.labels())
        assert any(label.startswith("Ben: As they stand. ") for label in device.labels()), "there are more of them now"
        device.tap("The troops stand so")
    assert table.state.players[ADA].castle.soldiers == (0, 0, 0, 0, 6)


def test_last_seasons_placement_is_offered_as_far_as_it_still_fits(store):
    table = finished(store)
    for phase in ("flags", "refresh"):
        table.append(Proceed(phase))
    table.append(Proceed("combat"))
    arrangement = as_last_season(table.session, ADA)
    castle = table.state.players[ADA].castle
    assert arrangement is not None
    assert sum(arrangement.soldiers) == sum(castle.soldiers)
    assert all(not arrangement.at(side) or castle.walls[side] is not None for side in range(4))


def test_spreading_without_walls_stays_inside(store):
    table = at_combat(store, None, Correct(tuple(SetPiece(DOV, side, None) for side in ("N", "E", "S", "W"))))
    castle = table.state.players[DOV].castle
    assert spread(castle) == all_inside(castle) == as_they_stand(castle)


# cards


def test_a_whole_combat_for_four_takes_eleven_taps(store):
    table = at_combat(store)
    taps = 0
    with look_at(store, table) as device:
        for label in (
            "All as they stand",
            *("Axemen of the Long Shore,", "North", "Hill Clans,", "East", "Tithe-Takers,", "West"),
            "Accept and go on",
            *("Field Catapult,", "West"),
            "Resolve the battle",
        ):
            device.tap(label)
            taps += 1
    assert taps == 11
    assert table.state.combat is not None
    assert all(battle.outcome for battle in table.state.combat.battles)


def test_a_card_and_its_side_are_two_taps_and_can_be_changed_in_between(store):
    table = placed(at_combat(store))
    with look_at(store, table) as device:
        device.tap("Hill Clans,")
        assert "Where does its red border point?" in device.texts()
        device.tap("Hill Clans,")  # not this one
        assert "Which one is turned over?" in device.texts()
        device.tap("Tithe-Takers,")
        device.tap("South")
    assert said(table)[-1] == DrawInvader("own-tithe-takers", "S")


def test_the_compass_turns_and_stays_turned_on_this_device(store):
    table = placed(at_combat(store))
    with look_at(store, table) as device:
        device.tap("Hill Clans,")
        assert "You sit South: the near side is at the bottom." in device.texts()
        device.tap("Turn the compass")
        assert "You sit West: the near side is at the bottom." in device.texts()
        device.tap("North")
        device.tap("Tithe-Takers,")
        assert "You sit West: the near side is at the bottom." in device.texts()


def test_an_unknown_card_is_entered_by_what_it_did_and_taught_later(store):
    table = placed(at_combat(store))
    with look_at(store, table) as device:
        device.tap("Unknown card: quick entry")
        device.tap("Swordsmen: one more")
        device.tap("Use this card")
        device.tap("North")
    drawn_card = said(table)[-1].card
    assert isinstance(drawn_card, InvaderCard)
    assert drawn_card.tiers == (Tier(0, 2),)
    for card in CARDS[1:]:
        table.append(DrawInvader(card, "N"))
    table.append(DrawSiege("own-the-widow", "W"))
    table.append(DamageCards(DOV, (1, 2)), seat=DOV)
    table.append(ReadRedNumber(DOV, 15), seat=DOV)
    with look_at(store, table) as device:
        assert any(label.startswith("Teach this card: ") for label in device.buttons())


def test_a_practice_table_draws_by_itself_and_the_same_again_after_undo(store):
    table = placed(at_combat(store, practice_pack().cards))
    assert is_practice(table.state)
    with look_at(store, table) as device:
        device.tap("Draw from the practice deck")
        first = said(table)[-1]
        table.undo()
        device.settle()
        device.tap("Draw from the practice deck")
        assert said(table)[-1] == first
        device.tap("Choose a card by hand")
        assert "Two letters find a card" in device.labels()


def test_cards_that_lie_on_the_table_are_offered_last_and_say_so(store):
    """A deck has each card once: a tap must never have to pass the cards that were drawn a minute ago."""
    table = placed(at_combat(store))
    with look_at(store, table) as device:
        device.tap("Hill Clans,")
        device.tap("North")
        offered = _offered(device)
        assert [label.split(",")[0] for label in offered[-2:]] == ["Hill Clans", "The Red Sail"]
        assert all(", Drawn · " in label for label in offered[-2:])
        assert not any(", Drawn · " in label for label in offered[:-2])
        device.tap("Hill Clans,")  # the table is always right: it can be picked all the same
        assert "Where does its red border point?" in device.texts()


def test_recent_cards_are_offered_first_unless_they_are_drawn(store):
    table = placed(at_combat(store))
    store.storage.cards.used("own-tithe-takers")
    store.storage.cards.used("own-the-red-sail")
    with look_at(store, table) as device:
        assert _offered(device)[0].startswith("Tithe-Takers,")


def _offered(device: Device) -> list[str]:
    rows = [each for each in device.find(ft.Container) if str(each.key or "").startswith("card ")]
    return [str(row.content.label) for row in rows if isinstance(row.content, ft.Semantics)]


# what arrives


def test_what_arrives_is_shown_before_the_siege_and_again_with_it(store):
    table = drawn(placed(at_combat(store)))
    total = sum(sum(each.swordsmen) + sum(each.archers) for each in arrivals(table.state))
    with look_at(store, table) as device:
        assert f"{total} invaders arrive" in device.labels()
        assert any(label.startswith("Ada. North: ") for label in device.labels())
        device.tap("Accept and go on")
        device.tap("Field Catapult,")
        device.tap("West")
        assert any("Siege from the West: 2 damage" in label for label in device.labels())
        assert "Resolve the battle" in device.buttons()
    assert table.state.combat.step == "arrivals", "the card is in the log, but has not struck"


def test_a_siege_card_survives_a_restart_before_it_is_accepted(store, tmp_path):
    """What was entered is in the log at once: after a power cut the table stands where it stood."""
    table = drawn(placed(at_combat(store)))
    with look_at(store, table) as device:
        device.tap("Accept and go on")
        device.tap("Field Catapult,")
        device.tap("West")
    with Storage(tmp_path) as again:
        after = Store(again)
        with look_at(after, after.table(table.id)) as device:
            assert "Resolve the battle" in device.buttons()
            assert any("Siege from the West: 2 damage" in label for label in device.labels())


def test_two_devices_see_the_same_siege_card_and_one_resolves_for_both(store):
    table = drawn(placed(at_combat(store)))
    with look_at(store, table) as one, look_at(store, table) as other:
        one.tap("Accept and go on")
        assert "Accept and go on" in other.buttons(), "the other one may still look"
        one.tap("Field Catapult,")
        one.tap("West")
        other.settle()
        assert "Resolve the battle" in other.buttons()
        other.tap("Resolve the battle")
        one.settle()
        assert "Sacked: damaged cards" in one.labels()


def test_nobody_comes_is_said_with_one_full_stop(store):
    table = at_combat(store)
    table.undo()
    table.append(Correct((SetTable("season", 1), SetTable("threat", 0), SetNumber(ADA, "gold", 0))))
    table.append(Proceed("combat"))
    with look_at(store, placed(table)) as device:
        spoken = next(label for label in device.labels() if label.startswith("Ada. "))
    assert spoken == "Ada. Nobody comes."


def test_the_preview_is_what_then_happens(store):
    table = drawn(placed(at_combat(store)))
    siege = DrawSiege("own-one-armed-catapult", "W", look_first=True)
    table.append(siege)
    preview = arrivals(table.state)
    table.append(Proceed("battle"))
    story = story_of(table.session)
    assert story is not None
    for arrival in preview:
        assert sum(arrival.swordsmen) + sum(arrival.archers) == story.fought[arrival.number].came
        assert arrival.razed == story.fought[arrival.number].razed


def test_the_last_invader_card_and_the_siege_card_can_be_changed(store):
    table = drawn(placed(at_combat(store)))
    with look_at(store, table) as device:
        device.tap("Change the last card")
        assert "Invader card 4 of 4" in device.labels()
        table.redo()
        device.settle()
        device.tap("Accept and go on")
        device.tap("Field Catapult,")
        device.tap("West")
        device.tap("Change the siege card")
        assert "The siege card" in device.labels()
        device.tap("Leave it as it was")
        device.tap("Change the siege card")
        device.tap("The Widow,")
        device.tap("North")
        assert "Resolve the battle" in device.buttons()
        device.tap("Change the siege card")
        device.tap("The Widow,")  # the same again
        device.tap("North")
        assert "Resolve the battle" in device.buttons()
    siege = table.state.combat.siege
    assert (siege.card.name, siege.side) == ("The Widow", "N")


def test_undo_takes_the_siege_card_back_to_the_choice_of_it(store):
    table = drawn(placed(at_combat(store)))
    with look_at(store, table) as device:
        resolve(device)
        device.tap("Undo: Resolve the battle")
        assert "Resolve the battle" in device.buttons()
        device.tap("Undo: Siege card Field Catapult, West")
        assert "The siege card" in device.labels()


def test_a_look_at_a_rule_does_not_lose_the_siege_card(store):
    table = drawn(placed(at_combat(store)))
    with look_at(store, table) as device:
        device.tap("Accept and go on")
        device.tap("Field Catapult,")
        device.tap("West")
        device.go("/rules/P-3")
        device.go(f"/table/{table.id}")
        assert "Resolve the battle" in device.buttons()


def test_what_arrives_is_shown_again_when_another_card_is_added_or_taken_back(store):
    table = drawn(placed(at_combat(store)))
    with look_at(store, table) as device:
        device.tap("Accept and go on")
        table.undo()
        table.append(DrawInvader(CARDS[2], "S"))
        device.settle()
        assert "Accept and go on" in device.buttons(), "what arrives has changed: it is shown again"


def test_a_season_with_only_the_face_up_card_goes_straight_to_what_arrives(store):
    table = at_combat(store)
    table.undo()
    table.append(Correct((SetTable("season", 1),)))
    table.append(Proceed("combat"))
    with look_at(store, placed(table)) as device:
        assert "Accept and go on" in device.buttons()
        assert "Change the last card" not in device.buttons()


# who decides


def asking(store: Store) -> SavedTable:
    """Ada wants to be asked, and has a Move-3 token."""
    table = at_combat(store, None, Correct((SetNumber(ADA, "move threes", 1),)))
    return drawn(placed(table))


def resolve(device: Device) -> None:
    device.tap("Accept and go on")
    device.tap("Field Catapult,")
    device.tap("West")
    device.tap("Resolve the battle")


def test_ask_me_asks_that_player_and_nobody_else(store):
    table = asking(store)
    with look_at(store, table) as device:
        device.tap("Who decides in battle?")
        device.tap("Ada: Ask me")
        assert "Ada: asked" in device.texts()
        resolve(device)
        battle = table.n
        questions = []
        while table.state.phase == "combat" and (decision := GAME.pending(table.state)) is not None:
            questions.append((decision.seat, decision.kind))
            if decision.kind == "red number":
                break
            device.tap("Let the app decide")
    kinds = {kind for seat, kind in questions if seat == ADA}
    assert {"turret", "move tokens", "archery targets", "troop movement"} <= kinds
    assert {seat for seat, kind in questions if kind not in ("damaged cards", "red number")} == {ADA}
    assert all(entry.auto for entry in table.session.entries[battle:] if entry.seat in (BEN, CLEO))


def test_ask_me_lasts_for_one_battle(store):
    table = asking(store)
    table.append(AskMe(ADA), seat=ADA)
    table.append(Correct((SetPhase("flags"),)))
    for phase in ("flags", "refresh"):
        table.append(Proceed(phase))
    table.append(Proceed("combat"))
    with look_at(store, table) as device:
        assert "The app, for everybody" in device.texts()


def test_undo_steps_over_what_the_app_answered_for_the_others(store):
    table = asking(store)
    table.append(AskMe(ADA), seat=ADA)
    with look_at(store, table) as device:
        resolve(device)
        device.tap("South-West turret, 1 cube")
        device.tap("Undo: Ada: South-West turret first")
        assert "Two equal turrets" in device.labels()
        device.tap("Undo: Resolve the battle")
        assert "Resolve the battle" in device.buttons()


def test_a_house_rule_that_asks_for_moves_asks_for_moves_alone(store):
    table = asking(store)
    table.append(SetPolicy(ADA, "ask"), seat=ADA)
    with look_at(store, table) as device:
        device.tap("Who decides in battle?")
        assert {"Ada: Moves only", "Ada: Ask me"} <= set(device.buttons())
        assert "Ben: Moves only" not in device.buttons()
        resolve(device)
        assert "Move tokens" in device.labels(), "the tie of turrets is settled"
        device.tap("Automatic from here")
        assert "Sacked: damaged cards" in device.labels()


def test_guard_and_hold_take_an_asking_player_back(store):
    table = asking(store)
    with look_at(store, table) as device:
        device.tap("Who decides in battle?")
        device.tap("Ada: Ask me")
        device.tap("Ada: Hold")
    assert not asks(table.state, ADA)
    assert table.state.players[ADA].policy == "hold"


def test_automatic_again_leaves_the_rest_to_the_app(store):
    table = asking(store)
    with look_at(store, table) as device:
        device.tap("Who decides in battle?")
        device.tap("Ada: Ask me")
        resolve(device)
        assert "Two equal turrets" in device.labels()
        device.tap("Automatic from here")
        assert not asks(table.state, ADA)
        assert table.state.players[ADA].policy is None, "what is said for one battle changes no policy"
        assert "Sacked: damaged cards" in device.labels(), "only the sack is left to ask about"


def test_moves_beyond_the_tokens_say_why_and_can_be_done_anyway(store):
    table = asking(store)
    table.append(AskMe(ADA), seat=ADA)
    with look_at(store, table) as device:
        resolve(device)
        device.tap("Let the app decide")
        assert "Move tokens" in device.labels()
        for post in ("North", "East", "West"):
            device.tap(f"{post} wall, soldiers: one less")
        device.tap("North wall, soldiers: one less")
        assert any("tokens are worth 3" in text for text in device.texts())
        device.tap("Move the troops")
        device.tap("Do it anyway")
    answers = [action for action in said(table) if isinstance(action, UseMoveTokens)]
    assert answers[0].soldiers == (0, 0, 0, 0, 6)


def test_targets_and_moves_are_said_as_chosen(store):
    table = asking(store)
    table.append(AskMe(ADA), seat=ADA)
    with look_at(store, table) as device:
        resolve(device)
        device.tap("South-West turret, 1 cube")
        device.tap("Nobody moves")
        assert "Your arrows" in device.labels()
        device.tap("4 swordsmen")
        device.tap("Nobody moves")
    assert ChooseTargets(ADA, "E", 0) in said(table)
    assert any(isinstance(action, MoveTroops) and action.player == ADA for action in said(table))


# a sack


def test_two_cards_are_picked_and_the_red_number_is_typed(store):
    table = drawn(placed(at_combat(store)))
    table.append(DrawSiege("own-the-widow", "W"))
    with look_at(store, table) as device:
        device.tap("Chapel")
        device.tap("Smithy")
        device.tap("Toll House")  # one too many: the first is put back
        device.tap("Damage these 2 cards")
        assert said(table)[-1] == DamageCards(DOV, (2, 3))
        for digit in "40":
            device.tap(digit)
        assert "Gold never rises in a sack." in device.texts()
        device.tap("Start again")
        for digit in "15":
            device.tap(digit)
        device.tap("Gold falls to 15")
    assert said(table)[-1] == ReadRedNumber(DOV, 15)
    assert table.state.phase == "flags"


# the result


def test_everybodys_outcome_at_a_glance(store):
    with look_at(store, finished(store)) as device:
        labels = device.labels()
        assert any(label.startswith("Ada: Survived. ") and "wounded" in label for label in labels)
        assert any(label.startswith("Dov: Sacked. ") and "Gold 23 → 15" in label for label in labels)


def test_lines_are_ticked_on_this_device_and_stay_ticked(store):
    table = finished(store)
    with look_at(store, table) as device:
        boxes = [each for each in device.find(ft.Semantics) if each.checked is not None]
        assert boxes
        assert not any(box.checked for box in boxes)
        device.fire(boxes[0], "tap")
        first = boxes[0].label
        device.go("/rules/P-6")
        device.go(f"/table/{table.id}")
        assert [box.label for box in device.find(ft.Semantics) if box.checked] == [first]
    with look_at(store, table) as other:
        assert not [box for box in other.find(ft.Semantics) if box.checked]


def test_every_line_has_its_reason_and_a_way_to_its_rule(store):
    table = finished(store)
    story = story_of(table.session)
    assert story is not None
    for page in ({"width": 390}, {"width": 1280}):
        labels: list[str] = []
        with look_at(store, table, **page) as device:
            for name in ("Ada", "Ben", "Cleo", "Dov"):
                if page["width"] == 390:
                    device.tap(f"{name}: S")
                labels += device.labels()
        for line in story.instructions:
            assert f"{line.words} {line.why}" in labels
            assert f"Rule {line.rule}" in labels


def test_why_tells_the_battle_round_by_round_for_each_player(store):
    with look_at(store, finished(store)) as device:
        device.tap("Why?")
        assert any(label.startswith("Sacked after") for label in device.labels())
        device.tap("Ada")
        assert {"Before the battle", "Round 1", "Round 2"} <= set(device.labels())
        assert not any(label.startswith("Sacked after") for label in device.labels())
        device.tap("Why?")
        assert "Change on your table" in device.labels()


def test_what_the_table_said_itself_is_no_instruction(store):
    """Placements and recounts lie on the table already; only what combat did is left to do."""
    table = at_combat(store)
    castle = table.state.players[ADA].castle
    table.append(Place(ADA, all_inside(castle).soldiers, all_inside(castle).mercenaries), seat=ADA)
    for number in (BEN, CLEO, DOV):
        other = table.state.players[number].castle
        table.append(Place(number, other.soldiers, other.mercenaries), seat=number)
    drawn(table)
    table.append(Correct((SetNumber(CLEO, "gold", 12), SetNumber(CLEO, "food", 9))))
    span = combat_span(table.session)
    assert span is not None
    before = table_before(table.session, span)
    assert before.players[ADA].castle.soldiers == (0, 0, 0, 0, 6)
    assert before.players[CLEO].gold == 12
    assert not any(before.players[CLEO].castle.swordsmen)
    table.append(DrawSiege("own-the-widow", "W"))
    story = story_of(table.session)
    assert story is not None
    assert not [line for line in story.instructions if line.seat == CLEO and line.words.startswith(("Gold", "Food"))]


def test_the_story_ends_where_the_flags_begin(store):
    table = finished(store)
    story = story_of(table.session)
    table.append(Proceed("flags"))
    assert table.state.phase == "refresh"
    later = story_of(table.session)
    assert story is not None
    assert later is not None
    assert later.instructions == story.instructions


def test_whoever_was_sacked_is_shown_first_and_a_tile_shows_another(store):
    with look_at(store, finished(store)) as device:
        assert any(label.startswith("Gold 23 → 15") for label in device.labels())
        device.tap("Ada: Survived")
        assert not any(label.startswith("Gold 23 → 15") for label in device.labels())


# every step, in every look


@pytest.mark.parametrize("page", [{"width": 390, "height": 844}, {"width": 1280, "height": 800}], ids=["phone", "desk"])
@pytest.mark.parametrize(("theme", "scale"), [("light", 1.0), ("dark", 1.0), ("contrast", 2.0)])
def test_every_step_can_be_drawn(store, page, theme, scale):
    store.storage.settings.change(theme=theme, text_scale=scale)
    table = at_combat(store, None, Correct((SetNumber(ADA, "move ones", 2),)))
    table.append(AskMe(ADA), seat=ADA)
    seen = set()
    with look_at(store, table, **page) as device:
        while table.state.phase == "combat":
            assert "Something went wrong" not in device.labels(), store.reports
            decision = GAME.pending(table.state)
            assert decision is not None
            seen.add(decision.kind)
            for box in device.find(ft.Semantics):
                assert not box.button or box.label, "everything that can be touched has a name"
            if decision.kind == "siege card":
                device.tap("Accept and go on")
            answer = apps_answer(table.state, decision) or _answer(decision)
            table.append(answer, seat=decision.seat)
            device.settle()
        assert any(label.startswith("Ada: ") for label in device.labels())
        device.tap("Why?")
        assert "Something went wrong" not in device.labels(), store.reports
    assert {"placement", "invader card", "siege card", "battle", "move tokens", "turret", "red number"} <= seen
    assert {"archery targets", "troop movement", "damaged cards"} <= seen


def _answer(decision: Any) -> Any:
    """What only the table knows."""
    if decision.kind == "invader card":
        return DrawInvader(CARDS[int(decision.about["number"]) - 2], "N")
    if decision.kind == "siege card":
        return DrawSiege("own-the-widow", "W", look_first=True)
    assert decision.kind == "red number"
    return ReadRedNumber(decision.seat, 3)
