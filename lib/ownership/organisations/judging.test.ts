import { describe, expect, test } from "vitest";
import { openChallenge } from "@/lib/audits/challenges";
import { listQueue } from "@/lib/audits/queue";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { listLeftToOthers } from "@/lib/identity/decided-by";
import { findOwnerIds } from "@/lib/identity/deciders-repository";
import { listAccountsBehind } from "@/lib/identity/organisations/act-for";
import { acceptMembership, endMemberOf, inviteMember } from "@/lib/ownership/organisations/members";
import { founded, join, publishFor } from "@/lib/ownership/organisations/testing/organisation";
import { accept, market, offer, somebody } from "@/lib/ownership/transfers/testing/market";
import { getQuestion } from "@/lib/registry/questions/list-questions";
import { answerQuestion, askQuestion } from "@/lib/registry/questions/write-post";
import { listReviews } from "@/lib/registry/reviews/list-reviews";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { getActorOf, makeAdministrator, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
testBlobStore();

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error as { code: string }).code,
  );

test.each([["owner"], ["maintainer"], ["money"]])(
  "who is %s of an organisation, or was, audits, reviews and challenges none of its skills",
  async (role) => {
    const { owner, organisation } = await founded();
    const { name, versionId } = await publishFor(owner, organisation);
    const verifier = await makeVerifier();
    const bob = await getActorOf(verifier.username);
    await join(owner, bob, { organisation, roles: [role] });
    const row = (await listQueue(bob.accountId)).rows.find(({ slug }) => slug === name);
    expect(row).toMatchObject({ own: true });
    await (await makeVerifier()).audit(versionId);
    const judge = async () => [
      await codeOf(verifier.prepare(versionId)),
      await codeOf(writeReview({ actor: bob, skill: name, rating: 5 })),
      await codeOf(openChallenge({ ...bob, versionId, claim: "Bad.", evidence: "See." })),
    ];
    const none = ["AUDIT_NOT_ALLOWED", "REVIEW_NOT_ALLOWED", "CHALLENGE_NOT_ALLOWED"];
    expect(await judge()).toEqual(none);
    await endMemberOf({ actor: owner, organisation, username: bob.username });
    expect(await judge()).toEqual(none);
  },
);

test("who never accepted judges as before, and an administrator who is a member leaves decisions to another one", async () => {
  const { owner, organisation } = await founded();
  const { name, skillId } = await publishFor(owner, organisation);
  const [bob, admin] = [await somebody(), await makeAdministrator()];
  await makeAdministrator();
  await inviteMember({ actor: owner, organisation, username: bob.username, roles: ["owner"] });
  await writeReview({ actor: bob, skill: name, rating: 2 });
  expect([...(await listLeftToOthers(admin, [skillId]))]).toEqual([]);
  await join(owner, admin, { organisation, roles: ["money"] });
  expect([...(await listLeftToOthers(admin, [skillId]))]).toEqual([skillId]);
});

/**
 * When somebody was a member, and the organisation owned the skill from day 10 to day 20 (`gave`) or on from day 10;
 * whether they are among those who do not judge it.
 */
describe("a member counts for the time that the organisation owned the skill", () => {
  test.each<[string, { from: number | null; to: number | null; gave: boolean; counts: boolean }]>([
    ["before, and gone before", { from: 1, to: 9, gave: true, counts: false }],
    ["gone at the very moment that it came", { from: 1, to: 10, gave: true, counts: true }],
    ["gone while it was there", { from: 1, to: 11, gave: true, counts: true }],
    ["there all the time", { from: 1, to: null, gave: true, counts: true }],
    ["came while it was there", { from: 15, to: 16, gave: true, counts: true }],
    ["came at the very moment that it went", { from: 20, to: 25, gave: true, counts: true }],
    ["came when it was gone", { from: 21, to: null, gave: true, counts: false }],
    ["came late, and it is there still", { from: 21, to: 22, gave: false, counts: true }],
    ["gone before, and it is there still", { from: 1, to: 9, gave: false, counts: false }],
    ["never accepted", { from: null, to: null, gave: false, counts: false }],
  ])("%s", async (_, { from, to, gave, counts }) => {
    const { ann, bob, skillId } = await market();
    const { owner, organisationId } = await founded();
    const day = (number: number) => new Date(Date.UTC(2026, 0, number));
    const gift = (fromId: string, toId: string, at: number) => ({
      id: `tra_${skillId}_${at}`,
      skillId,
      fromId,
      toId,
      state: "accepted",
      createdAt: day(1),
      expiresAt: day(30),
      endedAt: day(at),
    });
    const gifts = [gift(ann.accountId, organisationId, 10), gift(organisationId, bob.accountId, 20)];
    await database().skillTransfer.createMany({ data: gifts.slice(0, gave ? 2 : 1) });
    await database().skill.update({
      where: { id: skillId },
      data: { ownerId: gave ? bob.accountId : organisationId },
    });
    const { accountId } = await somebody();
    await database().organisationMember.create({
      data: {
        id: `mem_${accountId}`,
        organisationId,
        accountId,
        roles: ["money"],
        invitedById: owner.accountId,
        state: from === null ? "declined" : to === null ? "active" : "left",
        openAccountId: from !== null && to === null ? accountId : null,
        createdAt: day(1),
        expiresAt: day(8),
        acceptedAt: from === null ? null : day(from),
        endedAt: from !== null && to === null ? null : day(to ?? 2),
      },
    });
    expect((await findOwnerIds(database(), skillId)).includes(accountId)).toBe(counts);
  });
});

