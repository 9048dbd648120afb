"""As much of Solana as a payment needs: base58, addresses, and the one form of transaction that is built and read here."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import List, NoReturn, Optional, Tuple

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

    Raises `ValueError` for anything but the form that `build_payment` makes: one signer, no lookup table, no further
    account or instruction, lengths in their shortest form, and no byte behind the end.
    """
    if len(transaction) > MAX_TRANSACTION_BYTES:
        raise ValueError("a transaction that no packet holds")
    data = _Bytes(transaction)
    if data.length() != 1:
        raise ValueError("not a payment of one signer")
    data.take(_SIGNATURE_BYTES)
    data.take(3)  # how many accounts sign and are only read, which building the same payment writes again
    keys = [encode_base58(data.take(32)) for _ in range(data.length())]
    blockhash = encode_base58(data.take(32))
    instructions = [_read_instruction(data, keys) for _ in range(data.length())]
    if not data.is_at_end():
        _no_payment()
    payment = _read_instructions(instructions, blockhash)
    # Written again it must be the same: keys in their order, and which of them may be written to.
    if message_of(build_payment(payment)) != message_of(transaction):
        _no_payment()
    return payment


_Instruction = Tuple[str, List[str], bytes]


def _read_instruction(data: "_Bytes", keys: List[str]) -> _Instruction:
    indexes = [data.take(1)[0], *data.take(data.length())]
    content = data.take(data.length())
    if max(indexes) >= len(keys):
        raise ValueError("an account that the message does not name")
    program, *accounts = (keys[index] for index in indexes)
    return program, accounts, content


def _read_instructions(instructions: List[_Instruction], blockhash: str) -> Payment:
    if len(instructions) not in (2, 3):
        _no_payment()
    *fees, (memo_program, memo_accounts, memo), last = instructions
    payer, payee, payee_lamports, references = _read_transfer(last)
    if memo_program != MEMO_PROGRAM or memo_accounts or len(references) != 1:
        _no_payment()
    treasury, fee_lamports = None, 0
    if fees:
        source, treasury, fee_lamports, more = _read_transfer(fees[0])
        if source != payer or more or fee_lamports == 0:
            _no_payment()
    return Payment(
        payer=payer,
        payee=payee,
        treasury=treasury,
        payee_lamports=payee_lamports,
        fee_lamports=fee_lamports,
        reference=references[0],
        memo=memo.decode("utf-8"),
        blockhash=blockhash,
    )


def _read_transfer(instruction: _Instruction) -> Tuple[str, str, int, List[str]]:
    program, accounts, content = instruction
    if program != SYSTEM_PROGRAM or len(accounts) < 2 or len(content) != 12:
        _no_payment()
    kind, amount = struct.unpack("<IQ", content)
    if kind != _SYSTEM_TRANSFER:
        _no_payment()
    return accounts[0], accounts[1], amount, accounts[2:]


def _no_payment() -> NoReturn:
    raise ValueError("a transaction that does more than pay")


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


class _Bytes:
    """Reads bytes one after the other; raises `ValueError` behind their end."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> bytes:
        if self._at + size > len(self._data):
            raise ValueError("a transaction that is cut short")
        self._at += size
        return self._data[self._at - size : self._at]

    def length(self) -> int:
        """Only in the shortest form, so that one meaning has one encoding."""
        length = 0
        for shift in (0, 7, 14):
            (byte,) = self.take(1)
            length |= (byte & 0x7F) << shift
            if byte < 0x80:
                if (byte == 0 and shift > 0) or length > 0xFFFF:
                    break
                return length
        raise ValueError("a length that is not in its shortest form")

    def is_at_end(self) -> bool:
        return self._at == len(self._data)
