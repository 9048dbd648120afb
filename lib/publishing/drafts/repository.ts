import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const DRAFT = {
  id: true,
  slug: true,
  displayName: true,
  claimStatus: true,
  claimTokenHash: true,
  claimExpiresAt: true,
  ownerId: true,
  createdAt: true,
  agentIdentity: { select: { id: true, name: true, provider: true, state: true, contactEmail: true } },
  latestVersion: { select: { version: true, trustLevel: true, vettingStatus: true } },
} satisfies Prisma.SkillSelect;

/** A skill that came in as a draft. */
export type DraftRow = Prisma.SkillGetPayload<{ select: typeof DRAFT }>;

export function findDraft(db: Database, id: string): Promise<DraftRow | null> {
  return db.skill.findUnique({ where: { id }, select: DRAFT });
}

export function findDraftByToken(db: Database, claimTokenHash: string): Promise<DraftRow | null> {
  return db.skill.findUnique({ where: { claimTokenHash }, select: DRAFT });
}

/** What an agent uploaded without an account, newest first. */
export function listDraftsOfAgent(db: Database, agentIdentityId: string, limit: number): Promise<DraftRow[]> {
  return db.skill.findMany({
    where: { agentIdentityId, claimStatus: { not: null } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: DRAFT,
  });
}

/** Drafts of an agent that can still be claimed. */
export function listOpenDrafts(
  db: Database,
  agentIdentityId: string,
  now: Date,
): Promise<{ id: string; slug: string }[]> {
  return db.skill.findMany({
    where: { agentIdentityId, claimStatus: "draft", claimExpiresAt: { gt: now } },
    orderBy: { createdAt: "asc" },
    select: { id: true, slug: true },
  });
}

const WAITING = {
  id: true,
  slug: true,
  description: true,
  createdAt: true,
  claimExpiresAt: true,
  agentIdentity: { select: { name: true } },
  latestVersion: { select: { version: true } },
} satisfies Prisma.SkillSelect;

/** A draft that waits for a known person. */
export type WaitingDraftRow = Prisma.SkillGetPayload<{ select: typeof WAITING }>;

/** Open drafts of agents that named this address, and those that somebody asked to claim for it. */
function waitingFor(email: string, now: Date): Prisma.SkillWhereInput {
  return {
    claimStatus: "draft",
    claimExpiresAt: { gt: now },
    OR: [{ agentIdentity: { contactEmail: email } }, { claims: { some: { email } } }],
  };
}

/** The open drafts that wait for an address, those that end first at the front. */
export async function listDraftsForEmail(
  db: Database,
  { email, now, limit }: { email: string; now: Date; limit: number },
): Promise<WaitingDraftRow[]> {
  // Which skills an address has to do with is found first: as alternatives of one condition both would be asked of
  // every draft. Anybody names any address: no more of them leave the database than are shown.
  const shown = await db.$queryRaw<{ id: string }[]>`
    SELECT s."id" FROM (
      SELECT o."id" FROM "AgentAuthorIdentities" a JOIN "Skills" o ON o."agent_identity_id" = a."id" WHERE a."contact_email" = ${email}
      UNION SELECT c."skill_id" FROM "DraftClaimVerifications" c WHERE c."email" = ${email}) named
    JOIN "Skills" s ON s."id" = named."id"
    WHERE s."claim_status" = 'draft' AND s."claim_expires_at" > ${now} ORDER BY s."claim_expires_at", s."id" LIMIT ${limit}`;
  if (shown.length === 0) return [];
  return db.skill.findMany({
    where: { id: { in: shown.map(({ id }) => id) } },
    orderBy: [{ claimExpiresAt: "asc" }, { id: "asc" }],
    select: WAITING,
  });
}

/** Ends an open draft that waits for this address: null, and nothing changed, when it is none (any more). */
export async function setDraftDeclined(
  db: Database,
  id: string,
  { email, to, now }: { email: string; to: DraftRow["claimStatus"]; now: Date },
): Promise<{ slug: string } | null> {
  const { count } = await db.skill.updateMany({
    where: { id, ...waitingFor(email, now) },
    data: { claimStatus: to, claimExpiresAt: now },
  });
  return count === 1 ? db.skill.findUnique({ where: { id }, select: { slug: true } }) : null;
}

/**
 * Gives an open draft to an account, and its versions the trust a known owner has: false, and nothing changed, when it
 * is no open draft (any more). Of several at once, one finds it open.
 */
export async function setClaimed(
  db: Database,
  id: string,
  { ownerId, to, now }: { ownerId: string; to: DraftRow["claimStatus"]; now: Date },
): Promise<boolean> {
  const { count } = await db.skill.updateMany({
    where: { id, claimStatus: "draft", claimExpiresAt: { gt: now } },
    data: { claimStatus: to, ownerId },
  });
  if (count !== 1) return false;
  await db.skillVersion.updateMany({
    where: { skillId: id, trustLevel: "sandbox" },
    data: { trustLevel: "community" },
  });
  return true;
}

const VERIFICATION = {
  id: true,
  skillId: true,
  email: true,
  wholeAgent: true,
  locale: true,
  expiresAt: true,
  usedAt: true,
  accountId: true,
  createdAt: true,
  skill: { select: DRAFT },
} satisfies Prisma.DraftClaimVerificationSelect;

export type VerificationRow = Prisma.DraftClaimVerificationGetPayload<{ select: typeof VERIFICATION }>;

export function findVerification(db: Database, tokenHash: string): Promise<VerificationRow | null> {
  return db.draftClaimVerification.findUnique({ where: { tokenHash }, select: VERIFICATION });
}

type NewVerification = Omit<Prisma.DraftClaimVerificationUncheckedCreateInput, "usedAt" | "accountId">;

export async function insertVerification(db: Database, verification: NewVerification): Promise<void> {
  await db.draftClaimVerification.create({ data: verification, select: { id: true } });
}

/** Of some drafts, those that somebody was sent a link for that still works, or has worked. */
export async function filterAskedFor(
  db: Database,
  skillIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await db.draftClaimVerification.findMany({
    where: { skillId: { in: [...skillIds] }, OR: [{ expiresAt: { gt: now } }, { usedAt: { not: null } }] },
    select: { skillId: true },
    distinct: ["skillId"],
  });
  return new Set(rows.map(({ skillId }) => skillId));
}

/** Violates the index of the one winner when another link of this draft has worked. */
export async function useVerification(
  db: Database,
  id: string,
  use: { usedAt: Date; accountId: string },
): Promise<boolean> {
  const { count } = await db.draftClaimVerification.updateMany({ where: { id, usedAt: null }, data: use });
  return count === 1;
}

/**
 * Ends up to `limit` drafts that nobody claimed in time, those first whose time was over first. One that somebody holds
 * at this moment is not waited for: it is claimed, or ends the next time.
 */
export function expireDraftsBefore(
  db: Database,
  now: Date,
  { to, limit }: { to: "draft" | "claimed" | "expired" | null; limit: number },
): Promise<{ id: string; slug: string }[]> {
  return db.$queryRaw<{ id: string; slug: string }[]>(Prisma.sql`
    UPDATE "Skills" SET "claim_status" = ${to}::"ClaimStatus", "updated_at" = ${now} WHERE "id" IN (
      SELECT "id" FROM "Skills" WHERE "claim_status" = 'draft' AND "claim_expires_at" <= ${now}
      ORDER BY "claim_expires_at", "id" LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING "id", "slug"`);
}

export interface Window {
  uploads: number;
  since: Date;
}

/** When the address uploaded since `since`, newest first. */
export async function listUploadTimes(db: Database, subject: string, since: Date): Promise<Date[]> {
  const rows = await db.draftUpload.findMany({
    where: { subject, occurredAt: { gt: since } },
    orderBy: { number: "desc" },
    select: { occurredAt: true },
  });
  return rows.map(({ occurredAt }) => occurredAt);
}

/**
 * Adds the next upload of an address, unless a window is full; false when it is, or when another upload took the
 * number. One statement that holds nothing: whoever sees number n sees all before it, as each was added by one that saw
 * the one before, so what is counted is exact.
 */
export async function insertNextUpload(
  db: Database,
  upload: { id: string; subject: string; occurredAt: Date },
  [hour, day]: readonly [Window, Window],
): Promise<boolean> {
  const { id, subject, occurredAt } = upload;
  const added = await db.$executeRaw`
    INSERT INTO "DraftUploads" ("id", "subject", "number", "occurred_at")
    SELECT ${id}, ${subject}, coalesce(max("number"), 0) + 1, ${occurredAt}
    FROM "DraftUploads" WHERE "subject" = ${subject}
    HAVING count(*) FILTER (WHERE "occurred_at" > ${hour.since}) < ${hour.uploads}
      AND count(*) FILTER (WHERE "occurred_at" > ${day.since}) < ${day.uploads}
    ON CONFLICT ("subject", "number") DO NOTHING`;
  return added === 1;
}
