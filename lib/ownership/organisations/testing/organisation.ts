import type { Actor } from "@/lib/identity/actor";
import { acceptMembership, inviteMember } from "@/lib/ownership/organisations/members";
import { foundOrganisation } from "@/lib/ownership/organisations/organisations";
import { somebody } from "@/lib/ownership/transfers/testing/market";
import { buildSkillPackage, publishNow, uniqueName } from "@/lib/testing/builders";

/** Invites somebody, who accepts. */
export async function join(
  owner: Actor,
  member: Actor,
  { organisation, roles }: { organisation: string; roles: readonly string[] },
): Promise<string> {
  const { username } = member;
  const { memberId } = await inviteMember({ actor: owner, organisation, username, roles });
  await acceptMembership({ actor: member, memberId });
  return memberId;
}

/** An organisation with its founder. */
export async function founded() {
  const owner = await somebody();
  const { organisation, organisationId } = await foundOrganisation({ actor: owner, name: uniqueName("org") });
  return { owner, organisation, organisationId };
}

/** An organisation with a member of each role, and somebody who is none. */
export async function staffed() {
  const { owner, organisation, organisationId } = await founded();
  const [maintainer, money, both] = [await somebody(), await somebody(), await somebody()];
  const stranger = await somebody();
  await join(owner, maintainer, { organisation, roles: ["maintainer"] });
  await join(owner, money, { organisation, roles: ["money"] });
  await join(owner, both, { organisation, roles: ["maintainer", "money"] });
  return { owner, organisation, organisationId, maintainer, money, both, stranger };
}

/** Publishes a skill for an organisation. */
export async function publishFor(actor: Actor, organisation: string, name = uniqueName()) {
  const { skillId, versionId } = await publishNow(buildSkillPackage({ name }), actor, { organisation });
  return { name, skillId, versionId };
}
