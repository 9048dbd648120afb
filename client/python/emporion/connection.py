"""Requests to one market; nothing it answers is trusted to be small, quick or well-formed."""

from __future__ import annotations

import http.client
import json
import re
import socket
import threading
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from typing import IO, Any, Iterator, List, Mapping, NoReturn, Optional, TypeVar

from .errors import MarketError, refusal
from .readers import AnswerInvalid, Reader, parse_json, record
from .version import VERSION

T = TypeVar("T")

MAX_JSON_BYTES = 16 * 1024 * 1024
_MAX_PROBLEM_BYTES = 65_536
_MAX_PART_CHARACTERS = 200
_CHUNK_BYTES = 65_536
# With these a market answers of what it gives only to those who may read it.
_REFUSED_TO_OTHERS = frozenset({"SKILL_NOT_FOUND", "VERSION_NOT_FOUND", "FILES_NOT_GIVEN"})


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    data: bytes

    def json(self, read: Reader[T]) -> T:
        """The JSON of an answer, taken for what `read` says it must be. Raises `MarketError` with ANSWER_INVALID."""
        try:
            return read(parse_json(self.data), "")
        except AnswerInvalid as error:
            message = f"The market's answer is not understood: {error}."
            raise MarketError("ANSWER_INVALID", message, self.status) from None


class Connection:
    """One market. `read_secret` goes only with what the market has just refused to everybody."""

    def __init__(self, market: str, read_secret: Optional[str], timeout: float) -> None:
        if not isinstance(market, str) or not re.fullmatch(r"https?://[^\s/?#@\\]+(/[^\s?#@\\]*)?", market):
            raise ValueError(f"not the address of a market: {str(market)[:200]}")
        self.market = market.rstrip("/")
        self._read_secret = read_secret
        self._timeout = timeout

    def get(self, path: str, query: Optional[Mapping[str, object]] = None, most: int = MAX_JSON_BYTES) -> Answer:
        """A successful answer (2xx), its body bounded. Raises `MarketError`."""
        given = {name: str(value) for name, value in (query or {}).items() if value is not None}
        address = f"{path}?{urllib.parse.urlencode(given)}" if given else path
        try:
            return self._send("GET", address, {}, None, most)
        except MarketError as error:
            if self._read_secret is None or error.code not in _REFUSED_TO_OTHERS:
                raise
        return self._send("GET", address, {"authorization": f"Bearer {self._read_secret}"}, None, most)

    def post(self, path: str, body: object, headers: Optional[Mapping[str, str]] = None) -> Answer:
        data = json.dumps(body, allow_nan=False, ensure_ascii=True).encode("ascii")
        return self._send("POST", path, {"content-type": "application/json", **(headers or {})}, data, MAX_JSON_BYTES)

    def _send(self, method: str, path: str, headers: Mapping[str, str], data: Optional[bytes], most: int) -> Answer:
        about = {"user-agent": f"emporion-python/{VERSION}", "accept": "*/*", **headers}
        request = urllib.request.Request(self.market + path, data=data, headers=about, method=method)
        watch = _Watch()
        opener = urllib.request.build_opener(_NoRedirect(), _PlainHandler(watch), _EncryptedHandler(watch))
        try:
            with watch.ending_after(self._timeout):
                try:
                    response = opener.open(request, timeout=self._timeout)
                except urllib.error.HTTPError as error:
                    raise self._refused(error) from None
                with response:
                    return Answer(response.status, response.headers, _read_bounded(response, most))
        except (OSError, http.client.HTTPException) as error:
            reason = "it took too long" if watch.has_ended else str(getattr(error, "reason", error) or error)
            raise MarketError("UNREACHABLE", f"{self.market} gives no answer: {reason[:500]}") from None

    def _refused(self, error: urllib.error.HTTPError) -> MarketError:
        with error:
            try:
                return refusal(error.code, record(parse_json(_read_bounded(error, _MAX_PROBLEM_BYTES)), "problem"))
            except (OSError, http.client.HTTPException, AnswerInvalid, MarketError):
                return refusal(error.code, {})  # a proxy in between may answer what it likes


def part(name: str) -> str:
    """A name as one part of an address. Raises `ValueError` for what would be another address."""
    if not isinstance(name, str) or name in ("", ".", "..") or len(name) > _MAX_PART_CHARACTERS:
        raise ValueError(f"not a name: {str(name)[:_MAX_PART_CHARACTERS]}")
    return urllib.parse.quote(name, safe="")


def _read_bounded(response: Any, most: int) -> bytes:
    chunks: List[bytes] = []
    size = 0
    while True:
        chunk: bytes = response.read(_CHUNK_BYTES)
        if not chunk:
            break
        size += len(chunk)
        if size > most:
            raise MarketError("ANSWER_INVALID", f"The answer has more than {most} bytes.", response.status)
        chunks.append(chunk)
    if getattr(response, "length", None):  # the rest of what was announced
        raise OSError("the answer was cut short")
    return b"".join(chunks)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A token must not follow a redirect to somebody else, and what another host says is not what the market says."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> NoReturn:
        raise OSError("it sends its caller elsewhere, which is not followed")


class _Watch:
    """Ends a request after a time, however slowly its answer comes: the timeout of a socket begins anew with each byte."""

    def __init__(self) -> None:
        self.has_ended = False
        self._sockets: List[socket.socket] = []

    @contextmanager
    def ending_after(self, seconds: float) -> Iterator[None]:
        timer = threading.Timer(seconds, self._end)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def add(self, sock: socket.socket) -> None:
        self._sockets.append(sock)
        if self.has_ended:
            self._end()

    def _end(self) -> None:
        self.has_ended = True
        for sock in self._sockets:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has ended by itself


class _PlainConnection(http.client.HTTPConnection):
    def __init__(self, *given: Any, watch: _Watch, **more: Any) -> None:
        super().__init__(*given, **more)
        self._watch = watch

    def connect(self) -> None:
        super().connect()
        self._watch.add(self.sock)


class _EncryptedConnection(http.client.HTTPSConnection):
    def __init__(self, *given: Any, watch: _Watch, **more: Any) -> None:
        super().__init__(*given, **more)
        self._watch = watch

    def connect(self) -> None:
        super().connect()
        self._watch.add(self.sock)


class _PlainHandler(urllib.request.HTTPHandler):
    def __init__(self, watch: _Watch) -> None:
        super().__init__()
        self._watch = watch

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_PlainConnection, req, watch=self._watch)  # type: ignore[arg-type]


class _EncryptedHandler(urllib.request.HTTPSHandler):
    def __init__(self, watch: _Watch) -> None:
        super().__init__()
        self._watch = watch

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_EncryptedConnection, req, watch=self._watch)  # type: ignore[arg-type]
