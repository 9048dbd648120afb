import { expect, test } from "vitest";
import { askForAudit } from "@/lib/audits/queue";
import { getAudit } from "@/lib/audits/seals";
import { reserveReview } from "@/lib/audits/review/review";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { addReminder } from "@/lib/catalogue/core-tools/add-reminder";
import { saveProfile } from "@/lib/catalogue/core-tools/save-profile";
import { completeAgentClaim } from "@/lib/publishing/drafts/complete-claim";
import {
  everythingStored,
  mailsTo,
  makeDraft,
  tokenOf,
} from "@/lib/publishing/drafts/testing/draft-builders";
import { answerDeviceLogin, beginDeviceLogin, redeemDeviceCode } from "@/lib/identity/devices/device-login";
import type { Actor } from "@/lib/identity/actor";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { closeAccount, WITHDRAWN_REASON } from "@/lib/ownership/account-closing/close-account";
import { checkPassword } from "@/lib/identity/passwords/own-password";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import {
  findOrCreateAccountByWallet,
  findActorOfSession,
  getAccount,
} from "@/lib/identity/accounts/accounts";
import { hashPassword } from "@/lib/identity/passwords/password";
import { proveAgent } from "@/lib/identity/agents/prove-agent";
import { registerOwner } from "@/lib/identity/registration/owner-registration";
import { findPasswordReset, requestPasswordReset } from "@/lib/identity/passwords/password-reset";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { countWaiting } from "@/lib/moderation/list-waiting";
import { reportSkill } from "@/lib/moderation/reports";
import { beginPublication } from "@/lib/publishing/publications/publication-steps";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { publishVersion } from "@/lib/publishing/publish-version";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { countStars, follow } from "@/lib/catalogue/following/follow";
import { yankVersion } from "@/lib/publishing/yank-version";
import { listReviews } from "@/lib/registry/reviews/list-reviews";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { announceFile } from "@/lib/publishing/uploads/upload-files";
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
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
testBlobStore();

const PASSWORD = "a long enough password";
const close = (actor: Actor, given: { username?: string } = {}) =>
  closeAccount(actor, { username: actor.username, locale: "en", ...given });

async function somebody({ password }: { password?: string } = {}) {
  const account = await makeAccount();
  const email = `${uniqueName("ann")}@example.org`;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const data = { email, emailVerifiedAt: new Date(), passwordHash };
  await database().account.update({ where: { id: account.accountId }, data });
  return { ...account, email, actor: await getActorOf(account.username) };
}

test("every way into a closed account ends, and its wallet and address open a new, empty one", async () => {
  const { actor, accountId, address, email, username } = await somebody({ password: PASSWORD });
  const { key } = await createApiKey(actor, "laptop");
  const login = await beginDeviceLogin("clawhub");
  await answerDeviceLogin(actor, login.userCode, "approved");
  await requestPasswordReset({ email, locale: "en" });
  const reset = /\/login\/reset\?token=([\w%.-]+)/.exec((await mailsTo(email))[0]?.text ?? "")?.[1] ?? "";
  expect(await findPasswordReset(decodeURIComponent(reset))).toMatchObject({ username });
  const session = { accountId, sessionVersion: 1, address };

  await close(actor);

  expect(await findActorOfSession(session)).toBeNull();
  expect(await findActorOfSession({ ...session, sessionVersion: 2, address: null })).toBeNull();
  await expect(getAccount(accountId)).rejects.toMatchObject({ code: "AUTH_FAILED" });
  await expect(authenticateApiKey(key)).rejects.toMatchObject({ code: "AUTH_FAILED" });
  expect(await redeemDeviceCode(login.deviceCode)).toEqual({ error: "invalid_grant" });
  expect(await findPasswordReset(decodeURIComponent(reset))).toBeNull();
  expect(await checkPassword(email, PASSWORD)).toBeNull();
  const again = await findOrCreateAccountByWallet(address);
  expect(again.id).not.toBe(accountId);
  expect(again).toMatchObject({ email: null, role: "member" });
  const { ownerId } = await registerOwner({ username: uniqueName("new"), email, locale: "en" });
  expect(ownerId).not.toBe(accountId);
});

test("the user name stays taken", async () => {
  const { actor, username } = await somebody();
  await close(actor);
  const asked = registerOwner({ username, email: "another@example.org", locale: "en" });
  await expect(asked).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  await expect(makeAccount({ username })).rejects.toMatchObject({ code: "REQUEST_INVALID" });
});

