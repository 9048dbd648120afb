import { describe, expect, test } from "vitest";
import { findActorByUsername } from "@/lib/identity/accounts/accounts";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import type { Actor } from "@/lib/identity/actor";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { fakeClock } from "@/lib/kernel/clock";
import { getOrganisation, listOwnOrganisations } from "@/lib/ownership/organisations/list-organisations";
import {
  acceptMembership,
  changeRoles,
  endMember,
  endMemberOf,
  inviteMember,
  MAX_MEMBERS,
} from "@/lib/ownership/organisations/members";
import {
  foundOrganisation,
  MAX_FOUNDED,
  setOrganisationPayee,
} from "@/lib/ownership/organisations/organisations";
import { founded, join, staffed } from "@/lib/ownership/organisations/testing/organisation";
import { somebody } from "@/lib/ownership/transfers/testing/market";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { getActorOf, makeAccount, newAddress, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();

/** The same account as a program with one of its keys. */
const withKey = async (actor: Actor): Promise<Actor> =>
  authenticateApiKey((await createApiKey(actor, uniqueName("key"))).key);
const codeOf = async (work: Promise<unknown>) => (await refusal(work)).code;
const obstaclesOf = async (work: Promise<unknown>) => (await refusal(work)).details?.["obstacles"];
/** What the public log says of an organisation. */
const logged = async (organisationId: string) => {
  const where = { subjectId: organisationId };
  const entries = await database().logEntry.findMany({ where, orderBy: { seq: "asc" } });
  return entries.map(({ kind, body }) => [kind, (JSON.parse(body) as { data: unknown }).data]);
};
/** Gives an account a proven address. */
const withAddress = async (actor: Actor) => {
  const email = `${actor.username}@example.org`;
  await database().account.update({
    where: { id: actor.accountId },
    data: { email, emailVerifiedAt: new Date() },
  });
  return email;
};

describe("founding an organisation", () => {
  test("takes a user name, which no account gets after it, and makes the founder its owner, who is asked for a second", async () => {
    const { owner, organisation, organisationId } = await founded();
    const account = await database().account.findUniqueOrThrow({ where: { id: organisationId } });
    expect(account).toMatchObject({ kind: "organisation", email: null, passwordHash: null, role: "member" });
    expect(await getOrganisation(organisation, owner)).toMatchObject({
      members: [{ username: owner.username, roles: ["owner"] }],
      roles: ["owner"],
      needsOwner: true,
    });
    await expect(makeAccount({ username: organisation })).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    expect(await codeOf(renameAccount(await somebody(), organisation))).toBe("REQUEST_INVALID");
    expect(await findActorByUsername(organisation)).toBeNull();
    const by = { organisation, by: owner.username };
    expect(await logged(organisationId)).toEqual([["organisation:founded", by]]);
  });

  test.each([["a b"], ["emporion-official"], ["root"], ["x"]])("%s is no name", async (name) => {
    const actor = await somebody();
    expect(await codeOf(foundOrganisation({ actor, name }))).toBe("REQUEST_INVALID");
  });

  test("takes no name that a person has or had, and of two at once one gets it", async () => {
    const [actor, other] = [await somebody(), await somebody()];
    const before = other.username;
    await renameAccount(other, uniqueName("other"));
    expect(await codeOf(foundOrganisation({ actor, name: before }))).toBe("REQUEST_INVALID");
    expect(await codeOf(foundOrganisation({ actor, name: actor.username }))).toBe("REQUEST_INVALID");
    const name = uniqueName("org");
    const both = await Promise.allSettled(
      [actor, other].map((each) => foundOrganisation({ actor: each, name })),
    );
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: "REQUEST_INVALID" });
  });

  test("needs a confirmed address and a person or a key, and ends at ten, also of many at once", async () => {
    const actor = await somebody();
    const name = uniqueName("org");
    expect(await codeOf(foundOrganisation({ actor: { ...actor, reachable: false }, name }))).toBe(
      "EMAIL_NOT_VERIFIED",
    );
    const stale = await getActorOf(actor.username, new Date(0));
    expect(await codeOf(foundOrganisation({ actor: stale, name }))).toBe("CONFIRMATION_REQUIRED");
    await foundOrganisation({ actor: await withKey(actor), name });
    const many = Array.from({ length: MAX_FOUNDED + 3 }, () =>
      foundOrganisation({ actor, name: uniqueName("org") }),
    );
    const done = (await Promise.allSettled(many)).filter(({ status }) => status === "fulfilled");
    expect(done).toHaveLength(MAX_FOUNDED - 1);
    expect(await codeOf(foundOrganisation({ actor, name: uniqueName("org") }))).toBe("PERMISSION_DENIED");
  });
});

