import type { Database } from "@/lib/db/client";

/**
 * What an account may do for an organisation: the roles of an active member, held until the transaction ends, so that
 * whoever removes the member waits for what they do, or was before it. None for nobody, and for an account that is no
 * organisation.
 */
export async function holdRoles(
  db: Database,
  { organisationId, accountId }: { organisationId: string; accountId: string },
): Promise<string[]> {
  const [row] = await db.$queryRaw<{ roles: string[] }[]>`
    SELECT "roles" FROM "OrganisationMembers" WHERE "organisation_id" = ${organisationId}
      AND "open_account_id" = ${accountId} AND "state" = 'active' FOR SHARE`;
  return row?.roles ?? [];
}

/** An open organisation by its user name; null for a person, and for a name nobody has. */
export async function findOrganisation(
  db: Database,
  username: string,
): Promise<{ id: string; username: string; payeeAddress: string | null } | null> {
  const select = { id: true, username: true, payeeAddress: true };
  return db.account.findUnique({ where: { username, kind: "organisation", closedAt: null }, select });
}

/** Account ids of the members of an organisation. */
export async function listMemberIds(db: Database, organisationId: string): Promise<string[]> {
  const where = { organisationId, state: "active" };
  const select = { accountId: true } as const;
  const rows = await db.organisationMember.findMany({ where, orderBy: { accountId: "asc" }, select });
  return rows.map(({ accountId }) => accountId);
}

/** Organisations that an account is a member of, with its roles, by their names. */
export async function listMemberships(
  db: Database,
  accountId: string,
): Promise<{ organisationId: string; organisation: string; roles: string[] }[]> {
  const rows = await db.organisationMember.findMany({
    where: { openAccountId: accountId, state: "active", organisation: { closedAt: null } },
    orderBy: { organisation: { username: "asc" } },
    select: { organisationId: true, roles: true, organisation: { select: { username: true } } },
  });
  return rows.map(({ organisation, ...row }) => ({ ...row, organisation: organisation.username }));
}
