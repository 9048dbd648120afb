"""Limits that a wallet keeps by itself, whatever a market does, in the file that the command `emporion` keeps too."""

from __future__ import annotations

import json
import os
import secrets
import time
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from .errors import MarketError
from .readers import AnswerInvalid, between, list_of, matching, members, nullable, one_of, parse_json, text
from .solana import MAX_U64
from .statements import moment_of, read_amount, read_time

_DAY = timedelta(days=1)
_MAX_BYTES = 4 * 1024 * 1024
_MAX_SCOPES = 50
# Older payments of one skill are added up then, so that what is kept stays small.
_MAX_KEPT = 500
_MAX_LISTED = 100_000
# Of a process that was killed at work. The command touches its mark every five seconds, and this needs milliseconds.
_DEAD_AFTER_SECONDS = 10.0
_WAIT_SECONDS = 0.05
_MAX_WAITS = 600
_EACH = "*"
_STATES = ("Unverified", "Optimistic", "Audited")
# The member of a payment that a kind of scope is about. Whether a publisher is an organisation nobody says here, so a
# limit for each organisation is one for each publisher.
_SUBJECTS = {"skill": "skillId", "publisher": "publisherId", "organisation": "publisherId"}


@dataclass(frozen=True)
class Scope:
    """What may be paid for one skill, publisher or organisation, by its id, or for each one (`*`)."""

    kind: str
    id: str
    per_day_lamports: int


@dataclass(frozen=True)
class SpendingLimits:
    """What may be paid from a wallet. A scope that names one stands instead of the `*` of its kind."""

    per_call_lamports: int
    per_day_lamports: int
    """Of any 24 hours."""
    until: Optional[datetime] = None
    """From this moment on nothing is signed any more."""
    least_audit_state: str = "Unverified"
    scopes: Sequence[Scope] = ()

    def __post_init__(self) -> None:
        amounts = [self.per_call_lamports, self.per_day_lamports, *(each.per_day_lamports for each in self.scopes)]
        is_readable = all(type(each) is int and 0 <= each <= MAX_U64 for each in amounts)
        is_known = self.least_audit_state in _STATES and all(scope.kind in _SUBJECTS for scope in self.scopes)
        if not is_readable or not is_known:
            raise ValueError("limits of spending that say nothing: amounts are whole numbers of lamports")
        if self.until is not None and self.until.tzinfo is None:
            raise ValueError("the end of limits needs a time zone, as datetime.now(timezone.utc) has")


@dataclass(frozen=True)
class PaymentToSign:
    wallet: str
    """Its address."""
    market: str
    skill: str
    skill_id: Optional[str]
    """As the market says; None where it does not."""
    publisher_id: Optional[str]
    audit_state: Optional[str]
    lamports: int
    """Of the bytes that are signed."""


_Signed = Dict[str, Any]  # as it stands in the file


def decide_spending(
    limits: SpendingLimits, signed: Sequence[_Signed], payment: PaymentToSign, now: datetime
) -> Optional[MarketError]:
    """Why a payment is refused; None for one that is allowed. `signed` is all that counts beside it."""
    if limits.until is not None and now >= limits.until:
        return _exceeded("until", payment)
    if _STATES.index(payment.audit_state or _STATES[0]) < _STATES.index(limits.least_audit_state):
        return _exceeded("least_audit_state", payment)
    if payment.lamports > limits.per_call_lamports:
        return _exceeded("per_call", payment, limits.per_call_lamports)
    if _sum(signed) + payment.lamports > limits.per_day_lamports:
        return _exceeded("per_day", payment, limits.per_day_lamports, _sum(signed))
    own = _entry(payment, now)
    for kind, subject in _SUBJECTS.items():
        found = _scope_of(limits, kind, own[subject])
        within = _sum([each for each in signed if each[subject] == own[subject]])
        if found is not None and within + payment.lamports > found.per_day_lamports:
            return _exceeded("scope_per_day", payment, found.per_day_lamports, within, f" for {found.kind} {found.id}")
    return None


def _scope_of(limits: SpendingLimits, kind: str, subject: Optional[str]) -> Optional[Scope]:
    if kind == "organisation" and subject is None:
        return None
    of_kind = {scope.id: scope for scope in limits.scopes if scope.kind == kind}
    return of_kind.get(subject or "") or of_kind.get(_EACH)


def _sum(signed: Sequence[_Signed]) -> int:
    return sum(int(each["lamports"]) for each in signed)


def _entry(payment: PaymentToSign, now: datetime) -> _Signed:
    return {
        "at": now.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "market": payment.market,
        "skill": payment.skill,
        "skillId": payment.skill_id or f"{payment.market} {payment.skill}",
        "publisherId": payment.publisher_id,
        "lamports": str(payment.lamports),
    }


# The file -----------------------------------------------------------------------------------------------------------


_label = matching(r"[\s\S]{1,64}", "a name")
_read_scope = members(
    {"kind": one_of(*_SUBJECTS), "id": _label, "name": _label, "perDayLamports": read_amount},
    strict=True,
)
_read_limits = members(
    {
        "until": nullable(read_time),
        "perCallLamports": read_amount,
        "perDayLamports": read_amount,
        "scopes": list_of(_read_scope, _MAX_SCOPES),
        "leastAuditState": one_of(*_STATES),
        "askAboveLamports": nullable(read_amount),
    },
    strict=True,
)
_read_signed = members(
    {
        "at": read_time,
        "market": text(2_000),
        "skill": text(100),
        "skillId": text(2_200),
        "publisherId": nullable(text(100)),
        "lamports": matching(r"[0-9]{1,20}", "an amount"),
    },
    strict=True,
)


