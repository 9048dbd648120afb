import type { PaidCall } from "./types";

/**
 * A market's refusal, with the code it names (`/docs/errors`), or `UNREACHABLE` and `ANSWER_INVALID` when it gave none.
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

  constructor(code: string, message: string, status = 0, problem: Record<string, unknown> = {}) {
    super(message);
    this.name = "MarketError";
    this.code = code;
    this.status = status;
    this.problem = problem;
  }
}
