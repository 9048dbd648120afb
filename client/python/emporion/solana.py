"""As much of Solana as a payment needs: base58, addresses, and the one form of transaction that is built and read here."""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from typing import List, Optional

SYSTEM_PROGRAM = "11111111111111111111111111111111"
MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"
MAX_TRANSACTION_BYTES = 1232
MAX_U64 = 2**64 - 1

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_VALUES = {letter: value for value, letter in enumerate(_ALPHABET)}
_SIGNATURE_BYTES = 64
_SYSTEM_TRANSFER = 2


def encode_base58(data: bytes) -> str:
    number = int.from_bytes(data, "big")
    letters: List[str] = []
    while number:
        number, digit = divmod(number, 58)
        letters.append(_ALPHABET[digit])
    zeros = len(data) - len(data.lstrip(b"\0"))
    return "1" * zeros + "".join(reversed(letters))


def decode_base58(text: str, size: int) -> Optional[bytes]:
    """The bytes of a base58 text, or None when it is not one of exactly `size` bytes, 32 or 64.

    Its length is checked before it is decoded, which needs quadratic time.
    """
    if not size <= len(text) <= size * 11 // 8 or not _VALUES.keys() >= set(text):
        return None
    number = 0
    for letter in text:
        number = number * 58 + _VALUES[letter]
    zeros = len(text) - len(text.lstrip("1"))
    data = b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")
    return data if len(data) == size else None


@dataclass(frozen=True)
class Payment:
    """What a payment does: at most two transfers out of the payer's wallet, and a memo."""

    payer: str
    payee: str
    treasury: Optional[str]
    """None where the market takes no fee."""
    payee_lamports: int
    fee_lamports: int
    reference: str
    memo: str
    blockhash: str

    @property
    def total_lamports(self) -> int:
        return self.payee_lamports + self.fee_lamports


def build_payment(payment: Payment) -> bytes:
    """The unsigned transaction: `[transfer of the fee, if any; memo; transfer to the payee, with the reference]`.

    Raises `ValueError` for an address that is none, for an amount outside 0..2^64-1, and for more than one packet holds.
    """
    for amount in (payment.payee_lamports, payment.fee_lamports):
        if type(amount) is not int or not 0 <= amount <= MAX_U64:
            raise ValueError(f"an amount is 0 to {MAX_U64} lamports, not {amount}")
    treasury = [payment.treasury] if payment.treasury is not None and payment.fee_lamports > 0 else []
    writable = {payment.payer, *treasury, payment.payee}
    keys = list(dict.fromkeys([payment.payer, *treasury, payment.payee, payment.reference, SYSTEM_PROGRAM, MEMO_PROGRAM]))

    def place(address: str) -> int:
        return keys.index(address)

    def transfer(to: str, amount: int, *more: str) -> bytes:
        accounts = bytes(map(place, (payment.payer, to, *more)))
        return _instruction(place(SYSTEM_PROGRAM), accounts, struct.pack("<IQ", _SYSTEM_TRANSFER, amount))

    instructions = [
        *(transfer(to, payment.fee_lamports) for to in treasury),
        _instruction(place(MEMO_PROGRAM), b"", payment.memo.encode("utf-8")),
        transfer(payment.payee, payment.payee_lamports, payment.reference),
    ]
    message = b"".join(
        [
            bytes([1, 0, len(keys) - len(writable)]),  # signers, of them read-only, other read-only accounts
            _length(len(keys)),
            *map(_address_bytes, keys),
            _address_bytes(payment.blockhash),
            _length(len(instructions)),
            *instructions,
        ]
    )
    transaction = _length(1) + bytes(_SIGNATURE_BYTES) + message
    if len(transaction) > MAX_TRANSACTION_BYTES:
        raise ValueError(f"a transaction has at most {MAX_TRANSACTION_BYTES} bytes, not {len(transaction)}")
    return transaction


def message_of(transaction: bytes) -> bytes:
    """The bytes of a payment that are signed."""
    return transaction[1 + _SIGNATURE_BYTES :]


def with_signature(transaction: bytes, signature: bytes) -> bytes:
    """The same payment with its signature in place."""
    if len(signature) != _SIGNATURE_BYTES:
        raise ValueError("a signature has 64 bytes")
    return transaction[:1] + signature + message_of(transaction)


def read_payment(transaction: bytes) -> Payment:
    """What a transaction does, read from its bytes alone.

    Raises `ValueError` for anything but what `build_payment` makes, with any signature: what is read is built again, and
    must be the same to the byte.
    """
    data = io.BytesIO(transaction[:MAX_TRANSACTION_BYTES])
    try:
        signature = data.read(1 + _SIGNATURE_BYTES)[1:]
        data.read(3)  # how many accounts sign and are only read
        keys = [encode_base58(data.read(32)) for _ in range(_read_length(data))]
        blockhash = encode_base58(data.read(32))
        instructions = [(data.read(1), _read_bytes(data), _read_bytes(data)) for _ in range(_read_length(data))]
        *fees, (_, _, memo), (_, accounts, transfer) = instructions
        payer, payee, reference = (keys[index] for index in accounts)
        treasury, fee_lamports = None, 0
        for _, (_, to), content in fees:
            treasury, fee_lamports = keys[to], _amount_of(content)
        payment = Payment(
            payer=payer,
            payee=payee,
            treasury=treasury,
            payee_lamports=_amount_of(transfer),
            fee_lamports=fee_lamports,
            reference=reference,
            memo=memo.decode("utf-8"),
            blockhash=blockhash,
        )
        if with_signature(build_payment(payment), signature) == transaction:
            return payment
    except (IndexError, ValueError):
        pass
    raise ValueError("not a transaction that pays, and does nothing else")


def _amount_of(transfer: bytes) -> int:
    return int.from_bytes(transfer[4:], "little")


def _read_bytes(data: io.BytesIO) -> bytes:
    return data.read(_read_length(data))


def _read_length(data: io.BytesIO) -> int:
    """At most two bytes of "compact-u16": more has no packet."""
    low = data.read(1)[0]
    return low if low < 0x80 else low & 0x7F | data.read(1)[0] << 7


def _instruction(program: int, accounts: bytes, content: bytes) -> bytes:
    return bytes([program]) + _length(len(accounts)) + accounts + _length(len(content)) + content


def _address_bytes(address: str) -> bytes:
    data = decode_base58(address, 32)
    if data is None:
        raise ValueError(f"not a base58 text of 32 bytes: {address[:64]}")
    return data


def _length(length: int) -> bytes:
    """Solana's "compact-u16": seven bits in each byte, lowest first."""
    return bytes([length]) if length < 0x80 else bytes([length & 0x7F | 0x80]) + _length(length >> 7)
