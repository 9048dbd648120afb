import type { Database } from "@/lib/db/client";

/** Account ids of a skill's owner and maintainers, and of its former ones. */
export async function findOwnerIds(db: Database, skillId: string): Promise<string[]> {
  const transfers = { where: { state: "accepted" }, select: { fromId: true } } as const;
  const maintainers = { where: { acceptedAt: { not: null } }, select: { accountId: true } } as const;
  const select = { ownerId: true, transfers, maintainers };
  const skill = await db.skill.findUnique({ where: { id: skillId }, select });
  const maintained = (skill?.maintainers ?? []).map(({ accountId }) => accountId);
  const former = [...(skill?.transfers ?? []).map(({ fromId }) => fromId), ...maintained];
  return skill?.ownerId ? [skill.ownerId, ...former] : former;
}

/** Of some skills, those that an account owns or maintains, or did once. */
export async function filterOwned(
  db: Database,
  accountId: string,
  skillIds: readonly string[],
): Promise<string[]> {
  const wasIts = { transfers: { some: { state: "accepted", fromId: accountId } } } as const;
  const maintained = { maintainers: { some: { accountId, acceptedAt: { not: null } } } };
  const where = { id: { in: [...skillIds] }, OR: [{ ownerId: accountId }, wasIts, maintained] };
  return (await db.skill.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

export async function isAnyAdministratorExcept(
  db: Database,
  accountIds: readonly string[],
): Promise<boolean> {
  const id = { notIn: [...accountIds] };
  return (await db.account.count({ where: { role: "administrator", closedAt: null, id } })) > 0;
}