describe("an invitation to an organisation", () => {
  test("changes nothing until it is accepted; then both are told, and the log names who and for which one", async () => {
    const { owner, organisation, organisationId } = await founded();
    const bob = await somebody();
    const [toOwner, toBob] = [await withAddress(owner), await withAddress(bob)];
    const invited = { actor: owner, organisation, username: bob.username, roles: ["money", "maintainer"] };
    const { memberId, roles } = await inviteMember(invited);
    expect(roles).toEqual(["maintainer", "money"]);
    expect((await mailsTo(toBob)).map(({ subject }) => subject)).toEqual([
      `${organisation} invites you to be a member`,
    ]);
    expect((await getOrganisation(organisation, owner)).invitations).toMatchObject([
      { username: bob.username },
    ]);
    expect((await getOrganisation(organisation, bob)).invitations).toEqual([]);
    expect((await getOrganisation(organisation, null)).roles).toEqual([]);
    expect(await listOwnOrganisations(bob)).toMatchObject({
      organisations: [],
      invitations: [{ organisation }],
    });

    expect(await acceptMembership({ actor: bob, memberId })).toEqual({ organisation, roles });
    expect(await listOwnOrganisations(bob)).toMatchObject({
      organisations: [{ organisation, organisationId, roles: ["maintainer", "money"] }],
      invitations: [],
    });
    expect((await mailsTo(toOwner)).map(({ subject }) => subject)).toEqual([
      `${bob.username} is now a member of ${organisation}`,
    ]);
    const data = { organisation, member: bob.username, by: bob.username, roles: "maintainer money" };
    expect((await logged(organisationId)).slice(1)).toEqual([["organisation:member-added", data]]);
    const event = await database().event.findFirst({ where: { kind: "organisation:member-added" } });
    expect(event).toMatchObject({ subjectId: organisationId, actor: bob.accountId });
  });

  test("is for one person, and not for an organisation, oneself, or nobody", async () => {
    const { owner, organisation } = await founded();
    const [bob, carol] = [await somebody(), await somebody()];
    const other = await founded();
    const ask = (username: string, roles = ["maintainer"]) =>
      codeOf(inviteMember({ actor: owner, organisation, username, roles }));
    for (const nobody of [owner.username, other.organisation, organisation, uniqueName("nobody")])
      expect(await ask(nobody)).toBe("REQUEST_INVALID");
    for (const roles of [[], ["owner", "money"], ["admin"]])
      expect(await ask(bob.username, roles)).toBe("REQUEST_INVALID");
    const given = { actor: owner, username: bob.username, roles: ["maintainer"] };
    expect(await codeOf(inviteMember({ ...given, organisation: carol.username }))).toBe("NOT_FOUND");
    const { memberId } = await inviteMember({ ...given, organisation });
    for (const actor of [carol, owner])
      expect(await codeOf(acceptMembership({ actor, memberId }))).toBe("MEMBER_NOT_FOUND");
    expect(await codeOf(endMember({ actor: carol, memberId }))).toBe("MEMBER_NOT_FOUND");
  });

  test("stands once at a time, also of many at once, and of many who accept at once one does", async () => {
    const { owner, organisation } = await founded();
    const bob = await somebody();
    const given = { actor: owner, organisation, username: bob.username, roles: ["maintainer"] };
    const six = async <T>(act: () => Promise<T>) =>
      (await Promise.allSettled(Array.from({ length: 6 }, act))).filter(
        ({ status }) => status === "fulfilled",
      );
    expect(await six(() => inviteMember(given))).toHaveLength(1);
    expect(await obstaclesOf(inviteMember(given))).toEqual(["invited"]);
    const memberId = (await listOwnOrganisations(bob)).invitations[0]?.memberId ?? "";
    expect(await six(() => acceptMembership({ actor: bob, memberId }))).toHaveLength(1);
    expect(await obstaclesOf(inviteMember(given))).toEqual(["invited"]);
  });

  test("can be declined or withdrawn, after which it cannot be accepted, and made again; it ends after seven days", async () => {
    const { owner, organisation } = await founded();
    const bob = await somebody();
    const given = { organisation, username: bob.username, roles: ["owner"] };
    for (const [actor, ended] of [
      [bob, "declined"],
      [owner, "withdrawn"],
    ] as const) {
      const { memberId } = await inviteMember({ ...given, actor: owner });
      expect(await endMember({ actor, memberId })).toMatchObject({ ended });
      expect(await codeOf(acceptMembership({ actor: bob, memberId }))).toBe("MEMBER_NOT_FOUND");
      expect(await codeOf(endMember({ actor, memberId }))).toBe("MEMBER_NOT_FOUND");
    }
    const clock = fakeClock("2030-01-01T00:00:00Z");
    const now = (actor: Actor) => getActorOf(actor.username, clock.now());
    const { memberId } = await inviteMember({ ...given, actor: await now(owner) }, clock);
    clock.advanceMs(7 * 86_400_000);
    expect(await codeOf(acceptMembership({ actor: await now(bob), memberId }, clock))).toBe(
      "MEMBER_NOT_FOUND",
    );
    expect((await listOwnOrganisations(bob, clock)).invitations).toEqual([]);
    await inviteMember({ ...given, actor: await now(owner) }, clock);
  });

  test("finds no place beside a hundred others", async () => {
    const { owner, organisation, organisationId } = await founded();
    const accounts = Array.from({ length: MAX_MEMBERS - 1 }, (_, i) => ({
      id: `acc_many${i}`,
      username: `many-${i}`,
    }));
    await database().account.createMany({ data: accounts });
    const at = new Date(Date.now() + 86_400_000);
    await database().organisationMember.createMany({
      data: accounts.map(({ id }) => ({
        id: id.replace("acc", "mem"),
        organisationId,
        accountId: id,
        openAccountId: id,
        roles: ["money"],
        invitedById: owner.accountId,
        createdAt: at,
        expiresAt: at,
      })),
    });
    const bob = await somebody();
    const given = { actor: owner, organisation, username: bob.username, roles: ["maintainer"] };
    expect(await obstaclesOf(inviteMember(given))).toEqual(["full"]);
    await database().organisationMember.updateMany({
      where: { id: "mem_many0" },
      data: { expiresAt: new Date(0) },
    });
    await inviteMember(given);
  });
});

