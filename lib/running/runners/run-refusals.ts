import { DomainError } from "@/lib/kernel/errors";

const MIN_RETRY_SECONDS = 2;

/** Nobody was let in; `waitMs` is how long a run would wait that asked now. */
export function busy(why: string, waitMs: number): DomainError {
  const retryAfterSeconds = Math.max(MIN_RETRY_SECONDS, Math.ceil(waitMs / 1000));
  return new DomainError(
    "RUNNER_BUSY",
    `Too many skills are running: ${why}. Try again in about ${retryAfterSeconds} s.`,
    { details: { retryAfterSeconds } },
  );
}

export const closed = () => new DomainError("RUNNER_UNAVAILABLE", "The runner is shutting down.");
