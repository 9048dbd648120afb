"""One market, as a program uses it."""

from __future__ import annotations

import base64
import hashlib
import urllib.parse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, cast

from .connection import Connection, part
from .errors import MarketError
from .keys import Signer
from .packages import MAX_ARCHIVE_BYTES, PackageInvalid, SkillPackage, read_archive
from .paid_call import CallResult, PaidCall, finish_paid_call, to_result
from .payment import ShownOffer, prepare_payment
from .readers import (
    AnswerInvalid,
    address,
    between,
    identifier,
    lamports,
    list_of,
    members,
    nullable,
    one_of,
    record,
    secret,
    skill_name,
    text,
    version_number,
)
from .solana import message_of, with_signature
from .spending import PaymentToSign, SpendingFile

if TYPE_CHECKING:
    from . import types

_MAX_LISTED = 1_000
_NOT_OPENED = "Nothing of it is used; download it again, and do not use it if this stays so."
_TIMEOUT_SECONDS = 60.0

_read_found = members(
    {
        "id": identifier,
        "name": skill_name,
        "version": version_number,
        "description": text(65_536),
        "price_lamports": lambda value, place: str(lamports(value, place)),
    }
)
_read_search = members({"results": list_of(_read_found, _MAX_LISTED)}, {"next_cursor": nullable(text(1_000))})
_read_schema = members({"name": skill_name, "version": version_number, "examples": list_of(record, _MAX_LISTED)})
_read_offered = members(
    {"name": skill_name, "version": version_number, "price_lamports": lamports},
    {
        "id": identifier,
        "payee_address": nullable(address),
        "audit_state": one_of("Unverified", "Optimistic", "Audited"),
        "version_publisher": nullable(members({"id": skill_name})),
    },
)
_read_terms = members(
    {"settlement": members({"fee_basis_points": between(0, 10_000), "treasury_address": address})}
)
_read_offer = members({"quote": record, "access_token": secret})
_read_keys = members({"keys": list_of(members({"key_id": address}, {"valid_until": nullable(text(40))}), _MAX_LISTED)})
_read_signed = members({"envelope": record})


@dataclass(frozen=True)
class DownloadedSkill:
    name: str
    version: str
    trust_level: str
    withdrawn: Optional[str]
    """Why its publisher withdrew this version; None for one that stands. Only a digest that was named opens one."""
    package: SkillPackage


