import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { SpendingLimit } from "@/lib/db/generated/client";
import { batched } from "@/lib/db/batch";
import { runStatement } from "@/lib/db/statement";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/clock";
import { firstId } from "@/lib/kernel/ids";
import type { DsseEnvelope } from "@/lib/log/attestation/dsse";
import { SUBJECT, type PaidSkill, type SpentOnSkill } from "@/lib/payments/limits/decide-spending";
import { lamportsHeld } from "@/lib/payments/limits/lamports-moved";
import type { ScopeKind } from "@/lib/payments/limits/spending-statement";
import { MOVED_LAMPORTS } from "@/lib/payments/moved-lamports-sql";

const { raw, sql } = Prisma;

export type LimitRow = SpendingLimit;

const IN_FORCE = `
  select payer_address as "payerAddress", payload from "SpendingLimits" where payer_address = any($1) and ended_at is null`;

/** The signed text in force of a wallet; null where none is. Read together with others that are asked for at that moment. */
export const findTextInForce = batched(async (payers: readonly string[]): Promise<(string | null)[]> => {
  const rows = await runStatement<{ payerAddress: string; payload: string }>(IN_FORCE, [payers]);
  const byPayer = new Map(rows.map(({ payerAddress, payload }) => [payerAddress, payload]));
  return payers.map((payer) => byPayer.get(payer) ?? null);
});

/**
 * The same, held until the transaction ends: of two payments at once the second sees what the first has taken. A row that
 * was replaced while it was waited for is gone, and the next one is found by another look alone.
 */
export async function lockTextInForce(tx: Database, payerAddress: string): Promise<string | null> {
  const inForce = sql`"payer_address" = ${payerAddress} AND "ended_at" IS NULL`;
  for (;;) {
    const [row] = await tx.$queryRaw<{ payload: string }[]>(
      sql`SELECT "payload" FROM "SpendingLimits" WHERE ${inForce} FOR UPDATE`,
    );
    if (row) return row.payload;
    if ((await tx.spendingLimit.count({ where: { payerAddress, endedAt: null } })) === 0) return null;
  }
}

/** The last statement of a wallet, also one that removed its limits; null for a wallet that has signed none. */
export function findLastStatement(db: Database, payerAddress: string): Promise<LimitRow | null> {
  return db.spendingLimit.findFirst({ where: { payerAddress }, orderBy: { sequence: "desc" } });
}

/** The same, held until the transaction ends. */
export async function lockLastStatement(tx: Database, payerAddress: string): Promise<LimitRow | null> {
  const last = await findLastStatement(tx, payerAddress);
  if (last === null) return null;
  await tx.$queryRaw(sql`SELECT 1 FROM "SpendingLimits" WHERE "id" = ${last.id} FOR UPDATE`);
  return findLastStatement(tx, payerAddress);
}

/** Ends what is in force and adds the next; a unique violation where another one of its number has come meanwhile. */
export async function insertStatement(
  tx: Database,
  row: Omit<LimitRow, "envelope" | "endedAt"> & { envelope: DsseEnvelope; inForce: boolean },
): Promise<LimitRow> {
  const { inForce, envelope, ...rest } = row;
  const { payerAddress, createdAt } = rest;
  await tx.spendingLimit.updateMany({ where: { payerAddress, endedAt: null }, data: { endedAt: createdAt } });
  return tx.spendingLimit.create({
    data: {
      ...rest,
      envelope: envelope as unknown as Prisma.InputJsonValue,
      endedAt: inForce ? null : createdAt,
    },
  });
}

/** Ids are made with their rows, by a clock that need not agree with the one of `settled_at` to the minute. */
const SLACK_MS = HOUR_MS;

/**
 * Payments that have left a wallet since then, as `at`, `version_id` and `lamports`: what was settled and did not vanish, and
 * what came too late for its quote.
 */
const leftSince = (payerAddress: string, since: Date): Prisma.Sql => sql`
  SELECT s."settled_at" AS at, q."version_id", ${MOVED_LAMPORTS} AS lamports FROM "Settlements" s JOIN "Quotes" q ON q."id" = s."quote_id"
  WHERE s."payer_address" = ${payerAddress} AND s."id" >= ${firstId("set", since.getTime() - SLACK_MS)}
    AND s."settled_at" > ${since} AND s."orphaned_at" IS NULL
  UNION ALL
  SELECT q."updated_at", q."version_id", q."price_lamports" FROM "Quotes" q
  WHERE q."state" = 'LATE_UNAPPLIED' AND q."updated_at" > ${since} AND q."payer_address" = ${payerAddress}`;

/** Quotes that count before they are settled: handed in, or held for their payer since they were asked for. */
const isHeld = (payerAddress: string) => sql`q."payer_address" = ${payerAddress}
  AND (q."state" = 'SUBMITTED' OR (q."state" = 'QUOTED' AND q."held_at" IS NOT NULL))`;

