/** A refusal of the API, in its own words. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;
  /** Which of several causes of one code it was, where that is told. */
  readonly reason: string | undefined;
  readonly errors: readonly { pointer: string; detail: string }[];

  constructor(
    status: number,
    body: { error_code?: string; detail?: string; reason?: string; errors?: ApiProblem["errors"] },
  ) {
    super(body.detail ?? "The market did not answer as expected.");
    this.code = body.error_code ?? "INTERNAL";
    this.status = status;
    this.reason = body.reason;
    this.errors = body.errors ?? [];
  }
}
