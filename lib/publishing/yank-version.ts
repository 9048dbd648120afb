import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { readText } from "@/lib/kernel/read-reason";
import { recordEvent } from "@/lib/log/events/events";
import { writeAdvisory } from "@/lib/advisories/write-advisory";
import { findSkill, lockOwnedSkill, mayActOnSkill } from "@/lib/registry/find-skill";
import { findPublisher } from "@/lib/registry/publishers/get-publisher";
import { clearListings, clearTexts, refreshListing } from "@/lib/search/listing/refresh-listing";
import {
  findVersionId,
  findYanked,
  lockYanked,
  setYanked,
  setYankKind,
  lockStandingVersions,
  setAllYanked,
} from "@/lib/publishing/versions-repository";
import { listStoredVersions } from "@/lib/registry/versions/find-version";
import { decideYank, isClosedKind, readYankKind, type YankKind } from "@/lib/registry/versions/yank-kinds";
import type { RegistryEvent } from "@/lib/log/events/registry-event";
import { readAs, readerOf } from "@/lib/registry/access/reader";

export const MAX_YANK_REASON_CHARACTERS = 500;

interface YankRequest {
  actor: { accountId: string };
  /** Slug or id. */
  skill: string;
  version: string;
  reason: string;
  /** Left out: other. */
  kind?: YankKind | undefined;
}

/** What stands on record: of a version that was yanked before, the first time, and the first reason unless it was raised. */
interface Yanked {
  version: string;
  yankedAt: string;
  reason: string;
  reasonKind: YankKind;
}

/**
 * Takes a published version back: it is not offered, downloaded or sold any more, but stays on record with the reason,
 * and calls that were paid for are still made. Yanking it again changes nothing, but that a reason that closes the
 * bytes to everybody (`isClosedKind`) takes the place of one that does not. Throws SKILL_NOT_FOUND,
 * VERSION_NOT_FOUND, PERMISSION_DENIED (only the owner and administrators may, and whoever maintains the skill as long
 * as another version stays listed), AUTH_FAILED for an account that was closed meanwhile, and REQUEST_INVALID
 * for a missing or over-long reason.
 */
export async function yankVersion(request: YankRequest, clock: Clock = systemClock): Promise<Yanked> {
  const reason = readText(request.reason, { name: "reason", maxCharacters: MAX_YANK_REASON_CHARACTERS });
  const now = clock.now();
  const kind = request.kind ?? "other";
  return inTransaction(async (tx) => {
    await shareLockAccount(tx, request.actor.accountId); // nobody gives a skill away, or takes one over, meanwhile
    const { versionId, skillId, slug, maintains } = await getOwnVersion(tx, request);
    const change = await writeYank(tx, { versionId, reason, kind, now });
    if (maintains) await assertStaysListed(tx, skillId);
    const { version, yankedAt, yankReason, yankKind } = await findYanked(tx, versionId);
    if (change !== null) await tellYank(tx, { versionId, skillId, slug, now }, request.actor.accountId);
    return {
      version,
      yankedAt: (yankedAt ?? now).toISOString(),
      reason: yankReason ?? reason,
      reasonKind: readYankKind(yankKind),
    };
  });
}

interface YankedVersion {
  versionId: string;
  skillId: string;
  slug: string;
  now: Date;
}

/**
 * Closes a version because the operator of the market was ordered to; of one that is closed the reason stands. Runs in
 * the caller's transaction.
 */
export async function closeOnOrder(
  db: Database,
  { reason, ...version }: YankedVersion & { reason: string },
): Promise<void> {
  const { versionId, now } = version;
  const change = await writeYank(db, { versionId, reason, kind: "ordered", now });
  if (change !== null) await tellYank(db, version);
}

