import { expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { hashGivenToken } from "@/lib/publishing/drafts/claim-token";
import { completeAgentClaim } from "@/lib/publishing/drafts/complete-claim";
import { mailsTo, makeDraft, tokenOf } from "@/lib/publishing/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { getSkill, listClaimHistory } from "@/lib/catalogue/skill-page/get-skill";
import { getVersionDuty } from "@/lib/catalogue/dashboard/get-version-work";
import { listAttention } from "@/lib/catalogue/dashboard/get-dashboard";
import { previewVersion } from "@/lib/publishing/preview-version";
import { publishVersion } from "@/lib/publishing/publish-version";
import { yankVersion } from "@/lib/publishing/yank-version";
import { listReviews } from "@/lib/registry/reviews/list-reviews";
import { writeReview } from "@/lib/registry/reviews/write-review";
import {
  acceptTransfer,
  endTransfer,
  listTransfers,
  offerTransfer,
} from "@/lib/ownership/transfers/transfers";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { getVettingJobOfDraft } from "@/lib/publishing/vetting/get-vetting-job";
import { refusal } from "@/lib/testing/refusal";
import { accept, give, market, offer, somebody, upload } from "@/lib/ownership/transfers/testing/market";

const database = testDatabase();
testBlobStore();

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
  const signedIn = (actor: Actor) => getActorOf(actor.username, clock.now());
  const given = { actor: await signedIn(ann), skill: name, to: bob.username };
  const { transferId } = await offerTransfer(given, clock);
  clock.advanceMs(7 * 86_400_000);
  const late = acceptTransfer({ actor: await signedIn(bob), transferId }, clock);
  await expect(late).rejects.toMatchObject({ code: "TRANSFER_NOT_FOUND" });
  expect((await listTransfers(bob, clock)).incoming).toEqual([]);
  const again = await offerTransfer({ ...given, actor: await signedIn(ann) }, clock);
  await acceptTransfer({ actor: await signedIn(bob), transferId: again.transferId }, clock);
  expect(await getSkill(name)).toMatchObject({ publisher: bob.username });
});

test("closing an account ends its offers, either way", async () => {
  const { ann, bob, name } = await market();
  const toBob = await offer(ann, bob, name);
  await closeAccount(bob, { username: bob.username, locale: "en" });
  await expect(endTransfer({ actor: ann, ...toBob })).rejects.toMatchObject({ code: "TRANSFER_NOT_FOUND" });
  const carol = await somebody();
  const toCarol = await offer(ann, carol, name);
  await closeAccount(ann, { username: ann.username, locale: "en" });
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
    [`${name} now belongs to ${bob.username}`, `You offered ${name} to ${bob.username}`].sort(),
  );
});