describe("what a key alone does", () => {
  test("it invites and removes maintainers, and gives nobody the organisation or its money", async () => {
    const { owner, organisation, money } = await staffed();
    const program = await withKey(owner);
    const bob = await somebody();
    const ask = (roles: string[]) =>
      inviteMember({ actor: program, organisation, username: bob.username, roles });
    for (const roles of [["owner"], ["money"], ["maintainer", "money"]])
      expect(await codeOf(ask(roles))).toBe("CONFIRMATION_REQUIRED");
    const { memberId } = await ask(["maintainer"]);
    expect(await codeOf(acceptMembership({ actor: await withKey(bob), memberId }))).toBe(
      "CONFIRMATION_REQUIRED",
    );
    await acceptMembership({ actor: bob, memberId });
    const change = { actor: program, organisation, username: bob.username };
    expect(await codeOf(changeRoles({ ...change, roles: ["money"] }))).toBe("CONFIRMATION_REQUIRED");
    const lowered = { ...change, username: money.username, roles: ["maintainer"] };
    expect(await codeOf(changeRoles(lowered))).toBe("CONFIRMATION_REQUIRED");
    expect(await codeOf(endMemberOf({ actor: program, organisation, username: money.username }))).toBe(
      "CONFIRMATION_REQUIRED",
    );
    expect(await endMember({ actor: program, memberId })).toMatchObject({ ended: "removed" });
    expect(
      await codeOf(setOrganisationPayee({ actor: program, organisation, payeeAddress: newAddress() })),
    ).toBe("CONFIRMATION_REQUIRED");
  });
});

