"""Check IBANs: country, length, BBAN structure and the ISO 7064 mod 97-10 check digits."""
import json
import re
import sys

MAX_BYTES = 40_000
MAX_IBANS = 200

# BBAN structure per country as in the IBAN registry: n digits, a upper-case letters, c letters or digits.
STRUCTURES = {
    "AD": "8n12c", "AE": "19n", "AL": "8n16c", "AT": "16n", "AZ": "4a20c", "BA": "16n", "BE": "12n",
    "BG": "4a6n8c", "BH": "4a14c", "BI": "23n", "BR": "23n1a1c", "BY": "4c4n16c", "CH": "5n12c",
    "CR": "18n", "CY": "8n16c", "CZ": "20n", "DE": "18n", "DJ": "23n", "DK": "14n", "DO": "4c20n",
    "EE": "16n", "EG": "25n", "ES": "20n", "FI": "14n", "FK": "2a12n", "FO": "14n", "FR": "10n11c2n",
    "GB": "4a14n", "GE": "2a16n", "GI": "4a15c", "GL": "14n", "GR": "7n16c", "GT": "24c", "HN": "4a20n",
    "HR": "17n", "HU": "24n", "IE": "4a14n", "IL": "19n", "IQ": "4a15n", "IS": "22n", "IT": "1a10n12c",
    "JO": "4a4n18c", "KW": "4a22c", "KZ": "3n13c", "LB": "4n20c", "LC": "4a24c", "LI": "5n12c", "LT": "16n",
    "LU": "3n13c", "LV": "4a13c", "LY": "21n", "MC": "10n11c2n", "MD": "20c", "ME": "18n", "MK": "3n10c2n",
    "MN": "16n", "MR": "23n", "MT": "4a5n18c", "MU": "4a19n3a", "NI": "4a20n", "NL": "4a10n", "NO": "11n",
    "OM": "3n16c", "PK": "4a16c", "PL": "24n", "PS": "4a21c", "PT": "21n", "QA": "4a21c", "RO": "4a16c",
    "RS": "18n", "RU": "14n15c", "SA": "2n18c", "SC": "4a20n3a", "SD": "14n", "SE": "20n", "SI": "15n",
    "SK": "20n", "SM": "1a10n12c", "SO": "19n", "ST": "21n", "SV": "4a20n", "TL": "19n", "TN": "20n",
    "TR": "6n16c", "UA": "6n19c", "VA": "18n", "VG": "4a16n", "XK": "16n", "YE": "4a4n18c",
}
CLASSES = {"n": "[0-9]", "a": "[A-Z]", "c": "[A-Z0-9]"}
NAMES = {"n": "digits", "a": "letters", "c": "letters or digits"}


class InputError(ValueError):
    """Something the caller can put right."""


def groups(structure):
    return [(int(size), kind) for size, kind in re.findall(r"([0-9]+)([nac])", structure)]


def remainder(text):
    """The number made by writing A as 10 … Z as 35, modulo 97."""
    return int("".join(str(int(char, 36)) for char in text)) % 97


def check_digits(country, bban):
    return f"{98 - remainder(bban + country + '00'):02d}"


def check(text):
    iban = re.sub(r"[\s-]", "", text).upper()
    result = {"input": text, "normalised": iban, "valid": False, "country": None, "formatted": None,
              "expected_check_digits": None, "problem": None}
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}", iban):
        result["problem"] = "an IBAN is two letters, two digits and up to 30 letters or digits"
        return result
    country, bban = iban[:2], iban[4:]
    if country not in STRUCTURES:
        result["problem"] = f"{country} is not a country of the IBAN registry"
        return result
    result["country"] = country
    parts = groups(STRUCTURES[country])
    length = 4 + sum(size for size, _ in parts)
    if len(iban) != length:
        result["problem"] = f"{country} IBANs have {length} characters, this one has {len(iban)}"
        return result
    start = 0
    for size, kind in parts:
        if not re.fullmatch(CLASSES[kind] + "+", bban[start:start + size]):
            result["problem"] = f"characters {start + 5}-{start + size + 4} must be {NAMES[kind]}"
            return result
        start += size
    expected = check_digits(country, bban)
    result["expected_check_digits"] = expected
    # comparing the digits also refuses 00, 01 and 99, which pass a bare remainder test
    if iban[2:4] != expected:
        result["problem"] = f"the check digits are {iban[2:4]}, they should be {expected}"
        return result
    result["valid"] = True
    result["formatted"] = " ".join(iban[i:i + 4] for i in range(0, len(iban), 4))
    return result


def run(payload):
    ibans = payload.get("ibans")
    if not isinstance(ibans, list) or not 1 <= len(ibans) <= MAX_IBANS:
        raise InputError(f"ibans must be a list of 1 to {MAX_IBANS} texts")
    for index, iban in enumerate(ibans):
        if not isinstance(iban, str) or len(iban) > 60:
            raise InputError(f"ibans[{index}] must be a text of at most 60 characters")
    results = [check(iban) for iban in ibans]
    return {"results": results, "valid_count": sum(result["valid"] for result in results)}


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
