import { database, type Database } from "@/lib/db/client";
import { shareLockAccounts } from "@/lib/identity/accounts/accounts";
import { DomainError } from "@/lib/kernel/errors";
import {
  findOrganisation,
  holdRoles,
  listMemberIds,
  listMemberships,
} from "@/lib/identity/organisations/repository";
import { mayAct, type OrganisationAct, type OrganisationRole } from "@/lib/identity/organisations/roles";

/**
 * Whether an account may do something in the name of whoever owns a skill: as that owner, or as a member of the
 * organisation that owns it. The membership is held until the transaction ends.
 */
export async function mayActForOwner(
  db: Database,
  { ownerId, accountId, act }: { ownerId: string | null; accountId: string; act: OrganisationAct },
): Promise<boolean> {
  if (ownerId === null) return false;
  if (ownerId === accountId) return true;
  return mayAct(await holdRoles(db, { organisationId: ownerId, accountId }), act);
}

export interface ActsFor {
  /** The account of the organisation. */
  organisationId: string;
  /** Its user name. */
  organisation: string;
}

/**
 * The right of an account to do something in the name of an organisation, by its user name; each door that lets it do
 * so asks here. The membership is held until the transaction ends. Throws NOT_FOUND where there is no such
 * organisation, and PERMISSION_DENIED where the account is none of its members, or has no role that may do it.
 */
export async function actFor(
  db: Database,
  { accountId }: { accountId: string },
  { organisation: username, act }: { organisation: string; act: OrganisationAct },
): Promise<ActsFor & { payeeAddress: string | null; roles: string[] }> {
  const found = await getOpenOrganisation(db, username);
  const roles = await holdRoles(db, { organisationId: found.organisationId, accountId });
  if (mayAct(roles, act)) return { ...found, roles };
  throw new DomainError("PERMISSION_DENIED", REFUSALS[act](found.organisation));
}

/** The organisation of a user name. Throws NOT_FOUND for a person, and a name nobody has. */
export async function getOpenOrganisation(
  db: Database,
  username: string,
): Promise<ActsFor & { payeeAddress: string | null }> {
  const found = await findOrganisation(db, username);
  if (!found) throw new DomainError("NOT_FOUND", `There is no organisation "${username}".`);
  const { id: organisationId, username: organisation, payeeAddress } = found;
  return { organisationId, organisation, payeeAddress };
}

/**
 * `actFor`, with the organisation held until the transaction ends, and the actor and whom else it is about with it:
 * what is decided about it comes one after the other. Throws AUTH_FAILED as well, for an account that is closed.
 */
export async function lockFor(
  db: Database,
  actor: { accountId: string },
  asked: { organisation: string; act: OrganisationAct; others?: readonly string[] },
): ReturnType<typeof actFor> {
  const id = (await findOrganisation(db, asked.organisation))?.id;
  if (id !== undefined) await shareLockAccounts(db, [id, actor.accountId, ...(asked.others ?? [])]);
  return actFor(db, actor, asked);
}

/** An account and, of an organisation, its members: who judges nothing that becomes its own. */
export async function listAccountsBehind(db: Database, accountId: string): Promise<string[]> {
  return [accountId, ...(await listMemberIds(db, accountId))];
}

const REFUSALS: Record<OrganisationAct, (name: string) => string> = {
  publish: (name) => `Only owners and maintainers of "${name}" publish for it.`,
  money: (name) => `Only owners of "${name}", and members for its money, decide what it is paid and where.`,
  own: (name) => `Only owners of "${name}" decide this about its skills.`,
  account: (name) => `Only owners of "${name}" decide this for it.`,
  govern: (name) => `Only owners of "${name}" decide who its members are.`,
};

export interface Membership extends ActsFor {
  roles: OrganisationRole[];
}

/** An account itself and the organisations that it may do something for. */
export async function listOwnersActedFor(accountId: string, act: OrganisationAct): Promise<string[]> {
  const organisations = await listOrganisationsOf(accountId, { act });
  return [accountId, ...organisations.map(({ organisationId }) => organisationId)];
}

/** Organisations that an account acts for, by their names; with `act`, those that it may do it for. */
export async function listOrganisationsOf(
  accountId: string,
  { act }: { act?: OrganisationAct } = {},
): Promise<Membership[]> {
  const rows = await listMemberships(database(), accountId);
  return rows
    .filter(({ roles }) => act === undefined || mayAct(roles, act))
    .map((row) => ({ ...row, roles: row.roles as OrganisationRole[] }));
}
