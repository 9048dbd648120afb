"""Loan repayment plan in whole cents: exact fractions, so the plan always closes at zero."""
import json
import re
import sys
from fractions import Fraction

MAX_BYTES = 20_000
MAX_PRINCIPAL = 10**15
MAX_MONTHS = 480
RATE = re.compile(r"[0-9]{1,3}(\.[0-9]{1,6})?\Z")


class InputError(ValueError):
    """Something the caller can put right."""


def half_up(value):
    """Round a non-negative fraction to whole cents, halves upwards, as banks state it."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def level_payment(principal, rate, months):
    if rate == 0:
        return half_up(Fraction(principal, months))
    growth = (1 + rate) ** months
    return half_up(principal * rate * growth / (growth - 1))


def build_schedule(principal, rate, months, method):
    payment = level_payment(principal, rate, months) if method == "annuity" else None
    principal_share = half_up(Fraction(principal, months))
    balance, rows = principal, []
    for month in range(1, months + 1):
        interest = half_up(balance * rate)
        share = principal_share if payment is None else payment - interest
        if month == months:
            share = balance  # the last instalment absorbs every rounding difference
        share = max(0, min(share, balance))
        balance -= share
        rows.append({"month": month, "payment_cents": share + interest, "principal_cents": share,
                     "interest_cents": interest, "balance_cents": balance})
    return rows


def by_year(rows):
    years = []
    for start in range(0, len(rows), 12):
        chunk = rows[start:start + 12]
        years.append({
            "year": start // 12 + 1,
            "payment_cents": sum(row["payment_cents"] for row in chunk),
            "principal_cents": sum(row["principal_cents"] for row in chunk),
            "interest_cents": sum(row["interest_cents"] for row in chunk),
            "balance_cents": chunk[-1]["balance_cents"],
        })
    return years


def integer(payload, key, low, high):
    value = payload.get(key)
    if type(value) is not int or not low <= value <= high:
        raise InputError(f"{key} must be an integer from {low} to {high}")
    return value


def choice(payload, key, allowed):
    value = payload.get(key, allowed[0])
    if value not in allowed:
        raise InputError(f"{key} must be one of {', '.join(allowed)}")
    return value


def run(payload):
    principal = integer(payload, "principal_cents", 1, MAX_PRINCIPAL)
    months = integer(payload, "months", 1, MAX_MONTHS)
    method = choice(payload, "method", ["annuity", "equal_principal"])
    detail = choice(payload, "detail", ["yearly", "monthly", "none"])
    rate_text = payload.get("annual_rate_percent")
    if not isinstance(rate_text, str) or not RATE.match(rate_text) or Fraction(rate_text) > 100:
        raise InputError('annual_rate_percent must be a decimal text from "0" to "100", such as "5.25"')
    rows = build_schedule(principal, Fraction(rate_text) / 1200, months, method)
    interest = sum(row["interest_cents"] for row in rows)
    return {
        "first_payment_cents": rows[0]["payment_cents"],
        "last_payment_cents": rows[-1]["payment_cents"],
        "total_interest_cents": interest,
        "total_paid_cents": principal + interest,
        "schedule": {"yearly": by_year, "monthly": list, "none": lambda _: []}[detail](rows),
    }


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
