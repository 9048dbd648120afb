import type { Database } from "@/lib/db/client";
import { listOpen, setEnded } from "@/lib/ownership/maintainers/repository";
import { notifyOfOffer } from "@/lib/log/events/notices/notify-of-offer";
import { recordUnmailed } from "@/lib/log/events/events";
import type { RegistryEvent } from "@/lib/log/events/registry-event";

/**
 * Ends everybody's part in a skill that changes owners, and every invitation to it, in the caller's transaction, which
 * holds the skill: whom the former owner trusted, the new one chooses anew. Whoever maintained it is told.
 */
export async function dropMaintainers(
  db: Database,
  { skillId, actor, now }: { skillId: string; actor: string; now: Date },
): Promise<void> {
  const open = await listOpen(db, { skillId });
  await recordUnmailed(db, await endAll(db, { skillId }, now), now, actor);
  for (const { accountId, state, account, skill } of open) {
    if (state === "invited" || accountId === actor) continue;
    const facts = { slug: skill.slug, from: skill.owner?.username ?? "", to: account.username, now };
    await notifyOfOffer(db, "maintainer-ended", { ...facts, accountId });
  }
}

/**
 * Ends what an account maintains and is invited to, and whoever maintains its skills, when it closes; the caller's
 * transaction holds the account. Returns what the caller records.
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
