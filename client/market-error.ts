import type { PaidCall } from "./types";

/** What this client finds by itself. A market that answers with one of these codes is not believed. */
export const OWN_CODES = new Set([
  "ANSWER_INVALID",
  "DIGEST_MISMATCH",
  "KEYPAIR_MISSING",
  "OTHER_MARKET",
  "OUTPUT_NOT_KEPT",
  "OWN_LIMIT_EXCEEDED",
  "PAYMENT_UNKNOWN",
  "PRICE_TOO_HIGH",
  "QUOTE_NOT_AS_SHOWN",
  "RUN_FAILED",
  "STATEMENT_NOT_AS_WANTED",
  "UNREACHABLE",
]);
/** The market says with these that the signed payment gives no call, now or later. */
export const NOTHING_PAID = new Set([
  "QUOTE_EXPIRED",
  "QUOTE_NOT_FOUND",
  "SETTLEMENT_FAILED",
  "SKILL_QUARANTINED",
  "SPENDING_LIMIT_EXCEEDED",
  "TRANSACTION_REJECTED",
]);
const CODE = /^[A-Z][A-Z_]{0,63}$/;
const MAX_DETAIL_CHARACTERS = 2_000;
const MAX_OUTPUT_CHARACTERS = 8 * 1024;

/**
 * A market's refusal, with the code it names (`/docs/errors`), or what the client found by itself: `UNREACHABLE` and
 * `ANSWER_INVALID` where it gave no answer that is understood, and the codes that `call` and `download` name.
 */
export class MarketError extends Error {
  readonly code: string;
  /** Of the HTTP answer; 0 without one. */
  readonly status: number;
  /** The whole problem, as the market wrote it. */
  readonly problem: Readonly<Record<string, unknown>>;

  /**
   * Set where the payment of a call was signed and may have moved money: give it to `call` as `paid`, and nothing is
   * paid twice.
   */
  paid?: PaidCall;

  /** The end of what a failed run wrote to its error output: words of the skill, in which anything may stand. */
  get errorOutput(): string | null {
    const { run } = this.problem as { run?: { error_output?: unknown } };
    const written = run?.error_output;
    return typeof written === "string" && written !== "" ? written.slice(-MAX_OUTPUT_CHARACTERS) : null;
  }

  constructor(code: string, message: string, status = 0, problem: Record<string, unknown> = {}) {
    super(message);
    this.name = "MarketError";
    this.code = code;
    this.status = status;
    this.problem = problem;
  }
}

/** A refusal as the market wrote it; `ANSWER_INVALID` for one without a code that is the market's to give. */
export function toMarketError(status: number, problem: Record<string, unknown>): MarketError {
  const { error_code: code, detail } = problem;
  const isTheirs = typeof code === "string" && CODE.test(code) && !OWN_CODES.has(code);
  const isText = typeof detail === "string" && detail.length <= MAX_DETAIL_CHARACTERS;
  return new MarketError(
    isTheirs ? code : "ANSWER_INVALID",
    isText ? detail : `The market answers ${status}.`,
    status,
    problem,
  );
}
