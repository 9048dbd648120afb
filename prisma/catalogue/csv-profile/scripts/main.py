"""Profile CSV text: type, gaps, distinct values and range of every column."""
import csv
import io
import json
import re
import sys
from collections import Counter
from datetime import date
from decimal import Decimal

MAX_BYTES = 400_000
MAX_CHARS = 100_000
MAX_COLUMNS = 200
DELIMITERS = [",", ";", "\t", "|"]

# "007" is an identifier, not the number seven: leading zeros keep a column textual.
INTEGER = re.compile(r"[+-]?(0|[1-9][0-9]{0,17})\Z")
NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?\Z")
ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
BOOLEAN = {"true", "false", "yes", "no"}


class InputError(ValueError):
    """Something the caller can put right."""


def is_date(text):
    if not ISO_DATE.match(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def parse(text, delimiter):
    try:
        # strict: an unclosed quote would otherwise swallow the rest of the file in silence
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as problem:
        raise InputError(f"csv cannot be read with delimiter {delimiter!r}: {problem}") from problem
    return [row for row in rows if any(cell.strip() for cell in row)]


def detect_delimiter(text):
    """The delimiter that gives the most rows of equal width, then the widest rows."""
    sample = "\n".join(text.splitlines()[:30])
    best, best_score = ",", (0, 0)
    for delimiter in DELIMITERS:
        try:
            widths = Counter(len(row) for row in parse(sample, delimiter))
        except InputError:
            continue  # the sample may end inside a quoted cell
        width, rows = widths.most_common(1)[0] if widths else (1, 0)
        if width > 1 and (rows, width) > best_score:
            best, best_score = delimiter, (rows, width)
    return best


def column_type(values):
    if not values:
        return "empty"
    if all(INTEGER.match(value) for value in values):
        return "integer"
    if all(NUMBER.match(value) for value in values):
        return "number"
    if all(value.lower() in BOOLEAN for value in values):
        return "boolean"
    if all(is_date(value) for value in values):
        return "date"
    return "text"


def profile_column(name, cells, top_values):
    values = [cell.strip() for cell in cells if cell.strip()]
    kind = column_type(values)
    counts = Counter(values)
    # ties are ordered by value so that the same file always gives the same report
    top = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:top_values]
    column = {
        "name": name,
        "type": kind,
        "empty": len(cells) - len(values),
        "distinct": len(counts),
        "top": [{"value": value, "count": count} for value, count in top],
    }
    if kind in ("integer", "number"):
        column["min"] = min(values, key=Decimal)
        column["max"] = max(values, key=Decimal)
        column["mean"] = float(round(sum(map(Decimal, values)) / len(values), 6))
    elif values:
        column["min"], column["max"] = min(values), max(values)
    return column


def run(payload):
    text = payload.get("csv")
    if not isinstance(text, str) or not text.strip():
        raise InputError("csv must be a non-empty text")
    if len(text) > MAX_CHARS:
        raise InputError(f"csv has {len(text)} characters; the limit is {MAX_CHARS}")
    text = text.removeprefix("\ufeff")
    delimiter = payload.get("delimiter", "auto")
    if delimiter not in ["auto", *DELIMITERS]:
        raise InputError('delimiter must be "auto", ",", ";", "|" or a tab')
    top_values = payload.get("top_values", 3)
    if type(top_values) is not int or not 0 <= top_values <= 10:
        raise InputError("top_values must be an integer from 0 to 10")
    delimiter = detect_delimiter(text) if delimiter == "auto" else delimiter
    rows = parse(text, delimiter)

    if not rows:
        raise InputError("csv holds only empty cells")
    width = max(len(row) for row in rows)
    if width > MAX_COLUMNS:
        raise InputError(f"the widest row has {width} columns; the limit is {MAX_COLUMNS}")
    header = rows.pop(0) if payload.get("has_header", True) is True else []
    names = [(header[i].strip() if i < len(header) else "") or f"column_{i + 1}" for i in range(width)]
    expected = len(header) or (len(rows[0]) if rows else width)
    warnings = [f"row {i + 1} has {len(row)} cells instead of {expected}"
                for i, row in enumerate(rows) if len(row) != expected]
    warnings += [f"the column name {name!r} is used {count} times"
                 for name, count in Counter(names).items() if count > 1]
    columns = [profile_column(name, [row[i] if i < len(row) else "" for row in rows], top_values)
               for i, name in enumerate(names)]
    return {"rows": len(rows), "delimiter": delimiter, "columns": columns, "warnings": warnings[:20]}


def read_input():
    raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise InputError(f"the input is larger than {MAX_BYTES} bytes")
    try:
        payload = json.loads(raw)
    except (ValueError, RecursionError):
        raise InputError("stdin must hold one JSON object") from None
    if not isinstance(payload, dict):
        raise InputError("the input must be a JSON object")
    return payload


def main():
    try:
        result, code = run(read_input()), 0
    except InputError as problem:
        result, code = {"error": str(problem)}, 1
    sys.stdout.buffer.write(json.dumps(result, ensure_ascii=False).encode("utf-8", "replace"))
    return code


if __name__ == "__main__":
    sys.exit(main())
