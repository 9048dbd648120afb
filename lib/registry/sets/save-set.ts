import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import type { Actor } from "@/lib/identity/actor";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { type Database, database } from "@/lib/db/client";
import { inTransaction, retryOnUniqueViolation } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { readText } from "@/lib/kernel/read-reason";
import { recordEvent } from "@/lib/log/events/events";
import { canonicalName } from "@/lib/registry/names/canonical-name";
import { assertNotReserved, speaksForMarket } from "@/lib/registry/names/reserved-names";
import { getPublisher } from "@/lib/registry/publishers/get-publisher";
import { isSetRange } from "@/lib/registry/sets/set-range";
import {
  countSetsOf,
  findSetRow,
  findSetRowByName,
  findSetVersion,
  insertSet,
  insertSetVersion,
  listSetsOf,
  setWithdrawn,
  withdrawAllOf,
  type SetRow,
} from "@/lib/registry/sets/sets-repository";
import { findSkillByName, findSkills } from "@/lib/registry/skills-repository";
import { compareVersions, isKebabCase } from "@/lib/skill-format";
import { ANYBODY, readAs } from "@/lib/registry/access/reader";

/** A set is shown, vetted by eye and packed as one thing. */
export const MAX_PARTS = 64;
export const MAX_SET_NAME_CHARACTERS = 60;
/** No name or id of a skill has more. */
const MAX_CALLED_CHARACTERS = 100;
const MAX_DESCRIPTION_CHARACTERS = 500;
const MAX_SETS = 100;
/** Of one set; more is no list that anybody keeps, but a use of it as storage. */
const MAX_VERSIONS = 500;
const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

export interface SetToSave {
  actor: Actor;
  name: string;
  description: string;
  /** Names or ids of skills, each with the versions that are taken. */
  parts: readonly { skill: string; range: string }[];
  /** Higher than the last one; left out: the next minor version. */
  version?: string | undefined;
}

export interface SavedSet {
  name: string;
  version: string;
}

/**
 * Saves a set: the first time under a name nobody has, then as its next version, by its owner alone. Equal contents are
 * not saved again. Of two that save at once both are kept, one after the other.
 *
 * Throws REQUEST_INVALID with the place of what is wrong, SKILL_NAME_RESERVED, SKILL_NAME_TAKEN (another account's set, or
 * a name that leads to another account's skill), PERMISSION_DENIED for a set that was withdrawn, EMAIL_NOT_VERIFIED and
 * AUTH_FAILED.
 */
export async function saveSet(given: SetToSave, clock: Clock = systemClock): Promise<SavedSet> {
  await getPublisher(given.actor.accountId);
  const description = readDescription(given.description);
  assertName(given.name);
  const parts = await readParts(given);
  return retryOnUniqueViolation(() =>
    inTransaction(async (tx) => {
      await shareLockAccount(tx, given.actor.accountId);
      const setId = await findOrMakeSet(tx, given, clock.now());
      const last = await findSetVersion(tx, setId);
      const same =
        last?.description === description &&
        JSON.stringify(last.parts.map(({ skillId, range }) => [skillId, range])) ===
          JSON.stringify(parts.map(({ skillId, range }) => [skillId, range]));
      if (last && same && (given.version ?? last.version) === last.version)
        return { name: given.name, version: last.version };
      const number = (last?.number ?? 0) + 1;
      if (number > MAX_VERSIONS) throw invalid("name", `A set has at most ${MAX_VERSIONS} versions.`);
      const version = nextVersion(last?.version ?? null, given.version);
      await insertSetVersion(tx, { setId, number, version, description, createdAt: clock.now(), parts });
      return { name: given.name, version };
    }),
  );
}

function readDescription(text: string): string {
  const description = readText(text, { name: "description", maxCharacters: MAX_DESCRIPTION_CHARACTERS });
  if (!speaksForMarket(description)) return description;
  throw invalid(
    "description",
    "The description has a word of the market's own voice: say it in other words.",
  );
}

function assertName(name: string): void {
  if (isKebabCase(name) && name.length <= MAX_SET_NAME_CHARACTERS) return;
  throw invalid(
    "name",
    `A name is of a-z, 0-9 and single hyphens, at most ${MAX_SET_NAME_CHARACTERS} characters.`,
  );
}

/** A skill that nothing was published of is named by its owner alone: others are not told that there is one. */
async function readParts({ parts, actor }: SetToSave): Promise<{ skillId: string; range: string }[]> {
  if (parts.length === 0 || parts.length > MAX_PARTS)
    throw invalid("parts", `A set has 1 to ${MAX_PARTS} skills, not ${parts.length}.`);
  // The database takes no NUL. Anybody reads a set, so nothing private is in it.
  const names = parts.map(({ skill }) => skill.slice(0, MAX_CALLED_CHARACTERS).replaceAll("\0", ""));
  const called = await readAs(ANYBODY, () => findSkills(database(), names));
  const read: { skillId: string; range: string }[] = [];
  for (const [place, { skill, range }] of parts.entries()) {
    if (!isSetRange(range))
      throw invalid(
        `parts/${place}/range`,
        `"${range.slice(0, 60)}" is no range: write ^1.2.0, ~1.2.0, 1.2.0 or *.`,
      );
    const found = called[place];
    if (!found || (found.latestVersionId === null && found.ownerId !== actor.accountId))
      throw invalid(`parts/${place}/skill`, `There is no skill "${skill.slice(0, 60)}".`);
    if (read.some(({ skillId }) => skillId === found.id))
      throw invalid(`parts/${place}/skill`, `"${found.slug}" is in it twice.`);
    read.push({ skillId: found.id, range });
  }
  return read;
}

