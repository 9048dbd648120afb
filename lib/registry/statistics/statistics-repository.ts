import { DAY_MS } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { CountedIdentity } from "@/lib/identity/counted-caller";
import { publisherAccountsSql, publisherWalletsSql } from "@/lib/registry/publishers/publisher-sql";

const { sql } = Prisma;
const WEEK_MS = 7 * DAY_MS;

interface NewDownload extends CountedIdentity {
  id: string;
  skillId: string;
  versionId: string;
  platform: string | null;
  occurredAt: Date;
}

/**
 * Counts a download unless this identity, or its address, is counted for the skill on that day already; one statement,
 * so neither exists without the other. False when it was counted before.
 */
export async function insertDownload(db: Database, download: NewDownload): Promise<boolean> {
  const { id, skillId, versionId, platform, identityHash, addressHash, day, occurredAt } = download;
  const counted = await db.$executeRaw(sql`
    WITH counted AS (
      INSERT INTO "Downloads" ("id", "skill_id", "version_id", "platform", "identity_hash", "address_hash", "day", "occurred_at")
      VALUES (${id}, ${skillId}, ${versionId}, ${platform}, ${identityHash}, ${addressHash}, ${day}::date, ${occurredAt})
      ON CONFLICT DO NOTHING RETURNING "skill_id")
    UPDATE "Skills" SET "downloads_total" = "downloads_total" + 1, "downloads_7d" = "downloads_7d" + 1
    WHERE "id" IN (SELECT "skill_id" FROM counted)`);
  return counted === 1;
}

/** A run that began so long ago has its end: what is counted of that time stays. */
const ENDED_AFTER_MS = 8 * DAY_MS;
/** Longer ago than that, what has ended since is counted for good too. */
const COUNT_AGAIN_MS = 16 * DAY_MS;
const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Finished calls that count since a moment: `skill_id` and `started_at`. */
const callsSince = (
  since: Date,
) => sql`(SELECT v."skill_id", r."started_at" FROM "Runs" r JOIN "SkillVersions" v ON v."id" = r."version_id"
  WHERE r."state" = 'DONE' AND r."counts" AND r."started_at" > ${since})`;

/**
 * Counts for good, for up to `limit` skills called in the last seven days, the finished calls whose time is over:
 * `refreshCounts` adds those since, and does not count all calls there ever were each minute. Returns for how many.
 */
export function countEndedCalls(db: Database, now: Date, limit: number): Promise<number> {
  const called = sql`SELECT DISTINCT "skill_id" AS id FROM ${callsSince(before(now, WEEK_MS))} c`;
  return countForGood(db, now, { called, limit });
}

/**
 * Counts for good the finished calls of these versions' skills as far as their time is over. Returns for how
 * many skills.
 */
export function countEndedCallsOf(db: Database, versionIds: readonly string[], now: Date): Promise<number> {
  const called = sql`SELECT DISTINCT "skill_id" AS id FROM "SkillVersions" WHERE "id" = ANY(${[...versionIds]}::text[])`;
  return countForGood(db, now, { called, limit: versionIds.length });
}

function countForGood(
  db: Database,
  now: Date,
  { called, limit }: { called: Prisma.Sql; limit: number },
): Promise<number> {
  const until = before(now, ENDED_AFTER_MS);
  return db.$executeRaw(sql`
    WITH called AS MATERIALIZED (${called}),
    due AS MATERIALIZED (
      SELECT s."id", s."calls_counted_until" FROM called JOIN "Skills" s ON s."id" = called.id
      WHERE s."calls_counted_until" IS NULL OR s."calls_counted_until" < ${before(now, COUNT_AGAIN_MS)}
      LIMIT ${limit} FOR NO KEY UPDATE OF s SKIP LOCKED),
    ended AS (
      SELECT due."id", (SELECT count(*)::int FROM "SkillVersions" v JOIN "Runs" r ON r."version_id" = v."id"
        WHERE v."skill_id" = due."id" AND r."state" = 'DONE' AND r."counts" AND r."started_at" < ${until}
          AND r."started_at" >= coalesce(due."calls_counted_until", ${new Date(0)}::timestamptz)) AS n FROM due)
    UPDATE "Skills" s SET "calls_counted" = s."calls_counted" + ended.n, "calls_counted_until" = ${until}
    FROM ended WHERE ended."id" = s."id"`);
}

/**
 * Recounts downloads and finished calls of the last seven days, and all calls of skills called in that time: those
 * counted for good and those since. A skill whose calls are still to be counted for good keeps its total until they
 * are. Touches only rows whose numbers changed and that nobody else holds: those are counted the next time, so that
 * this, which takes many rows as they come, never waits for one with others in its hands. Returns how many that were.
 */
