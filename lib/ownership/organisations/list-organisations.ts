import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import {
  getOpenOrganisation,
  listOrganisationsOf,
  type Membership,
} from "@/lib/identity/organisations/act-for";
import { mayAct, ORGANISATION_ROLES, type OrganisationRole } from "@/lib/identity/organisations/roles";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { listInvitedTo, listMembers, type MemberRow } from "@/lib/ownership/organisations/repository";

/** Anybody invites anybody. */
const MAX_INVITATIONS = 100;

export interface MemberView {
  memberId: string;
  /** User names. */
  organisation: string;
  username: string;
  roles: OrganisationRole[];
  /** Since when they act for it; null of an invitation. */
  since: string | null;
  /** Until when an invitation can be accepted; null of a member. */
  invitedUntil: string | null;
}

export interface OrganisationView {
  organisationId: string;
  organisation: string;
  /** The wallet that its new skills pay; null while there is none. */
  payeeAddress: string | null;
  members: MemberView[];
  /** Those that wait for an answer; only its owners see them. */
  invitations: MemberView[];
  /** Roles of whoever asks; none for others. */
  roles: OrganisationRole[];
  /** It has one owner, and is asked for a second: if the one is lost, nobody acts for it any more. */
  needsOwner: boolean;
}

/** An organisation as anybody sees it, or a member of it. Throws NOT_FOUND. */
export async function getOrganisation(
  name: string,
  actor: Pick<Actor, "accountId"> | null,
): Promise<OrganisationView> {
  const found = await getOpenOrganisation(database(), name);
  const rows = await listMembers(database(), found.organisationId, systemClock.now());
  const members = rows.filter(({ state }) => state === "active");
  const own = members.find(({ accountId }) => accountId === actor?.accountId);
  const roles = own ? toView(own).roles : [];
  const invited = mayAct(roles, "govern") ? rows.filter(({ state }) => state === "invited") : [];
  return {
    ...found,
    members: members.map(toView),
    invitations: invited.map(toView),
    roles,
    needsOwner: members.filter((member) => member.roles.includes("owner")).length < 2,
  };
}

/** The same for a member of it; null for everybody else, and where there is none. */
export async function findOrganisationOf(
  name: string,
  actor: Pick<Actor, "accountId">,
): Promise<OrganisationView | null> {
  const own = await listOrganisationsOf(actor.accountId);
  return own.some(({ organisation }) => organisation === name) ? getOrganisation(name, actor) : null;
}

export interface OwnOrganisations {
  /** Those that the account is a member of, by their names. */
  organisations: Membership[];
  /** Invitations it can accept, at most 100, the newest first. */
  invitations: MemberView[];
}

/** Whatever an account has to do with organisations. */
export async function listOwnOrganisations(
  { accountId }: Pick<Actor, "accountId">,
  clock: Clock = systemClock,
): Promise<OwnOrganisations> {
  const [organisations, invitations] = await Promise.all([
    listOrganisationsOf(accountId),
    listInvitedTo(database(), { accountId, now: clock.now(), limit: MAX_INVITATIONS }),
  ]);
  return { organisations, invitations: invitations.map(toView) };
}

function toView({ id, organisation, account, roles, state, acceptedAt, expiresAt }: MemberRow): MemberView {
  const isMember = state === "active";
  return {
    memberId: id,
    organisation: organisation.username,
    username: account.username,
    roles: ORGANISATION_ROLES.filter((role) => roles.includes(role)),
    since: isMember ? (acceptedAt?.toISOString() ?? null) : null,
    invitedUntil: isMember ? null : expiresAt.toISOString(),
  };
}
