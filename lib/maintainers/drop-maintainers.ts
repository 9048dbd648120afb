import type { Database } from "@/lib/db/client";
import { listOpen, setEnded } from "@/lib/maintainers/repository";
import { recordUnmailed, type RegistryEvent } from "@/lib/registry/events";

/**
 * Ends everybody's part in a skill that changes owners, and every invitation to it, in the caller's transaction, which holds the skill: whom
 * the former owner trusted, the new one chooses anew.
 */
export async function dropMaintainers(
  db: Database,
  { skillId, actor, now }: { skillId: string; actor: string; now: Date },
): Promise<void> {
  await recordUnmailed(db, await endAll(db, { skillId }, now), now, actor);
}

/**
 * Ends what an account maintains and is invited to, and whoever maintains its skills, when it closes; the caller's transaction holds the
 * account. Returns what the caller records.
 */
export function leaveSkills(db: Database, accountId: string, now: Date): Promise<RegistryEvent[]> {
  return endAll(db, { accountId }, now);
}

async function endAll(
  db: Database,
  of: { skillId: string } | { accountId: string },
  now: Date,
): Promise<RegistryEvent[]> {
  const events: RegistryEvent[] = [];
  for (const { id, state, skillId, accountId, account, skill } of await listOpen(db, of)) {
    const left = "accountId" in of && of.accountId === accountId;
    const to = state === "invited" ? "withdrawn" : left ? "left" : "removed";
    if (!(await setEnded(db, id, { to, now })) || state === "invited") continue;
    const data = { slug: skill.slug, maintainer: account.username };
    events.push({ kind: "skill:maintainer-ended", skillId, data });
  }
  return events;
}
