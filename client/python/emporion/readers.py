"""Readers of what a market answers: each takes a value for what it must be, or raises `AnswerInvalid` with its place.

A market may answer whatever it likes. Amounts of money are texts of digits and become `int`; a float is never money.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any, Callable, Dict, List, Mapping, NoReturn, Optional, TypeVar

from .solana import MAX_U64, decode_base58

T = TypeVar("T")
Reader = Callable[[Any, str], T]

MAX_SAFE_INTEGER = 2**53 - 1
_MAX_DIGITS = 400


class AnswerInvalid(ValueError):
    """An answer that has not the form it must have; the message names the member and what is wrong."""


def parse_json(data: bytes) -> Any:
    """The JSON in `data`. Raises `AnswerInvalid` for anything else, for NaN, and for what is too deep or too long a number."""
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_refuse_constant, parse_int=_parse_int)
    except (ValueError, RecursionError) as error:
        if isinstance(error, AnswerInvalid):
            raise
        raise AnswerInvalid("it is not JSON") from None


def _refuse_constant(word: str) -> NoReturn:
    raise AnswerInvalid(f"{word} is no number of JSON")


def _parse_int(digits: str) -> int:
    # Python needs quadratic time for the digits of a number.
    if len(digits) > _MAX_DIGITS:
        raise AnswerInvalid("a number has too many digits")
    return int(digits)


def _fail(place: str, what: str) -> NoReturn:
    raise AnswerInvalid(f"{place} is not {what}")


def record(value: Any, place: str) -> Dict[str, Any]:
    return value if isinstance(value, dict) else _fail(place, "an object")


def anything(value: Any, place: str) -> Any:
    return value


def between(low: int, high: int) -> Reader[int]:
    """An `int`, and no `bool`, which Python takes for one."""

    def read(value: Any, place: str) -> int:
        if type(value) is int and low <= value <= high:
            return value
        _fail(place, f"a whole number from {low} to {high}")

    return read


def lamports(value: Any, place: str) -> int:
    """An amount that another side names: a text of ASCII digits, at most 2^64-1."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,20}", value) and int(value) <= MAX_U64:
        return int(value)
    _fail(place, "an amount of lamports")


def text_that(is_right: Callable[[str], object], what: str) -> Reader[str]:
    """A text of which `is_right` is true; `what` names such texts."""
    return lambda value, place: value if isinstance(value, str) and is_right(value) else _fail(place, what)


def text(most: int) -> Reader[str]:
    """Any text of at most so many characters; whoever shows it must expect anything in it."""
    return text_that(lambda value: len(value) <= most, f"a text of at most {most} characters")


def matching(form: str, what: str) -> Reader[str]:
    return text_that(re.compile(form, re.ASCII).fullmatch, what)


def one_of(*words: str) -> Reader[str]:
    return text_that(words.__contains__, f"one of {', '.join(words)}")


def _is_of_version(letter: str) -> bool:
    return letter not in "/\\" and not letter.isspace() and not unicodedata.category(letter).startswith("C")


address = text_that(lambda value: decode_base58(value, 32) is not None, "an address")
digest = matching(r"sha256:[0-9a-f]{64}", "a digest")
identifier = matching(r"\w{1,64}", "an id")
secret = matching(r"[\x21-\x7e]{1,512}", "a token")
skill_name = matching(r"[\w-]{1,64}", "a name")
version_number = text_that(lambda value: 1 <= len(value) <= 64 and all(map(_is_of_version, value)), "a version")
"""Of a version; it may stand in an address and in a file."""


def nullable(read: Reader[T]) -> Reader[Optional[T]]:
    return lambda value, place: None if value is None else read(value, place)


def list_of(read: Reader[T], most: int, least: int = 0) -> Reader[List[T]]:
    def read_list(value: Any, place: str) -> List[T]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            _fail(place, f"a list of {least} to {most}")
        return [read(each, f"{place}[{index}]") for index, each in enumerate(value)]

    return read_list


def members(
    needed: Mapping[str, Reader[Any]],
    optional: Optional[Mapping[str, Reader[Any]]] = None,
    strict: bool = False,
) -> Reader[Dict[str, Any]]:
    """An object with all of `needed`, and of `optional` those that are there.

    Other members stay as they were sent; `strict` refuses them.
    """
    more = optional or {}

    def read_members(value: Any, place: str) -> Dict[str, Any]:
        given = record(value, place or "it")
        prefix = f"{place}." if place else ""
        result = dict(given)
        for name, read in needed.items():
            result[name] = read(given.get(name), prefix + name)
        for name, read in more.items():
            if name in given:
                result[name] = read(given[name], prefix + name)
        if strict and not given.keys() <= needed.keys() | more.keys():
            raise AnswerInvalid(f"{place or 'it'} has an unknown member")
        return result

    return read_members
