import { DomainError } from "@/lib/kernel/errors";

/** Why somebody cannot be invited to maintain a skill, or not accept. */
export type MaintainerObstacle = "invited" | "full" | "audited" | "challenged";

const REASONS: Record<MaintainerObstacle, string> = {
  invited: "this account maintains it or is invited already",
  full: "it has as many maintainers and invitations as a skill can have",
  audited: "this account has signed an audit of it",
  challenged: "this account has an open challenge of it",
};

/** MAINTAINER_NOT_POSSIBLE with what is in the way, for people and as `details.obstacles`. */
export function maintainerNotPossible(obstacles: readonly MaintainerObstacle[]): DomainError {
  const reasons = obstacles.map((each) => REASONS[each]).join("; ");
  return new DomainError(
    "MAINTAINER_NOT_POSSIBLE",
    `The skill cannot have this maintainer now: ${reasons}.`,
    {
      details: { obstacles: [...obstacles] },
    },
  );
}

/**
 * One answer for an invitation or a maintainer that is not there, not one's own to end, or ended: nobody learns of
 * others' invitations.
 */
export function maintainerNotFound(): DomainError {
  return new DomainError(
    "MAINTAINER_NOT_FOUND",
    "There is no such maintainer or invitation, or it was ended before.",
  );
}
