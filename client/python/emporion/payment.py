"""The payment of a quote, if it is what was shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Tuple

from .errors import MarketError
from .readers import AnswerInvalid, address, between, identifier, lamports, members, text, version_number
from .solana import MAX_U64, MEMO_PROGRAM, SYSTEM_PROGRAM, Payment, build_payment, read_payment

_BASIS_POINTS = 10_000
_NEXT = "Nothing was signed. Look the skill up again; what it costs and whom it pays may have changed."

_read_quote = members(
    {
        "id": identifier,
        "skill": text(64),
        "version": version_number,
        "payer": address,
        "payee": address,
        "treasury": address,
        "calls": between(1, 1),
        "price_lamports": lamports,
        "creator_lamports": lamports,
        "fee_lamports": lamports,
        "reference": address,
        "memo": text(100),
        "blockhash": address,
    }
)


@dataclass(frozen=True)
class ShownOffer:
    """What a payer has seen, and whose wallet it is, before a quote is asked for."""

    skill: str
    version: str
    price_lamports: int
    """With the market's fee in it."""
    fee_basis_points: int
    payer: str
    payee: str
    treasury: str


@dataclass(frozen=True)
class PreparedPayment:
    quote_id: str
    total_lamports: int
    transaction: bytes
    """Unsigned."""


def split_price(price_lamports: int, fee_basis_points: int) -> Tuple[int, int]:
    """The payee's part and the market's fee, which is rounded down: the parts always add up to the price."""
    if not 0 <= price_lamports <= MAX_U64 or not 0 <= fee_basis_points <= _BASIS_POINTS:
        raise ValueError("a price is 0 to 2^64-1 lamports, a fee 0 to 10,000 basis points")
    fee = price_lamports * fee_basis_points // _BASIS_POINTS
    return price_lamports - fee, fee


def prepare_payment(answer: Any, shown: ShownOffer) -> PreparedPayment:
    """The payment of a market's quote, if it is what was shown, to the lamport.

    The market may say anything: each member is read strictly and compared, the transaction is built here, and its bytes
    are read back. Raises `MarketError` with QUOTE_NOT_AS_SHOWN for a quote that is not understood, and for another one
    than was shown.
    """
    try:
        quote = _read_quote(answer, "quote")
    except AnswerInvalid as error:
        raise _not_as_shown(f"The quote is not understood: {error}.") from None
    payee_lamports, fee_lamports = split_price(shown.price_lamports, shown.fee_basis_points)
    compared: List[Tuple[str, Any, Any]] = [
        ("the skill", quote["skill"], shown.skill),
        ("the version", quote["version"], shown.version),
        ("the price in lamports", quote["price_lamports"], shown.price_lamports),
        ("the payer", quote["payer"], shown.payer),
        ("the payee", quote["payee"], shown.payee),
        ("the market's treasury", quote["treasury"], shown.treasury),
        ("what the payee gets, in lamports,", quote["creator_lamports"], payee_lamports),
        ("the market's fee in lamports", quote["fee_lamports"], fee_lamports),
        ("the memo", quote["memo"], f"skillcall:v1:{quote['id']}"),
    ]
    for what, quoted, seen in compared:
        if quoted != seen:
            raise _not_as_shown(f"In the quote, {what} is {quoted}; shown was {seen}.")
    if shown.payer == shown.payee:
        raise _not_as_shown("The payer is the payee.")
    reference = quote["reference"]
    if reference in (shown.payer, shown.payee, shown.treasury, SYSTEM_PROGRAM, MEMO_PROGRAM):
        raise _not_as_shown("In the quote, the reference is an address in use.")
    payment = Payment(
        payer=shown.payer,
        payee=shown.payee,
        treasury=shown.treasury if fee_lamports > 0 else None,
        payee_lamports=payee_lamports,
        fee_lamports=fee_lamports,
        reference=reference,
        memo=quote["memo"],
        blockhash=quote["blockhash"],
    )
    try:
        transaction = build_payment(payment)
        read = read_payment(transaction)
    except ValueError as error:
        raise _not_as_shown(f"The transaction cannot be built: {error}.") from None
    if read != payment:
        raise _not_as_shown("The transaction does not do what was shown.")
    return PreparedPayment(quote["id"], read.total_lamports, transaction)


def _not_as_shown(reason: str) -> MarketError:
    return MarketError("QUOTE_NOT_AS_SHOWN", f"{reason} {_NEXT}")
