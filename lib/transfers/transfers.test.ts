import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openChallenge } from "@/lib/audits/challenges/open-challenge";
import { decideChallenge } from "@/lib/audits/challenges/decide-challenge";
import { listQueue } from "@/lib/audits/list-queue";
import { signAudit } from "@/lib/audits/sign-audit";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { fakeClock } from "@/lib/clock";
import { hashGivenToken } from "@/lib/drafts/claim-token";
import { completeAgentClaim } from "@/lib/drafts/complete-agent-claim";
import { mailsTo, makeDraft, tokenOf } from "@/lib/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { closeAccount } from "@/lib/identity/closing/close-account";
import { holdAccounts } from "@/lib/identity/hold-account";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { getSkill } from "@/lib/registry/get-skill";
import { getVersionDuty } from "@/lib/registry/get-version-duty";
import { listAttention } from "@/lib/registry/list-attention";
import { listClaimHistory } from "@/lib/registry/list-claim-history";
import { previewVersion } from "@/lib/registry/preview-version";
import { publishVersion } from "@/lib/registry/publish-version";
import { quarantineSkill } from "@/lib/registry/quarantine-skill";
import { yankVersion } from "@/lib/registry/yank-version";
import { listReviews } from "@/lib/reviews/list-reviews";
import { writeReview } from "@/lib/reviews/write-review";
import { acceptTransfer } from "@/lib/transfers/accept-transfer";
import { endTransfer } from "@/lib/transfers/end-transfer";
import { listTransfers } from "@/lib/transfers/list-transfers";
import { offerTransfer } from "@/lib/transfers/offer-transfer";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { getVettingJobOfDraft } from "@/lib/vetting/get-vetting-job";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
testBlobStore();

/** Longer than anybody takes to look whose a skill is. */
const LOOKED_MS = 500;

const somebody = async (): Promise<Actor> => getActorOf((await makeAccount()).username);

/** Two people, and a published skill of the first. */
async function market() {
  const [ann, bob] = [await somebody(), await somebody()];
  const name = uniqueName();
  const { skillId, versionId } = await publishNow(buildSkillPackage({ name }), ann);
  return { ann, bob, name, skillId, versionId };
}

const offer = (from: Actor, to: Actor, skill: string) =>
  offerTransfer({ actor: from, skill, to: to.username });
const accept = (actor: Actor, transferId: string) => acceptTransfer({ actor, transferId });

async function give(from: Actor, to: Actor, skill: string): Promise<void> {
  await accept(to, (await offer(from, to, skill)).transferId);
}

const upload = (actor: Actor, name: string, version: string, files: Record<string, string> = {}) =>
  publishNow(buildSkillPackage({ name, version, files }), actor);

test("nothing changes until it is accepted; then the skill is the new owner's, on its page, in the search and in the log", async () => {
  const { ann, bob, name, skillId } = await market();
  const { transferId } = await offer(ann, bob, name);
  expect(await getSkill(name)).toMatchObject({ publisher: ann.username });
  expect(await listTransfers(ann)).toMatchObject({
    incoming: [],
    outgoing: [{ slug: name, to: bob.username }],
    skills: [],
  });
  expect(await listTransfers(bob)).toMatchObject({
    incoming: [{ slug: name, from: ann.username }],
    outgoing: [],
  });
  expect(await listAttention(bob.accountId)).toMatchObject([{ kind: "offered", slug: name }]);

  await accept(bob, transferId);

  expect(await getSkill(name)).toMatchObject({ publisher: bob.username });
  const { searchTokens } = await database().skill.findUniqueOrThrow({ where: { id: skillId } });
  expect(searchTokens.join(" ")).toContain(bob.username.split("-")[1]);
  expect(await listClaimHistory(skillId)).toMatchObject([
    { kind: "skill:created", between: null },
    { kind: "skill:transferred", between: { from: ann.username, to: bob.username } },
  ]);
  const entry = await database().logEntry.findFirst({ where: { subjectId: skillId } });
  expect(entry).toMatchObject({ kind: "skill:transferred" });
  expect(entry?.body).toContain(bob.username);
  expect(await listAttention(bob.accountId)).toEqual([]);
  expect((await listTransfers(ann)).outgoing).toEqual([]);
});

