import type { Prisma } from "@/lib/db/generated/client";

/** What of a skill says whose it is and whose it was. */
export const OWNERS = {
  ownerId: true,
  transfers: { where: { state: "accepted" }, select: { fromId: true } },
} satisfies Prisma.SkillSelect;

/** Account ids of a skill's owner and of its former ones: whoever answered for it once does not judge it later. */
export function ownersOf(skill: Prisma.SkillGetPayload<{ select: typeof OWNERS }>): string[] {
  return [skill.ownerId, ...skill.transfers.map(({ fromId }) => fromId)].filter((id) => id !== null);
}
