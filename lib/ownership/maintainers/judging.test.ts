import { expect, test } from "vitest";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { listQueue } from "@/lib/audits/queue";
import { signAudit } from "@/lib/audits/sign-audit";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import type { Database } from "@/lib/db/client";
import { shareLockAccounts } from "@/lib/identity/accounts/accounts";
import { acceptInvitation, endMaintainer } from "@/lib/ownership/maintainers/maintainers";
import { invite, letMaintain, maintained } from "@/lib/ownership/maintainers/testing/market";
import { findOwnerIds } from "@/lib/identity/deciders-repository";
import { listLeftToOthers } from "@/lib/identity/decided-by";
import { listReviews } from "@/lib/registry/reviews/list-reviews";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { getActorOf, makeAccount, makeAdministrator, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { whileHeld } from "@/lib/testing/while-held";
import { market, somebody } from "@/lib/ownership/transfers/testing/market";

const database = testDatabase();
testBlobStore();

test("whoever maintains a skill, or did, audits, reviews and challenges none of it", async () => {
  const { ann, name, versionId } = await market();
  const verifier = await makeVerifier();
  const bob = await getActorOf(verifier.username);
  const prepared = await verifier.prepare(versionId);
  const maintainerId = await letMaintain(ann, bob, name);
  await (await makeVerifier()).audit(versionId);
  const judge = async () => {
    const audited = await refusal(signAudit(prepared));
    const reviewed = await refusal(writeReview({ actor: bob, skill: name, rating: 5 }));
    const challenge = { ...bob, versionId, claim: "Bad.", evidence: "See." };
    return [audited.code, reviewed.code, (await refusal(openChallenge(challenge))).code];
  };
  const none = ["AUDIT_NOT_ALLOWED", "REVIEW_NOT_ALLOWED", "CHALLENGE_NOT_ALLOWED"];
  expect(await judge()).toEqual(none);
  await endMaintainer({ actor: bob, maintainerId });
  expect(await judge()).toEqual(none);
});

test("no key audits what an account maintains that the key signs in to", async () => {
  const { maintainer, versionId } = await maintained();
  const verifier = await makeVerifier();
  const data = { accountId: maintainer.accountId };
  await database().wallet.update({ where: { address: verifier.address }, data });
  await expect(verifier.prepare(versionId)).rejects.toMatchObject({ code: "AUDIT_NOT_ALLOWED" });
});

test("the queue shows it as one's own, also once one has left", async () => {
  const { ann, name } = await market();
  const verifier = await makeVerifier();
  const bob = await getActorOf(verifier.username);
  const maintainerId = await letMaintain(ann, bob, name);
  await endMaintainer({ actor: ann, maintainerId });
  const row = async (accountId: string) =>
    (await listQueue(accountId)).rows.find(({ slug }) => slug === name);
  expect(await row(bob.accountId)).toMatchObject({ own: true });
  expect(await row((await makeVerifier()).accountId)).toMatchObject({ own: false });
});

test("a review of one's own goes with its stars, and an invited account may still write one", async () => {
  const { ann, bob, name } = await market();
  await writeReview({ actor: await makeAccount(), skill: name, rating: 2 });
  const { maintainerId } = await invite(ann, bob, name);
  await writeReview({ actor: bob, skill: name, rating: 5 });
  await acceptInvitation({ actor: bob, maintainerId });
  expect(await listReviews(name)).toMatchObject({ rating: { average: 2, count: 1 } });
});

test("who has signed an audit of it, or challenges it, can neither be invited nor accept", async () => {
  const { ann, name, versionId } = await market();
  const obstacles = async (work: Promise<unknown>) => (await refusal(work)).details?.["obstacles"];
  const verifier = await makeVerifier();
  const auditor = await getActorOf(verifier.username);
  const { maintainerId } = await invite(ann, auditor, name);
  await verifier.audit(versionId);
  expect(await obstacles(acceptInvitation({ actor: auditor, maintainerId }))).toEqual(["audited"]);
  await endMaintainer({ actor: ann, maintainerId });
  expect(await obstacles(invite(ann, auditor, name))).toEqual(["audited"]);
  const carol = await somebody();
  const { maintainerId: theirs } = await invite(ann, carol, name);
  await openChallenge({ ...carol, versionId, claim: "Bad.", evidence: "See." });
  expect(await obstacles(acceptInvitation({ actor: carol, maintainerId: theirs }))).toEqual(["challenged"]);
});

test("an audit that is signed while the invitation is accepted is refused", async () => {
  const { ann, name, versionId } = await market();
  const verifier = await makeVerifier();
  const bob = await getActorOf(verifier.username);
  const prepared = await verifier.prepare(versionId);
  const { maintainerId } = await invite(ann, bob, name);
  const accept = async (db: Database) => {
    await shareLockAccounts(db, [ann.accountId, bob.accountId]);
    // As closing an account does, so that what signs waits for it.
    await db.$queryRaw`SELECT 1 FROM "Accounts" WHERE "id" = ${bob.accountId} FOR UPDATE`;
    await db.skillMaintainer.update({
      where: { id: maintainerId },
      data: { state: "active", acceptedAt: new Date() },
    });
  };
  await expect(whileHeld(accept, () => signAudit(prepared))).rejects.toMatchObject({
    code: "AUDIT_NOT_ALLOWED",
  });
});

test("an administrator who maintains a skill, or did, leaves decisions about it to another one", async () => {
  const { ann, name, skillId, versionId } = await market();
  const admin = await makeAdministrator();
  await makeAdministrator();
  const maintainerId = await letMaintain(ann, admin, name);
  await endMaintainer({ actor: admin, maintainerId });
  expect(await findOwnerIds(database(), skillId)).toEqual([ann.accountId, admin.accountId]);
  expect([...(await listLeftToOthers(admin, [skillId]))]).toEqual([skillId]);
  await (await makeVerifier()).audit(versionId);
  const { challengeId } = await openChallenge({
    ...(await somebody()),
    versionId,
    claim: "Bad.",
    evidence: "See.",
  });
  const decision = { challengeId, decision: "upheld", outcome: "It is." } as const;
  await expect(decideChallenge(admin, decision)).rejects.toMatchObject({ code: "CHALLENGE_NOT_ALLOWED" });
});

test("somebody who never accepted judges as before", async () => {
  const { owner, name } = await maintained();
  const carol = await somebody();
  const { maintainerId } = await invite(owner, carol, name);
  await endMaintainer({ actor: carol, maintainerId });
  expect(await writeReview({ actor: carol, skill: name, rating: 4 })).toMatchObject({ action: "created" });
});