test("who judges one of its skills can neither be invited nor accept", async () => {
  const { owner, organisation } = await founded();
  const { versionId } = await publishFor(owner, organisation);
  const verifier = await makeVerifier();
  const auditor = await getActorOf(verifier.username);
  const ask = (username: string) =>
    inviteMember({ actor: owner, organisation, username, roles: ["maintainer"] });
  const carol = await somebody();
  const [{ memberId: early }, { memberId }] = [await ask(auditor.username), await ask(carol.username)];
  await verifier.audit(versionId);
  await openChallenge({ ...carol, versionId, claim: "Bad.", evidence: "See." });
  const obstacles = async (work: Promise<unknown>) => (await refusal(work)).details?.["obstacles"];
  expect(await obstacles(acceptMembership({ actor: auditor, memberId: early }))).toEqual(["audited"]);
  expect(await obstacles(acceptMembership({ actor: carol, memberId }))).toEqual(["challenged"]);
  const other = await somebody();
  await database().challenge.updateMany({
    where: { accountId: carol.accountId },
    data: { accountId: other.accountId },
  });
  expect(await obstacles(ask(other.username))).toEqual(["challenged"]);
});

test("their reviews of its skills go when they join, and those of members when a skill comes", async () => {
  const { owner, organisation } = await founded();
  const { name } = await publishFor(owner, organisation);
  const bob = await somebody();
  await writeReview({ actor: bob, skill: name, rating: 5 });
  await join(owner, bob, { organisation, roles: ["maintainer"] });
  expect(await listReviews(name)).toMatchObject({ rating: { count: 0 } });

  const { ann, name: given } = await market();
  await writeReview({ actor: bob, skill: given, rating: 5 });
  await writeReview({ actor: await somebody(), skill: given, rating: 2 });
  const { transferId } = await offer(ann, { ...owner, username: organisation }, given);
  await accept(owner, transferId);
  expect(await listReviews(given)).toMatchObject({ rating: { average: 2, count: 1 } });
});

test("a skill that a member has audited is not taken over", async () => {
  const { owner, organisation, organisationId } = await founded();
  const verifier = await makeVerifier();
  const auditor = await getActorOf(verifier.username);
  await join(owner, auditor, { organisation, roles: ["money"] });
  expect((await listAccountsBehind(database(), organisationId)).toSorted()).toEqual(
    [organisationId, owner.accountId, auditor.accountId].toSorted(),
  );
  const { ann, name, versionId } = await market();
  await verifier.audit(versionId);
  const offered = offer(ann, { ...owner, username: organisation }, name);
  expect((await refusal(offered)).details?.["obstacles"]).toEqual(["audited"]);
});

test("a member's answer is marked as one of who speaks for the skill, if they publish it", async () => {
  const { owner, organisation } = await founded();
  const { name } = await publishFor(owner, organisation);
  const [asker, money] = [await somebody(), await somebody()];
  await join(owner, money, { organisation, roles: ["money"] });
  const { questionId: question } = await askQuestion({
    actor: asker,
    skill: name,
    text: "Does it read PDF?",
  });
  for (const actor of [owner, money])
    await answerQuestion({ actor, skill: name, question, text: `Says ${actor.username}.` });
  const { question: shown } = await getQuestion(name, question);
  expect(shown.answers.map(({ username, role }) => [username, role])).toEqual([
    [owner.username, "maintainer"],
    [money.username, null],
  ]);
});
