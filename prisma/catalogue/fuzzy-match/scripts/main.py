"""Rank candidate texts by similarity to a query (optimal string alignment distance)."""
import json
import sys
import unicodedata

MAX_BYTES = 400_000
MAX_CANDIDATES = 500
MAX_LENGTH = 100
MAX_NORMALISED = 200


class InputError(ValueError):
    """Something the caller can put right."""


def normalise(text, fold_case, sort_words):
    """One form for what a reader takes as the same: width, composition, case and spacing."""
    text = unicodedata.normalize("NFKC", text)
    text = text.casefold() if fold_case else text
    parts = text.split()
    form = " ".join(sorted(parts) if sort_words else parts)
    # a single ligature can become eighteen letters, and the comparison costs length times length
    if len(form) > MAX_NORMALISED:
        raise InputError(f"a text is longer than {MAX_NORMALISED} characters once normalised: {text[:20]!r}")
    return form


def distance(a, b):
    """Edits (insert, delete, replace, swap of neighbours) that turn a into b."""
    if len(a) < len(b):
        a, b = b, a
    before, previous = [], list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        current = [i]
        for j, right in enumerate(b, 1):
            cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and a[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        before, previous = previous, current
    return previous[-1]


def score_of(edits, longest):
    # integer arithmetic first: the same pair gives the same four decimals everywhere
    return 1.0 if longest == 0 else (10_000 * (longest - edits) // longest) / 10_000


def text_field(payload, key):
    value = payload.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_LENGTH:
        raise InputError(f"{key} must be a text of 1 to {MAX_LENGTH} characters")
    return value


def flag(payload, key, default):
    value = payload.get(key, default)
    if type(value) is not bool:
        raise InputError(f"{key} must be true or false")
    return value


def run(payload):
    query = text_field(payload, "query")
    candidates = payload.get("candidates")
    if not isinstance(candidates, list) or not 1 <= len(candidates) <= MAX_CANDIDATES:
        raise InputError(f"candidates must be a list of 1 to {MAX_CANDIDATES} texts")
    limit = payload.get("limit", 5)
    if type(limit) is not int or not 1 <= limit <= 50:
        raise InputError("limit must be an integer from 1 to 50")
    min_score = payload.get("min_score", 0.5)
    if type(min_score) not in (int, float) or not 0 <= min_score <= 1:
        raise InputError("min_score must be a number from 0 to 1")
    options = (not flag(payload, "case_sensitive", False), flag(payload, "ignore_word_order", False))

    wanted, matches = normalise(query, *options), []
    for index, candidate in enumerate(candidates):
        if not isinstance(candidate, str) or len(candidate) > MAX_LENGTH:
            raise InputError(f"candidates[{index}] must be a text of at most {MAX_LENGTH} characters")
        form = normalise(candidate, *options)
        edits = distance(wanted, form)
        score = score_of(edits, max(len(wanted), len(form)))
        if score >= min_score:
            matches.append({"candidate": candidate, "index": index, "distance": edits, "score": score})
    matches.sort(key=lambda match: (-match["score"], match["distance"], match["index"]))
    return {"matches": matches[:limit], "compared": len(candidates), "above_threshold": len(matches)}


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