/** Lists the skill anew, without the version, and records what was done. */
async function tellYank(
  db: Database,
  { versionId, skillId, slug, now }: YankedVersion,
  actorId?: string,
): Promise<void> {
  const { version, packageDigest, yankReason, yankKind } = await findYanked(db, versionId);
  await refreshListing(db, skillId, now);
  if (isClosedKind(yankKind)) await clearTexts(db, { skillId, versionId, slug });
  const data = { slug, version, packageDigest, reason: yankReason ?? "", reasonKind: readYankKind(yankKind) };
  await recordEvent(db, { kind: "version:yanked", versionId, data }, now, actorId);
  const kind = yankKind === "secret" ? "secret-exposed" : "version-withdrawn";
  const severity = yankKind === "insecure" ? "high" : undefined;
  const about = { versionIds: [versionId] };
  await writeAdvisory(db, { kind, causeId: versionId, about, severity, reason: data.reason }, now);
}

/** What it changed: a version is yanked once, and may be closed once after that. */
async function writeYank(
  db: Database,
  { versionId, reason, kind, now }: { versionId: string; reason: string; kind: YankKind; now: Date },
): Promise<ReturnType<typeof decideYank>> {
  const change = decideYank(await lockYanked(db, versionId), kind);
  if (change === "first") await setYanked(db, versionId, { yankedAt: now, reason, kind });
  if (change === "raised") await setYankKind(db, versionId, { reason, kind });
  return change;
}

/** `maintains`: whoever asks is not the owner, and does not take the skill off the market. */
async function getOwnVersion(
  db: Database,
  { actor, skill: slugOrId, version }: YankRequest,
): Promise<{ versionId: string; skillId: string; slug: string; maintains: boolean }> {
  const held = await lockOwnedSkill(db, slugOrId); // nobody begins or ends to maintain it meanwhile
  const skill = held && (await readAs(readerOf(actor), () => findSkill(db, held.id)));
  if (!skill) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${slugOrId}".`);
  const account = await findPublisher(db, actor.accountId);
  const { accountId: id } = actor;
  const maintains =
    skill.maintainers.some(({ accountId }) => accountId === id) || mayActOnSkill(skill, id, "publish");
  const isFree = mayActOnSkill(skill, id, "own") || account?.role === "administrator";
  if (!account || (!isFree && !maintains)) {
    throw new DomainError("PERMISSION_DENIED", "Only the owner of a skill can yank its versions.");
  }
  const found = await findVersionId(db, skill.id, version);
  if (!found) throw new DomainError("VERSION_NOT_FOUND", `"${skill.slug}" has no version ${version}.`);
  return { versionId: found.id, skillId: skill.id, slug: skill.slug, maintains: !isFree };
}

async function assertStaysListed(db: Database, skillId: string): Promise<void> {
  const versions = await listStoredVersions(db, skillId);
  if (versions.some((each) => each.published && !each.yanked && each.vettingStatus === "approved")) return;
  throw new DomainError(
    "PERMISSION_DENIED",
    "Only the owner can withdraw this version: without it the skill would be off the market.",
  );
}

/**
 * Takes every version of an owner's skills back, as `yankVersion` does one: grants of those who paid stay, names stay
 * taken. What was not published yet never will be, and nothing is said of it. Runs in the caller's transaction, which
 * holds the owner's account, so that nothing new comes, and records the events that are returned when it has done
 * everything else.
 */
export async function withdrawSkills(
  db: Database,
  { ownerId, reason, now }: { ownerId: string; reason: string; now: Date },
): Promise<RegistryEvent[]> {
  const versions = await lockStandingVersions(db, ownerId);
  const ids = versions.map(({ id }) => id);
  await setAllYanked(db, ids, now, reason);
  await clearListings(db, [...new Set(versions.map(({ skillId }) => skillId))], now);
  return versions
    .filter(({ published }) => published)
    .map(({ id: versionId, slug, version, packageDigest }) => {
      return {
        kind: "version:yanked",
        versionId,
        data: { slug, version, packageDigest, reason, reasonKind: "other" },
      };
    });
}
