"""The `companion` command: reads its arguments, runs one command, and turns every fault into a sentence."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import NoReturn

from companion.terminal import Terminal, terminal_for
from engine.core.errors import BadInput, RuleError

CANNOT_WRITE, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141
"""Exit codes besides 0."""

ABOUT = """\
A companion for the board games on your table: it works out combat and scoring,
explains every step by its rule, and says what to change on the table.
Without a command it opens the app."""

EXAMPLES = """\
examples:
  companion
  companion --web --port 8600
  companion serve
  companion resolve examples/worked-example.json
  companion resolve --explain examples/worked-example.json
  companion score examples/final-scoring.json
  companion replay examples/evening.save.json --season 4

Every command has its own help: companion resolve --help
"""

RESOLVE = """\
Work out one battle, or the combat of a whole table, from a scenario file:
castles, troops, cards, the siege, and the moves of each round as far as the
file tells them. The automation answers the rest."""

RESOLVE_EXAMPLES = """\
examples:
  companion resolve examples/worked-example.json
  companion resolve --explain examples/four-players.json
  companion resolve --pack my-cards.json tonight.json
  companion resolve --json examples/four-players.json | jq '.players[] | {name, outcome}'
  jq '.players[0].gold = 15' examples/worked-example.json | companion resolve -

What a scenario may hold: companion schema scenario, and docs/command-line.md
"""

SCORE = """\
The rulebook's scoring chart for a scenario or a saved table, with the winner
and the tie-break. For a game still in play: what the score would be now."""

SCORE_EXAMPLES = """\
examples:
  companion score examples/final-scoring.json
  companion score examples/evening.save.json
  companion score --json examples/final-scoring.json | jq '.players[] | {name, total}'
"""

REPLAY = """\
Every entry of a saved table's log in words, season by season, with what
happened in it and the rule behind it. Says so if this version reads the file
differently from the one that wrote it."""

REPLAY_EXAMPLES = """\
examples:
  companion replay examples/evening.save.json
  companion replay examples/evening.save.json --season 4
  companion replay examples/evening.save.json --entry 12
  companion replay --json examples/evening.save.json | jq '[.entries[] | select(.auto)] | length'
"""

SCHEMA = """\
The JSON Schema of a kind of file, for editors and other programs. Without a
name: the list of them."""

SCHEMA_EXAMPLES = """\
examples:
  companion schema
  companion schema scenario > scenario.schema.json
"""

SERVE = """\
The tables of this machine on everybody's phone: prints an address and a QR
code; whoever scans it takes a seat, in any browser, with nothing to install.
Only the local network is let in, and only with the table's code."""

SERVE_EXAMPLES = """\
examples:
  companion serve
  companion serve --port 8600 --code FRIDAY
  companion serve --interface 192.168.1.7 --no-watchers
  companion serve --name castle.example --cert cert.pem --key key.pem

What is promised, and what is not: docs/security.md
"""

BENCH = """\
How many battles a second the installed engine works out on one core, with the
spread over repeats."""

BENCH_EXAMPLES = """\
examples:
  companion bench
  companion bench --repeats 15 --json | jq '.figures[] | {name, median}'
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence instead of reprinting the usage."""

    def error(self, message: str) -> NoReturn:
        raise BadInput("", f"{message}; see {self.prog} --help")


