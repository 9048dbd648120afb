import { randomBytes } from "node:crypto";
import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { findActorById, shareLockAccount } from "@/lib/identity/accounts/accounts";
import type { Actor } from "@/lib/identity/actor";
import { provenanceOf, signProvenance } from "@/lib/identity/workloads/provenance-statement";
import { findNamed, workloadRefused } from "@/lib/identity/workloads/read-workload";
import { verifyWorkload } from "@/lib/identity/workloads/verify-workload";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { sha256Hex } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { platformKey } from "@/lib/log/attestation/platform-key";
import {
  findRight,
  insertRight,
  listTrusted,
  setRepositoryId,
  findRightOfPublication,
  setProvenance,
  setUsed,
  type PublishRightRow,
} from "@/lib/publishing/trusted/repository";
import type { PublishedVersion } from "@/lib/publishing/store-version";
import { findSkill } from "@/lib/registry/find-skill";
import { MARKET, readAs } from "@/lib/registry/access/reader";

const RIGHT_MINUTES = 15;
const FORM = /^pt_[0-9a-f]{64}$/;

export interface PublishRight {
  /** Shown this once. */
  token: string;
  expiresAt: string;
}

/**
 * Exchanges the token of a CI's job for the right to publish one version of a skill within fifteen minutes. The first
 * exchange keeps what the issuer calls the repository for good, so that nobody who gets its name later publishes. Throws
 * WORKLOAD_REFUSED with `details.refusal`, and MARKET_UNAVAILABLE while the keys of the issuer cannot be had.
 */
export async function exchangeToken(
  { token, skill: name }: { token: string; skill: string },
  clock: Clock = systemClock,
): Promise<PublishRight> {
  const { workload, tokenId, packageDigest } = await verifyWorkload(token, clock);
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + RIGHT_MINUTES * 60_000);
  const right = `pt_${randomBytes(32).toString("hex")}`;
  await inTransaction(async (tx) => {
    const skill = await readAs(MARKET, () => findSkill(tx, name));
    // Whoever has no job named learns nothing about which skills there are.
    const named = findNamed(skill === null ? [] : await listTrusted(tx, skill.id), workload);
    await shareLockAccount(tx, named.addedById);
    await setRepositoryId(tx, named.id, workload.repositoryId);
    await insertRight(tx, {
      id: newId("rgt", now.getTime()),
      tokenHash: sha256Hex(right),
      issuer: workload.issuer,
      issuerTokenId: tokenId,
      skillId: named.skillId,
      accountId: named.addedById,
      workload,
      packageDigest,
      mayOnlyStage: named.mayOnlyStage,
      createdAt: now,
      expiresAt,
    });
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? workloadRefused("used") : error;
  });
  return { token: right, expiresAt: expiresAt.toISOString() };
}

/** True for a text of the form of such a right; it may still not be one. */
export const isRightText = (text: string): boolean => FORM.test(text);

/** A right with in whose name it publishes. */
export interface OpenRight extends PublishRightRow {
  actor: Actor;
}

/**
 * The right of this text, used or not: with a used one the job follows the vetting of its version. Throws AUTH_FAILED for
 * none, one that has ended, and one of a closed account alike.
 */
export async function openRight(text: string, clock: Clock = systemClock): Promise<OpenRight> {
  const right = isRightText(text) ? await findRight(database(), sha256Hex(text)) : null;
  const actor = right !== null && right.expiresAt > clock.now() ? await findActorById(right.accountId) : null;
  if (right === null || actor === null)
    throw new DomainError("AUTH_FAILED", "This right to publish is not valid, or has ended.");
  return { ...right, actor };
}

/** Throws PERMISSION_DENIED for another skill or package than the right is for. */
export function assertRightFor(
  { skillId, packageDigest }: OpenRight,
  sent: { skillId: string | null; packageDigest: string },
): void {
  if (sent.skillId !== skillId)
    throw new DomainError("PERMISSION_DENIED", "This right is for a version of another skill.");
  if (packageDigest === null || packageDigest === sent.packageDigest) return;
  throw new DomainError(
    "PERMISSION_DENIED",
    `The CI's token was written for the package ${packageDigest}, and this one is ${sent.packageDigest}.`,
  );
}

type Sent = Pick<PublishedVersion, "skillId" | "versionId" | "slug" | "version" | "packageDigest">;

/**
 * Uses a right for the version that was just stored, in its transaction, and signs where that came from. Throws
 * AUTH_FAILED for a right that was used meanwhile, and what `assertRightFor` throws.
 */
export async function useRight(db: Database, right: OpenRight, sent: Sent, now: Date): Promise<void> {
  assertRightFor(right, sent);
  if (!(await setUsed(db, { id: right.id, usedAt: now }))) throw usedBefore();
  await sign(db, right, sent, now);
}

/** Uses a right for a package that waits for a person, in its transaction. Throws AUTH_FAILED for one that was used. */
export async function stageWithRight(
  db: Database,
  { id }: OpenRight,
  { publicationId, packageDigest }: { publicationId: string; packageDigest: string },
  now: Date,
): Promise<void> {
  const staged = { publicationId, stagedDigest: packageDigest };
  if (!(await setUsed(db, { id, usedAt: now, ...staged }))) throw usedBefore();
}

/** Signs where a released version came from, if a job of a CI sent exactly these bytes. */
export async function signOrigin(db: Database, publicationId: string, sent: Sent, now: Date): Promise<void> {
  const right = await findRightOfPublication(db, publicationId, sent.packageDigest);
  if (right !== null) await sign(db, right, sent, now);
}

async function sign(
  db: Database,
  { id, workload, packageDigest: named }: Pick<PublishRightRow, "id" | "workload" | "packageDigest">,
  { slug, version, versionId, packageDigest }: Sent,
  now: Date,
): Promise<void> {
  const receivedAt = now.toISOString();
  const from = provenanceOf(workload, {
    slug,
    version,
    packageDigest,
    namesPackage: named !== null,
    receivedAt,
  });
  await setProvenance(db, { id, versionId, provenance: signProvenance(from, platformKey()) });
}

const usedBefore = () =>
  new DomainError("AUTH_FAILED", "This right to publish was used before, or has ended.");