const PAID_SKILL = sql`k."id" AS "skillId", k."owner_id" AS "publisherId",
  CASE WHEN a."kind" = 'organisation' THEN a."id" END AS "organisationId"`;
const NAMES = sql`k."slug", coalesce(a."username", '') AS "owner"`;
const skillOf = (versionId: Prisma.Sql) => sql`JOIN "SkillVersions" v ON v."id" = ${versionId}
  JOIN "Skills" k ON k."id" = v."skill_id" LEFT JOIN "Accounts" a ON a."id" = k."owner_id"`;

/** The names of what was paid for: of the skill, and of the account that owns it. */
interface SkillNames {
  slug: string;
  owner: string;
}

interface SpentRow extends PaidSkill, SkillNames {
  /** Null for a sum of what has left. */
  quoteId: string | null;
  /** It takes a token, so its bytes say what it moves. */
  takesToken: boolean;
  lamports: string;
}

/**
 * What counts against the limits of a wallet at this moment, by skill, beside the payment of one quote (`except`). One
 * statement adds it up, so that what is settled meanwhile is seen once, as held or as spent.
 */
export async function sumSpent(
  db: Database,
  { payerAddress, except, now }: { payerAddress: string; except: string; now: Date },
): Promise<(SpentOnSkill & SkillNames)[]> {
  const since = new Date(now.getTime() - DAY_MS);
  const rows = await db.$queryRaw<SpentRow[]>(sql`
    SELECT ${PAID_SKILL}, ${NAMES}, NULL AS "quoteId", FALSE AS "takesToken", sum(p.lamports)::text AS lamports
    FROM (${leftSince(payerAddress, since)}) p ${skillOf(sql`p."version_id"`)} GROUP BY k."id", a."id"
    UNION ALL
    SELECT ${PAID_SKILL}, ${NAMES}, q."id", q."token_mint" IS NOT NULL, q."price_lamports"::text
    FROM "Quotes" q ${skillOf(sql`q."version_id"`)} WHERE ${isHeld(payerAddress)} AND q."id" <> ${except}`);
  const dearer = await findDearer(db, rows);
  const bySkill = new Map<string, SpentOnSkill & SkillNames>();
  for (const { quoteId, takesToken: _, lamports, ...skill } of rows) {
    const sum = bySkill.get(skill.skillId) ?? { ...skill, spentLamports: 0n, heldLamports: 0n };
    if (quoteId === null) sum.spentLamports += BigInt(lamports);
    else sum.heldLamports += dearer.get(quoteId) ?? BigInt(lamports);
    bySkill.set(skill.skillId, sum);
  }
  return [...bySkill.values()];
}

/** Of quotes that are paid in a token, what their bytes move: more may be sent than is owed. */
async function findDearer(db: Database, rows: readonly SpentRow[]): Promise<Map<string, bigint>> {
  const ids = rows.flatMap(({ quoteId, takesToken }) => (quoteId !== null && takesToken ? [quoteId] : []));
  if (ids.length === 0) return new Map();
  const inToken = await db.quote.findMany({
    where: { id: { in: ids }, rawTransaction: { not: null } },
  });
  return new Map(inToken.map((quote) => [quote.id, lamportsHeld(quote)]));
}

/** The skill of a version, as limits name it. */
export async function findPaidSkill(db: Database, versionId: string): Promise<PaidSkill | null> {
  const [row] = await db.$queryRaw<PaidSkill[]>(
    sql`SELECT ${PAID_SKILL} FROM (SELECT ${versionId} AS id) p ${skillOf(sql`p.id`)}`,
  );
  return row ?? null;
}

/** Whether nobody has handed in a payment of a quote. */
export async function isUnpaid(tx: Database, id: string): Promise<boolean> {
  return (await tx.quote.count({ where: { id, state: "QUOTED" } })) > 0;
}

/**
 * When so much of what has left a wallet will have been 24 hours ago, at the earliest; null when it is more than has left
 * it. With a scope, of what went to the same skill, publisher or organisation.
 */
export async function findFreeAt(
  db: Database,
  { payerAddress, now, lamports }: { payerAddress: string; now: Date; lamports: bigint },
  within: { kind: ScopeKind; id: string | null } | null,
): Promise<Date | null> {
  const since = new Date(now.getTime() - DAY_MS);
  const counted = within
    ? sql`WHERE ${raw(`"${SUBJECT[within.kind]}"`)} IS NOT DISTINCT FROM ${within.id}`
    : Prisma.empty;
  const [row] = await db.$queryRaw<{ at: Date }[]>(sql`
    SELECT at FROM (
      SELECT at, sum(lamports) OVER (ORDER BY at) AS freed FROM (
        SELECT p.at, p.lamports, ${PAID_SKILL} FROM (${leftSince(payerAddress, since)}) p ${skillOf(sql`p."version_id"`)}) l ${counted}) t
    WHERE freed >= ${lamports.toString()}::numeric ORDER BY at LIMIT 1`);
  return row ? new Date(row.at.getTime() + DAY_MS) : null;
}

