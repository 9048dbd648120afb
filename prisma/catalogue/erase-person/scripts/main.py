"""Erase a person's records from a list, for good."""
import json
import sys

MAX_BYTES = 4_000_000
MAX_MENTIONS = 50


class InputError(ValueError):
    """Something the caller can mend."""


def same(value, person):
    """Whether a value is this person's, whatever its case and the blanks around it."""
    return value is not None and str(value).strip().casefold() == person


def erase(records, field, person, keep):
    """The records that are left, and how many records and values are gone."""
    left, gone, values = [], 0, 0
    for record in records:
        if not same(record.get(field), person):
            left.append(record)
        elif keep is None:
            gone += 1
        else:
            kept = {name: value for name, value in record.items() if name in keep}
            values += len(record) - len(kept)
            left.append(kept)
    return left, gone, values


def main():
    raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise InputError("the input is too long")
    wish = json.loads(raw)
    person = wish["person"].strip().casefold()
    if not person:
        raise InputError("person is empty")
    keep = wish.get("keep")
    if keep is not None and wish["field"] in keep:
        raise InputError("keep names the field that says whom a record is about: nothing would be erased of it")
    left, gone, values = erase(wish["records"], wish["field"], person, keep)
    mentions = [
        {"record": number, "field": name}
        for number, record in enumerate(left)
        for name, value in record.items()
        if same(value, person)
    ]
    answer = {
        "records": left,
        "erased_records": gone,
        "erased_values": values,
        "mentions": mentions[:MAX_MENTIONS],
    }
    json.dump(answer, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    try:
        main()
    except (InputError, KeyError, TypeError, AttributeError, ValueError) as error:
        json.dump({"error": str(error)}, sys.stdout)
        sys.exit(1)
