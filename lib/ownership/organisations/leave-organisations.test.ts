import { expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { closeAccount, listHolds } from "@/lib/ownership/account-closing/close-account";
import { getOrganisation } from "@/lib/ownership/organisations/list-organisations";
import { changeRoles, inviteMember } from "@/lib/ownership/organisations/members";
import { foundOrganisation } from "@/lib/ownership/organisations/organisations";
import { founded, join, publishFor } from "@/lib/ownership/organisations/testing/organisation";
import { somebody } from "@/lib/ownership/transfers/testing/market";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

const close = (actor: Actor) => closeAccount(actor, { username: actor.username, locale: "en" });

test("the only owner of an organisation stays while it has skills or other members; one that is empty ends with them", async () => {
  const { owner, organisation, organisationId } = await founded();
  const empty = await foundOrganisation({ actor: owner, name: uniqueName("org") });
  const { name } = await publishFor(owner, organisation);
  const hold = [{ kind: "last-owner", organisation }];
  expect(await listHolds(owner)).toEqual(hold);
  await expect(close(owner)).rejects.toMatchObject({ code: "ACCOUNT_HELD", details: { holds: hold } });
  const second = await somebody();
  const username = second.username;
  await join(owner, second, { organisation, roles: ["money"] });
  await database().skill.update({ where: { slug: name }, data: { ownerId: second.accountId } });
  expect(await listHolds(owner)).toEqual(hold);
  await changeRoles({ actor: owner, organisation, username, roles: ["owner"] });
  expect(await listHolds(owner)).toEqual([]);
  await close(owner);
  const closedAt = async (id: string) =>
    (await database().account.findUniqueOrThrow({ where: { id } })).closedAt;
  expect(await closedAt(empty.organisationId)).toBeInstanceOf(Date);
  expect(await closedAt(organisationId)).toBeNull();
  const { members } = await getOrganisation(organisation, null);
  expect(members.map((member) => member.username)).toEqual([username]);
  await expect(getOrganisation(empty.organisation, null)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("who is invited, or is a member beside an owner, closes the account and leaves", async () => {
  const { owner, organisation } = await founded();
  const [member, invited] = [await somebody(), await somebody()];
  await join(owner, member, { organisation, roles: ["maintainer"] });
  await inviteMember({ actor: owner, organisation, username: invited.username, roles: ["owner"] });
  for (const actor of [member, invited]) await close(actor);
  expect(await getOrganisation(organisation, owner)).toMatchObject({
    members: [{ username: owner.username }],
    invitations: [],
  });
});