/** The names of what limits are about: a skill that everybody is shown, or an account. */
export async function findNamed(
  db: Database,
  kind: ScopeKind,
  nameOrId: string,
): Promise<{ id: string; name: string } | null> {
  if (kind === "skill") {
    const skill = await db.skill.findFirst({
      where: {
        OR: [{ slug: nameOrId }, { id: nameOrId }],
        access: { not: "private" },
        latestVersionId: { not: null },
      },
      select: { id: true, slug: true },
    });
    return skill && { id: skill.id, name: skill.slug };
  }
  const account = await db.account.findFirst({
    where: {
      OR: [{ username: nameOrId }, { id: nameOrId }],
      ...(kind === "organisation" ? { kind: "organisation" as const } : {}),
    },
    select: { id: true, username: true },
  });
  return account && { id: account.id, name: account.username };
}

/** The account that a wallet is linked to; null for none. */
export async function findAccountOfWallet(db: Database, address: string): Promise<string | null> {
  return (await db.wallet.findUnique({ where: { address } }))?.accountId ?? null;
}

/** More wallets than these nobody links to an account; one that does is asked for the oldest of them. */
const MAX_WALLETS = 100;

/** The wallets that are linked to an account. */
export async function listWalletsOf(db: Database, accountId: string): Promise<string[]> {
  const wallets = await db.wallet.findMany({
    where: { accountId },
    orderBy: { createdAt: "asc" },
    take: MAX_WALLETS,
  });
  return wallets.map(({ address }) => address);
}

/** What a version is called. */
export async function findVersionName(
  db: Database,
  versionId: string,
): Promise<{ skill: string; version: string } | null> {
  const found = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: { version: true, skill: { select: { slug: true } } },
  });
  return found && { skill: found.skill.slug, version: found.version };
}

/** One payment of a wallet, as its owner sees it. */
export interface WalletPayment {
  quoteId: string;
  /** When it was settled, or held since. */
  at: Date;
  skill: string;
  version: string;
  calls: number;
  rail: string;
  lamports: bigint;
  tokenMint: string | null;
  tokenUnits: bigint | null;
  key: { id: string; prefix: string | null; name: string | null } | null;
  receiptId: string | null;
  state: string;
  finalizedAt: Date | null;
  orphanedAt: Date | null;
}

/**
 * Quotes of a wallet that were paid, are handed in or are held, the newest quote first; `before` is the id of one. Of keys
 * only those of the account are named: somebody else may ask for a quote that it pays.
 */
export async function listWalletPayments(
  db: Database,
  { payerAddress, accountId }: { payerAddress: string; accountId: string },
  { limit, before }: { limit: number; before: string | null },
): Promise<WalletPayment[]> {
  const older = before === null ? Prisma.empty : sql`AND q."id" < ${before}`;
  const rows = await db.$queryRaw<(Omit<WalletPayment, "lamports"> & { lamports: string })[]>(sql`
    SELECT q."id" AS "quoteId", coalesce(s."settled_at", q."updated_at") AS at, k."slug" AS skill, v."version", q."calls", q."rail",
      CASE WHEN s."id" IS NULL THEN q."price_lamports" ELSE ${MOVED_LAMPORTS} END::text AS lamports,
      s."token_mint" AS "tokenMint", s."token_units" AS "tokenUnits",
      CASE WHEN y."id" IS NOT NULL THEN json_build_object('id', y."id", 'prefix', y."prefix", 'name', y."name") END AS key,
      (SELECT min(r."id") FROM "Receipts" r WHERE r."quote_id" = q."id") AS "receiptId",
      q."state"::text AS state, s."finalized_at" AS "finalizedAt", s."orphaned_at" AS "orphanedAt"
    FROM "Quotes" q LEFT JOIN "Settlements" s ON s."quote_id" = q."id"
    JOIN "SkillVersions" v ON v."id" = q."version_id" JOIN "Skills" k ON k."id" = v."skill_id"
    LEFT JOIN "ApiKeys" y ON y."id" = q."asked_with_key_id" AND y."account_id" = ${accountId}
    WHERE q."payer_address" = ${payerAddress} AND (s."id" IS NOT NULL OR q."state" = 'LATE_UNAPPLIED' OR ${isHeld(payerAddress)}) ${older}
    ORDER BY q."id" DESC LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, lamports: BigInt(row.lamports) }));
}
