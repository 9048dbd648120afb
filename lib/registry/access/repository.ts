import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { systemClock } from "@/lib/kernel/clock";
import type { ReadingBy } from "@/lib/registry/access/decide-access";
import type { Reader } from "@/lib/registry/access/reader";
import type { SkillAccess } from "@/lib/registry/views";

/** A skill's access, and by what a reader may read it. */
export interface Reading {
  access: SkillAccess;
  by: ReadingBy;
}

/** What a reader has of a skill; null for an unknown id. The strongest way is named. One query. */
export async function findReading(db: Database, skillId: string, reader: Reader): Promise<Reading | null> {
  const { accountId, tokenHash } = reader;
  const [row] = await db.$queryRaw<Reading[]>(Prisma.sql`
    SELECT s."access"::text AS "access", CASE
        WHEN s."owner_id" = ${accountId} THEN 'owner'
        WHEN EXISTS (SELECT 1 FROM "SkillMaintainers" m
          WHERE m."skill_id" = s."id" AND m."account_id" = ${accountId} AND m."state" = 'active') THEN 'maintainer'
        WHEN EXISTS (SELECT 1 FROM "OrganisationMembers" o
          WHERE o."organisation_id" = s."owner_id" AND o."account_id" = ${accountId} AND o."state" = 'active') THEN 'member'
        WHEN EXISTS (SELECT 1 FROM "ReadingRights" r WHERE r."skill_id" = s."id"
          AND (r."account_id" = ${accountId} OR r."token_hash" = ${tokenHash})
          AND r."ended_at" IS NULL AND r."expires_at" > ${systemClock.now()}) THEN 'right' END AS "by"
    FROM "Skills" s WHERE s."id" = ${skillId}`);
  return row ?? null;
}
