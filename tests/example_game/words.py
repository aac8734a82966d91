"""Well and Bucket as the players see and say it: the view of the table, instructions and sentences."""

from engine.core.decisions import Decision
from engine.core.events import Event
from engine.core.instructions import Change, Instruction, Spot, TableView
from engine.core.language import ENGLISH, Language
from tests.example_game.records import Action, CorrectJar, Haul, Share, State, Throw

EVENTS = {
    "filled": "Seat {seat}: {pips} more in the bucket, {litres} litres in all.",
    "snapped": "Seat {seat}: {litres} litres, and the rope bears {rope}. It snaps!",
    "up": "Seat {seat} hauls up {litres} litres.",
    "down": "Seat {seat} lets the bucket down again, with {litres} litres in it.",
    "shared": "Seat {seat} gives the trough {given} litres and keeps {kept}.",
    "corrected": "Seat {seat} has {litres} litres in the jar after all.",
    "next day": "Day {day} dawns.",
    "scored": "Seat {seat} scores {score}.",
}
QUESTIONS = {
    "throw": "{name}, what does the die show?",
    "haul": "{name}, {litres} litres: haul the bucket up?",
    "share": "{name}, how many of the {litres} litres go to the trough?",
}
REASONS = {
    "day": ("W-2", "the day is over"),
    "bucket": ("W-3", "water runs into the bucket, and out of it"),
    "jar": ("W-6", "water kept"),
    "given": ("W-6", "water for the trough"),
}


def sentence(event: Event, language: Language = ENGLISH) -> str:
    seat = "" if event.seat is None else event.seat + 1
    return language(EVENTS[event.what]).format(seat=seat, **event.values)


def question(state: State, decision: Decision, language: Language = ENGLISH) -> str:
    return language(QUESTIONS[decision.kind]).format(name=state.players[state.turn].name, litres=state.bucket)


def describe(state: State, action: Action, language: Language = ENGLISH) -> str:
    match action:
        case Throw(pips):
            return language("Throw {pips}").format(pips=pips)
        case Haul(up):
            return language("Haul the bucket up" if up else "Let the bucket down")
        case Share(litres):
            return language("Give {litres} litres").format(litres=litres)
        case CorrectJar(seat, litres):
            return language("Correct jar {jar} to {litres}").format(jar=seat + 1, litres=litres)


def view(state: State) -> TableView:
    """The day, the bucket, the jars and the trough; what is empty is not listed."""
    seen: dict[Spot, int] = {(None, "well", "day"): state.day, (None, "well", "bucket"): state.bucket}
    for seat, player in enumerate(state.players):
        seen |= {(seat, "board", "jar"): player.jar, (seat, "board", "given"): player.given}
    return {spot: litres for spot, litres in seen.items() if litres}


def instructions(before: State, after: State) -> tuple[Instruction, ...]:
    """A line for each spot that looks different."""
    old, new = view(before), view(after)
    lines = []
    for spot in dict.fromkeys((*old, *new)):
        if old.get(spot) != new.get(spot):
            seat, place, thing = spot
            values = {"old": old.get(spot, 0), "new": new.get(spot, 0)}
            line = f"{thing.capitalize()}: {values['old']} → {values['new']}"
            change = Change(place, thing, old.get(spot), new.get(spot))
            lines.append(Instruction(seat, place, line, thing, values, *REASONS[thing], (change,)))
    return tuple(lines)
