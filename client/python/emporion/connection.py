"""Requests to one market; nothing it answers is trusted to be small, quick or well-formed."""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
import threading
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from typing import Any, Iterator, List, Mapping, Optional, Tuple, TypeVar

from .errors import MarketError, refusal
from .generated import VERSION
from .readers import AnswerInvalid, Reader, parse_json, record

T = TypeVar("T")

MAX_JSON_BYTES = 16 * 1024 * 1024
_MAX_PROBLEM_BYTES = 65_536
_MAX_PART_CHARACTERS = 200
_CHUNK_BYTES = 65_536
_REDIRECTS = (301, 302, 303, 307, 308)
_NEXT = "Look whether this is the market's address."
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
        if read_secret is not None and not re.fullmatch(r"[\x21-\x7e]{1,512}", read_secret):
            raise ValueError("read_secret is no token: give rt_… or sk_… alone, without blanks or line ends")
        if type(timeout) not in (int, float) or not 0 < timeout <= threading.TIMEOUT_MAX:
            raise ValueError("timeout is a number of seconds above 0")
        self.market = _address_of(market)
        self._read_secret = read_secret
        self._timeout = timeout
        self._tls = ssl.create_default_context()

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
        handler = _Handler(self._tls)
        try:
            with handler.ending_after(self._timeout):
                try:
                    response = urllib.request.build_opener(handler).open(request, timeout=self._timeout)
                except urllib.error.HTTPError as error:
                    raise self._refused(error) from None
                with response:
                    return Answer(response.status, response.headers, _read_bounded(response, most))
        except (OSError, http.client.HTTPException) as error:
            cause = getattr(error, "reason", error)
            is_late = handler.has_ended or isinstance(cause, socket.timeout)
            reason = "it took too long" if is_late else str(cause or error)[:500]
            raise MarketError("UNREACHABLE", f"{self.market} gives no answer: {reason}. {_NEXT}") from None

    def _refused(self, error: urllib.error.HTTPError) -> MarketError:
        with error:
            if error.code in _REDIRECTS:
                to = str(error.headers.get("location"))[:200]
                message = f"{self.market} sends its caller to {to}, which is not followed. {_NEXT}"
                return MarketError("UNREACHABLE", message, error.code)
            try:
                return refusal(error.code, record(parse_json(_read_bounded(error, _MAX_PROBLEM_BYTES)), "problem"))
            except (OSError, http.client.HTTPException, AnswerInvalid, MarketError):
                return refusal(error.code, {})  # a proxy in between may answer what it likes


def _address_of(market: str) -> str:
    """As every client writes it: in small letters, without the usual port and the slash at its end."""
    try:
        if re.fullmatch(r"https?://[^\s/?#@\\]+(/[^\s?#@\\]*)?", market, re.IGNORECASE):
            parts = urllib.parse.urlsplit(market)
            host = (parts.hostname or "").encode("idna").decode("ascii")
            port = "" if parts.port in (None, {"http": 80, "https": 443}[parts.scheme]) else f":{parts.port}"
            path = parts.path.encode("ascii").decode().rstrip("/")
            return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}{path}"
    except (TypeError, ValueError):
        pass
    raise ValueError(f"not the address of a market, as https://market.example is: {ascii(market)[:200]}")


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


class _Handler(urllib.request.HTTPHandler, urllib.request.HTTPSHandler, urllib.request.HTTPRedirectHandler):
    """One request, which ends after a time, however slowly its answer comes: the timeout of a socket begins anew with
    each byte. No redirect is followed: a token must not go to somebody else."""

    def __init__(self, tls: ssl.SSLContext) -> None:
        super().__init__(context=tls)
        self.has_ended = False
        self._tls = tls
        self._sockets: List[socket.socket] = []

    def redirect_request(self, *given: Any, **more: Any) -> None:
        return None

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self._open(http.client.HTTPConnection, req)

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self._open(http.client.HTTPSConnection, req, context=self._tls)

    def _open(self, kind: Any, req: urllib.request.Request, **more: Any) -> http.client.HTTPResponse:
        def make(*given: Any, **settings: Any) -> http.client.HTTPConnection:
            connection: http.client.HTTPConnection = kind(*given, **settings, **more)
            setattr(connection, "_create_connection", self._connect)
            return connection

        return self.do_open(make, req)

    def _connect(self, address: Tuple[str, int], timeout: float, source: object = None) -> socket.socket:
        """As `socket.create_connection`, but the time ends it too, however many addresses a name has."""
        failure = OSError("its name has no address")
        for family, kind, protocol, _, place in socket.getaddrinfo(*address, type=socket.SOCK_STREAM):
            sock = socket.socket(family, kind, protocol)
            sock.settimeout(timeout)
            self._sockets.append(sock.dup())  # encryption takes the socket itself away
            try:
                sock.connect(place)
                return sock
            except OSError as error:
                sock.close()
                failure = error
            if self.has_ended:
                break
        raise failure

    @contextmanager
    def ending_after(self, seconds: float) -> Iterator[None]:
        timer = threading.Timer(seconds, self._end)
        timer.daemon = True
        timer.start()
        try:
            yield
            if self.has_ended:
                raise OSError("what came before the end is no whole answer")
        finally:
            timer.cancel()
            for sock in self._sockets:
                sock.close()

    def _end(self) -> None:
        self.has_ended = True
        for sock in self._sockets:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has ended by itself
