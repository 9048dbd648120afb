import type { Prisma } from "@/lib/db/generated/client";

/** What of a skill says whose it is and whose it was, and who maintains or maintained it. */
export const OWNERS = {
  ownerId: true,
  transfers: { where: { state: "accepted" }, select: { fromId: true } },
  maintainers: { where: { acceptedAt: { not: null } }, select: { accountId: true } },
} satisfies Prisma.SkillSelect;

/**
 * Account ids of a skill's owner and maintainers and of its former ones: whoever worked on it once does not judge
 * it later.
 */
export function ownersOf(skill: Prisma.SkillGetPayload<{ select: typeof OWNERS }>): string[] {
  const former = skill.transfers.map(({ fromId }) => fromId);
  const maintainers = skill.maintainers.map(({ accountId }) => accountId);
  return [skill.ownerId, ...former, ...maintainers].filter((id) => id !== null);
}
