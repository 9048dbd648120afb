import type { ErrorCode } from "@/lib/kernel/error-codes";

/**
 * A failure the product foresees. `lib/kernel/error-codes.ts` gives each code its status.
 * `message` is shown to the caller, so it never holds a secret; `cause` is only logged.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "DomainError";
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** True for a `DomainError`, with one code if given. */
export function isDomainError(error: unknown, code?: ErrorCode): error is DomainError {
  return error instanceof DomainError && (code === undefined || error.code === code);
}

/**
 * The member of a request that a failure is about, as its first pointer names it (`#/email`: `email`); null when it
 * names none.
 */
export function wrongMember({ details }: DomainError): string | null {
  const [fault] = Array.isArray(details["errors"]) ? (details["errors"] as { pointer?: string }[]) : [];
  return fault?.pointer?.replace(/^#\//, "") ?? null;
}

const REASON = /^[a-z]+(?:_[a-z]+)?$/;

/** What was wrong with that field, where it is said in a word that pages have a sentence for (`taken`). */
export function wrongReason({ details }: DomainError): string | null {
  const [fault] = Array.isArray(details["errors"]) ? (details["errors"] as { detail?: string }[]) : [];
  return fault?.detail !== undefined && REASON.test(fault.detail) ? fault.detail : null;
}

/** What everybody is told who asks for a skill in quarantine. */
export function skillQuarantined(slug: string, reason: string): DomainError {
  return new DomainError("SKILL_QUARANTINED", `"${slug}" is in quarantine: ${reason}`, {
    details: { reason: "quarantined" },
  });
}
