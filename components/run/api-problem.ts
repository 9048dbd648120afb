/** A refusal of the API, in its own words. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;
  /** Which of several causes of one code it was, where that is told. */
  readonly reason: string | undefined;
  /** When to try again, where that is told. */
  readonly retryAfterSeconds: number | undefined;
  readonly errors: readonly { pointer: string; detail: string }[];

  constructor(
    status: number,
    body: { error_code?: string; detail?: string; reason?: string; errors?: ApiProblem["errors"] },
    retryAfter?: string | null,
  ) {
    super(body.detail ?? "The market did not answer as expected.");
    this.code = body.error_code ?? "INTERNAL";
    this.status = status;
    this.reason = body.reason;
    this.retryAfterSeconds = /^\d{1,6}$/.test(retryAfter ?? "") ? Number(retryAfter) : undefined;
    this.errors = body.errors ?? [];
  }
}

/** A question to the market that had no answer: the network between the two, or the market, is away. */
export class MarketAway extends Error {
  constructor(cause: unknown) {
    super("The market was not reached.", { cause });
  }
}
