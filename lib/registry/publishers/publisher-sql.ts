import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/** Account ids of who maintains a skill now, for a query that has its id. */
export const maintainersSql = (skillId: Prisma.Sql): Prisma.Sql => sql`ARRAY(SELECT m."account_id"
  FROM "SkillMaintainers" m WHERE m."skill_id" = ${skillId} AND m."state" = 'active')`;

/** The same of whoever maintains it or did once: they do not judge it. */
export const everMaintainersSql = (skillId: Prisma.Sql): Prisma.Sql => sql`ARRAY(SELECT m."account_id"
  FROM "SkillMaintainers" m WHERE m."skill_id" = ${skillId} AND m."accepted_at" IS NOT NULL)`;

/** Ids of the accounts that answer or answered for the skill `s`: its owner, former owners, and who ever maintained it. */
export const publisherAccountsSql: Prisma.Sql = sql`(ARRAY[s."owner_id"]
  || ARRAY(SELECT t."from_id" FROM "SkillTransfers" t WHERE t."skill_id" = s."id" AND t."state" = 'accepted')
  || ${everMaintainersSql(sql`s."id"`)})`;

/** Addresses of their wallets, and of those that versions of the skill `s` pay. */
export const publisherWalletsSql: Prisma.Sql = sql`ARRAY(
  SELECT w."address" FROM "Wallets" w WHERE w."account_id" = ANY(${publisherAccountsSql})
  UNION SELECT p."payee_address" FROM "SkillVersions" p WHERE p."skill_id" = s."id" AND p."payee_address" IS NOT NULL)`;

/**
 * Who uploaded the version `v`, as JSON that `Uploader` describes; NULL where that is not known, or the account
 * was closed.
 */
export const uploaderSql = sql`(SELECT json_build_object('username', u."username",
  'isMaintainer', coalesce(u."id" <> v."publisher_id", false)) FROM "Accounts" u WHERE u."id" = v."uploaded_by_id")`;
