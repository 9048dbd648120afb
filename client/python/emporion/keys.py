"""Ed25519 keys: a wallet that signs for itself, and signatures of others.

The curve is that of `cryptography`, a library of others that many people read. It is asked for only here, so that
searching, downloading and free calls need nothing beside Python.
"""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any, Protocol, Union

from .solana import decode_base58, encode_base58

_ORDER = 2**252 + 27742317777372353535851937790883648493
_MAX_FILE_BYTES = 16 * 1024

# The points of order 1, 2, 4 and 8, canonical and not, with the sign bit masked off. OpenSSL accepts signatures made with
# them by anybody, for any message; Solana's validators refuse them.
_SMALL_ORDER_POINTS = frozenset(
    {
        "00" * 32,
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ec" + "ff" * 30 + "7f",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
    }
)


class Signer(Protocol):
    """Whatever signs with the key of a wallet: a `Keypair`, or a key that lies elsewhere."""

    @property
    def address(self) -> str: ...

    def sign(self, message: bytes) -> bytes: ...


class Keypair:
    """A wallet that signs for itself."""

    def __init__(self, seed: bytes) -> None:
        ed25519 = _ed25519()
        self._key = ed25519.Ed25519PrivateKey.from_private_bytes(seed)
        self._address = encode_base58(_public_bytes(self._key))

    @property
    def address(self) -> str:
        """Base58."""
        return self._address

    def sign(self, message: bytes) -> bytes:
        return bytes(self._key.sign(message))

    def __repr__(self) -> str:
        return f"Keypair({self._address})"  # never the seed

    @classmethod
    def from_json(cls, text: str) -> "Keypair":
        """The keypair of the Solana command line: 64 numbers as JSON. Raises `ValueError` for anything else."""
        try:
            numbers = json.loads(text)
        except (ValueError, RecursionError):
            numbers = None
        is_form = isinstance(numbers, list) and len(numbers) == 64
        if not is_form or not all(type(each) is int and 0 <= each < 256 for each in numbers):
            raise ValueError("not a keypair file: 64 numbers from 0 to 255 are expected")
        whole = bytes(numbers)
        keypair = cls(whole[:32])
        if decode_base58(keypair.address, 32) != whole[32:]:
            raise ValueError("not a keypair file: its two halves do not belong together")
        return keypair

    @classmethod
    def from_file(cls, path: Union[str, "os.PathLike[str]"]) -> "Keypair":
        """Reads the file of a keypair, as `from_json` does."""
        with Path(path).open("rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ValueError("not a keypair file: it is no file")
            data = file.read(_MAX_FILE_BYTES)
        return cls.from_json(data.decode("utf-8", "replace"))


def verify_signature(key: Union[str, bytes], message: bytes, signature: bytes) -> bool:
    """Verifies an Ed25519 signature as strictly as a validator of Solana does. `key` is base58, or 32 bytes.

    Keys and commitments of small order are refused, and so is a signature whose S is not below the group's order.
    Whatever is not a valid signature is False.
    """
    data = decode_base58(key, 32) if isinstance(key, str) else key
    if data is None or len(data) != 32 or len(signature) != 64:
        return False
    if is_small_order(data) or is_small_order(signature[:32]):
        return False
    if int.from_bytes(signature[32:], "little") >= _ORDER:
        return False
    ed25519 = _ed25519()
    from cryptography.exceptions import InvalidSignature

    try:
        ed25519.Ed25519PublicKey.from_public_bytes(data).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_small_order(point: bytes) -> bool:
    """Whether 32 bytes are a point that anybody can sign for."""
    return (point[:31] + bytes([point[31] & 0x7F])).hex() in _SMALL_ORDER_POINTS


def _public_bytes(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return bytes(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))


def _ed25519() -> Any:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise ImportError(
            "To sign payments and to verify signatures, the package cryptography is needed: pip install cryptography"
        ) from None
    return ed25519
