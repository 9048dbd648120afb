import { Prisma } from "@/lib/db/generated/client";
import { everMaintainersSql } from "@/lib/registry/publishers/maintainers-sql";

const { sql } = Prisma;

/** Ids of the accounts that answer or answered for the skill `s`: its owner, former owners, and who ever maintained it. */
export const publisherAccountsSql: Prisma.Sql = sql`(ARRAY[s."owner_id"]
  || ARRAY(SELECT t."from_id" FROM "SkillTransfers" t WHERE t."skill_id" = s."id" AND t."state" = 'accepted')
  || ${everMaintainersSql(sql`s."id"`)})`;

/** Addresses of their wallets, and of those that versions of the skill `s` pay. */
export const publisherWalletsSql: Prisma.Sql = sql`ARRAY(
  SELECT w."address" FROM "Wallets" w WHERE w."account_id" = ANY(${publisherAccountsSql})
  UNION SELECT p."payee_address" FROM "SkillVersions" p WHERE p."skill_id" = s."id" AND p."payee_address" IS NOT NULL)`;
