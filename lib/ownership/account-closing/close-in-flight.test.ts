import { expect, test } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import { completeClaim } from "@/lib/publishing/drafts/complete-claim";
import { makeDraft, tokenOf } from "@/lib/publishing/drafts/testing/draft-builders";
import { requestClaim } from "@/lib/publishing/drafts/request-claim";
import type { Actor } from "@/lib/identity/actor";
import { closeAccount, purgeClosedAccounts } from "@/lib/ownership/account-closing/close-account";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import {
  findOrCreateAccountByWallet,
  findActorOfSession,
  shareLockAccount,
} from "@/lib/identity/accounts/accounts";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import { setFirstPassword } from "@/lib/identity/passwords/first-password";
import { setRole } from "@/lib/identity/accounts/set-role";
import { publishVersion } from "@/lib/publishing/publish-version";
import { writeReview } from "@/lib/registry/reviews/write-review";
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
import { untilSomebodyWaits } from "@/lib/testing/while-held";

const database = testDatabase();
testBlobStore();

const close = (actor: Actor) => closeAccount(actor, { username: actor.username, locale: "en" });
const count = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === "fulfilled").length;

async function somebody() {
  const account = await makeAccount();
  return { ...account, actor: await getActorOf(account.username) };
}

/** Closes the account while something else holds it, and lets go when closing waits. */
async function whileHeld(actor: Actor, work: Parameters<typeof inTransaction>[0]): Promise<void> {
  let closing: Promise<void> = Promise.resolve();
  await inTransaction(async (tx) => {
    await shareLockAccount(tx, actor.accountId);
    closing = close(actor);
    closing.catch(() => {});
    expect(await untilSomebodyWaits(closing)).toBe(true);
    await work(tx);
  });
  await closing;
}

test("closed five times at once, an account is closed once", async () => {
  const { actor, accountId } = await somebody();
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => close(actor)));
  expect(count(outcomes)).toBe(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "AUTH_FAILED" });
  expect(await database().event.count({ where: { kind: "account:closed", subjectId: accountId } })).toBe(1);
});

test("closing waits for a publication that was first, and withdraws what it published", async () => {
  const { actor, accountId } = await somebody();
  const { versionId } = await publishNow(buildSkillPackage(), { accountId });
  await whileHeld(actor, (tx) =>
    tx.skillVersion.update({ where: { id: versionId }, data: { changelog: "late" } }),
  );
  const version = await database().skillVersion.findUnique({ where: { id: versionId } });
  expect(version).toMatchObject({ changelog: "late", yankedAt: expect.any(Date) as Date });
});

test("of a publication, a key, a review and closing at once, nothing that stands is a closed account's", async () => {
  const { slug } = await publishNow(buildSkillPackage(), await makeAccount());
  for (let round = 0; round < 4; round++) {
    const { actor, accountId } = await somebody();
    const name = uniqueName();
    const work = buildSkillPackage({ name });
    await Promise.allSettled([
      publishVersion({ actor, package: work, source: "multipart" }),
      createApiKey(actor, "late key"),
      writeReview({ actor, skill: slug, rating: 3 }),
      close(actor),
    ]);
    const standing = await database().skillVersion.count({
      where: { skill: { ownerId: accountId }, yankedAt: null },
    });
    expect([
      standing,
      await database().apiKey.count({ where: { accountId } }),
      await database().review.count({ where: { accountId } }),
    ]).toEqual([0, 0, 0]);
  }
  const { ratingSum, ratingCount } = await database().skill.findUniqueOrThrow({ where: { slug } });
  expect([ratingSum, ratingCount]).toEqual([0, 0]);
});

test("nothing is given to an account that was closed by who still has its actor", async () => {
  const { actor, accountId } = await somebody();
  const { slug } = await publishNow(buildSkillPackage(), await makeAccount());
  await close(actor);
  const published = publishVersion({ actor, package: buildSkillPackage(), source: "multipart" });
  await expect(published).rejects.toMatchObject({ code: "AUTH_FAILED" });
  await expect(createApiKey(actor, "late key")).rejects.toMatchObject({ code: "AUTH_FAILED" });
  const review = writeReview({ actor, skill: slug, rating: 3 });
  await expect(review).rejects.toMatchObject({ code: "AUTH_FAILED" });
  const role = setRole("operator", accountId, "administrator");
  await expect(role).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  expect(await setFirstPassword({ accountId, password: "a long enough password" })).toBe(false);
  await renameAccount(actor, uniqueName("late"));
  const row = await database().account.findUnique({ where: { id: accountId } });
  expect(row).toMatchObject({ username: actor.username, passwordHash: null, role: "member", email: null });
});

test("a session made while its account is closed is refused on its next request", async () => {
  const { actor, address } = await somebody();
  const signedIn = await findOrCreateAccountByWallet(address);
  await close(actor);
  const { id: accountId, sessionVersion } = signedIn;
  expect(await findActorOfSession({ accountId, sessionVersion, address })).toBeNull();
});

test("a draft claimed while its claimant's account is closed goes to a new account, or waits: never to the closed one", async () => {
  for (let round = 0; round < 3; round++) {
    const { actor, accountId } = await somebody();
    const email = `${uniqueName("ann")}@example.org`;
    await database().account.update({
      where: { id: accountId },
      data: { email, emailVerifiedAt: new Date() },
    });
    const draft = await makeDraft();
    await requestClaim({ token: draft.claim?.token, email, locale: "en" });
    const token = await tokenOf(email, "verify");
    await Promise.allSettled([completeClaim(token), close(actor)]);
    const skill = await database().skill.findUniqueOrThrow({
      where: { slug: draft.slug },
      include: { owner: true, versions: true },
    });
    // Claimed first, it was withdrawn with everything else; otherwise nothing of it went to the closed account.
    if (skill.ownerId === accountId) expect(skill.versions[0]?.yankedAt).not.toBeNull();
    else expect(skill.owner?.closedAt ?? null).toBeNull();
  }
});

test("of two administrators who close their accounts at once, one stays", async () => {
  const rest = await database().account.findMany({ where: { role: "administrator" } });
  for (const { id } of rest) await database().account.update({ where: { id }, data: { role: "member" } });
  const [one, two] = [await makeAdministrator(), await makeAdministrator()];
  const outcomes = await Promise.allSettled([close(one), close(two)]);
  expect(count(outcomes)).toBe(1);
  expect(await database().account.count({ where: { role: "administrator" } })).toBe(1);
});

test("what a request that was on its way leaves behind is swept away", async () => {
  const { actor, accountId } = await somebody();
  const { skillId } = await publishNow(buildSkillPackage(), await makeAccount());
  await close(actor);
  const data = { skillId, accountId, createdAt: new Date() };
  await database().star.create({ data });
  await purgeClosedAccounts(new Date(Date.now() + 2 * 60 * 60_000));
  expect(await database().star.count({ where: { accountId } })).toBe(1);
  expect(await purgeClosedAccounts(new Date())).toBeGreaterThan(0);
  expect(await database().star.count({ where: { accountId } })).toBe(0);
});