describe("the last owner", () => {
  test("neither leaves nor loses the role, also of two who go at once", async () => {
    const { owner, organisation, maintainer } = await staffed();
    const leave = (actor: Actor) => endMemberOf({ actor, organisation, username: actor.username });
    const lose = (actor: Actor, of: Actor) =>
      changeRoles({ actor, organisation, username: of.username, roles: ["maintainer"] });
    expect(await obstaclesOf(leave(owner))).toEqual(["last-owner"]);
    await expect(leave(owner)).rejects.toMatchObject({ code: "MEMBER_NOT_POSSIBLE" });
    expect(await obstaclesOf(lose(owner, owner))).toEqual(["last-owner"]);
    await changeRoles({ actor: owner, organisation, username: maintainer.username, roles: ["owner"] });
    expect((await getOrganisation(organisation, owner)).needsOwner).toBe(false);
    const both = await Promise.allSettled([leave(owner), leave(maintainer)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const { members, needsOwner } = await getOrganisation(organisation, null);
    expect(members.filter(({ roles }) => roles.includes("owner"))).toHaveLength(1);
    expect(needsOwner).toBe(true);
  });

  test("may lose it once there is another one, who is told, and may then not govern any more", async () => {
    const { owner, organisation, organisationId, maintainer } = await staffed();
    await changeRoles({ actor: owner, organisation, username: maintainer.username, roles: ["owner"] });
    const address = await withAddress(owner);
    await changeRoles({ actor: maintainer, organisation, username: owner.username, roles: ["money"] });
    expect((await mailsTo(address)).map(({ subject }) => subject)).toEqual([
      `The role of ${owner.username} in ${organisation} has changed`,
    ]);
    const change = { actor: owner, organisation, username: maintainer.username, roles: ["money"] };
    expect(await codeOf(changeRoles(change))).toBe("PERMISSION_DENIED");
    const by = { organisation, member: owner.username, by: maintainer.username, roles: "money" };
    expect((await logged(organisationId)).at(-1)).toEqual(["organisation:member-changed", by]);
  });
});

describe("leaving and being removed", () => {
  test("ends what they may do; they and the owners are told, and the log keeps it", async () => {
    const { owner, organisation, organisationId, money, both } = await staffed();
    const address = await withAddress(money);
    const ended = await endMemberOf({ actor: owner, organisation, username: money.username });
    expect(ended).toEqual({ organisation, username: money.username, ended: "removed" });
    expect((await mailsTo(address)).map(({ subject }) => subject)).toEqual([
      `${money.username} is no longer a member of ${organisation}`,
    ]);
    const payee = { organisation, payeeAddress: newAddress() };
    expect(await codeOf(setOrganisationPayee({ ...payee, actor: money }))).toBe("PERMISSION_DENIED");
    expect(await endMemberOf({ actor: both, organisation, username: both.username })).toMatchObject({
      ended: "left",
    });
    const kinds = (await logged(organisationId)).map(([kind]) => kind);
    expect(kinds.filter((kind) => kind === "organisation:member-ended")).toHaveLength(2);
    await join(owner, money, { organisation, roles: ["maintainer"] });
  });
});

test("the payee is set by who may handle money, and may be an address that no key signs for alone", async () => {
  const { organisation, organisationId, money } = await staffed();
  const vault = "SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf";
  const set = (payeeAddress: string) => setOrganisationPayee({ actor: money, organisation, payeeAddress });
  expect(await codeOf(set("nowhere"))).toBe("REQUEST_INVALID");
  await set(vault);
  await set(vault);
  expect(await getOrganisation(organisation, null)).toMatchObject({ payeeAddress: vault });
  const changes = (await logged(organisationId)).filter(([kind]) => kind === "organisation:payee-changed");
  const data = { organisation, by: money.username, payeeBefore: null, payee: vault };
  expect(changes).toEqual([["organisation:payee-changed", data]]);
});
