import { SKILL_PROCESS_PYTHON } from "./skill-process-python";

/** `openclaw_wrapper.py` (USK v1.0 section 6); the same text for every skill. */
export const OPENCLAW_WRAPPER = String.raw`#!/usr/bin/env python3
"""Runs the skill in this package: one JSON object in, one JSON object out.

    python3 openclaw_wrapper.py < input.json
    python3 openclaw_wrapper.py --input '{"key": "value"}'
    python3 openclaw_wrapper.py --file input.json

What is run, for how long, and with which variables stands in manifest.json beside this file. On failure standard
output holds {"error": "why"} and the status is 1.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import threading

${SKILL_PROCESS_PYTHON}

def read_input(options):
    if options.input is not None:
        return options.input.encode("utf-8")
    if options.file is not None:
        with open(options.file, "rb") as file:
            return file.read(MAX_BYTES + 1)
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def main():
    parser = argparse.ArgumentParser(description="Runs the skill in this package.")
    parser.add_argument("--input", help="the input as JSON")
    parser.add_argument("--file", help="a file that holds the input")
    try:
        data = read_input(parser.parse_args())
        if len(data) > MAX_BYTES:
            raise SkillError("input", "The input has more than " + str(MAX_BYTES) + " bytes.")
        sys.stdout.buffer.write(run_skill(data))
    except (SkillError, OSError) as error:
        sys.stdout.write(json.dumps({"error": str(error)}) + "\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
`;
