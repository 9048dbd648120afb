"""Signed statements (DSSE, in-toto), verified without asking anybody: receipts of the market, seals of verifiers."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import math
import re
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any, Dict, List, Optional

from .keys import verify_signature
from .readers import (
    MAX_SAFE_INTEGER,
    AnswerInvalid,
    Reader,
    address,
    anything,
    between,
    digest,
    list_of,
    matching,
    members,
    nullable,
    one_of,
    parse_json,
    record,
    text,
    text_that,
)
from .solana import decode_base58

_PAYLOAD_TYPE = "application/vnd.in-toto+json"
_MAX_PAYLOAD_CHARACTERS = 1_000_000
_MAX_SIGNATURES = 16
_MAX_SIGNATURE_CHARACTERS = 88
_MAX_CALLS = 100


class StatementInvalid(ValueError):
    """Why a statement proves nothing. `code` is one word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


def canonical_json(value: Any) -> str:
    """The canonical JSON text (RFC 8785): equal values have one text, however they are written.

    Raises `ValueError` for what JSON cannot say, and for what is too deep.
    """
    try:
        return _canonical(value)
    except RecursionError:
        raise ValueError("it is too deep for JSON") from None


def _canonical(value: Any) -> str:
    if value is None or isinstance(value, (bool, str)):
        text = json.dumps(value, ensure_ascii=False)
        text.encode("utf-8")  # half a letter has no canonical form
        return text
    if isinstance(value, (int, float)):
        return _canonical_number(value)
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(_canonical, value))}]"
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise ValueError(f"{type(value).__name__} has no JSON form")
    names = sorted(value, key=lambda name: str(name).encode("utf-16-be", "surrogatepass"))
    return f"{{{','.join(f'{_canonical(name)}:{_canonical(value[name])}' for name in names)}}}"


def _canonical_number(value: "int | float") -> str:
    """As ECMAScript writes a number: every number is a double there."""
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError("a number is not finite")
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    _, all_digits, power = Decimal(repr(abs(number))).as_tuple()
    place = len(all_digits) + int(power)  # where the decimal point stands in the digits
    digits = "".join(map(str, all_digits)).rstrip("0")
    if len(digits) <= place <= 21:
        return sign + digits.ljust(place, "0")
    if 0 < place <= 21:
        return f"{sign}{digits[:place]}.{digits[place:]}"
    if -6 < place <= 0:
        return f"{sign}0.{'0' * -place}{digits}"
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{rest}e{place - 1:+d}"


def digest_json(value: Any) -> str:
    """`sha256:<hex>` of the canonical JSON of a value, as receipts name an input and an output."""
    return f"sha256:{hashlib.sha256(canonical_json(value).encode()).hexdigest()}"


def open_envelope(envelope: Any, public_key: str) -> bytes:
    """The payload of an envelope with a valid signature of this key (base58). Raises `StatementInvalid`.

    An envelope's own `keyid` is a hint that does not count; only the key that the verifier brings along does.
    """
    payload, signatures = _read_envelope(envelope)
    header = f"DSSEv1 {len(_PAYLOAD_TYPE)} {_PAYLOAD_TYPE} {len(payload)} "
    signed = header.encode() + payload
    if not any(verify_signature(public_key, signed, signature) for signature in signatures):
        raise StatementInvalid("signature_invalid", "The signature was not made by this key over these bytes.")
    return payload


def _read_envelope(envelope: Any) -> "tuple[bytes, List[bytes]]":
    try:
        given = record(envelope, "the envelope")
        given = record(given.get("envelope", given), "the envelope")  # also as the market's answers have it
        if given.get("payloadType") != _PAYLOAD_TYPE:
            raise AnswerInvalid("it is not of the type of statements")
        listed = list_of(record, _MAX_SIGNATURES)(given.get("signatures"), "signatures")
        signatures = [_base64(each.get("sig"), _MAX_SIGNATURE_CHARACTERS) for each in listed]
        return _base64(given.get("payload"), _MAX_PAYLOAD_CHARACTERS), signatures
    except AnswerInvalid as error:
        raise StatementInvalid("signature_invalid", f"This is no signed statement: {error}.") from None


