import { expect, test } from "vitest";
import { openChallenge, decideChallenge } from "@/lib/audits/challenges";
import { listQueue } from "@/lib/audits/queue";
import { signAudit } from "@/lib/audits/sign-audit";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { publishVersion } from "@/lib/publishing/publish-version";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { acceptTransfer } from "@/lib/ownership/transfers/transfers";
import { buildSkillPackage, getActorOf, publishNow, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { give, market, offer, somebody, upload } from "@/lib/ownership/transfers/testing/market";

const database = testDatabase();
testBlobStore();

test("seals stay with what they were given to, and no release of the new owner carries one on", async () => {
  const { ann, bob, name, versionId } = await market();
  const verifier = await makeVerifier();
  await verifier.audit(versionId);
  await give(ann, bob, name);
  expect(await getSkill(name)).toMatchObject({ version: "1.0.0", auditState: "Audited" });
  await upload(bob, name, "1.1.0");
  expect(await getSkill(name)).toMatchObject({ version: "1.1.0", auditState: "Unverified" });
});

test("whose a version is does not hang on clocks: a release stamped before or after the hour of the transfer carries no seal on", async () => {
  const { ann, bob, name, versionId } = await market();
  await (await makeVerifier()).audit(versionId);
  // The machine that recorded the acceptance was slow: the owner's release seems to be younger.
  const { transferId } = await offer(ann, bob, name);
  const slow = { now: () => new Date(Date.now() - 60_000) };
  await acceptTransfer({ actor: bob, transferId }, slow);
  const patch = buildSkillPackage({ name, version: "1.0.1" });
  const stolen = publishVersion({ actor: bob, package: patch, source: "multipart" });
  await expect(stolen).rejects.toMatchObject({ code: "VERSION_NOT_HIGHER" });
  // The other way about: what the new owner made seems to be older than the acceptance.
  const { versionId: bobs } = await upload(bob, name, "1.1.0");
  await (await makeVerifier()).audit(bobs);
  const early = new Date(Date.now() - 3_600_000);
  await database().skillVersion.update({ where: { id: bobs }, data: { createdAt: early } });
  await give(bob, ann, name);
  const back = buildSkillPackage({ name, version: "1.1.1" });
  const carried = publishVersion({ actor: ann, package: back, source: "multipart" });
  await expect(carried).rejects.toMatchObject({ code: "VERSION_NOT_HIGHER" });
});

test("neither of both judges the skill: no audit, review, challenge or decision of a former owner either", async () => {
  const verifier = await makeVerifier();
  const ann = await getActorOf(verifier.username);
  const [bob, carol] = [await somebody(), await somebody()];
  const name = uniqueName();
  const { skillId, versionId } = await publishNow(buildSkillPackage({ name }), ann);
  await (await makeVerifier()).audit(versionId);
  await give(ann, bob, name);
  const { versionId: later } = await publishNow(buildSkillPackage({ name, version: "1.1.0" }), bob, {
    askForAudit: true,
  });

  await expect(verifier.prepare(later)).rejects.toMatchObject({ code: "AUDIT_NOT_ALLOWED" });
  expect((await listQueue(ann.accountId)).rows.find((row) => row.slug === name)).toMatchObject({ own: true });
  for (const actor of [ann, bob]) {
    const review = writeReview({ actor, skill: name, rating: 5 });
    await expect(review).rejects.toMatchObject({ code: "REVIEW_NOT_ALLOWED" });
    const challenge = openChallenge({ ...actor, versionId, claim: "Bad.", evidence: "See." });
    await expect(challenge).rejects.toMatchObject({ code: "CHALLENGE_NOT_ALLOWED" });
  }
  const { challengeId } = await openChallenge({ ...carol, versionId, claim: "Bad.", evidence: "See." });
  await database().account.update({ where: { id: ann.accountId }, data: { role: "administrator" } });
  const decision = decideChallenge(await getActorOf(ann.username), {
    challengeId,
    decision: "rejected",
    outcome: "No.",
  });
  await expect(decision).rejects.toMatchObject({ code: "CHALLENGE_NOT_ALLOWED" });
  expect(await database().challenge.count({ where: { version: { skillId }, state: "open" } })).toBe(1);
});

test("a statement that was prepared before the verifier took the skill over is not recorded", async () => {
  const ann = await somebody();
  const verifier = await makeVerifier();
  const name = uniqueName();
  const { versionId } = await publishNow(buildSkillPackage({ name }), ann);
  const prepared = await verifier.prepare(versionId);
  await give(ann, await getActorOf(verifier.username), name);
  await expect(signAudit(prepared)).rejects.toMatchObject({ code: "AUDIT_NOT_ALLOWED" });
});

test("a verifier's key that signs in to another account by now seals nothing of it, and what it has sealed is not given there", async () => {
  const { ann, bob, name, versionId } = await market();
  const verifier = await makeVerifier();
  await verifier.audit(versionId);
  await database().wallet.update({
    where: { address: verifier.address },
    data: { accountId: bob.accountId },
  });
  expect((await refusal(offer(ann, bob, name))).details).toMatchObject({ obstacles: ["audited"] });

  const { versionId: own } = await publishNow(buildSkillPackage({ name: uniqueName() }), bob);
  await expect(verifier.prepare(own)).rejects.toMatchObject({ code: "AUDIT_NOT_ALLOWED" });
});
