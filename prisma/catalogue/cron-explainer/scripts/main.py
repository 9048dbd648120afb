"""Explain a five-field cron expression and list its next runs after a given moment."""
import json
import sys
from datetime import datetime, timedelta

MAX_BYTES = 20_000
MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()
DAYS = "SUN MON TUE WED THU FRI SAT".split()
MONTH_NAMES = ["January", "February", "March", "April", "May", "June", "July", "August",
               "September", "October", "November", "December"]
DAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
MACROS = {"@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *",
          "@weekly": "0 0 * * 0", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *"}
FIELDS = [("minute", 0, 59, {}), ("hour", 0, 23, {}), ("day_of_month", 1, 31, {}),
          ("month", 1, 12, {name: i + 1 for i, name in enumerate(MONTHS)}),
          ("day_of_week", 0, 7, {name: i for i, name in enumerate(DAYS)})]
# 29 February can be eight years away (1896-1904, 2096-2104): look a little further than that.
HORIZON_DAYS = 8 * 366 + 31


class InputError(ValueError):
    """Something the caller can put right."""


def parse_value(text, field):
    name, low, high, names = field
    value = names.get(text.upper())
    if value is None:
        if not (text.isascii() and text.isdigit() and len(text) <= 2):
            raise InputError(f"{name}: {text!r} is not a number{' or a name' if names else ''}")
        value = int(text)
    if not low <= value <= high:
        raise InputError(f"{name}: {value} is outside {low}-{high}")
    return value


def parse_field(text, field):
    """The sorted values a field selects; lists, ranges, steps and names as in Vixie cron."""
    name, low, high, _ = field
    selected = set()
    for part in text.split(","):
        span, slash, step_text = part.partition("/")
        step = 1
        if slash:
            if not (step_text.isascii() and step_text.isdigit() and 1 <= int(step_text[:4]) <= high):
                raise InputError(f"{name}: the step {step_text!r} must be a number from 1 to {high}")
            step = int(step_text)
        if span == "*":
            first, last = low, high
        elif "-" in span:
            first, last = (parse_value(end, field) for end in span.split("-", 1))
            if first > last:
                raise InputError(f"{name}: the range {span} runs backwards")
        else:
            first = parse_value(span, field)
            last = high if slash else first
        selected.update(range(first, last + 1, step))
    if name == "day_of_week":
        selected = {value % 7 for value in selected}  # 7 is Sunday as well
    return sorted(selected)


def words(items):
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def describe_set(text, values, unit, names=None, offset=0):
    # "every 2 weekdays" would be read as working days: weekdays are always named
    if text.startswith("*/") and "," not in text and unit != "weekday":
        return f"every {text[2:]} {unit}s" if text != "*/1" else f"every {unit}"
    label = (lambda value: names[value - offset]) if names else str
    consecutive = len(values) > 2 and values == list(range(values[0], values[-1] + 1))
    return f"{label(values[0])} through {label(values[-1])}" if consecutive else words([label(v) for v in values])


def describe(parts, sets):
    minute, hour, dom, month, dow = parts
    minutes, hours, doms, months, dows = sets
    if len(minutes) * len(hours) <= 6 and "*" not in minute + hour:
        out = "At " + words([f"{h:02d}:{m:02d}" for h in hours for m in minutes])
    else:
        if minute == "*":
            out = "Every minute"
        elif minute.startswith("*/"):
            out = describe_set(minute, minutes, "minute").capitalize()
        else:
            out = "At minute " + describe_set(minute, minutes, "minute")
        if hour.startswith("*/"):
            out += ", " + describe_set(hour, hours, "hour")
        elif hour != "*":
            out += " past hour " + describe_set(hour, hours, "hour")
        elif minute != "*" and not minute.startswith("*/"):
            out += " of every hour"
    day_parts = []
    if dom != "*":
        text = describe_set(dom, doms, "day")
        day_parts.append(text if text.startswith("every") else f"on day {text} of the month")
    if dow != "*":
        text = describe_set(dow, dows, "weekday", DAY_NAMES)
        day_parts.append(text if text.startswith("every") else f"on {text}")
    # a field that begins with * does not count as restricted, so the two are joined by "and"
    joiner = " and " if dom.startswith("*") or dow.startswith("*") else " or "
    if day_parts:
        out += ", " + joiner.join(day_parts)
    if month != "*":
        text = describe_set(month, months, "month", MONTH_NAMES, 1)
        out += f", {text}" if text.startswith("every") else f", in {text}"
    return out + "."


def next_runs(parts, sets, after, count):
    minutes, hours, doms, months, dows = sets
    either = not parts[2].startswith("*") and not parts[4].startswith("*")
    runs, day = [], after.replace(hour=0, minute=0)
    for _ in range(HORIZON_DAYS):
        in_dom, in_dow = day.day in doms, day.isoweekday() % 7 in dows
        if day.month in months and ((in_dom or in_dow) if either else (in_dom and in_dow)):
            for moment in (day.replace(hour=h, minute=m) for h in hours for m in minutes):
                if moment > after:
                    runs.append(moment.isoformat(timespec="minutes"))
                    if len(runs) == count:
                        return runs
        try:
            day += timedelta(days=1)
        except OverflowError:
            break
    return runs


def run(payload):
    expression = payload.get("expression")
    if not isinstance(expression, str) or not expression.strip() or len(expression) > 200:
        raise InputError("expression must be a text of 1 to 200 characters")
    parts = MACROS.get(expression.strip().lower(), expression).split()
    if len(parts) != 5:
        raise InputError(f"expression has {len(parts)} fields; five are needed: minute hour day month weekday")
    sets = [parse_field(part, field) for part, field in zip(parts, FIELDS)]
    count = payload.get("count", 5)
    if type(count) is not int or not 1 <= count <= 20:
        raise InputError("count must be an integer from 1 to 20")
    result = {"expression": " ".join(parts), "description": describe(parts, sets),
              "fields": {field[0]: values for field, values in zip(FIELDS, sets)}, "next_runs": []}
    if "after" in payload:
        try:
            after = datetime.strptime(payload["after"], "%Y-%m-%dT%H:%M")
        except (TypeError, ValueError):
            raise InputError('after must be a local time such as "2026-01-31T23:59"') from None
        result["next_runs"] = next_runs(parts, sets, after, count)
    return result


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
