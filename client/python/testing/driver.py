"""What tests ask the client in Python: one question on each line of the input, as JSON, and one answer on each line.

`{"do": …, …}` is answered with `{"value": …}`, or with `{"error": …}` for what was raised.
"""

import base64
import json
import pickle
import sys
from typing import Any, Callable, Dict

import emporion
from emporion import keys, packages, payment, solana, spending, statements


class CountingKeypair:
    """Signs as its keypair does, and counts."""

    def __init__(self, text: str) -> None:
        self._keypair = emporion.Keypair.from_json(text)
        self.address = self._keypair.address
        self.signed = 0

    def sign(self, message: bytes) -> bytes:
        self.signed += 1
        return self._keypair.sign(message)


def call(asked: Dict[str, Any]) -> Any:
    kept = emporion.SpendingFile(asked["spending"]) if "spending" in asked else None
    market = emporion.Market(asked["market"], timeout=asked.get("timeout", 10), spending=kept)
    keypair = CountingKeypair(asked["keypair"]) if "keypair" in asked else None
    paid = emporion.PaidCall.from_word(asked["paid"]) if "paid" in asked else None
    said: Dict[str, Any] = {}
    more = {name: asked[name] for name in ("max_lamports", "version") if name in asked}

    def keep(signed: emporion.PaidCall) -> None:
        said["kept"] = signed.to_word()
        if asked.get("dies"):
            raise RuntimeError("the process dies")

    try:
        result = market.call(asked["skill"], asked.get("input"), keypair=keypair, paid=paid, on_signed=keep, **more)
        said.update(output=result.output, paid_lamports=str(result.paid_lamports), receipt_id=result.receipt_id)
    except emporion.MarketError as raised:
        error = pickle.loads(pickle.dumps(raised))  # as a pool of processes hands it on
        said.update(code=error.code, message=str(error), paid=error.paid and error.paid.to_word())
        said.update(error_output=error.error_output, status=error.status)
    return {**said, "signed": keypair.signed if keypair else 0}


def download(asked: Dict[str, Any]) -> Any:
    market = emporion.Market(asked["market"], read_secret=asked.get("read_secret"))
    skill = market.download(asked["skill"], version=asked.get("version"), digest=asked.get("digest"))
    if "to" in asked:
        skill.package.write_to(asked["to"])
    paths = [file.path for file in skill.package.files]
    executables = emporion.executables_digest(skill.package.files)
    facts = {"digest": skill.package.digest, "paths": paths, "executables": executables}
    return {**facts, "version": skill.version, "trust": skill.trust_level, "withdrawn": skill.withdrawn}


def get(asked: Dict[str, Any]) -> Any:
    """Any method of a market that only reads."""
    market = emporion.Market(asked["market"], timeout=asked.get("timeout", 10))
    return getattr(market, asked["method"])(*asked.get("given", []))


def read_transaction(asked: Dict[str, Any]) -> Any:
    """Of each transaction, what it pays in all; None for what is no payment."""

    def total(word: str) -> Any:
        try:
            return str(solana.read_payment(base64.b64decode(word)).total_lamports)
        except ValueError:
            return None

    return [total(word) for word in asked["transactions"]]


def build_transaction(asked: Dict[str, Any]) -> Any:
    terms = {name: int(value) if name.endswith("lamports") else value for name, value in asked["terms"].items()}
    return base64.b64encode(solana.build_payment(solana.Payment(**terms))).decode()


def refuse_paths(asked: Dict[str, Any]) -> Any:
    def is_refused(path: str) -> bool:
        try:
            packages.assert_package_path(path)
            return False
        except packages.PackageInvalid:
            return True

    return [is_refused(path) for path in asked["paths"]]


def read_archive(asked: Dict[str, Any]) -> Any:
    try:
        return packages.read_archive(base64.b64decode(asked["archive"])).digest
    except packages.PackageInvalid as error:
        return f"refused: {error}"


