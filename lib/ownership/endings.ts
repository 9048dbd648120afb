/** How long an invitation, to maintain a skill or to act for an organisation, can be answered. */
export const INVITATION_DAYS = 7;

/** How somebody stops being invited, or having a part. */
export type Ending = "declined" | "withdrawn" | "left" | "removed";

/** The state that an ending ends. */
export const stateBefore = (ending: Ending): "invited" | "active" =>
  ending === "declined" || ending === "withdrawn" ? "invited" : "active";

/**
 * What it is when somebody ends a part in what another one decides about: whom it is about declines and leaves, who
 * decides withdraws and removes. Null for anybody else, and for what was ended before. Pure.
 */
export function endingOf(
  { state, accountId }: { state: string; accountId: string },
  { actorId, decides }: { actorId: string; decides: boolean },
): Ending | null {
  if (state !== "invited" && state !== "active") return null;
  const isInvited = state === "invited";
  if (accountId === actorId) return isInvited ? "declined" : "left";
  if (!decides) return null;
  return isInvited ? "withdrawn" : "removed";
}