test("another name closes nothing", async () => {
  const { actor, accountId } = await somebody({ password: PASSWORD });
  const named = close(actor, { username: "somebody-else" });
  await expect(named).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  expect(await getAccount(accountId)).toMatchObject({ username: actor.username });
});

test("what is personal is gone: the address stands nowhere any more, nothing kept or begun is left", async () => {
  const { actor, accountId, email, username } = await somebody();
  const { slug, skillId } = await publishNow(buildSkillPackage(), await makeAccount());
  await follow(accountId, { kind: "skill", name: slug });
  await saveProfile(accountId, { section: "me", data: { home: "a private place" } });
  await addReminder(accountId, { text: "a private reminder" });
  const file = buildSkillPackage();
  await beginPublication({ accountId, package: file, fileName: "private.zip" });
  await announceFile(accountId, { path: "private.md", sizeBytes: 1, sha256: "0".repeat(64) });
  await registerOwner({ username: uniqueName("again"), email, locale: "en" });
  await makeDraft({ contactEmail: email });
  const caller = { accountId, address: "203.0.113.7" };
  await reportSkill({ skill: slug, reason: "spam", text: "what I say of others stays", caller });
  const run = {
    id: uniqueName("run"),
    versionId: (await getSkill(slug)).versionId,
    input: {},
    inputDigest: "0",
  };
  await database().run.create({ data: { ...run, accountId } });
  expect(await everythingStored()).toContain(email);

  await close(actor);

  const stored = await everythingStored();
  expect(stored).not.toContain(email);
  expect(stored).not.toContain("a private");
  expect(stored).not.toContain("private.");
  expect((await countStars([skillId])).get(skillId)).toBeUndefined();
  const where = { accountId };
  const counted = [
    database().wallet.count({ where }),
    database().apiKey.count({ where }),
    database().run.count({ where }),
    database().report.count({ where }),
  ];
  expect(await Promise.all(counted)).toEqual([0, 0, 0, 0]);
  expect(await database().report.count({ where: { skillId } })).toBe(1);
  const mails = await mailsTo(email);
  expect(mails.map(({ subject }) => subject)).toEqual(["Your account is closed"]);
  expect(mails[0]?.text).toContain(username);
});

test("what waits for an address the account never proved is not touched", async () => {
  const { actor, accountId, email } = await somebody();
  await database().account.update({ where: { id: accountId }, data: { emailVerifiedAt: null } });
  const draft = await makeDraft({ contactEmail: email });
  await close(actor);
  expect(await tokenOf(email, "claim-agent")).toBeTruthy();
  expect(draft.agent.contactEmail).toBe(email);
  expect(await database().agentAuthorIdentity.count({ where: { contactEmail: email } })).toBe(1);
});

test("reviews go with their stars: ratings are what the reviews that are left say", async () => {
  const { actor, accountId } = await somebody();
  const other = await makeAccount();
  const { slug } = await publishNow(buildSkillPackage(), await makeAccount());
  await writeReview({ actor: { accountId }, skill: slug, rating: 1, text: "mine" });
  await writeReview({ actor: other, skill: slug, rating: 5, text: "another's" });
  await close(actor);
  const page = await listReviews(slug);
  expect(page.rating).toEqual({ average: 5, count: 1 });
  expect(page.reviews.map(({ username }) => username)).toEqual([other.username]);
});

test("published versions are withdrawn with the reason, on record; their names stay taken", async () => {
  const { actor, accountId } = await somebody();
  const name = uniqueName();
  const first = await publishNow(buildSkillPackage({ name }), { accountId });
  await yankVersion({ actor, skill: name, version: "1.0.0", reason: "Broken." });
  const second = await publishNow(buildSkillPackage({ name, version: "2.0.0" }), { accountId });

  await close(actor);

  const versions = await database().skillVersion.findMany({ where: { skillId: first.skillId } });
  expect(new Map(versions.map(({ version, yankReason }) => [version, yankReason]))).toEqual(
    new Map([
      ["1.0.0", "Broken."],
      ["2.0.0", WITHDRAWN_REASON],
    ]),
  );
  const entries = await database().logEntry.findMany({ where: { subjectId: second.versionId } });
  expect(entries.map(({ kind }) => kind)).toEqual(["version:published", "version:yanked"]);
  expect(entries[1]?.body).toContain(WITHDRAWN_REASON);
  expect(await getSkill(name)).toMatchObject({ publisher: actor.username });
  expect(await database().skill.findUnique({ where: { slug: name } })).toMatchObject({ publishedAt: null });
  const taken = publishVersion({
    actor: await makeAccount(),
    package: buildSkillPackage({ name, version: "3.0.0" }),
    source: "multipart",
  });
  await expect(taken).rejects.toMatchObject({ code: "SKILL_NAME_TAKEN" });
});

