"""Reads one JSON object from standard input and writes one to standard output."""
import json
import sys

MAX_CHARACTERS = 100_000


class InputError(ValueError):
    """Something the caller can correct."""


def run(payload):
    text = payload.get("text") if isinstance(payload, dict) else None
    if not isinstance(text, str) or len(text) > MAX_CHARACTERS:
        raise InputError(f"text must be a text of at most {MAX_CHARACTERS} characters")
    return {"characters": len(text), "lines": len(text.splitlines())}


def main():
    try:
        result, code = run(json.load(sys.stdin)), 0
    except (InputError, json.JSONDecodeError) as problem:
        result, code = {"error": str(problem)}, 1
    json.dump(result, sys.stdout, ensure_ascii=False)
    return code


if __name__ == "__main__":
    sys.exit(main())
