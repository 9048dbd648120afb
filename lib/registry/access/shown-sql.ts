import { Prisma } from "@/lib/db/generated/client";
import { systemClock } from "@/lib/kernel/clock";
import { isAnybody, presentReader, type Reader } from "@/lib/registry/access/reader";

const { sql } = Prisma;
const S = sql`s`;

/** Name of the row of "Skills" in a query. */
type SkillAlias = Prisma.Sql;

/** That an account acts for the owner of a skill: is it, maintains the skill, or is a member of the organisation that owns it. */
const actsForOwnerSql = (
  accountId: string,
  s: SkillAlias = S,
): Prisma.Sql => sql`(${s}."owner_id" = ${accountId}
    OR EXISTS (SELECT 1 FROM "SkillMaintainers" am WHERE am."skill_id" = ${s}."id" AND am."account_id" = ${accountId} AND am."state" = 'active')
    OR EXISTS (SELECT 1 FROM "OrganisationMembers" ao WHERE ao."organisation_id" = ${s}."owner_id" AND ao."account_id" = ${accountId} AND ao."state" = 'active'))`;

/** That a reader may read the files of a skill, whatever its access. */
export function mayReadSql(reader: Reader, s: SkillAlias = S): Prisma.Sql {
  const { accountId, tokenHash, isMarket } = reader;
  if (isMarket) return sql`TRUE`;
  const inForce = sql`ar."ended_at" IS NULL AND ar."expires_at" > ${systemClock.now()}`;
  const ways = [
    ...(accountId === null
      ? []
      : [
          actsForOwnerSql(accountId, s),
          sql`EXISTS (SELECT 1 FROM "ReadingRights" ar WHERE ar."skill_id" = ${s}."id" AND ar."account_id" = ${accountId} AND ${inForce})`,
        ]),
    ...(tokenHash === null
      ? []
      : [
          sql`EXISTS (SELECT 1 FROM "ReadingRights" ar WHERE ar."token_hash" = ${tokenHash} AND ar."skill_id" = ${s}."id" AND ${inForce})`,
        ]),
  ];
  return ways.length === 0 ? sql`FALSE` : sql`(${Prisma.join(ways, " OR ")})`;
}

/** That the present reader is shown the skill at all. For anybody it reads one column of a row that is read anyway. */
export function isSeenSql(s: SkillAlias = S): Prisma.Sql {
  const reader = presentReader();
  const isOpen = sql`${s}."access" <> 'private'`;
  return isAnybody(reader) ? isOpen : sql`(${isOpen} OR ${mayReadSql(reader, s)})`;
}

/** That the present reader is given the bytes and the texts of its files. */
export function areFilesGivenSql(s: SkillAlias = S): Prisma.Sql {
  const reader = presentReader();
  const isOpen = sql`${s}."access" = 'public'`;
  return isAnybody(reader) ? isOpen : sql`(${isOpen} OR ${mayReadSql(reader, s)})`;
}

/** That a version is one of a private skill, for counts of the whole market: these are few, and found at once. */
export const isOfPrivateSql = (
  versionId: Prisma.Sql,
): Prisma.Sql => sql`(${versionId} IN (SELECT pv."id" FROM "Skills" ps
  JOIN "SkillVersions" pv ON pv."skill_id" = ps."id" WHERE ps."access" = 'private'))`;

/** What a list, a count or a look-up of the public may show: neither quarantined nor, for the present reader, private. */
export const isShownSql = (s: SkillAlias = S): Prisma.Sql =>
  sql`(${s}."quarantined_at" IS NULL AND ${isSeenSql(s)})`;
