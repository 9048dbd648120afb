import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { readText } from "@/lib/kernel/read-reason";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { listOwnersActedFor } from "@/lib/identity/organisations/act-for";
import { recordEvent } from "@/lib/log/events/events";
import { findSkill, lockOwnSkill } from "@/lib/registry/find-skill";
import type { DeprecationView } from "@/lib/registry/deprecations/describe-deprecation";
import {
  findDeprecation,
  findSuccessor,
  listOfOwners,
  setDeprecation,
} from "@/lib/registry/deprecations/repository";

export const MAX_DEPRECATION_CHARACTERS = 300;
/** Successors of successors that are followed, wherever they are. */
export const MAX_SUCCESSORS = 5;

interface DeprecationRequest {
  actor: { accountId: string };
  /** Slug or id of an own skill. */
  skill: string;
  message: string;
  /** Name of the skill that takes its place, anybody's; none where it is left out or empty. */
  successor?: string | undefined;
}

/** What stands of a skill; `deprecated` is null once it is ended. */
export interface Deprecation {
  slug: string;
  deprecated: DeprecationView | null;
}

/**
 * Says of an own skill that it should not be used any more, why, and which one takes its place: that is shown wherever
 * the skill is, and nothing else changes. Said again it takes the place of what was said. Throws SKILL_NOT_FOUND,
 * PERMISSION_DENIED, AUTH_FAILED for an account that was closed meanwhile, and REQUEST_INVALID, which names the member,
 * for no message, a successor that is not listed, and one that leads back to the skill.
 */
export async function deprecateSkill({
  actor,
  skill,
  message: written,
  successor,
}: DeprecationRequest): Promise<Deprecation> {
  const message = readText(written, { name: "message", maxCharacters: MAX_DEPRECATION_CHARACTERS });
  const now = systemClock.now();
  return inTransaction(async (tx) => {
    await shareLockAccount(tx, actor.accountId);
    const own = await lockOwn(tx, { actor, skill });
    const next = successor === undefined || successor === "" ? null : await findListed(tx, successor);
    if (next !== null) await assertLeadsAway(tx, own.id, next);
    const before = await findDeprecation(tx, own.id);
    const since = before.deprecatedAt ?? now;
    const isSame = before.deprecationMessage === message && before.successorId === (next?.id ?? null);
    await setDeprecation(tx, own.id, { since, message, successorId: next?.id ?? null });
    const data = { slug: own.slug, message, successor: next?.slug ?? null };
    if (!isSame)
      await recordEvent(tx, { kind: "skill:deprecated", skillId: own.id, data }, now, actor.accountId);
    return {
      slug: own.slug,
      deprecated: { message, successor: next?.slug ?? null, since: since.toISOString() },
    };
  });
}

/** Takes that back; of a skill that is not deprecated nothing changes. Throws SKILL_NOT_FOUND and PERMISSION_DENIED. */
export async function endDeprecation({
  actor,
  skill,
}: Pick<DeprecationRequest, "actor" | "skill">): Promise<Deprecation> {
  const now = systemClock.now();
  return inTransaction(async (tx) => {
    await shareLockAccount(tx, actor.accountId);
    const { id: skillId, slug } = await lockOwn(tx, { actor, skill });
    const before = await findDeprecation(tx, skillId);
    if (before.deprecatedAt !== null) {
      await setDeprecation(tx, skillId, null);
      await recordEvent(tx, { kind: "skill:undeprecated", skillId, data: { slug } }, now, actor.accountId);
    }
    return { slug, deprecated: null };
  });
}

/** Own skills, and those of organisations that it owns, that something was published of, by their names. */
export async function listOwnDeprecations(accountId: string): Promise<Deprecation[]> {
  const rows = await listOfOwners(database(), await listOwnersActedFor(accountId, "own"));
  return rows.map(({ slug, deprecatedAt, deprecationMessage: message, successor }) => ({
    slug,
    deprecated:
      deprecatedAt === null || message === null
        ? null
        : { message, successor: successor?.slug ?? null, since: deprecatedAt.toISOString() },
  }));
}

const lockOwn = (db: Database, { actor, skill }: Pick<DeprecationRequest, "actor" | "skill">) =>
  lockOwnSkill(db, {
    skill,
    accountId: actor.accountId,
    act: "own",
    refusal: "Only the owner of a skill can say that another takes its place.",
  });

async function findListed(db: Database, name: string): Promise<{ id: string; slug: string }> {
  const found = await findSkill(db, name);
  if (found?.publishedAt) return found;
  throw wrongSuccessor(`There is no listed skill "${name}".`);
}

/** Throws where following successors from `next` comes back to the skill, or does not end. */
async function assertLeadsAway(
  db: Database,
  skillId: string,
  next: { id: string; slug: string },
): Promise<void> {
  if (next.id === skillId) throw wrongSuccessor("A skill is not its own successor.");
  let at = await findSuccessor(db, next.id);
  for (let step = 1; at !== null; step++) {
    if (at.id === skillId)
      throw wrongSuccessor(`"${next.slug}" is itself replaced by this skill: that would lead nowhere.`);
    if (step > MAX_SUCCESSORS)
      throw wrongSuccessor(
        `More than ${MAX_SUCCESSORS} successors follow "${next.slug}": name the last of them.`,
      );
    at = await findSuccessor(db, at.id);
  }
}

const wrongSuccessor = (detail: string) =>
  new DomainError("REQUEST_INVALID", detail, { details: { errors: [{ pointer: "#/successor", detail }] } });
