"""Convert between units with exact rational factors (no binary floating point)."""
import json
import re
import sys
from fractions import Fraction

MAX_BYTES = 20_000
DECIMAL = re.compile(r"[+-]?[0-9]{1,30}(\.[0-9]{1,30})?\Z")

# Every factor is the exact legal or SI definition, as a multiple of the first unit of its quantity.
FACTORS = {
    "length": {"m": "1", "km": "1000", "cm": "1/100", "mm": "1/1000", "um": "1/1000000", "in": "127/5000",
               "ft": "381/1250", "yd": "1143/1250", "mi": "201168/125", "nmi": "1852"},
    "mass": {"kg": "1", "g": "1/1000", "mg": "1/1000000", "t": "1000", "lb": "45359237/100000000",
             "oz": "45359237/1600000000", "st": "317514659/50000000"},
    "area": {"m2": "1", "km2": "1000000", "cm2": "1/10000", "ha": "10000", "acre": "316160658/78125",
             "ft2": "145161/1562500", "in2": "16129/25000000"},
    "volume": {"l": "1", "ml": "1/1000", "m3": "1000", "cm3": "1/1000", "gal_us": "473176473/125000000",
               "qt_us": "473176473/500000000", "floz_us": "473176473/16000000000", "gal_uk": "454609/100000",
               "pt_uk": "454609/800000"},
    "speed": {"m/s": "1", "km/h": "5/18", "mph": "1397/3125", "kn": "463/900", "ft/s": "381/1250"},
    "time": {"s": "1", "ms": "1/1000", "min": "60", "h": "3600", "d": "86400", "week": "604800"},
    "data": {"byte": "1", "bit": "1/8", "kB": "1000", "MB": "1000000", "GB": "1000000000",
             "TB": "1000000000000", "KiB": "1024", "MiB": "1048576", "GiB": "1073741824",
             "TiB": "1099511627776"},
    "pressure": {"Pa": "1", "kPa": "1000", "hPa": "100", "bar": "100000", "atm": "101325",
                 "psi": "8896443230521/1290320000", "torr": "20265/152"},
    "energy": {"J": "1", "kJ": "1000", "Wh": "3600", "kWh": "3600000", "cal": "523/125", "kcal": "4184",
               "BTU": "52752792631/50000000"},
}
# Temperature needs an offset: kelvin = (value + offset) * factor.
TEMPERATURE = {"K": ("0", "1"), "C": ("273.15", "1"), "F": ("459.67", "5/9"), "R": ("0", "5/9")}
ABSOLUTE_ZERO = Fraction(0)


class InputError(ValueError):
    """Something the caller can put right."""


def quantity_of(unit):
    if unit in TEMPERATURE:
        return "temperature"
    for quantity, units in FACTORS.items():
        if unit in units:
            return quantity
    known = sorted([*TEMPERATURE, *(name for units in FACTORS.values() for name in units)], key=str.lower)
    raise InputError(f"unknown unit {unit!r}; known units: {', '.join(known)}")


def convert(value, source, target, quantity):
    if quantity != "temperature":
        units = FACTORS[quantity]
        return value * Fraction(units[source]) / Fraction(units[target])
    offset, factor = map(Fraction, TEMPERATURE[source])
    kelvin = (value + offset) * factor
    if kelvin < ABSOLUTE_ZERO:
        raise InputError(f"{source}: the value is below absolute zero")
    offset, factor = map(Fraction, TEMPERATURE[target])
    return kelvin / factor - offset


def to_decimal(value, places):
    """Decimal text rounded half to even, without trailing zeros and without a negative zero."""
    scaled = round(value * 10**places)  # round() of a Fraction is half to even
    digits = str(abs(scaled)).rjust(places + 1, "0")
    text = digits[:-places] + "." + digits[-places:] if places else digits
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "-" + text if scaled < 0 else text


def run(payload):
    value = payload.get("value")
    if not isinstance(value, str) or not DECIMAL.match(value):
        raise InputError('value must be a decimal text such as "12.5" (at most 30 digits on each side)')
    source, target = payload.get("from"), payload.get("to")
    if not isinstance(source, str) or not isinstance(target, str):
        raise InputError("from and to must be unit names")
    places = payload.get("places", 6)
    if type(places) is not int or not 0 <= places <= 20:
        raise InputError("places must be an integer from 0 to 20")
    quantity = quantity_of(source)
    if quantity_of(target) != quantity:
        raise InputError(f"{source} measures {quantity}, {target} measures {quantity_of(target)}")
    result = convert(Fraction(value), source, target, quantity)
    text = to_decimal(result, places)
    return {"value": text, "unit": target, "quantity": quantity, "exact": Fraction(text) == result}


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