/** Throws what `saveSet` would throw for this name and description; of two who ask at once one may still get the name. */
export async function assertSetOpen(given: Pick<SetToSave, "actor" | "name" | "description">): Promise<void> {
  readDescription(given.description);
  assertName(given.name);
  await assertOpen(database(), given);
}

/** The set of this name, which is the actor's; null for a name nobody has. */
async function assertOpen(
  db: Database,
  { actor, name }: Pick<SetToSave, "actor" | "name">,
): Promise<SetRow | null> {
  const found = await findSetRowByName(db, name);
  if (found) return assertOwnSet(found, name, actor);
  await assertNotReserved(db, name);
  const skill = await findSkillByName(db, canonicalName(name));
  if (skill && skill.ownerId !== actor.accountId)
    throw taken(`A skill of another account is called "${name}".`);
  return null;
}

async function findOrMakeSet(db: Database, given: SetToSave, now: Date): Promise<string> {
  const { actor, name } = given;
  const found = await assertOpen(db, given);
  if (found) return found.id;
  if ((await countSetsOf(db, actor.accountId)) >= MAX_SETS)
    throw invalid("name", `An account has at most ${MAX_SETS} sets.`);
  const id = newId("sks");
  await insertSet(db, { id, name, ownerId: actor.accountId, createdAt: now });
  return id;
}

function assertOwnSet(set: SetRow, name: string, actor: Actor): SetRow {
  if (set.ownerId !== actor.accountId || set.name !== name)
    throw taken(`Another set is called "${set.name}".`);
  if (set.withdrawnAt !== null)
    throw new DomainError("PERMISSION_DENIED", `The set "${name}" was withdrawn and cannot be saved again.`);
  return set;
}

function nextVersion(last: string | null, wanted: string | undefined): string {
  const [major = 0, minor = 0] = (last ?? "0.0.0").split(".").map(Number);
  const version = wanted ?? (last === null ? "1.0.0" : `${major}.${minor + 1}.0`);
  if (!VERSION.test(version) || (last !== null && (compareVersions(version, last) ?? 0) <= 0))
    throw invalid(
      "version",
      `A version is three numbers such as 1.2.0${last === null ? "" : `, higher than ${last}`}.`,
    );
  return version;
}

/**
 * Takes a set out of the market for good, by its owner or an administrator; its name stays taken. Throws NOT_FOUND,
 * PERMISSION_DENIED and REQUEST_INVALID for a missing reason.
 */
export async function withdrawSet({
  actor,
  name,
  reason: text,
}: {
  actor: Actor;
  name: string;
  reason: string;
}): Promise<void> {
  const reason = readText(text, { name: "reason", maxCharacters: MAX_DESCRIPTION_CHARACTERS });
  const set = await findSetRow(database(), name);
  if (!set) throw new DomainError("NOT_FOUND", `There is no set "${name.slice(0, 60)}".`);
  if (set.ownerId !== actor.accountId) assertAdministrator(actor);
  await inTransaction((tx) => endSet(tx, set, { reason, now: systemClock.now(), actor }));
}

/**
 * Withdraws a set in the caller's transaction, who decides that it may be, and tells its owner unless they do it; one
 * that was withdrawn before stays as it was.
 */
export async function endSet(
  db: Database,
  { id: setId, name }: { id: string; name: string },
  { reason, now, actor }: { reason: string; now: Date; actor: Pick<Actor, "accountId"> },
): Promise<void> {
  if (!(await setWithdrawn(db, setId, { reason, now }))) return;
  await recordEvent(db, { kind: "set:withdrawn", setId, data: { name, reason } }, now, actor.accountId);
}

/** What becomes of the sets of an account that is closed, in the caller's transaction. */
export function withdrawSets(
  db: Database,
  accountId: string,
  given: { reason: string; now: Date },
): Promise<void> {
  return withdrawAllOf(db, accountId, given);
}

/** A set with its last version. */
export interface OwnSet {
  name: string;
  version: string;
  description: string;
  /** How many skills it has. */
  parts: number;
}

/** The sets of an account that stand, by name. */
export const listOwnSets = (accountId: string): Promise<OwnSet[]> =>
  listSetsOf(database(), accountId, MAX_SETS);

const invalid = (member: string, message: string) =>
  new DomainError("REQUEST_INVALID", message, {
    details: { errors: [{ pointer: `#/${member}`, detail: message }] },
  });

const taken = (message: string) =>
  new DomainError("SKILL_NAME_TAKEN", message, {
    details: { errors: [{ pointer: "#/name", detail: "taken" }] },
  });
