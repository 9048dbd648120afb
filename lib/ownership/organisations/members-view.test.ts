import { beforeAll, describe, expect, test } from "vitest";
import { getDashboard, getOwnedCounts, listAttention } from "@/lib/catalogue/dashboard/get-dashboard";
import { findPersonProfile } from "@/lib/catalogue/profiles/find-profile";
import type { Actor } from "@/lib/identity/actor";
import { addDomain, listOwnDomains } from "@/lib/identity/domains/own-domains";
import { inNameOf } from "@/lib/identity/organisations/in-name-of";
import { listMaintenance } from "@/lib/ownership/maintainers/list-maintenance";
import { findOrganisationOf } from "@/lib/ownership/organisations/list-organisations";
import { endMember, inviteMember } from "@/lib/ownership/organisations/members";
import { setOrganisationPayee } from "@/lib/ownership/organisations/organisations";
import { founded, publishFor, staffed } from "@/lib/ownership/organisations/testing/organisation";
import { somebody } from "@/lib/ownership/transfers/testing/market";
import { getEarningsOfWeek, getOrganisationEarnings } from "@/lib/payments/earnings";
import { listPrices } from "@/lib/publishing/price/change-price";
import { listOwnDeprecations } from "@/lib/registry/deprecations/deprecate-skill";
import { listOwnNames } from "@/lib/registry/names/ask-for-name";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

describe("what a member sees of the skills of an organisation", () => {
  let organisation: Awaited<ReturnType<typeof staffed>>;
  let name: string;
  beforeAll(async () => {
    organisation = await staffed();
    ({ name } = await publishFor(organisation.maintainer, organisation.organisation));
  });
  const isIn = (rows: readonly { slug: string }[]) => rows.some(({ slug }) => slug === name);
  const LISTS: Record<string, (actor: Actor) => Promise<boolean>> = {
    skills: async ({ accountId }) => isIn((await getDashboard(accountId)).skills),
    prices: async ({ accountId }) => isIn(await listPrices(accountId)),
    earnings: async ({ accountId }) => (await getEarningsOfWeek(accountId)).has(name),
    "all earnings": async ({ accountId }) =>
      (await getOrganisationEarnings(accountId, organisation.organisation)).has(name),
    names: async ({ accountId }) => isIn(await listOwnNames(accountId)),
    deprecations: async ({ accountId }) => isIn(await listOwnDeprecations(accountId)),
    maintainers: async (actor) => (await listMaintenance(actor)).skills.includes(name),
  };

  test.each([
    ["owner", ["skills", "prices", "earnings", "all earnings", "names", "deprecations", "maintainers"]],
    ["maintainer", ["skills"]],
    ["money", ["skills", "prices", "earnings", "all earnings"]],
    ["both", ["skills", "prices", "earnings", "all earnings"]],
    ["stranger", []],
  ] as const)("%s: %j", async (who, seen) => {
    const shown: string[] = [];
    for (const [list, has] of Object.entries(LISTS)) if (await has(organisation[who])) shown.push(list);
    expect(shown).toEqual(seen);
  });

  test("each says whose it is, and is counted", async () => {
    const { accountId } = organisation.money;
    const [skill] = (await getDashboard(accountId)).skills;
    expect(skill).toMatchObject({ slug: name, organisation: organisation.organisation });
    expect(await listPrices(accountId)).toMatchObject([{ organisation: organisation.organisation }]);
    expect(await getOwnedCounts(accountId)).toMatchObject({ skills: 1 });
  });

  test("nothing any more for who has left", async () => {
    const view = await findOrganisationOf(organisation.organisation, organisation.both);
    const own = view?.members.find(({ username }) => username === organisation.both.username);
    await endMember({ actor: organisation.both, memberId: own?.memberId ?? "" });
    for (const has of Object.values(LISTS)) expect(await has(organisation.both)).toBe(false);
    expect(await findOrganisationOf(organisation.organisation, organisation.both)).toBeNull();
  });
});

test("who is invited is told so on their dashboard, until they answer", async () => {
  const { owner, organisation } = await founded();
  const invited = await somebody();
  const { username } = invited;
  const { memberId } = await inviteMember({ actor: owner, organisation, username, roles: ["maintainer"] });
  expect(await listAttention(invited.accountId)).toMatchObject([{ kind: "member", slug: organisation }]);
  expect(await listAttention(owner.accountId)).toEqual([]);
  await endMember({ actor: invited, memberId });
  expect(await listAttention(invited.accountId)).toEqual([]);
});

test("a payment counts for the organisation that its skill and its wallet are of", async () => {
  const { owner, organisation, money } = await staffed();
  const { name } = await publishFor(owner, organisation);
  const { address } = await somebody();
  await setOrganisationPayee({ actor: money, organisation, payeeAddress: address ?? "" });
  expect(await getOrganisationEarnings(money.accountId, organisation)).toEqual(new Map([[name, 0n]]));
});

test("domains are added in the name of an organisation by its owners alone", async () => {
  const { organisation, organisationId, owner, maintainer, money, stranger } = await staffed();
  const asked = { organisation, act: "account" } as const;
  for (const other of [maintainer, money, stranger])
    await expect(inNameOf(other, asked)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  const account = await inNameOf(owner, asked);
  expect(account).toMatchObject({ accountId: organisationId, personId: owner.accountId });
  const domain = `${uniqueName()}.example.com`;
  await addDomain(account, domain);
  expect(await listOwnDomains(organisationId)).toMatchObject([{ domain }]);
  expect(await listOwnDomains(owner.accountId)).toEqual([]);
  expect(await inNameOf(owner, { organisation: undefined, act: "account" })).toBe(owner);
});

test("its public page says that it is an organisation", async () => {
  const { organisation, owner } = await founded();
  expect(await findPersonProfile(organisation)).toMatchObject({ isOrganisation: true, address: null });
  expect(await findPersonProfile(owner.username)).toMatchObject({ isOrganisation: false });
});