def parser() -> Parser:
    """All commands and their options."""
    top = Parser(
        prog="companion", description=ABOUT, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--web", action="store_true", help="open the app in the browser, even where a window could be had")
    top.add_argument(
        "--port", metavar="N", type=port_number, help="the port the browser finds it at (8550 or a free one)"
    )
    top.add_argument("--version", action="version", version=f"companion {installed_version()}")
    commands = top.add_subparsers(metavar="COMMAND", dest="command")

    def command(name: str, hint: str, about: str, examples: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=hint,
            description=about,
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    resolve = command("resolve", "work out a combat", RESOLVE, RESOLVE_EXAMPLES)
    resolve.add_argument("file", metavar="FILE", help='a scenario file, or "-" for standard input')
    how = resolve.add_mutually_exclusive_group()
    how.add_argument("--explain", action="store_true", help="tell every step and round, each line with its rule")
    how.add_argument("--json", action="store_true", help="the result as JSON")
    _add_packs(resolve)

    score = command("score", "the scoring chart", SCORE, SCORE_EXAMPLES)
    score.add_argument("file", metavar="FILE", help='a scenario or a saved table, or "-" for standard input')
    score.add_argument("--json", action="store_true", help="the chart as JSON")
    _add_packs(score)

    replay = command("replay", "a saved table's log in words", REPLAY, REPLAY_EXAMPLES)
    replay.add_argument("file", metavar="SAVE", help='a saved table, or "-" for standard input')
    replay.add_argument("--entry", metavar="N", type=whole_number, help="only this entry")
    replay.add_argument("--season", metavar="N", type=whole_number, help="only this season")
    replay.add_argument("--json", action="store_true", help="the log as JSON")

    schema = command("schema", "the JSON Schema of a kind of file", SCHEMA, SCHEMA_EXAMPLES)
    schema.add_argument("name", metavar="NAME", nargs="?", help="save, scenario, pack or message")

    serve = command("serve", "one table on many phones", SERVE, SERVE_EXAMPLES)
    serve.add_argument("--port", metavar="N", type=port_number, help="the port (8550 or a free one)")
    serve.add_argument(
        "--interface", metavar="ADDRESS", default="0.0.0.0", help="the address to listen at (all of them)"
    )
    serve.add_argument("--code", metavar="CODE", help="the code of the newest table (a random one)")
    serve.add_argument("--no-watchers", action="store_true", help="let nobody in who only wants to watch")
    serve.add_argument("--phones", metavar="N", type=whole_number, default=100, help="how many at a time (100)")
    serve.add_argument("--cert", metavar="FILE", help="a certificate: serve https")
    serve.add_argument("--key", metavar="FILE", help="its key")
    serve.add_argument(
        "--name", metavar="NAME", action="append", default=[], help="a name this machine is known by; may be repeated"
    )
    serve.add_argument("--anywhere", action="store_true", help="let in others than the local network")

    bench = command("bench", "how fast the engine is here", BENCH, BENCH_EXAMPLES)
    bench.add_argument("--repeats", metavar="N", type=repeats, default=7, help="measurements of each figure (7)")
    bench.add_argument("--json", action="store_true", help="the figures as JSON")
    return top


def _add_packs(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--pack",
        metavar="FILE",
        action="append",
        default=[],
        help="a card pack whose cards the scenario may name; may be given several times",
    )


def whole_number(text: str) -> int:
    """An argument that counts something."""
    if not (text.isascii() and text.isdecimal() and 0 < len(text) < 8):
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}")
    return int(text)


def port_number(text: str) -> int:
    """A port to listen at."""
    number = whole_number(text)
    if not 1 <= number <= 65_535:
        raise argparse.ArgumentTypeError("must be 1 to 65535")
    return number


def repeats(text: str) -> int:
    """How often to measure."""
    number = whole_number(text)
    if not 1 <= number <= 1_000:
        raise argparse.ArgumentTypeError("must be 1 to 1000")
    return number


def installed_version() -> str:
    """The version of the installed package."""
    try:
        return version("board-companion")
    except PackageNotFoundError:
        return "(not installed)"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code."""
    try:
        code = _run(argv)
        sys.stdout.flush()
    except BadInput as fault:
        return _fault(str(fault))
    except RuleError as refusal:
        return _fault(str(refusal))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except OSError as fault:
        _drop_output()
        _fault(f"the result could not be written: {fault.strerror or fault}")
        return CANNOT_WRITE
    return code


def _run(argv: Sequence[str] | None) -> int:
    top = parser()
    try:
        arguments = top.parse_args(argv)
    except SystemExit as done:  # --help and --version
        return int(done.code or 0)
    terminal = terminal_for(sys.stdout)
    if arguments.command is None:
        launched: int = import_module("companion.launch").launch(web=arguments.web, port=arguments.port)
        return launched
    # A command is imported when it is used: the others' machinery costs no start-up time.
    run: Callable[[argparse.Namespace, Terminal], int] = import_module(f"companion.commands.{arguments.command}").run
    return run(arguments, terminal)


def _fault(sentence: str) -> int:
    """One line on standard error."""
    terminal = terminal_for(sys.stderr)
    end = "" if sentence.endswith((".", "!", "?")) else "."
    print(f"companion: {terminal.clean(sentence)}{end}", file=sys.stderr)
    return BAD_INPUT


def _drop_output() -> None:
    """Nobody reads on: what is left in the buffer goes nowhere, and the interpreter does not complain at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass


if __name__ == "__main__":
    sys.exit(main())
