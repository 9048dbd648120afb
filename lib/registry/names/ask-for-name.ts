import { systemClock } from "@/lib/kernel/clock";
import { type Database, database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { DomainError, isDomainError, skillQuarantined } from "@/lib/kernel/errors";
import { recordEvent } from "@/lib/log/events/events";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { listOwnersActedFor } from "@/lib/identity/organisations/act-for";
import { MAX_NAMES } from "@/lib/identity/accounts/rename-account";
import { canonicalName } from "@/lib/registry/names/canonical-name";
import { assertOwnName } from "@/lib/registry/find-or-make-skill";
import {
  deleteUnborneNames,
  insertName,
  reservePresentName,
  listNames,
  setNameSince,
  listNamesOfOwners,
  setBorne,
  setSlug,
} from "@/lib/registry/names/names-repository";
import { assertNotReserved } from "@/lib/registry/names/reserved-names";
import type { ReleasedVersion } from "@/lib/registry/versions/versions-repository";
import { findDeviceIssue } from "@/lib/vetting/judge-format";
import { mayActOnSkill } from "@/lib/registry/find-skill";
import { findSkill, findSkillByName, lockSkill, type SkillNameRow } from "@/lib/registry/skills-repository";
import { countCharacters, isKebabCase, NAME_MAX_CHARACTERS } from "@/lib/skill-format";
import { readAs, readerOf } from "@/lib/registry/access/reader";

interface NameWish {
  actor: { accountId: string };
  /** Name or id. */
  skill: string;
  /** One that was free, one the skill had, or its present one, which gives up what was asked for. */
  name: string;
}

/** What a skill is called, and what its next version may call it instead. */
interface WishedName {
  skillId: string;
  slug: string;
  /** Null when it is the present one. */
  nextName: string | null;
}

/**
 * Keeps a name for a skill. It is renamed by publishing a version whose SKILL.md bears that name, and not before: what
 * people install calls itself so. One name is asked for at a time; one that a version bears stays the skill's for good,
 * and a skill has five at most.
 *
 * Throws SKILL_NOT_FOUND, PERMISSION_DENIED (only its owner), SKILL_QUARANTINED, AUTH_FAILED, REQUEST_INVALID (no name,
 * or a sixth one), SKILL_NAME_TAKEN, SKILL_NAME_RESERVED and SKILL_NAME_DRAFT_COLLISION, the last four with
 * `details.errors` at `#/name`.
 */
export async function askForName(wish: NameWish): Promise<WishedName> {
  const { actor, name } = wish;
  const now = systemClock.now();
  const device = findDeviceIssue(name);
  if (device !== null) throw atName(new DomainError("SKILL_NAME_RESERVED", device));
  if (!isKebabCase(name) || countCharacters(name) > NAME_MAX_CHARACTERS) throw noName();
  try {
    return await inTransaction(async (tx) => {
      await shareLockAccount(tx, actor.accountId);
      const skill = await lockOwn(tx, wish, now);
      const { id, slug } = skill;
      await reservePresentName(tx, skill, now);
      await deleteUnborneNames(tx, { skillId: id, but: name });
      const names = await listNames(tx, id);
      if (names.some((own) => own.name === name)) await setNameSince(tx, name, now);
      else {
        await assertFree(tx, { name, ownerId: skill.ownerId ?? actor.accountId }, now);
        if (names.length >= MAX_NAMES) throw tooManyNames();
        await insertName(tx, { name, skillId: id, since: now });
      }
      return { skillId: id, slug, nextName: name === slug ? null : name };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? taken(name) : atName(error);
  }
}

async function lockOwn(db: Database, { actor, skill: slugOrId }: NameWish, now: Date): Promise<SkillNameRow> {
  const find = (called: string) => readAs(readerOf(actor), () => findSkill(db, called));
  const seen = await find(slugOrId);
  if (seen) await lockSkill(db, seen.id, now);
  const skill = seen && (await find(seen.id));
  if (!skill) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${slugOrId}".`);
  if (!mayActOnSkill(skill, actor.accountId, "own"))
    throw new DomainError("PERMISSION_DENIED", "Only the owner of a skill can rename it.");
  if (skill.quarantineReason) throw skillQuarantined(skill.slug, skill.quarantineReason);
  return skill;
}

/**
 * The skill's own names were looked at before. Another skill that has or had it keeps it, also one of the same owner.
 */
async function assertFree(
  db: Database,
  { name: slug, ownerId: accountId }: { name: string; ownerId: string },
  now: Date,
): Promise<void> {
  const holder = await findSkillByName(db, canonicalName(slug));
  if (!holder) return assertNotReserved(db, slug);
  assertOwnName(holder, { slug, owner: { kind: "account", accountId }, now });
  throw taken(slug);
}

const fault = (detail: string) => ({ details: { errors: [{ pointer: "#/name", detail }] } });

const noName = () =>
  new DomainError(
    "REQUEST_INVALID",
    `A name is of a-z, 0-9 and single hyphens, at most ${NAME_MAX_CHARACTERS} characters.`,
    fault("malformed"),
  );

const tooManyNames = () =>
  new DomainError(
    "REQUEST_INVALID",
    `A skill keeps the names it had, and has ${MAX_NAMES} at most: take one of them again.`,
    fault("too_many"),
  );

const taken = (name: string) =>
  new DomainError("SKILL_NAME_TAKEN", `Another skill is or was called "${name}".`, fault("taken"));

const atName = (error: unknown) =>
  isDomainError(error) && error.code.startsWith("SKILL_NAME_")
    ? new DomainError(
        error.code,
        error.message,
        fault(error.code === "SKILL_NAME_RESERVED" ? "reserved" : "taken"),
      )
    : error;

const MAX_SKILLS = 200;

export interface NamesOfSkill {
  slug: string;
  /** What its next version may call it instead; null while nothing is asked for. */
  nextName: string | null;
  /** Names it had, which lead to it; the newest first. */
  before: string[];
}

/** The skills of an account and of organisations it owns by name, at most 200, each with its other names. */
export async function listOwnNames(accountId: string): Promise<NamesOfSkill[]> {
  const ownerIds = await listOwnersActedFor(accountId, "own");
  const skills = await listNamesOfOwners(database(), ownerIds, MAX_SKILLS);
  return skills.map(({ slug, names: [last, ...rest] }) => {
    const nextName = last && last.name !== slug ? last.name : null;
    const others = [...(last ? [last] : []), ...rest].filter(
      ({ name }) => name !== slug && name !== nextName,
    );
    return { slug, nextName, before: others.map(({ name }) => name) };
  });
}

/** Writes down that a version bears the name, in the caller's transaction: from now on it leads to the skill for good. */
export function bearName(db: Database, name: string, now: Date): Promise<void> {
  return setBorne(db, name, now);
}

/**
 * What is installed lies in a folder of the name in its SKILL.md: the skill is called so too, and its old name goes on
 * leading to it. In the caller's transaction.
 */
export async function renameLike(
  db: Database,
  { skillId, manifest: { slug }, skill: { slug: before } }: ReleasedVersion,
  now: Date,
): Promise<void> {
  if (slug === before || !(await setSlug(db, { skillId, name: slug }))) return;
  await recordEvent(db, { kind: "skill:renamed", skillId, data: { slug, before } }, now);
}