export function refreshCounts(db: Database, now: Date): Promise<number> {
  const since = before(now, WEEK_MS);
  const countAgain = before(now, COUNT_AGAIN_MS);
  return db.$executeRaw(sql`
    WITH downloads AS (
      SELECT "skill_id", count(*)::int AS n FROM "Downloads" WHERE "occurred_at" > ${since} GROUP BY "skill_id"),
    calls AS (
      SELECT s."id", (count(*) FILTER (WHERE c."started_at" > ${since}))::int AS recent,
        s."calls_counted" + (count(*) FILTER (WHERE c."started_at" >= s."calls_counted_until"))::int AS ever,
        s."calls_counted_until" >= ${countAgain} AS known
      FROM ${callsSince(countAgain)} c JOIN "Skills" s ON s."id" = c."skill_id" GROUP BY s."id"),
    counted AS (
      SELECT s."id", coalesce(d.n, 0) AS downloads_7d, coalesce(c.recent, 0) AS calls_7d,
        CASE WHEN c.known AND c.recent > 0 THEN c.ever ELSE s."calls_total" END AS calls_total
      FROM "Skills" s LEFT JOIN downloads d ON d."skill_id" = s."id" LEFT JOIN calls c ON c."id" = s."id"),
    changed AS MATERIALIZED (
      SELECT k.* FROM counted k JOIN "Skills" s ON s."id" = k."id"
      WHERE (s."downloads_7d", s."calls_7d", s."calls_total") IS DISTINCT FROM (k.downloads_7d, k.calls_7d, k.calls_total)
      FOR NO KEY UPDATE OF s SKIP LOCKED)
    UPDATE "Skills" s SET "downloads_7d" = k.downloads_7d, "calls_7d" = k.calls_7d, "calls_total" = k.calls_total
    FROM changed k WHERE k."id" = s."id"`);
}

/** A call that has ended and was not judged yet, with what is known of it; see `CallFacts`. */
export interface UnjudgedCall {
  id: string;
  isByPublisher: boolean;
  isPaid: boolean;
  isFromPublisher: boolean;
  isFundedByPublisher: boolean | null;
  feeBasisPoints: number;
  fee: bigint;
}

/**
 * Calls that were not judged yet, the oldest first. Of a payer of whom the chain was not asked yet only those that
 * began before `chainBefore`.
 */
export function listUnjudgedCalls(
  db: Database,
  { chainBefore, limit }: { chainBefore: Date; limit: number },
): Promise<UnjudgedCall[]> {
  return db.$queryRaw<UnjudgedCall[]>(sql`
    WITH calls AS MATERIALIZED (
      SELECT r."id", r."version_id", r."account_id", r."payer_address", r."grant_id", o."funders"
      FROM "Runs" r LEFT JOIN "PayerOrigins" o ON o."address" = r."payer_address"
      WHERE r."counts" IS NULL AND r."state" <> 'RUNNING'
        AND (r."payer_address" IS NULL OR o."address" IS NOT NULL OR r."started_at" < ${chainBefore})
      ORDER BY r."started_at" LIMIT ${limit}),
    publishers AS MATERIALIZED (
      SELECT s."id", ${publisherAccountsSql} AS accounts, ${publisherWalletsSql} AS wallets FROM "Skills" s
      WHERE s."id" IN (SELECT v."skill_id" FROM calls JOIN "SkillVersions" v ON v."id" = calls."version_id"))
    SELECT c."id", coalesce(c."account_id" = ANY(p.accounts), false) AS "isByPublisher",
      c."grant_id" IS NOT NULL AS "isPaid", coalesce(c."payer_address" = ANY(p.wallets), false) AS "isFromPublisher",
      c."funders" && p.wallets AS "isFundedByPublisher", coalesce(q."fee_basis_points", 0) AS "feeBasisPoints",
      coalesce(t."token_fee_units", t."fee_lamports", 0) AS "fee"
    FROM calls c JOIN "SkillVersions" v ON v."id" = c."version_id" JOIN publishers p ON p."id" = v."skill_id"
    LEFT JOIN "Grants" g ON g."id" = c."grant_id" LEFT JOIN "Quotes" q ON q."id" = g."quote_id"
    LEFT JOIN "Settlements" t ON t."quote_id" = q."id"`);
}

/** Records which of the calls that were not judged yet count. */
export async function setCounts(
  db: Database,
  { counting, others }: { counting: readonly string[]; others: readonly string[] },
): Promise<void> {
  for (const [counts, ids] of [
    [true, counting],
    [false, others],
  ] as const)
    if (ids.length > 0)
      await db.$executeRaw(
        sql`UPDATE "Runs" SET "counts" = ${counts} WHERE "id" = ANY(${[...ids]}::text[]) AND "counts" IS NULL`,
      );
}

/** Payers of calls from before `finalBefore` that were not judged yet, of whom the chain was not asked. */
export async function listUnknownPayers(
  db: Database,
  { finalBefore, limit }: { finalBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ address: string }[]>(sql`
    SELECT DISTINCT r."payer_address" AS "address" FROM "Runs" r
    WHERE r."counts" IS NULL AND r."state" <> 'RUNNING' AND r."payer_address" IS NOT NULL
      AND r."started_at" < ${finalBefore} AND NOT EXISTS (SELECT 1 FROM "PayerOrigins" o WHERE o."address" = r."payer_address") LIMIT ${limit}`);
  return rows.map(({ address }) => address);
}

/** Asking twice changes nothing. */
export async function insertPayerOrigin(
  db: Database,
  origin: { address: string; funders: readonly string[]; lookedUpAt: Date },
): Promise<void> {
  await db.payerOrigin.createMany({
    data: [{ ...origin, funders: [...origin.funders] }],
    skipDuplicates: true,
  });
}
