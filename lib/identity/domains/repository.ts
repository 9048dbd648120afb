import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Finding } from "@/lib/identity/domains/domain-record";

const { sql } = Prisma;

export interface DomainRow {
  id: string;
  accountId: string;
  domain: string;
  provenAt: Date | null;
  seenAt: Date | null;
  checkedAt: Date | null;
  finding: Finding | null;
  failedDays: number;
  failedAt: Date | null;
  nextCheckAt: Date | null;
}

const COLUMNS = sql`"id", "account_id" AS "accountId", "domain", "proven_at" AS "provenAt", "seen_at" AS "seenAt",
  "checked_at" AS "checkedAt", "finding", "failed_days" AS "failedDays", "failed_at" AS "failedAt", "next_check_at" AS "nextCheckAt"`;

/** The domains an account has added, proven or not, in the order they were added. */
export function listDomainsOf(db: Database, accountId: string): Promise<DomainRow[]> {
  return db.$queryRaw(sql`
    SELECT ${COLUMNS} FROM "PublisherDomains" WHERE "account_id" = ${accountId} ORDER BY "created_at", "id"`);
}

/** Adds one; nothing happens where the account has it already. */
export async function insertDomain(
  db: Database,
  domain: { id: string; accountId: string; domain: string; createdAt: Date },
): Promise<void> {
  await db.publisherDomain.createMany({ data: [domain], skipDuplicates: true });
}

/**
 * What an account has of a domain, held until the transaction ends, with whoever has proven it; the domain alone
 * decides the order.
 */
export function lockClaims(
  db: Database,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<DomainRow[]> {
  return db.$queryRaw(sql`
    SELECT ${COLUMNS} FROM "PublisherDomains"
    WHERE "domain" = ${domain} AND ("account_id" = ${accountId} OR "proven_at" IS NOT NULL) ORDER BY "id" FOR UPDATE`);
}

/** Fails on a unique constraint when another account has proven the domain (`PublisherDomains_one_owner`). */
export async function updateDomain(
  db: Database,
  id: string,
  data: Partial<Omit<DomainRow, "id" | "accountId" | "domain">>,
): Promise<void> {
  await db.publisherDomain.update({ where: { id }, data, select: { id: true } });
}

/** Removes one of an account; true when there was one. */
export async function deleteDomain(
  db: Database,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<boolean> {
  return (await db.publisherDomain.deleteMany({ where: { accountId, domain } })).count > 0;
}

/** Proven ones that are due to be asked for again, the longest waiting first. */
export function listDueDomains(db: Database, now: Date, limit: number): Promise<DomainRow[]> {
  return db.$queryRaw(sql`
    SELECT ${COLUMNS} FROM "PublisherDomains" WHERE "next_check_at" <= ${now} ORDER BY "next_check_at" LIMIT ${limit}`);
}
