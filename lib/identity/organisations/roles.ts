/** What a member of an organisation is: an owner is everything else too, so the role stands alone. */
export const ORGANISATION_ROLES = ["owner", "maintainer", "money"] as const;
export type OrganisationRole = (typeof ORGANISATION_ROLES)[number];

/**
 * What is done in the name of an organisation: `publish` is what a maintainer of a skill may do, `money` is price, payee
 * and earnings, `own` is what else the owner of a skill may do, `account` is what belongs to no skill (domains, the
 * webhook), `govern` is who its members are.
 */
export type OrganisationAct = "publish" | "money" | "own" | "account" | "govern";

const ACTS: Record<OrganisationRole, readonly OrganisationAct[]> = {
  owner: ["publish", "money", "own", "account", "govern"],
  maintainer: ["publish"],
  money: ["money"],
};

/** The one table of who may do what for an organisation; nobody without a role may do anything. Pure. */
export const mayAct = (roles: readonly string[], act: OrganisationAct): boolean =>
  ORGANISATION_ROLES.some((role) => roles.includes(role) && ACTS[role].includes(act));

/** The roles that may do it. */
export const rolesFor = (act: OrganisationAct): OrganisationRole[] =>
  ORGANISATION_ROLES.filter((role) => ACTS[role].includes(act));

/**
 * Roles as a row holds them, each once and in one order; null for what no member can be: none, an unknown one, an owner
 * who is something else as well.
 */
export function readRoles(written: readonly string[]): OrganisationRole[] | null {
  const roles = ORGANISATION_ROLES.filter((role) => written.includes(role));
  const isKnown = written.every((each) => roles.some((role) => role === each));
  if (!isKnown || roles.length === 0 || (roles.includes("owner") && roles.length > 1)) return null;
  return roles;
}