test("only the new owner publishes and withdraws, and the first release is no patch", async () => {
  const { ann, bob, name } = await market();
  await give(ann, bob, name);
  const late = publishVersion({
    actor: ann,
    package: buildSkillPackage({ name, version: "2.0.0" }),
    source: "multipart",
  });
  await expect(late).rejects.toMatchObject({ code: "SKILL_NAME_TAKEN" });
  const yank = yankVersion({ actor: ann, skill: name, version: "1.0.0", reason: "Mine." });
  await expect(yank).rejects.toMatchObject({ code: "PERMISSION_DENIED" });

  const patch = buildSkillPackage({ name, version: "1.0.1" });
  const refused = await refusal(publishVersion({ actor: bob, package: patch, source: "multipart" }));
  expect(refused).toMatchObject({ code: "VERSION_NOT_HIGHER", details: { requiredVersion: "1.1.0" } });
  const seen = await previewVersion({ accountId: bob.accountId, package: patch, priceLamports: null });
  expect(seen).toMatchObject({ ok: false, code: "VERSION_NOT_HIGHER" });
  const { versionId } = await upload(bob, name, "1.1.0");
  expect((await getVersionDuty(versionId)).differences).toContainEqual({
    fact: "publisher",
    before: JSON.stringify(ann.username),
    after: JSON.stringify(bob.username),
    needs: "minor",
  });
  const next = await upload(bob, name, "1.1.1");
  expect((await getVersionDuty(next.versionId)).differences).toEqual([]);
});

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
  expect((await listQueue(ann.accountId)).find((row) => row.slug === name)).toMatchObject({ own: true });
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

test("the new owner's review of it goes with its stars", async () => {
  const { ann, bob, name } = await market();
  await writeReview({ actor: bob, skill: name, rating: 5 });
  await writeReview({ actor: await makeAccount(), skill: name, rating: 2 });
  await give(ann, bob, name);
  expect(await listReviews(name)).toMatchObject({ rating: { average: 2, count: 1 } });
  expect((await listReviews(name)).reviews).toHaveLength(1);
});

test("an agent of the former owner adds nothing any more, and its claim token reads no vetting of what others uploaded", async () => {
  const email = `${uniqueName("owner")}@example.org`;
  const { agent, slug, claim, vettingJobId } = await makeDraft({ contactEmail: email });
  const claimed = await completeAgentClaim(await tokenOf(email, "claim-agent"));
  const bob = await somebody();
  await database().skillVersion.updateMany({
    where: { skill: { slug } },
    data: { vettingStatus: "approved" },
  });
  await give(await getActorOf(claimed.username), bob, slug);
  const late = makeDraft({ name: slug, agentHeader: agent.name, secret: agent.secret ?? "" });
  await expect(late).rejects.toMatchObject({ code: "SKILL_NAME_TAKEN" });

  const held = await publishVersion({
    actor: bob,
    package: buildSkillPackage({ name: slug, version: "3.0.0" }),
    source: "multipart",
  });
  const tokenHash = hashGivenToken(claim?.token);
  await expect(getVettingJobOfDraft(held.vettingJobId, tokenHash)).rejects.toMatchObject({
    code: "VETTING_JOB_NOT_FOUND",
  });
  expect(await getVettingJobOfDraft(vettingJobId, tokenHash)).toMatchObject({ slug });
});

test("of many who accept at once one does, and what was accepted cannot be cancelled", async () => {
  const { ann, bob, name, skillId } = await market();
  const { transferId } = await offer(ann, bob, name);
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => accept(bob, transferId)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await database().logEntry.count({ where: { subjectId: skillId } })).toBe(1);
  await expect(endTransfer({ actor: ann, transferId })).rejects.toMatchObject({ code: "TRANSFER_NOT_FOUND" });
});