_read_file = members(
    {
        "version": between(1, 1),
        "limits": nullable(_read_limits),
        "signed": list_of(_read_signed, _MAX_LISTED),
    },
    strict=True,
)


class SpendingFile:
    """Counts each payment before it is signed: it counts from then on, also if the process dies or nothing is paid.

    `folder` has a file for each wallet, with the limits that `emporion spending set` has written there and what was
    signed in the last 24 hours, by whichever program of this user, at whichever market; left out, it is
    `~/.emporion/spending`. `limits` hold beside those of the file. Where there are none at all, nothing is written.
    """

    def __init__(
        self,
        folder: Optional[Union[str, "os.PathLike[str]"]] = None,
        limits: Optional[SpendingLimits] = None,
        now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    ) -> None:
        self._folder = Path(folder) if folder is not None else Path.home() / ".emporion" / "spending"
        self._limits = limits
        self._now = now

    def count(self, payment: PaymentToSign) -> None:
        """Counts a payment that is about to be signed.

        Raises `MarketError` with OWN_LIMIT_EXCEEDED, and counts nothing then; `ValueError` for a file that cannot be read
        to its end: it must not pass for none.
        """
        file = self._folder / f"{payment.wallet}.json"
        if self._limits is None and _read(file)[0].get("limits") is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _locked(Path(f"{file}.busy")):
            kept, before = _read(file)
            now = self._now()
            # A clock that was set back leaves payments in the future: they count.
            signed = [each for each in kept["signed"] if moment_of(each["at"]) > now - _DAY]
            for limits in (_to_limits(kept["limits"]), self._limits):
                refusal = limits and decide_spending(limits, signed, payment, now)
                if refusal:
                    raise refusal
            kept["signed"] = [*_merge_old(signed), _entry(payment, now)]
            _replace(file, f"{json.dumps(kept, indent=1)}\n".encode(), before)


def _read(file: Path) -> Tuple[Dict[str, Any], Optional[bytes]]:
    try:
        with file.open("rb") as opened:
            data = opened.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return {"version": 1, "limits": None, "signed": []}, None
    try:
        if len(data) > _MAX_BYTES:
            raise AnswerInvalid("it is too large")
        return _read_file(parse_json(data), "it"), data
    except AnswerInvalid as error:
        message = f"{file}: not what emporion keeps of a wallet ({error})"
        raise ValueError(f"{message}; nothing is signed until it is repaired or removed") from None


def _to_limits(said: Optional[Dict[str, Any]]) -> Optional[SpendingLimits]:
    if said is None:
        return None
    return SpendingLimits(
        per_call_lamports=int(said["perCallLamports"]),
        per_day_lamports=int(said["perDayLamports"]),
        until=None if said["until"] is None else moment_of(said["until"]),
        least_audit_state=said["leastAuditState"],
        scopes=[Scope(each["kind"], each["id"], int(each["perDayLamports"])) for each in said["scopes"]],
    )


def _merge_old(signed: Sequence[_Signed]) -> List[_Signed]:
    """Of many payments those of one skill in one hour as one, as young as its youngest: none counts less for it."""
    if len(signed) < _MAX_KEPT:
        return list(signed)
    merged: Dict[Any, _Signed] = {}
    for each in sorted(signed, key=lambda one: str(one["at"])):
        key = (each["at"][:13], each["market"], each["skillId"], each["publisherId"])
        before = int(merged[key]["lamports"]) if key in merged else 0
        merged[key] = {**each, "lamports": str(before + int(each["lamports"]))}
    return list(merged.values())


@contextmanager
def _locked(mark: Path) -> Iterator[None]:
    """Only one process at a time makes the folder that is the mark; one that was left by a dead process is deleted."""
    for _ in range(_MAX_WAITS):
        try:
            mark.mkdir()
            break
        except FileExistsError:
            _delete_if_dead(mark)
        time.sleep(_WAIT_SECONDS)
    else:
        raise TimeoutError(f"another program is signing with this wallet: try again when it is done, or delete {mark}")
    try:
        yield
    finally:
        mark.rmdir()


def _delete_if_dead(mark: Path) -> None:
    try:
        if time.time() - mark.stat().st_mtime > _DEAD_AFTER_SECONDS:
            mark.rmdir()
    except FileNotFoundError:
        pass  # it is free


def _replace(file: Path, data: bytes, before: Optional[bytes]) -> None:
    """The whole file or the one before it, whatever happens; it is on the disk when this ends."""
    draft = Path(f"{file}.{secrets.token_hex(6)}.tmp")
    try:
        with open(draft, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        if _read(file)[1] != before:
            raise ValueError(f"{file}: was changed in the meantime; nothing is signed: try again")
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)


_NEXT = "Wait, or have the person whose wallet it is set other limits."
_WHY = {
    "until": "The limits of this wallet have ended",
    "least_audit_state": "This version is less checked than the limits of this wallet ask for",
    "per_call": "One call costs more than this wallet may pay for one",
    "per_day": "This wallet would pay more in 24 hours than it may",
    "scope_per_day": "This wallet would pay more for this in 24 hours than it may",
}


def _exceeded(
    rule: str, payment: PaymentToSign, limit: Optional[int] = None, signed: int = 0, whose: str = ""
) -> MarketError:
    asked = payment.lamports
    amounts = f" ({asked} lamports asked, {signed} signed for already, {limit} allowed{whose})" if limit is not None else ""
    problem = {"rule": rule, "asked": asked, "signed": signed, "limit": limit}
    return MarketError("OWN_LIMIT_EXCEEDED", f"{_WHY[rule]}{amounts}. Nothing was signed. {_NEXT}", 0, problem)
