import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { getMailbox } from "@/lib/platform/mail/get-mailbox";
import { maintainerNotFound } from "@/lib/ownership/maintainers/maintainer-not-possible";
import {
  findMaintainer,
  findOpenMaintainer,
  setEnded,
  type MaintainerEnding,
  type MaintainerRow,
} from "@/lib/ownership/maintainers/repository";
import { notifyOfOffer } from "@/lib/log/events/notices/notify-of-offer";
import { recordEvent } from "@/lib/log/events/events";
import { findCalledSkill } from "@/lib/registry/names/find-name";
import { lockOwnedSkill } from "@/lib/registry/find-skill";

/**
 * Ends an invitation or somebody's part in a skill: its owner withdraws and removes, whom it is about declines and
 * leaves. From then on nothing is published by them; what they have published stays. Whoever did not do it is told.
 * Throws MAINTAINER_NOT_FOUND for others' and for one that was ended before.
 */
export async function endMaintainer(
  { actor, maintainerId }: { actor: Actor; maintainerId: string },
  clock: Clock = systemClock,
): Promise<{ slug: string; username: string; ended: MaintainerEnding }> {
  const seen = await findMaintainer(database(), maintainerId);
  if (!seen) throw maintainerNotFound();
  const now = clock.now();
  return inTransaction(async (tx) => {
    await lockOwnedSkill(tx, seen.skillId); // an upload is before this, or sees it
    const row = await findMaintainer(tx, maintainerId);
    const ended = row && endingOf(row, actor.accountId);
    if (!ended || !(await setEnded(tx, maintainerId, { to: ended, now }))) throw maintainerNotFound();
    if (ended === "left" || ended === "removed") await tellEnded(tx, row, actor, now);
    return { slug: row.skill.slug, username: row.account.username, ended };
  });
}

/** The same by names, as programs say it. Throws SKILL_NOT_FOUND as well. */
export async function endMaintainerOf(
  { actor, skill, username }: { actor: Actor; skill: string; username: string },
  clock: Clock = systemClock,
): Promise<{ slug: string; username: string; ended: MaintainerEnding }> {
  const found = await findCalledSkill(database(), skill);
  if (!found) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${skill}".`);
  const account = await getMailbox(database(), { username });
  const where = account && { skillId: found.id, accountId: account.accountId };
  const row = where && (await findOpenMaintainer(database(), where));
  if (!row) throw maintainerNotFound();
  return endMaintainer({ actor, maintainerId: row.id }, clock);
}

function endingOf({ state, accountId, skill }: MaintainerRow, actorId: string): MaintainerEnding | null {
  if (state !== "invited" && state !== "active") return null;
  if (accountId === actorId) return state === "invited" ? "declined" : "left";
  if (skill.ownerId === actorId) return state === "invited" ? "withdrawn" : "removed";
  return null;
}

async function tellEnded(db: Database, row: MaintainerRow, actor: Actor, now: Date): Promise<void> {
  const { skillId, accountId, account, skill } = row;
  const told = actor.accountId === accountId ? skill.ownerId : accountId;
  const facts = { slug: skill.slug, from: skill.owner?.username ?? "", to: account.username, now };
  if (told !== null) await notifyOfOffer(db, "maintainer-ended", { ...facts, accountId: told });
  const data = { slug: skill.slug, maintainer: account.username };
  await recordEvent(db, { kind: "skill:maintainer-ended", skillId, data }, now, actor.accountId);
}
