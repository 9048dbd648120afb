import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { organisationSql, ownersActedForSql } from "@/lib/identity/organisations/members-sql";
import type { Terms } from "@/lib/registry/versions/terms";
import type { AnnouncedView } from "@/lib/registry/views";
import { announcedSql, askedPriceSql, payeeSql } from "@/lib/registry/versions/version-sql";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

const { sql } = Prisma;

export interface SkillTerms extends Terms {
  /** A version of it is or was listed: from then on only the act changes them. */
  isSettled: boolean;
  /** The time that the listed version declares for a call, in milliseconds; null where it declares none. */
  statedTimeoutMs: number | null;
}

/** What a skill costs and pays; null while nothing was uploaded to it. */
export async function findSkillTerms(db: Database, skillId: string): Promise<SkillTerms | null> {
  const [row] = await db.$queryRaw<(Omit<SkillTerms, "priceLamports"> & { priceLamports: string })[]>(sql`
    SELECT coalesce(s."asked_lamports", v."price_lamports")::text AS "priceLamports",
      CASE WHEN s."asked_lamports" IS NULL THEN v."payee_address" ELSE s."payee_address" END AS "payeeAddress",
      s."latest_version_id" IS NOT NULL AS "isSettled",
      (v."manifest" #>> '{runtime,timeoutSeconds}')::float8 * 1000 AS "statedTimeoutMs"
    FROM "Skills" s LEFT JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
    WHERE s."id" = ${skillId} AND coalesce(s."asked_lamports", v."price_lamports") IS NOT NULL`);
  return row ? { ...row, priceLamports: BigInt(row.priceLamports) } : null;
}

/** A higher price that was announced, and from when it holds. */
export interface Announced {
  priceLamports: bigint;
  from: Date;
}

/** Of a skill that is held; null where none was announced. */
export async function findAnnounced(db: Database, skillId: string): Promise<Announced | null> {
  const { announcedLamports: price, announcedFrom: from } = await db.skill.findUniqueOrThrow({
    where: { id: skillId },
    select: { announcedLamports: true, announcedFrom: true },
  });
  return price === null || from === null ? null : { priceLamports: BigInt(price.toFixed(0)), from };
}

/** Of a skill that is held; null takes it back. */
export async function setAnnounced(
  db: Database,
  skillId: string,
  announced: Announced | null,
): Promise<void> {
  const data = {
    announcedLamports: announced?.priceLamports.toString() ?? null,
    announcedFrom: announced?.from ?? null,
  };
  await db.skill.update({ where: { id: skillId }, data, select: { id: true } });
}

/** Of a skill that is held. What was announced is so no more. */
export async function setSkillTerms(
  db: Database,
  skillId: string,
  { priceLamports, payeeAddress }: Terms,
): Promise<void> {
  await db.skill.update({
    where: { id: skillId },
    data: {
      askedLamports: priceLamports.toString(),
      payeeAddress,
      announcedLamports: null,
      announcedFrom: null,
    },
    select: { id: true },
  });
}

/** Versions that have not run, and that nothing but a price keeps from being called, are called or not from now on. */
export async function setUnrun(
  db: Database,
  skillId: string,
  { runnable, obstacles }: { runnable: boolean; obstacles: CallObstacle[] },
): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE "SkillVersions" SET "runnable" = ${runnable}, "obstacles" = ${JSON.stringify(obstacles)}::jsonb
    WHERE "skill_id" = ${skillId} AND "ran_at" IS NULL AND "runnable" <> ${runnable}
      AND ("runnable" OR "obstacles" @> '[{"code": "CALL_NOT_RUN"}]')`);
}

/** What an account asks for calls of an own skill. */
export interface OwnPrice {
  slug: string;
  /** User name of the organisation that owns it; null where it is the account itself. */
  organisation: string | null;
  priceLamports: string;
  payeeAddress: string | null;
  /** The listed version is not called, so that the price is not in force. */
  isWaiting: boolean;
  /** A higher one that was announced. */
  announced: AnnouncedView | null;
}

const MAX_OWN = 200;

/** Skills whose money an account handles and of which a version is or was listed, by their names; at most 200. */
export function listOwnPrices(db: Database, accountId: string): Promise<OwnPrice[]> {
  return db.$queryRaw<OwnPrice[]>(sql`
    SELECT s."slug", ${organisationSql} AS "organisation", ${askedPriceSql}::text AS "priceLamports", ${payeeSql} AS "payeeAddress", NOT v."runnable" AS "isWaiting",
      ${announcedSql} AS "announced"
    FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
    WHERE s."owner_id" IN ${ownersActedForSql(accountId, "money")} ORDER BY s."slug" LIMIT ${MAX_OWN}`);
}

/** A skill that is held until the transaction ends, and which change buyers were last told of; null for an unknown one. */
export async function lockPriceNotice(
  db: Database,
  skillId: string,
): Promise<{ slug: string; notifiedAt: Date | null } | null> {
  const [row] = await db.$queryRaw<{ slug: string; notifiedAt: Date | null }[]>(sql`
    SELECT "slug", "price_notified_at" AS "notifiedAt" FROM "Skills" WHERE "id" = ${skillId} FOR NO KEY UPDATE`);
  return row ?? null;
}

export async function setPriceNotified(db: Database, skillId: string, priceNotifiedAt: Date): Promise<void> {
  await db.skill.update({ where: { id: skillId }, data: { priceNotifiedAt }, select: { id: true } });
}

/** Accounts but the owner's whose wallets paid for calls of a skill since a moment, the last to pay first. */
export async function listBuyers(
  db: Database,
  { skillId, since, limit }: { skillId: string; since: Date; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT w."account_id" AS "id" FROM "SkillVersions" v
    JOIN "Skills" s ON s."id" = v."skill_id"
    JOIN "Quotes" q ON q."version_id" = v."id" AND q."created_at" > ${since}
    JOIN "Settlements" t ON t."quote_id" = q."id" AND t."orphaned_at" IS NULL
    JOIN "Wallets" w ON w."address" = t."payer_address"
    WHERE v."skill_id" = ${skillId} AND w."account_id" IS DISTINCT FROM s."owner_id"
    GROUP BY 1 ORDER BY max(t."settled_at") DESC, 1 LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}
