"""What can go wrong with a market, as one kind of exception."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional

from .generated import OWN_CODES

if TYPE_CHECKING:
    from .paid_call import PaidCall

_CODE = re.compile(r"[A-Z][A-Z_]{0,63}")
_MAX_DETAIL_CHARACTERS = 2_000
_MAX_OUTPUT_CHARACTERS = 8 * 1024


class MarketError(Exception):
    """A market's refusal, with the code it names (`/docs/errors`), or what the client found by itself.

    `paid` is set where the payment of a call was signed and may have moved money: give it to `Market.call` as `paid`,
    and nothing is paid twice.
    """

    def __init__(self, code: str, message: str, status: int = 0, problem: Optional[Mapping[str, Any]] = None) -> None:
        # Words of a market may hold what moves the cursor of a terminal.
        message = "".join(letter if letter.isprintable() else " " for letter in message)
        super().__init__(code, message)  # with these it is made again where a process hands it to another
        self.code = code
        self.message = message
        self.status = status
        """Of the HTTP answer; 0 without one."""
        self.problem: Dict[str, Any] = dict(problem or {})
        """The whole problem, as the market wrote it."""
        self.paid: Optional["PaidCall"] = None

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"

    @property
    def error_output(self) -> Optional[str]:
        """The end of what a failed run wrote to its error output: words of the skill, in which anything may stand."""
        run = self.problem.get("run")
        written = run.get("error_output") if isinstance(run, dict) else None
        return written[-_MAX_OUTPUT_CHARACTERS:] if isinstance(written, str) and written else None


def refusal(status: int, problem: Mapping[str, Any]) -> MarketError:
    """A refusal as the market wrote it; `ANSWER_INVALID` for one without a code that is the market's to give."""
    code, detail = problem.get("error_code"), problem.get("detail")
    is_theirs = isinstance(code, str) and _CODE.fullmatch(code) is not None and code not in OWN_CODES
    is_text = isinstance(detail, str) and len(detail) <= _MAX_DETAIL_CHARACTERS
    return MarketError(
        str(code) if is_theirs else "ANSWER_INVALID",
        str(detail) if is_text else f"The market answers {status}, and does not say why. Is this its address?",
        status,
        problem,
    )
