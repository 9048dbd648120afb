import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type {
  Listing,
  PublicationFacts,
  VettingCheck,
  VettingOutcome,
  VettingState,
} from "@/lib/publishing/publications/publication";
import type { FindingView } from "@/lib/registry/views";

const FACTS = {
  id: true,
  fileName: true,
  packageDigest: true,
  slug: true,
  version: true,
  priceLamports: true,
  listing: true,
  vettingState: true,
  vettingStatus: true,
  checks: true,
  findings: true,
  stagedBy: true,
  organisation: { select: { username: true } },
  changedAt: true,
} satisfies Prisma.PublicationSelect;

type FactsRow = Prisma.PublicationGetPayload<{ select: typeof FACTS }>;

export interface Source {
  archive: Uint8Array<ArrayBuffer>;
  packageDigest: string;
  slug: string;
  version: string;
}

/** Where a package is under way, by whom: another account's is not found. */
export interface Whose {
  id: string;
  accountId: string;
}

export async function listPublications(db: Database, accountId: string): Promise<PublicationFacts[]> {
  const rows = await db.publication.findMany({
    where: { accountId },
    orderBy: { changedAt: "desc" },
    select: FACTS,
  });
  return rows.map(toFacts);
}

export async function listPlaces(db: Database, accountId: string): Promise<number[]> {
  const rows = await db.publication.findMany({ where: { accountId }, select: { place: true } });
  return rows.map(({ place }) => place);
}

export async function findPublication(
  db: Database,
  where: Whose,
): Promise<(PublicationFacts & { archive: Uint8Array }) | null> {
  const row = await db.publication.findFirst({ where, select: { ...FACTS, archive: true } });
  return row && { ...toFacts(row), archive: row.archive };
}

export async function insertPublication(
  db: Database,
  publication: Source &
    Whose & {
      place: number;
      fileName: string | null;
      stagedBy: string | null;
      organisationId: string | null;
      listing: Listing | null;
      createdAt: Date;
    },
): Promise<void> {
  const { createdAt } = publication;
  await db.publication.create({ data: { ...publication, changedAt: createdAt }, select: { id: true } });
}

export function countStaged(db: Database, accountId: string): Promise<number> {
  return db.publication.count({ where: { accountId, stagedBy: { not: null } } });
}

/** The id of an upload of a program with these bytes that waits already. */
export async function findStaged(
  db: Database,
  where: { accountId: string; packageDigest: string },
): Promise<string | null> {
  const row = await db.publication.findFirst({
    where: { ...where, stagedBy: { not: null } },
    select: { id: true },
  });
  return row?.id ?? null;
}

/** Another text in the place of this one; false when that is there no more. What was vetted was the old one. */
export async function replaceSource(
  db: Database,
  where: Whose & { packageDigest: string },
  { now, ...source }: Source & { now: Date },
): Promise<boolean> {
  const unvetted = { vettingState: "none", vettingStatus: null, checks: [], findings: [] };
  const { count } = await db.publication.updateMany({
    where,
    data: { ...source, ...unvetted, changedAt: now },
  });
  return count === 1;
}

interface StoredTerms {
  priceLamports: bigint | null;
  listing: Listing;
  /** Left out, it stays. */
  organisationId?: string | null;
}

export async function setTerms(
  db: Database,
  where: Whose,
  { priceLamports, now, ...terms }: StoredTerms & { now: Date },
): Promise<boolean> {
  const price = priceLamports === null ? null : priceLamports.toString();
  const { count } = await db.publication.updateMany({
    where,
    data: { ...terms, priceLamports: price, changedAt: now },
  });
  return count === 1;
}

/** What is to be vetted: this package of this publication; another text in the meantime is another matter. */
export interface Vetted {
  id: string;
  packageDigest: string;
}

/** Changes vetting from one of the given states; false when it is in none of them (any more). */
export async function moveVetting(
  db: Database,
  where: Vetted,
  {
    from,
    ...data
  }: {
    from: readonly VettingState[];
    vettingState: VettingState;
    checks?: readonly VettingCheck[];
    vettingStatus?: VettingOutcome;
    findings?: readonly FindingView[];
  },
): Promise<boolean> {
  const { checks, findings, ...columns } = data;
  const { count } = await db.publication.updateMany({
    where: { ...where, vettingState: { in: [...from] } },
    data: {
      ...columns,
      ...(checks === undefined ? {} : { checks: checks as unknown as Prisma.InputJsonValue }),
      ...(findings === undefined ? {} : { findings: findings as unknown as Prisma.InputJsonValue }),
    },
  });
  return count === 1;
}

export async function findArchive(db: Database, where: Vetted): Promise<Uint8Array | null> {
  const row = await db.publication.findFirst({ where, select: { archive: true } });
  return row?.archive ?? null;
}

/** Ends a package under way that is still the one that was shown; false when it was changed, or is gone. */
export async function deleteAsShown(
  db: Database,
  where: Whose,
  {
    packageDigest,
    priceLamports,
    listing,
    organisation: username,
  }: Pick<PublicationFacts, "packageDigest" | "priceLamports" | "listing" | "organisation">,
): Promise<boolean> {
  const price = priceLamports === null ? null : priceLamports.toString();
  const organisation = username === null ? null : { username };
  const { count } = await db.publication.deleteMany({
    where: { ...where, packageDigest, priceLamports: price, listing, organisation },
  });
  return count === 1;
}

export async function deletePublication(db: Database, where: Whose): Promise<boolean> {
  const { count } = await db.publication.deleteMany({ where });
  return count === 1;
}

function toFacts({
  priceLamports,
  listing,
  vettingState,
  vettingStatus,
  checks,
  findings,
  organisation,
  ...row
}: FactsRow) {
  return {
    ...row,
    organisation: organisation?.username ?? null,
    priceLamports: priceLamports === null ? null : BigInt(priceLamports.toFixed(0)),
    listing: listing as Listing | null,
    vettingState: vettingState as VettingState,
    vettingStatus: vettingStatus as VettingOutcome | null,
    checks: checks as unknown as VettingCheck[],
    findings: findings as unknown as FindingView[],
  };
}