class Market:
    """One market. Every method raises `MarketError` when it is refused or gets no answer.

    `read_secret` is a read token (`rt_…`) or an API key, for skills that not everybody may read; it goes only with what
    the market has just refused to everybody. `spending` keeps limits beside those of each call, and beside those that
    the market keeps for a wallet; each payment counts before it is signed. No redirect is followed, and each request
    ends after `timeout` seconds. Methods wait for their answers: in a program of coroutines,
    `await asyncio.to_thread(market.call, …)`.
    """

    def __init__(
        self,
        market: str,
        *,
        read_secret: Optional[str] = None,
        timeout: float = _TIMEOUT_SECONDS,
        spending: Optional[SpendingFile] = None,
    ) -> None:
        self._connection = Connection(market, read_secret, timeout)
        self._spending = spending

    @property
    def address(self) -> str:
        return self._connection.market

    def search(
        self,
        q: Optional[str] = None,
        *,
        capability: Optional[str] = None,
        category: Optional[str] = None,
        platform: Optional[str] = None,
        min_trust: Optional[str] = None,
        price: Optional[str] = None,
        audit: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> "types.SearchResult":
        """A page of the skills that answer a query; `next_cursor` leads to the next one.

        `min_trust` is sandbox, community or verified; `price` is free, paid, or the most that a call may cost; `audit` is
        Unverified, Optimistic or Audited, or several with commas.
        """
        query = {
            "q": q,
            "capability": capability,
            "category": category,
            "platform": platform,
            "min_trust": min_trust,
            "price": price,
            "audit": audit,
            "limit": limit,
            "cursor": cursor,
        }
        return cast("types.SearchResult", self._connection.get("/v1/agent/search", query).json(_read_search))

    def details(self, skill: str, version: Optional[str] = None) -> "types.SkillDetail":
        """One version of a skill, by its number or the tag `next`; the latest if none is named."""
        answer = self._connection.get(f"/v1/skills/{part(skill)}", {"version": version})
        return cast("types.SkillDetail", answer.json(_read_found))

    def schema(self, skill: str, version: Optional[str] = None) -> "types.CallSchema":
        """What a call takes and gives, with examples: enough to construct one."""
        answer = self._connection.get(f"/v1/agent/skills/{part(skill)}/schema", {"version": version})
        return cast("types.CallSchema", answer.json(_read_schema))

    def download(self, skill: str, *, version: Optional[str] = None, digest: Optional[str] = None) -> DownloadedSkill:
        """The published package, read as strictly as an upload, both digests checked.

        `digest` insists on one known before, as from a lock file; with a version it also gives one that was withdrawn.
        Raises `MarketError` with DIGEST_MISMATCH or ARCHIVE_INVALID.
        """
        path = f"/v1/agent/skills/{part(skill)}/download"
        answer = self._connection.get(path, {"version": version, "digest": digest}, MAX_ARCHIVE_BYTES)
        expected = base64.b64encode(hashlib.sha256(answer.data).digest()).decode()
        if answer.headers.get("repr-digest") != f"sha-256=:{expected}:":
            raise MarketError("DIGEST_MISMATCH", f"{skill}: the bytes were changed on their way. {_NOT_OPENED}")
        try:
            package = read_archive(answer.data)
        except PackageInvalid as error:
            raise MarketError("ARCHIVE_INVALID", f"{skill}: {error}. {_NOT_OPENED}") from None
        wanted = answer.headers.get("x-skill-package-digest") if digest is None else digest
        if package.digest != wanted:
            message = f"{skill}: the package is {package.digest}, not {wanted}. {_NOT_OPENED}"
            raise MarketError("DIGEST_MISMATCH", message)
        try:
            given = version_number(answer.headers.get("x-skill-version"), "x-skill-version")
            trust = one_of("sandbox", "community", "verified")(answer.headers.get("x-skill-trust", "sandbox"), "trust")
        except AnswerInvalid as error:
            raise MarketError("ANSWER_INVALID", f"The market's answer is not understood: {error}.") from None
        reason = answer.headers.get("x-skill-withdrawn")
        return DownloadedSkill(skill, given, trust, None if reason is None else urllib.parse.unquote(reason), package)

    def call(
        self,
        skill: str,
        input: Any = None,
        *,
        version: Optional[str] = None,
        keypair: Optional[Signer] = None,
        max_lamports: int = 0,
        paid: Optional[PaidCall] = None,
        on_signed: Optional[Callable[[PaidCall], object]] = None,
    ) -> CallResult:
        """One call. Nothing is paid without `max_lamports`, and more than it is never signed.

        A priced skill is paid first: its price, its payee and the market's terms are looked up, then a price is quoted,
        and what is signed is built here and is what was looked up; the key never leaves. `on_signed` gets the paid call
        before it is sent: a program that writes it down can resume the call even if its process dies.

        Raises `MarketError`, with PRICE_TOO_HIGH where more would have to be paid, with OWN_LIMIT_EXCEEDED where the
        limits of `spending` refuse it, with QUOTE_NOT_AS_SHOWN where the quote says anything else than what was looked
        up, and with `paid` where another call would pay another time: that call is taken up again with
        `call(skill, paid=error.paid)`, and nothing is signed.
        """
        if type(max_lamports) is not int or max_lamports < 0:
            raise ValueError("max_lamports is a whole number of lamports, as 100_000 is: a float is no money")
        if paid is not None:
            return finish_paid_call(self._connection, paid)
        path = f"/v1/skills/{part(skill)}"
        offered = self._connection.get(path, {"version": version}).json(_read_offered)
        price: int = offered["price_lamports"]
        if price == 0:
            body = {"input": input} if version is None else {"input": input, "version": version}
            return to_result(self._connection.post(f"{path}/run", body), 0, None)
        if price > max_lamports:
            raise _price_too_high(price, max_lamports)
        if keypair is None:
            message = f"A call costs {price} lamports: give the wallet that pays, as keypair=Keypair.from_file(…)."
            raise MarketError("KEYPAIR_MISSING", message)
        signed = self._pay(offered, input, keypair, max_lamports)
        if on_signed is not None:
            on_signed(signed)
        return finish_paid_call(self._connection, signed)

    def _pay(self, offered: Dict[str, Any], input: Any, keypair: Signer, max_lamports: int) -> PaidCall:
        """Has the price quoted and signs its payment. Nothing is signed but what was looked up."""
        name, version, payee = offered["name"], offered["version"], offered.get("payee_address")
        if payee is None:
            message = f"The market does not say who is paid for {name}. Nothing is paid; ask its publisher."
            raise MarketError("ANSWER_INVALID", message)
        terms = self._connection.get("/v1/agent/info").json(_read_terms)["settlement"]
        body = {"skill": name, "version": version, "input": input, "payer": keypair.address}
        offer = self._connection.post("/v1/quotes", body).json(_read_offer)
        shown = ShownOffer(
            skill=name,
            version=version,
            price_lamports=offered["price_lamports"],
            fee_basis_points=terms["fee_basis_points"],
            payer=keypair.address,
            payee=payee,
            treasury=terms["treasury_address"],
        )
        prepared = prepare_payment(offer["quote"], shown)
        if prepared.total_lamports > max_lamports:  # of the very bytes that are signed
            raise _price_too_high(prepared.total_lamports, max_lamports)
        if self._spending is not None:
            publisher = offered.get("version_publisher") or {}
            payment = PaymentToSign(
                wallet=keypair.address,
                market=self.address,
                skill=name,
                skill_id=offered.get("id"),
                publisher_id=publisher.get("id"),
                audit_state=offered.get("audit_state"),
                lamports=prepared.total_lamports,
            )
            self._spending.count(payment)
        signature = keypair.sign(message_of(prepared.transaction))
        signed = base64.b64encode(with_signature(prepared.transaction, signature)).decode()
        return PaidCall(self.address, prepared.quote_id, offer["access_token"], signed)

    def receipt(self, receipt_id: str) -> "types.Receipt":
        """The signed receipt of a paid call, for `verify_receipt`."""
        return cast("types.Receipt", self._connection.get(f"/v1/receipts/{part(receipt_id)}").json(_read_signed))

    def audit(self, audit_id: str) -> "types.Audit":
        """What a verifier has signed of a version, for `verify_seal`; the details of a skill name its audits."""
        return cast("types.Audit", self._connection.get(f"/v1/audits/{part(audit_id)}").json(_read_signed))

    def keys(self) -> List[str]:
        """Every key that this market has signed with, base58, the present one first.

        Keep them: with a key that the same market has just sent, a receipt proves no more than the market's word.
        """
        listed = self._connection.get("/v1/keys").json(_read_keys)["keys"]
        current = sorted(listed, key=lambda each: each.get("valid_until") is not None)
        return [each["key_id"] for each in current]


def _price_too_high(lamports: int, allowed: int) -> MarketError:
    message = f"A call costs {lamports} lamports; {allowed} are allowed. Give a higher max_lamports to pay it."
    return MarketError("PRICE_TOO_HIGH", message)