def verify(asked: Dict[str, Any]) -> Any:
    """Of each envelope, what is wrong with it; None for a good one."""

    def fault(envelope: Any) -> Any:
        try:
            if "verifier" in asked:
                more = {"executables_digest": asked.get("executables")}
                emporion.verify_seal(envelope, asked["verifier"], asked["digest"], **more)
            else:
                more = {name: asked[name] for name in ("input", "output", "package_digest") if name in asked}
                emporion.verify_receipt(envelope, asked["key"], **more)
            return None
        except emporion.StatementInvalid as raised:
            error = pickle.loads(pickle.dumps(raised))
            assert str(error) == str(raised)
            return error.code

    return [fault(envelope) for envelope in asked["envelopes"]]


def read_keypair(asked: Dict[str, Any]) -> Any:
    """The address of a keypair's file."""
    keypair = emporion.Keypair.from_file(asked["file"])
    assert asked["address"] in repr(keypair) and len(repr(keypair)) < 70
    return keypair.address


def verify_signatures(asked: Dict[str, Any]) -> Any:
    hexed = ([bytes.fromhex(each) for each in row] for row in asked["rows"])
    return [keys.verify_signature(key, message, signature) for key, message, signature in hexed]


def to_limits(said: Dict[str, Any]) -> emporion.SpendingLimits:
    return emporion.SpendingLimits(
        per_call_lamports=said["perCallLamports"],
        per_day_lamports=said["perDayLamports"],
        until=said["until"] and statements.moment_of(said["until"]),
        least_audit_state=said["leastAuditState"],
        scopes=[emporion.Scope(each["kind"], each["id"], each["perDayLamports"]) for each in said["scopes"]],
    )


def decide(asked: Dict[str, Any]) -> Any:
    """Of each case, the rule that refuses it; None for what is allowed."""

    def rule(case: Dict[str, Any]) -> Any:
        paid = spending.PaymentToSign("wallet", "https://market.example", "amounts", **case["payment"])
        refusal = spending.decide_spending(
            to_limits(case["limits"]), case["signed"], paid, statements.moment_of(case["now"])
        )
        return refusal and refusal.problem["rule"]

    return [rule(case) for case in asked["cases"]]


def count(asked: Dict[str, Any]) -> Any:
    """Counts one payment after the other; how many counted, and the code that ended it."""
    limits = to_limits(asked["limits"]) if "limits" in asked else None
    file = emporion.SpendingFile(asked["folder"], limits, lambda: statements.moment_of(asked["now"]))
    paid = spending.PaymentToSign(asked["wallet"], "https://market.example", "amounts", **asked["payment"])
    counted = 0
    try:
        for _ in range(asked.get("times", 1)):
            file.count(paid)
            counted += 1
    except emporion.MarketError as error:
        return {"counted": counted, "code": error.code, "message": error.message}
    return {"counted": counted}


DONE: Dict[str, Callable[[Dict[str, Any]], Any]] = {
    "address": lambda asked: emporion.Market(asked["market"]).address,
    "build_transaction": build_transaction,
    "call": call,
    "count": count,
    "decide": decide,
    "canonical": lambda asked: [statements.canonical_json(value) for value in asked["values"]],
    "download": download,
    "get": get,
    "read_archive": read_archive,
    "read_keypair": read_keypair,
    "read_transaction": read_transaction,
    "refuse_paths": refuse_paths,
    "split_price": lambda asked: [str(each) for each in payment.split_price(int(asked["price"]), asked["fee"])],
    "verify": verify,
    "verify_signatures": verify_signatures,
    "version": lambda asked: emporion.__version__,
    "word": lambda asked: emporion.PaidCall.from_word(asked["word"]).to_word(),
}

for line in sys.stdin:
    question = json.loads(line)
    try:
        answer = {"value": DONE[question["do"]](question)}
    except Exception as error:  # every kind is an answer here
        answer = {"error": {"type": type(error).__name__, "code": getattr(error, "code", None), "message": str(error)}}
    print(json.dumps(answer), flush=True)
