import { Prisma } from "@/lib/db/generated/client";
import { rolesFor, type OrganisationAct } from "@/lib/identity/organisations/roles";

const { sql } = Prisma;

/**
 * Account ids of who acted for an organisation while it owned a skill, for a query that has the skill's id: they do not
 * judge it. An account owned it from the acceptance before to its own; whoever owns it now, until today. A member who
 * came or went at that very moment counts.
 */
export const everMembersSql = (skillId: Prisma.Sql): Prisma.Sql => sql`SELECT om."account_id"
  FROM (SELECT ot."from_id" AS owner_id, lag(ot."ended_at") OVER (ORDER BY ot."ended_at") AS since, ot."ended_at" AS until
      FROM "SkillTransfers" ot WHERE ot."skill_id" = ${skillId} AND ot."state" = 'accepted'
    UNION ALL SELECT os."owner_id", (SELECT max(ot."ended_at") FROM "SkillTransfers" ot
      WHERE ot."skill_id" = os."id" AND ot."state" = 'accepted'), NULL FROM "Skills" os WHERE os."id" = ${skillId}) owned
  JOIN "OrganisationMembers" om ON om."organisation_id" = owned.owner_id AND om."accepted_at" IS NOT NULL
  WHERE (owned.until IS NULL OR om."accepted_at" <= owned.until)
    AND (owned.since IS NULL OR om."ended_at" IS NULL OR om."ended_at" >= owned.since)`;

/** Account ids of who publishes for the organisation that owns a skill now. */
export const membersSql = (skillId: Prisma.Sql): Prisma.Sql => sql`SELECT om."account_id"
  FROM "OrganisationMembers" om JOIN "Skills" os ON os."owner_id" = om."organisation_id"
  WHERE os."id" = ${skillId} AND om."state" = 'active' AND om."roles" && ${rolesFor("publish")}::text[]`;

/**
 * Account ids that an account may do something for: its own, and those of organisations in which it has a role that may;
 * of all that it is a member of without `act`. The same as `listOwnersActedFor`, as a subquery.
 */
export function ownersActedForSql(accountId: string, act?: OrganisationAct): Prisma.Sql {
  const mayAct = act === undefined ? sql`` : sql`AND om."roles" && ${rolesFor(act)}::text[]`;
  return sql`(SELECT ${accountId}::text UNION ALL SELECT om."organisation_id" FROM "OrganisationMembers" om
    WHERE om."open_account_id" = ${accountId} AND om."state" = 'active' ${mayAct})`;
}

/** Name of the organisation that owns the skill `s`; null where a person does. */
export const organisationSql = sql`(SELECT og."username" FROM "Accounts" og
  WHERE og."id" = s."owner_id" AND og."kind" = 'organisation')`;
