"""`python -m greenroom.turns decide`: what the gate makes of recorded speech."""

import argparse
import sys
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m greenroom.turns", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    decide = commands.add_parser(
        "decide", help="Decide about WAV files with the live recogniser and the live gate."
    )
    decide.add_argument("files", nargs="+", type=Path, metavar="FILE.wav", help="PCM, 8-48 kHz.")
    decide.add_argument(
        "--floor",
        choices=("interviewer", "candidate"),
        required=True,
        help="Who holds it while the words are spoken; candidate: the interviewer is silent.",
    )
    decide.add_argument(
        "--question",
        choices=("open", "yesno"),
        default="open",
        help="What is being asked; over the interviewer, these are its last words.",
    )
    decide.add_argument("--language", default="en", help="Whose word lists to use.")
    decide.add_argument("--json", action="store_true", help="JSON lines; there is no other output.")
    given = parser.parse_args()

    from greenroom.bootstrap import decide as run

    return run.main(given.files, given.floor, given.question, given.language)


if __name__ == "__main__":
    sys.exit(main())