test("an offer is between two: others see and end nothing, the owner alone makes one, to somebody else, once", async () => {
  const { ann, bob, name } = await market();
  const carol = await somebody();
  await expect(offer(bob, carol, name)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  await expect(offer(ann, ann, name)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  await expect(offer(ann, bob, uniqueName())).rejects.toMatchObject({ code: "SKILL_NOT_FOUND" });
  const unknown = { ...bob, username: uniqueName("nobody") };
  await expect(offer(ann, unknown, name)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  const { transferId } = await offer(ann, bob, name);
  await expect(offer(ann, carol, name)).rejects.toMatchObject({ code: "TRANSFER_NOT_POSSIBLE" });
  await expect(accept(carol, transferId)).rejects.toMatchObject({ code: "TRANSFER_NOT_FOUND" });
  await expect(accept(ann, transferId)).rejects.toMatchObject({ code: "TRANSFER_NOT_FOUND" });
  await expect(endTransfer({ actor: carol, transferId })).rejects.toMatchObject({
    code: "TRANSFER_NOT_FOUND",
  });
  expect((await listTransfers(carol)).incoming).toEqual([]);
});

test("a declined or cancelled offer changes nothing and makes room for another one", async () => {
  const { ann, bob, name } = await market();
  const first = await offer(ann, bob, name);
  await endTransfer({ actor: bob, ...first });
  await expect(accept(bob, first.transferId)).rejects.toMatchObject({ code: "TRANSFER_NOT_FOUND" });
  const second = await offer(ann, bob, name);
  await endTransfer({ actor: ann, ...second });
  await give(ann, bob, name);
  const states = await database().skillTransfer.findMany({
    orderBy: { createdAt: "asc" },
    where: { from: { username: ann.username } },
  });
  expect(states.map(({ state }) => state)).toEqual(["declined", "cancelled", "accepted"]);
});

test("an offer nobody answers ends after seven days, and holds the skill no longer", async () => {
  const { ann, bob, name } = await market();
  const clock = fakeClock("2030-01-01T00:00:00Z");
  const given = { actor: ann, skill: name, to: bob.username };
  const { transferId } = await offerTransfer(given, clock);
  clock.advanceMs(7 * 86_400_000);
  const late = acceptTransfer({ actor: bob, transferId }, clock);
  await expect(late).rejects.toMatchObject({ code: "TRANSFER_NOT_FOUND" });
  expect((await listTransfers(bob, clock)).incoming).toEqual([]);
  const again = await offerTransfer(given, clock);
  await acceptTransfer({ actor: bob, transferId: again.transferId }, clock);
  expect(await getSkill(name)).toMatchObject({ publisher: bob.username });
});

test("a skill in quarantine, with something undecided, or audited by who would own it, stays with its owner", async () => {
  const held = async (from: Actor, to: Actor, name: string) =>
    (await refusal(offer(from, to, name))).details?.["obstacles"];
  const quarantined = await market();
  await quarantineSkill({
    actor: await makeAdministrator(),
    skill: quarantined.name,
    reason: "Looks wrong.",
  });
  expect(await held(quarantined.ann, quarantined.bob, quarantined.name)).toEqual(["quarantined"]);
  await appealDecision({ actor: quarantined.ann, skill: quarantined.name, text: "It is not." });
  expect(await held(quarantined.ann, quarantined.bob, quarantined.name)).toEqual(["quarantined", "waiting"]);

  const vetted = await market();
  await publishVersion({
    actor: vetted.ann,
    package: buildSkillPackage({ name: vetted.name, version: "2.0.0" }),
    source: "multipart",
  });
  expect(await held(vetted.ann, vetted.bob, vetted.name)).toEqual(["waiting"]);

  const audited = await market();
  const verifier = await makeVerifier();
  await verifier.audit(audited.versionId);
  expect(await held(audited.ann, await getActorOf(verifier.username), audited.name)).toEqual(["audited"]);
  await openChallenge({
    ...(await somebody()),
    versionId: audited.versionId,
    claim: "Bad.",
    evidence: "See.",
  });
  expect(await held(audited.ann, audited.bob, audited.name)).toEqual(["waiting"]);
});

test("what came in the way since the offer is seen when it is accepted, and the offer stands", async () => {
  const { ann, bob, name } = await market();
  const { transferId } = await offer(ann, bob, name);
  await quarantineSkill({ actor: await makeAdministrator(), skill: name, reason: "Looks wrong." });
  const refused = await refusal(accept(bob, transferId));
  expect(refused).toMatchObject({ code: "TRANSFER_NOT_POSSIBLE", details: { obstacles: ["quarantined"] } });
  expect((await listTransfers(bob)).incoming).toHaveLength(1);
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

/** Does `work` while the acceptance of an offer is being recorded; it began before, and ends after it. */
async function whileGiving<T>(from: Actor, to: Actor, skill: string, work: () => Promise<T>): Promise<T> {
  const { transferId } = await offer(from, to, skill);
  const skillId = (await database().skill.findUniqueOrThrow({ where: { slug: skill } })).id;
  let begun = () => {};
  const held = new Promise<void>((resolve) => (begun = resolve));
  // Everything an acceptance holds and writes, held for longer than `work` needs to look.
  const given = database().$transaction(async (tx) => {
    await holdAccounts(tx, [from.accountId, to.accountId]);
    await tx.skill.update({ where: { id: skillId }, data: { ownerId: to.accountId } });
    const ended = { state: "accepted", openSkillId: null, endedAt: new Date() };
    await tx.skillTransfer.update({ where: { id: transferId }, data: ended });
    begun();
    await sleep(LOOKED_MS);
  });
  await held;
  const [done] = await Promise.allSettled([work(), given]);
  if (done.status === "rejected") throw done.reason;
  return done.value;
}

test("at the moment of the acceptance the former owner withdraws and appeals no more, and the new one challenges nothing", async () => {
  const yanked = await market();
  const yank = { actor: yanked.ann, skill: yanked.name, version: "1.0.0", reason: "Mine." };
  await expect(
    whileGiving(yanked.ann, yanked.bob, yanked.name, () => yankVersion(yank)),
  ).rejects.toMatchObject({ code: "PERMISSION_DENIED" });

  const rejected = await market();
  const refused = await upload(rejected.ann, rejected.name, "1.1.0");
  await database().skillVersion.update({
    where: { id: refused.versionId },
    data: { vettingStatus: "rejected", publishedAt: null },
  });
  const appeal = { actor: rejected.ann, skill: rejected.name, version: "1.1.0", text: "It is right." };
  await expect(
    whileGiving(rejected.ann, rejected.bob, rejected.name, () => appealDecision(appeal)),
  ).rejects.toMatchObject({ code: "PERMISSION_DENIED" });

  const sealed = await market();
  await (await makeVerifier()).audit(sealed.versionId);
  const challenge = { ...sealed.bob, versionId: sealed.versionId, claim: "Bad.", evidence: "See." };
  await expect(
    whileGiving(sealed.ann, sealed.bob, sealed.name, () => openChallenge(challenge)),
  ).rejects.toMatchObject({ code: "CHALLENGE_NOT_ALLOWED" });
});

test("the log keeps the names both have when it is accepted, not one that was given up at that moment", async () => {
  const { ann, bob, name, skillId } = await market();
  const { transferId } = await offer(ann, bob, name);
  const username = uniqueName("renamed");
  let begun = () => {};
  const held = new Promise<void>((resolve) => (begun = resolve));
  const renamed = database().$transaction(async (tx) => {
    await tx.account.update({ where: { id: ann.accountId }, data: { username } });
    begun();
    await sleep(LOOKED_MS);
  });
  await held;
  await Promise.all([accept(bob, transferId), renamed]);
  expect(await listClaimHistory(skillId)).toContainEqual(
    expect.objectContaining({ between: { from: username, to: bob.username } }),
  );
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

test("closing an account ends its offers, either way", async () => {
  const { ann, bob, name } = await market();
  const toBob = await offer(ann, bob, name);
  await closeAccount(bob, { username: bob.username, password: "", locale: "en" });
  await expect(endTransfer({ actor: ann, ...toBob })).rejects.toMatchObject({ code: "TRANSFER_NOT_FOUND" });
  const carol = await somebody();
  const toCarol = await offer(ann, carol, name);
  await closeAccount(ann, { username: ann.username, password: "", locale: "en" });
  await expect(accept(carol, toCarol.transferId)).rejects.toMatchObject({ code: "TRANSFER_NOT_FOUND" });
});

test("both are told where they have proven an address, each in their own language", async () => {
  const { ann, bob, name } = await market();
  for (const { accountId, username } of [ann, bob]) {
    const mailLocale = username === bob.username ? "ko" : "en";
    const data = { email: `${username}@example.org`, emailVerifiedAt: new Date(), mailLocale };
    await database().account.update({ where: { id: accountId }, data });
  }
  await give(ann, bob, name);
  const subjects = async ({ username }: Actor) =>
    (await mailsTo(`${username}@example.org`)).map(({ subject }) => subject).sort();
  expect(await subjects(bob)).toEqual([`${ann.username} 님이 ${name} 스킬을 양도하려고 합니다`]);
  expect(await subjects(ann)).toEqual(
    [`${name} belongs to ${bob.username} now`, `You offered ${name} to ${bob.username}`].sort(),
  );
});
