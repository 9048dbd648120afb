"""What becomes of a call whose payment is signed: however its answers are lost, it is never paid another time."""

from __future__ import annotations

import base64
import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Optional, cast

from .connection import Answer, Connection, part
from .errors import MarketError
from .generated import NOTHING_PAID
from .readers import identifier, matching, members, nullable, parse_json, secret, text
from .solana import read_payment

if TYPE_CHECKING:
    from . import types

_WAIT_SECONDS = 1.0
# A payment is decided long before: its blockhash ends.
_MAX_ASKED = 180
# Of answers one after the other that say nothing of the payment.
_MAX_TROUBLES = 10
_UNDER_WAY = 202
_TOO_MANY_REQUESTS = 429
_MAX_TEXT = 65_536

_read_paid = members({"quote": members({})})
_read_run_answer = members(
    {
        "run": members(
            {"state": text(40)},
            {
                "receipt_id": nullable(identifier),
                "cleared_at": nullable(text(40)),
                "failure": nullable(text(_MAX_TEXT)),
                "error_output": nullable(text(_MAX_TEXT)),
            },
        )
    }
)
_read_word = members(
    {
        "market": matching(r"https?://\S{1,2000}", "a web address"),
        "quoteId": identifier,
        "accessToken": secret,
        "transaction": matching(r"[A-Za-z0-9+/]{1,1644}={0,2}", "a transaction"),
    }
)


@dataclass(frozen=True)
class PaidCall:
    """A call that was signed for: with it the call is taken up again without paying.

    Whoever has it can read the call's output.
    """

    market: str
    """Address of the market it was paid at; the token goes to no other."""
    quote_id: str
    access_token: str = field(repr=False)
    transaction: str = field(repr=False)
    """The signed payment, base64; it pays once, however often it is sent."""

    @property
    def lamports(self) -> int:
        """What the signed bytes move. Raises `ValueError` where they are no payment."""
        return read_payment(base64.b64decode(self.transaction, validate=True)).total_lamports

    def to_word(self) -> str:
        """As one word: that of `emporion call --paid`."""
        said = {
            "market": self.market,
            "quoteId": self.quote_id,
            "accessToken": self.access_token,
            "transaction": self.transaction,
        }
        return base64.urlsafe_b64encode(json.dumps(said).encode()).rstrip(b"=").decode()

    @classmethod
    def from_word(cls, word: str) -> "PaidCall":
        """Raises `ValueError` for a word that neither `to_word` nor the command has given."""
        try:
            whole = word.strip().encode("ascii")
            said = _read_word(parse_json(base64.b64decode(whole + b"=" * (-len(whole) % 4), b"-_", validate=True)), "")
            paid = cls(said["market"], said["quoteId"], said["accessToken"], said["transaction"])
            paid.lamports
            return paid
        except ValueError:
            raise ValueError("this is not the word of a paid call: give it whole, as it was printed or kept") from None


@dataclass(frozen=True)
class CallResult:
    output: Any
    run: "types.Run"
    """As `GET /v1/runs/{id}`."""
    paid_lamports: int
    """0 for a free skill."""
    quote_id: Optional[str]
    """Id of the quote that was paid; None for a free skill."""
    receipt_id: Optional[str]
    """Id of the signed receipt; None for a free skill."""


def to_result(answer: Answer, paid_lamports: int, quote_id: Optional[str]) -> CallResult:
    """The result of a call.

    Raises `MarketError`, with RUN_FAILED for a run without an output, OUTPUT_NOT_KEPT for one whose output is gone.
    """
    run = answer.json(_read_run_answer)["run"]
    problem = {"run": run, "quote_id": quote_id}
    if run["state"] != "DONE":
        message = f"The run ended {run['state']}. `error_output` has what the skill wrote; look at the input too."
        raise MarketError("RUN_FAILED", message, 200, problem)
    if run.get("cleared_at"):
        message = "The call was made. Its output is no longer kept; its receipt has the digests."
        raise MarketError("OUTPUT_NOT_KEPT", message, 200, problem)
    return CallResult(run.get("output"), cast("types.Run", run), paid_lamports, quote_id, run.get("receipt_id"))


def finish_paid_call(connection: Connection, paid: PaidCall) -> CallResult:
    """Hands in a signed payment until its outcome is known, and makes its call.

    An answer that is lost, and a market that has no room, are asked again: the same bytes pay once, and a call that was
    made gives its output again. Raises `MarketError`, with `paid` unless it is certain that nothing was paid, or that
    there is nothing left to ask for (OUTPUT_NOT_KEPT), and with OTHER_MARKET for a call that was paid elsewhere, whose
    token is nobody else's business. Raises `ValueError` where the bytes are no payment.
    """
    if paid.market != connection.market:
        message = f"This call was paid at {paid.market}: resume it there, with a Market of this address."
        raise MarketError("OTHER_MARKET", message)
    lamports = paid.lamports
    path = f"/v1/quotes/{part(paid.quote_id)}"
    is_settled = False
    try:
        _ask(connection, f"{path}/payment", paid, {"transaction": paid.transaction}).json(_read_paid)
        is_settled = True
        return to_result(_ask(connection, f"{path}/run", paid, {}), lamports, paid.quote_id)
    except MarketError as error:
        if error.code != "OUTPUT_NOT_KEPT" and (is_settled or error.code not in NOTHING_PAID):
            error.paid = paid
        raise


def _ask(connection: Connection, path: str, paid: PaidCall, body: Dict[str, str]) -> Answer:
    """The same again while nobody can say what became of it."""
    troubles = 0
    for _ in range(_MAX_ASKED):
        try:
            answer = connection.post(path, body, {"x-access-token": paid.access_token})
            troubles = 0
            if answer.status != _UNDER_WAY:
                return answer
        except MarketError as error:
            troubles += 1
            if not _is_passing(error) or troubles == _MAX_TROUBLES:
                raise
        time.sleep(_WAIT_SECONDS)
    message = "The payment's outcome is not known yet. Do not pay again: resume it with `paid` of this error."
    raise MarketError("PAYMENT_UNKNOWN", message)


def _is_passing(error: MarketError) -> bool:
    is_theirs = error.status >= 500 or error.status == _TOO_MANY_REQUESTS
    return is_theirs or error.code in ("UNREACHABLE", "RUN_IN_PROGRESS")
