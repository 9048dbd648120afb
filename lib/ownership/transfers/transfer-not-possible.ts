import { DomainError } from "@/lib/kernel/errors";
import type { TransferObstacle } from "@/lib/ownership/transfers/find-obstacles";

const REASONS: Record<TransferObstacle, string> = {
  quarantined: "it is in quarantine",
  waiting: "a version, a challenge or an appeal still waits for a decision",
  deposit: "a deposit for one of its versions is still in its vault",
  audited: "the account it is offered to has signed an audit of it",
};

/** TRANSFER_NOT_POSSIBLE with what is in the way, for people and as `details.obstacles`. */
export function transferNotPossible(obstacles: readonly TransferObstacle[]): DomainError {
  const reasons = obstacles.map((each) => REASONS[each]).join("; ");
  return new DomainError("TRANSFER_NOT_POSSIBLE", `The skill cannot be transferred now: ${reasons}.`, {
    details: { obstacles: [...obstacles] },
  });
}

/** One answer for an offer that is not there, not one's own, or ended: nobody learns of others' offers. */
export function transferNotFound(): DomainError {
  return new DomainError("TRANSFER_NOT_FOUND", "There is no such offer, or it has already ended.");
}
