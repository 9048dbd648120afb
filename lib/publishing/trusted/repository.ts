import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { mayActOnSkill } from "@/lib/registry/find-skill";
import type { NamedWorkload, Workload } from "@/lib/identity/workloads/read-workload";
import type { DsseEnvelope } from "@/lib/log/attestation/dsse";

const PUBLISHER = {
  id: true,
  skillId: true,
  issuer: true,
  repository: true,
  repositoryId: true,
  workflow: true,
  environment: true,
  mayOnlyStage: true,
  addedById: true,
  createdAt: true,
  skill: {
    select: {
      slug: true,
      ownerId: true,
      owner: {
        select: { members: { where: { state: "active" }, select: { accountId: true, roles: true } } },
      },
    },
  },
} satisfies Prisma.TrustedPublisherSelect;

type PublisherRow = Prisma.TrustedPublisherGetPayload<{ select: typeof PUBLISHER }>;

/** A job that somebody named. */
export interface TrustedPublisherRow extends Omit<PublisherRow, "environment" | "skill">, NamedWorkload {
  slug: string;
}

const toRow = ({ environment, skill, ...row }: PublisherRow): TrustedPublisherRow => ({
  ...row,
  slug: skill.slug,
  environment: environment === "" ? null : environment,
});

/** Named by who may still do so: others lost that right with the skill, or with their part in its organisation. */
const isInForce = ({ addedById, skill }: PublisherRow) => mayActOnSkill(skill, addedById, "own");

/** Those of a skill that its present owner has named. */
export async function listTrusted(db: Database, skillId: string): Promise<TrustedPublisherRow[]> {
  const rows = await db.trustedPublisher.findMany({
    where: { skillId },
    select: PUBLISHER,
    orderBy: { createdAt: "asc" },
  });
  return rows.filter(isInForce).map(toRow);
}

/** Those of all skills of some owners. */
export async function listTrustedOfOwners(db: Database, ownerIds: string[]): Promise<TrustedPublisherRow[]> {
  const rows = await db.trustedPublisher.findMany({
    where: { skill: { ownerId: { in: ownerIds } } },
    select: PUBLISHER,
    orderBy: [{ skill: { slug: "asc" } }, { createdAt: "asc" }],
  });
  return rows.filter(isInForce).map(toRow);
}

export async function insertTrusted(
  db: Database,
  { environment, ...row }: Omit<TrustedPublisherRow, "slug">,
): Promise<void> {
  await db.trustedPublisher.create({ data: { ...row, environment: environment ?? "" } });
}

/** False where nothing was there. */
export async function deleteTrusted(
  db: Database,
  id: string,
  { addedById, ownerIds }: { addedById: string; ownerIds: string[] },
): Promise<TrustedPublisherRow | null> {
  const OR = [{ addedById }, { skill: { ownerId: { in: ownerIds } } }];
  const row = await db.trustedPublisher.findFirst({ where: { id, OR }, select: PUBLISHER });
  if (row === null) return null;
  const { count } = await db.trustedPublisher.deleteMany({ where: { id } });
  return count === 1 ? toRow(row) : null;
}

/** Keeps what its issuer calls the repository for good, told by its first token. */
export async function setRepositoryId(db: Database, id: string, repositoryId: string): Promise<void> {
  await db.trustedPublisher.updateMany({ where: { id, repositoryId: null }, data: { repositoryId } });
}

interface NewRight {
  id: string;
  tokenHash: string;
  issuer: string;
  issuerTokenId: string;
  skillId: string;
  accountId: string;
  workload: Workload;
  packageDigest: string | null;
  mayOnlyStage: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/** Throws a unique violation where the issuer's token was exchanged before. */
export async function insertRight(db: Database, { workload, ...row }: NewRight): Promise<void> {
  await db.publishToken.create({ data: { ...row, workload: { ...workload } } });
}

/** The right to publish one version, used or not. */
export interface PublishRightRow {
  id: string;
  skillId: string;
  accountId: string;
  workload: Workload;
  packageDigest: string | null;
  mayOnlyStage: boolean;
  expiresAt: Date;
  usedAt: Date | null;
  publicationId: string | null;
  versionId: string | null;
}

export async function findRight(db: Database, tokenHash: string): Promise<PublishRightRow | null> {
  const row = await db.publishToken.findUnique({
    where: { tokenHash },
    select: {
      id: true,
      skillId: true,
      accountId: true,
      workload: true,
      packageDigest: true,
      mayOnlyStage: true,
      publicationId: true,
      expiresAt: true,
      usedAt: true,
      versionId: true,
    },
  });
  return row && { ...row, workload: row.workload as unknown as Workload };
}

/** Uses a right; false where it was used before, or has ended. */
export async function setUsed(
  db: Database,
  { id, ...used }: { id: string; usedAt: Date; publicationId?: string; stagedDigest?: string },
): Promise<boolean> {
  const { count } = await db.publishToken.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: used.usedAt } },
    data: used,
  });
  return count === 1;
}

/** The right that a package under way was sent with, while it is as it was sent. */
export async function findRightOfPublication(
  db: Database,
  publicationId: string,
  stagedDigest: string,
): Promise<Pick<PublishRightRow, "id" | "workload" | "packageDigest"> | null> {
  const row = await db.publishToken.findFirst({
    where: { publicationId, stagedDigest },
    select: { id: true, workload: true, packageDigest: true },
  });
  return row && { ...row, workload: row.workload as unknown as Workload };
}

/** Keeps what was signed about the version that a right was used for; once. */
export async function setProvenance(
  db: Database,
  { id, versionId, provenance }: { id: string; versionId: string; provenance: DsseEnvelope },
): Promise<void> {
  await db.publishToken.update({ where: { id }, data: { versionId, provenance: { ...provenance } } });
}

/** What the market signed about where a version came from; null where nobody proved it. */
export async function findProvenance(db: Database, versionId: string): Promise<DsseEnvelope | null> {
  const row = await db.publishToken.findUnique({ where: { versionId }, select: { provenance: true } });
  return (row?.provenance as DsseEnvelope | null | undefined) ?? null;
}