test("what was still being vetted is never published, and waits for no administrator", async () => {
  const { actor, accountId } = await somebody();
  const waiting = await publishVersion({
    actor: { accountId },
    package: buildSkillPackage(),
    source: "multipart",
  });
  await close(actor);
  await publishNow(buildSkillPackage(), await makeAccount()); // the worker takes both
  const version = await database().skillVersion.findUnique({ where: { id: waiting.versionId } });
  expect(version).toMatchObject({ publishedAt: null, vettingStatus: "pending" });
  expect(await database().logEntry.count({ where: { subjectId: waiting.versionId } })).toBe(0);
});

test("an upload on hold waits for no administrator any more", async () => {
  const { actor, accountId } = await somebody();
  const administrator = await makeAdministrator();
  const upload = { actor: { accountId }, package: buildSkillPackage(), source: "multipart" } as const;
  const { versionId: id } = await publishVersion(upload);
  await database().skillVersion.update({ where: { id }, data: { vettingStatus: "caution" } });
  const { overview } = await countWaiting(administrator);
  expect(overview).toBeGreaterThan(0);
  await close(actor);
  expect(await countWaiting(administrator)).toMatchObject({ overview: overview - 1 });
});

test("an agent of a closed account is nobody's: its secret opens nothing, its name stays its own", async () => {
  const email = `${uniqueName("owner")}@example.org`;
  const { agent, slug } = await makeDraft({ contactEmail: email });
  const secret = agent.secret ?? "";
  const done = await completeAgentClaim(await tokenOf(email, "claim-agent"));
  const actor = await getActorOf(done.username);
  await saveProfile(actor.accountId, { section: "me", data: { home: "kept by the agent" } });

  await close(actor);

  const proof = await refusal(proveAgent(agent.name, secret));
  expect(proof).toMatchObject({ code: "AGENT_SECRET_INVALID" });
  expect(proof.message).toContain("closed their account");
  for (const given of [secret, undefined]) {
    const upload = makeDraft({ agentHeader: agent.name, secret: given });
    await expect(upload).rejects.toMatchObject({ code: "AGENT_SECRET_INVALID" });
  }
  expect(await everythingStored()).not.toContain("kept by the agent");
  const [version] = await database().skillVersion.findMany({ where: { skill: { slug } } });
  expect(version?.yankReason).toBe(WITHDRAWN_REASON);
});

test("a verifier retires in the same act: signed audits stand, reserved versions are free", async () => {
  const verifier = await makeVerifier();
  const owner = await makeAccount();
  const { versionId, slug } = await publishNow(buildSkillPackage(), owner);
  const auditId = await verifier.audit(versionId);
  const next = await publishNow(buildSkillPackage(), owner, { askForAudit: true });
  await reserveReview({ accountId: verifier.accountId, versionId: next.versionId });

  await close(await getActorOf(verifier.username));

  expect((await getAudit(auditId)).counts).toBe(true);
  expect((await getSkill(slug)).auditState).toBe("Audited");
  const another = await makeVerifier();
  await reserveReview({ accountId: another.accountId, versionId: next.versionId });
  await expect(
    askForAudit({ accountId: verifier.accountId, versionId: next.versionId }),
  ).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  const entry = await database().logEntry.findFirst({ where: { kind: "verifier:ended" } });
  expect(entry?.body).toContain(verifier.address);
});

test("an appeal goes with its account, and the decision it was about stands", async () => {
  const { actor, accountId } = await somebody();
  const { slug } = await publishNow(buildSkillPackage(), { accountId });
  await quarantineSkill({ actor: await makeAdministrator(), skill: slug, reason: "Looks wrong." });
  await appealDecision({ actor, skill: slug, text: "It is not." });
  await close(actor);
  expect(await database().appeal.count({ where: { accountId } })).toBe(0);
  await expect(getSkill(slug)).rejects.toMatchObject({ code: "SKILL_QUARANTINED" });
});
