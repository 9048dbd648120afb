import { OWNERS } from "@/lib/audits/owners-repository";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const CHALLENGE = {
  id: true,
  versionId: true,
  claim: true,
  evidence: true,
  state: true,
  openedAt: true,
  deadline: true,
  decidedAt: true,
  outcome: true,
  packageDigest: true,
  accountId: true,
  auditId: true,
  account: { select: { username: true } },
  audit: { select: { revokedAt: true, revokeReason: true } },
  version: { select: { version: true, skill: { select: { slug: true, ...OWNERS } } } },
} satisfies Prisma.ChallengeSelect;

export type ChallengeRow = Prisma.ChallengeGetPayload<{ select: typeof CHALLENGE }>;

export interface NewChallenge {
  id: string;
  versionId: string;
  accountId: string;
  packageDigest: string;
  claim: string;
  evidence: string;
  openedAt: Date;
  deadline: Date;
  /** The signed verdict that opens it. */
  auditId: string | null;
}

/** False when the account has an open challenge of the version. */
export async function insertChallenge(db: Database, challenge: NewChallenge): Promise<boolean> {
  return (await db.challenge.createMany({ data: [challenge], skipDuplicates: true })).count === 1;
}

export function findChallenge(db: Database, id: string): Promise<ChallengeRow | null> {
  return db.challenge.findUnique({ where: { id }, select: CHALLENGE });
}

export async function existsUpheldChallenge(db: Database, versionId: string): Promise<boolean> {
  const where = { versionId, state: "upheld" };
  return (await db.challenge.findFirst({ where, select: { id: true } })) !== null;
}

/** False when it was decided before: the first decision stands. */
export async function setChallengeDecided(
  db: Database,
  id: string,
  change: { state: "upheld" | "rejected" | "lapsed"; outcome: string | null; decidedAt: Date },
): Promise<boolean> {
  return (await db.challenge.updateMany({ where: { id, state: "open" }, data: change })).count === 1;
}

export function listChallengeRows(
  db: Database,
  where: { versionIds?: readonly string[]; state?: string; deadlineBefore?: Date },
  take: number,
): Promise<ChallengeRow[]> {
  return db.challenge.findMany({
    where: {
      ...(where.versionIds ? { versionId: { in: [...where.versionIds] } } : {}),
      ...(where.state ? { state: where.state } : {}),
      ...(where.deadlineBefore ? { deadline: { lte: where.deadlineBefore } } : {}),
    },
    orderBy: { openedAt: "desc" },
    take,
    select: CHALLENGE,
  });
}
