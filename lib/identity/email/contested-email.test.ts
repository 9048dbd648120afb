import { expect, test } from "vitest";
import { completeAccount } from "@/lib/publishing/drafts/complete-claim";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { checkPassword } from "@/lib/identity/passwords/own-password";
import {
  confirmRegistration,
  getRegistration,
  registerOwner,
} from "@/lib/identity/registration/owner-registration";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { findEmailChange } from "@/lib/identity/email/email-change";
import {
  findPasswordReset,
  requestPasswordReset,
  resetPassword,
} from "@/lib/identity/passwords/password-reset";
import { setFirstPassword } from "@/lib/identity/passwords/first-password";
import { getActorOf, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";
import {
  newEmail,
  walletOwner,
  mailOwner,
  ask,
  confirm,
  linkFor,
  emailOf,
} from "@/lib/identity/testing/own-email";

testDatabase();

const PASSWORD = "a long enough password";
const MAILS_AN_HOUR = 6;

test("an address of another account is answered as any other; its owner is told by mail, and nothing changes", async () => {
  const { actor: owner, email } = await mailOwner({ password: PASSWORD });
  const actor = await walletOwner();
  await ask(actor, email);
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain(actor.username);
  expect(mail?.text).toContain(owner.username);
  expect(mail?.text).not.toContain("token=");
  expect(await emailOf(owner)).toEqual([email, true]);
});

test("of two accounts that ask for one address, the first to confirm has it", async () => {
  const email = newEmail();
  const [one, other] = [await walletOwner(), await walletOwner()];
  const first = await linkFor(one, email);
  const second = await linkFor(other, email);
  const answers = await Promise.all([confirm(one, first.token), confirm(other, second.token)]);
  expect(answers.filter(Boolean)).toHaveLength(1);
  const [slow, token] = answers[0] ? [other, second.token] : [one, first.token];
  expect(await findEmailChange(token)).toMatchObject({ state: "taken" });
  expect(await emailOf(slow)).toEqual([null, false]);
});

test("an account that named the address without proving it loses it; the own one is proven this way", async () => {
  const email = newEmail();
  const squatter = await createAccount({ username: uniqueName("user"), email });
  const actor = await walletOwner();
  expect(await confirm(actor, (await linkFor(actor, email)).token)).toBe(true);
  expect(await emailOf(squatter)).toEqual([null, false]);

  const own = newEmail();
  const { username } = await createAccount({ username: uniqueName("user"), email: own });
  const unproven = await getActorOf(username);
  expect(await confirm(unproven, (await linkFor(unproven, own)).token)).toBe(true);
  expect(await emailOf(unproven)).toEqual([own, true]);
  await expect(ask(unproven, own)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
});

test("of another address the one before is told and opens nothing any more", async () => {
  const { actor, email: old } = await mailOwner({ password: PASSWORD });
  await requestPasswordReset({ email: old, locale: "en" });
  const resetMail = (await mailsTo(old))[0]?.text ?? "";
  const reset = decodeURIComponent(/login\/reset\?token=([\w.%-]+)/.exec(resetMail)?.[1] ?? "");
  expect(await findPasswordReset(reset)).not.toBeNull();

  const { email, token } = await linkFor(actor);
  expect(await findEmailChange(token)).toMatchObject({ before: old });
  expect(await confirm(actor, token)).toBe(true);
  expect(await findPasswordReset(reset)).toBeNull();
  expect(await checkPassword(old, PASSWORD)).toBeNull();
  expect(await checkPassword(email, PASSWORD)).toMatchObject({ accountId: actor.accountId });
  const [told] = await mailsTo(old);
  expect(told?.text).toContain(actor.username);
  expect(told?.text).not.toContain(email);
  await registerOwner({ username: uniqueName("user"), email: old, locale: "en" });
});

test("a link to the first password, sent to the address before, sets none any more", async () => {
  const old = newEmail();
  const { ownerId } = await registerOwner({ username: uniqueName("user"), email: old, locale: "en" });
  const registration = /verify\?token=([\w-]+)/.exec((await mailsTo(old))[0]?.text ?? "")?.[1] ?? "";
  const { username } = await confirmRegistration(registration);
  const actor = await getActorOf(username);
  expect(actor.accountId).toBe(ownerId);
  expect(await getRegistration(registration)).toMatchObject({ maySetPassword: true });
  expect(await confirm(actor, (await linkFor(actor)).token)).toBe(true);
  expect(await getRegistration(registration)).toMatchObject({ maySetPassword: false });
  await expect(completeAccount({ token: registration, password: PASSWORD })).rejects.toMatchObject({
    code: "CLAIM_TOKEN_INVALID",
  });
});

test("a mailbox is not filled with such mails", async () => {
  const actor = await walletOwner();
  const email = newEmail();
  for (let sent = 0; sent < MAILS_AN_HOUR; sent++) await ask(actor, email);
  await expect(ask(actor, email)).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

/**
 * Does `work` while the account is being given another address, which counts before anything that has to wait for it.
 */
async function whileMoving<T>({ accountId }: Actor, work: () => Promise<T>): Promise<T> {
  const data = { email: newEmail(), emailVerifiedAt: new Date() };
  return whileHeld((db) => db.account.update({ where: { id: accountId }, data }), work);
}

test("a link to the mailbox before sets no password, not even while the address is being changed", async () => {
  const { actor, email } = await mailOwner({ password: PASSWORD });
  await requestPasswordReset({ email, locale: "en" });
  const mails = (await mailsTo(email)).map(({ text }) => text).join("\n");
  const token = decodeURIComponent(/login\/reset\?token=([\w.%-]+)/.exec(mails)?.[1] ?? "");
  expect(await findPasswordReset(token)).not.toBeNull();
  expect(
    await whileMoving(actor, () => resetPassword({ token, password: "of a thief, long", endKeys: false })),
  ).toBe(false);

  const wallet = await walletOwner();
  const { email: first, token: link } = await linkFor(wallet);
  expect(await confirm(wallet, link)).toBe(true);
  const given = { accountId: wallet.accountId, link: { email: first, askedAt: new Date() } };
  expect(await whileMoving(wallet, () => setFirstPassword({ ...given, password: "of a thief, long" }))).toBe(
    false,
  );
});

test("a confirmed registration gets nothing of an account that gives up the address at that moment", async () => {
  const { actor, email } = await mailOwner();
  await registerOwner({ username: uniqueName("user"), email, locale: "en" });
  const mails = (await mailsTo(email)).map(({ text }) => text).join("\n");
  const token = /owners\/verify\?token=([\w-]+)/.exec(mails)?.[1] ?? "";
  const { ownerId, newAccount } = await whileMoving(actor, () => confirmRegistration(token));
  expect([ownerId === actor.accountId, newAccount]).toEqual([false, true]);
});