def _base64(value: Any, most: int) -> bytes:
    if not isinstance(value, str) or len(value) > most or not re.fullmatch(r"[A-Za-z0-9+/_-]*={0,2}", value):
        raise AnswerInvalid("it is not base64")
    plain = value.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4))
    except binascii.Error:
        raise AnswerInvalid("it is not base64") from None


def _open(envelope: Any, public_key: str, read: "Reader[Dict[str, Any]]", what: str) -> Dict[str, Any]:
    payload = open_envelope(envelope, public_key)
    try:
        statement = read(parse_json(payload), "")
        canonical = canonical_json(statement).encode()
    except ValueError as error:
        raise StatementInvalid("not_a_statement", f"What is signed is not {what}: {error}.") from None
    if canonical != payload:
        raise StatementInvalid("not_canonical", "What is signed is not in canonical form.")
    return statement


# Forms --------------------------------------------------------------------------------------------------------------


def _strict(needed: Dict[str, Any], optional: Optional[Dict[str, Any]] = None) -> "Reader[Dict[str, Any]]":
    return members(needed, optional, strict=True)


def moment_of(time: str) -> datetime:
    """The moment of a time that `read_time` has read. Raises `ValueError` for a day that there is not."""
    whole = time[:-1] if time.count(":") == 2 else f"{time[:-1]}:00"
    seconds, _, fraction = whole.partition(".")
    moment = datetime.strptime(seconds, "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)
    return moment.replace(microsecond=int(fraction[:6].ljust(6, "0")))


def _is_time(value: str) -> bool:
    try:
        return _TIME.fullmatch(value) is not None and moment_of(value) is not None
    except ValueError:
        return False


_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z", re.ASCII)
read_time = text_that(_is_time, "a time")
"""A time in ISO 8601 with Z."""
read_amount = matching(r"0|[1-9][0-9]{0,19}", "an amount of lamports")


def _subject(most: int) -> "Reader[List[Dict[str, Any]]]":
    named = {"name": text(most), "digest": _strict({"sha256": matching(r"[0-9a-f]{64}", "a digest")})}
    return list_of(_strict(named), 1, least=1)


_transaction = text_that(lambda value: decode_base58(value, 64) is not None, "the signature of a transaction")
_id = matching(r"[\s\S]{1,64}", "an id")
_statement_type = one_of("https://in-toto.io/Statement/v1")

_read_receipt = _strict(
    {
        "_type": _statement_type,
        "subject": _subject(256),
        "predicateType": one_of("urn:emporion:call-receipt:v1"),
        "predicate": _strict(
            {
                "receiptId": _id,
                "issuedAt": read_time,
                "run": _strict(
                    {
                        "id": _id,
                        "inputDigest": digest,
                        "outputDigest": digest,
                        "startedAt": read_time,
                        "finishedAt": read_time,
                        "runner": text(200),
                        "isolation": text(2_000),
                        "runnerFacts": record,
                    },
                    {"appliedInputDigest": digest},
                ),
                "payment": _strict(
                    {
                        "quote": _id,
                        "transaction": _transaction,
                        "genesisHash": address,
                        "commitment": one_of("confirmed", "finalized"),
                        "payer": address,
                        "payee": address,
                        "treasury": address,
                        "reference": address,
                        "priceLamports": read_amount,
                        "creatorLamports": read_amount,
                        "feeLamports": read_amount,
                        "excessLamports": read_amount,
                    },
                    {
                        "token": _strict({"mint": address, "units": read_amount, "account": address}),
                        "call": _strict({"number": between(1, _MAX_CALLS), "of": between(2, _MAX_CALLS)}),
                    },
                ),
            }
        ),
    }
)

_words = list_of(text(40), 20)
_read_audit = _strict(
    {
        "_type": _statement_type,
        "subject": _subject(200),
        "predicateType": one_of("urn:emporion:skill-audit:v1"),
        "predicate": _strict(
            {
                "verdict": one_of("seal", "changes_requested", "challenge"),
                "scope": one_of("full", "reduced", "patch"),
                "verifier": address,
                "policy": one_of("urn:emporion:audit-policy:v1"),
                "vettingReport": nullable(digest),
                "note": nullable(text(2_000)),
                "genesisHash": text(64),
                "nonce": matching(r"[0-9a-f]{32}", "a nonce"),
                "issuedAt": read_time,
                "expiresAt": read_time,
            },
            {
                "base": _strict({"version": text(200), "packageDigest": digest, "statementDigest": digest}),
                "coveredFiles": _strict({"count": between(0, MAX_SAFE_INTEGER), "digest": digest}),
                "checklist": _strict({"verifier": _words, "market": _words}),
                "confidential": anything,
                "findingsDigest": digest,
                "executablesDigest": digest,
            },
        ),
    }
)

# Verdicts -----------------------------------------------------------------------------------------------------------

_UNKNOWN = object()


def verify_receipt(
    envelope: Any,
    public_key: str,
    *,
    package_digest: Optional[str] = None,
    input: Any = _UNKNOWN,
    output: Any = _UNKNOWN,
) -> Dict[str, Any]:
    """The statement of a receipt that the market's key (base58) has signed. Raises `StatementInvalid`.

    What else is given is compared: the digest of the package that was to be run, the input, the output. Whether the named
    transaction is on the named chain is for the reader to look up there.
    """
    statement = _open(envelope, public_key, _read_receipt, "a receipt")
    payment, run = statement["predicate"]["payment"], statement["predicate"]["run"]
    if int(payment["creatorLamports"]) + int(payment["feeLamports"]) != int(payment["priceLamports"]):
        raise StatementInvalid("amounts_do_not_add_up", "The amounts of the receipt do not add up.")
    if package_digest is not None:
        _assert_package(statement, package_digest)
    # The input may be at hand as it was sent, or as the skill was given it.
    inputs = (run["inputDigest"], run.get("appliedInputDigest"))
    if input is not _UNKNOWN and digest_json(input) not in inputs:
        raise StatementInvalid("another_input", "The receipt is for another input.")
    if output is not _UNKNOWN and digest_json(output) != run["outputDigest"]:
        raise StatementInvalid("another_output", "The receipt is for another output.")
    return statement


def verify_seal(
    envelope: Any,
    verifier: str,
    package_digest: str,
    *,
    executables_digest: Optional[str] = None,
    now: Optional[datetime] = None,
) -> Dict[str, Any]:
    """The statement with which a verifier's wallet (base58) has sealed this very package. Raises `StatementInvalid`.

    Also for a statement that is genuine and no seal: its code is its verdict. Whether the verifier is enrolled, and has
    revoked nothing, is for the market to say.
    """
    statement = _open(envelope, verifier, _read_audit, "the statement of an audit")
    predicate = statement["predicate"]
    if predicate.get("confidential", True) is not True:
        raise StatementInvalid("not_a_statement", "What is signed is not the statement of an audit.")
    if predicate["verifier"] != verifier:
        raise StatementInvalid("another_signer", "The statement names another verifier.")
    _assert_package(statement, package_digest)
    signed = predicate.get("executablesDigest")
    if signed is not None and executables_digest is not None and signed != executables_digest:
        raise StatementInvalid("other_executables", "Other files may be run than those of the sealed package.")
    if moment_of(predicate["expiresAt"]) <= (now or datetime.now(timezone.utc)):
        raise StatementInvalid("expired", "The statement has expired.")
    if predicate["verdict"] != "seal":
        raise StatementInvalid(predicate["verdict"], f"The statement is genuine; its verdict is {predicate['verdict']}.")
    return statement


def _assert_package(statement: Dict[str, Any], package_digest: str) -> None:
    signed = f"sha256:{statement['subject'][0]['digest']['sha256']}"
    if signed != package_digest:
        raise StatementInvalid("another_package", f"The statement is about the package {signed}.")
