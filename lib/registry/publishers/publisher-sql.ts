import { Prisma } from "@/lib/db/generated/client";
import { everMembersSql, membersSql } from "@/lib/identity/organisations/members-sql";

const { sql } = Prisma;

/** Ids of the accounts that are or were called so: nobody has a name that was another's. */
export const accountsCalledSql = (
  name: string,
): Prisma.Sql => sql`SELECT p."id" FROM "Accounts" p WHERE p."username" = ${name}
  UNION SELECT u."account_id" FROM "Usernames" u WHERE u."name" = ${name}`;

/**
 * Account ids of who maintains a skill now, or acts for the organisation that owns it, for a query that has its id.
 */
export const maintainersSql = (skillId: Prisma.Sql): Prisma.Sql => sql`ARRAY(SELECT m."account_id"
  FROM "SkillMaintainers" m WHERE m."skill_id" = ${skillId} AND m."state" = 'active' UNION ${membersSql(skillId)})`;

/** The same of whoever does or did once: they do not judge it. */
export const everMaintainersSql = (skillId: Prisma.Sql): Prisma.Sql => sql`ARRAY(SELECT m."account_id"
  FROM "SkillMaintainers" m WHERE m."skill_id" = ${skillId} AND m."accepted_at" IS NOT NULL UNION ${everMembersSql(skillId)})`;

/** Ids of the accounts that answer or answered for the skill `s`: its owner, former owners, and who ever maintained it. */
export const publisherAccountsSql: Prisma.Sql = sql`(ARRAY[s."owner_id"]
  || ARRAY(SELECT t."from_id" FROM "SkillTransfers" t WHERE t."skill_id" = s."id" AND t."state" = 'accepted')
  || ${everMaintainersSql(sql`s."id"`)})`;

/** Addresses of their wallets, and of those that calls of the skill `s` pay, or paid as a version was uploaded. */
export const publisherWalletsSql: Prisma.Sql = sql`ARRAY(
  SELECT w."address" FROM "Wallets" w WHERE w."account_id" = ANY(${publisherAccountsSql})
  UNION SELECT s."payee_address" WHERE s."payee_address" IS NOT NULL
  UNION SELECT p."payee_address" FROM "SkillVersions" p WHERE p."skill_id" = s."id" AND p."payee_address" IS NOT NULL)`;

/**
 * Who uploaded the version `v`, as JSON that `Uploader` describes; NULL where that is not known, or the account
 * was closed.
 */
export const uploaderSql = sql`(SELECT json_build_object('username', u."username",
  'isMaintainer', coalesce(u."id" <> v."publisher_id", false)) FROM "Accounts" u WHERE u."id" = v."uploaded_by_id")`;

/**
 * Whoever answered for the skill `s` when its version `v` was uploaded; a draft's is whoever claimed it (as `findPromises`
 * has it).
 */
export const versionPublisherSql = sql`(SELECT json_build_object('id', o."id", 'username', o."username") FROM "Accounts" o
  WHERE o."id" = coalesce(v."publisher_id", (SELECT t."from_id" FROM "SkillTransfers" t WHERE t."skill_id" = s."id"
    AND t."state" = 'accepted' AND t."ended_at" > v."created_at" ORDER BY t."ended_at" LIMIT 1), s."owner_id"))`;
