import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { fakeClock, systemClock } from "@/lib/clock";
import { completeAccount } from "@/lib/drafts/complete-account";
import { everythingStored, mailsTo } from "@/lib/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { changeEmail } from "@/lib/identity/change-email";
import { checkPassword } from "@/lib/identity/check-password";
import { VERIFY_LINK_MS } from "@/lib/identity/claim-link";
import { closeAccount } from "@/lib/identity/closing/close-account";
import { confirmRegistration } from "@/lib/identity/confirm-registration";
import { createAccount } from "@/lib/identity/create-account";
import { endSessions } from "@/lib/identity/end-sessions";
import { findEmailChange } from "@/lib/identity/find-email-change";
import { findOrCreateAccountByWallet } from "@/lib/identity/find-or-create-account";
import { getAccount } from "@/lib/identity/get-account";
import { getRegistration } from "@/lib/identity/get-registration";
import { registerOwner } from "@/lib/identity/register-owner";
import { requestEmailChange } from "@/lib/identity/request-email-change";
import { requestPasswordReset } from "@/lib/identity/request-password-reset";
import { findPasswordReset, resetPassword } from "@/lib/identity/reset-password";
import { setFirstPassword } from "@/lib/identity/set-first-password";
import { setMailSettings } from "@/lib/identity/set-mail-settings";
import { unlinkWallet } from "@/lib/identity/unlink-wallet";
import { getActorOf, newAddress, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

const PASSWORD = "a long enough password";
const MAILS_AN_HOUR = 6;
/** Longer than a password takes to be hashed. */
const HASHED_MS = 1_500;
const newEmail = () => `${uniqueName("ann")}@example.org`;

/** Whoever signed in with a wallet nobody knew: no address, no password. */
async function walletOwner(): Promise<Actor & { address: string }> {
  const address = newAddress();
  const { username } = await findOrCreateAccountByWallet(address);
  return { ...(await getActorOf(username)), address };
}

async function mailOwner({ password }: { password?: string } = {}) {
  const email = newEmail();
  const username = uniqueName("user");
  const actor = await createAccount({ username, email, emailVerified: true });
  if (password !== undefined) await setFirstPassword({ accountId: actor.accountId, password });
  return { actor, email };
}

const ask = (actor: Actor, email: unknown, { password = "", clock = systemClock } = {}) =>
  requestEmailChange(actor, { email, password, locale: "en" }, clock);
const confirm = (actor: Actor, token: string, clock = systemClock) =>
  changeEmail(actor, { token, locale: "en" }, clock);

async function tokenTo(email: string): Promise<string> {
  for (const { text } of await mailsTo(email)) {
    const found = /\/settings\/email\?token=([\w-]+)/.exec(text)?.[1];
    if (found) return found;
  }
  return "";
}

async function linkFor(actor: Actor, email = newEmail(), given: { password?: string } = {}) {
  await ask(actor, email, given);
  return { email, token: await tokenTo(email) };
}

const emailOf = async ({ accountId }: Actor) => {
  const { email, emailVerified } = await getAccount(accountId);
  return [email, emailVerified];
};

test("the account of a wallet gets an address, by it a password, and can then do without the wallet", async () => {
  const actor = await walletOwner();
  const { email, token } = await linkFor(actor);
  expect(await emailOf(actor)).toEqual([null, false]);
  const view = { accountId: actor.accountId, username: actor.username, email, before: null };
  expect(await findEmailChange(token)).toEqual({ ...view, state: "ready" });
  expect(await emailOf(actor)).toEqual([null, false]);

  expect(await confirm(actor, token)).toBe(true);
  expect(await emailOf(actor)).toEqual([email, true]);
  await expect(unlinkWallet(actor, actor.address)).rejects.toMatchObject({ code: "REQUEST_INVALID" });

  await requestPasswordReset({ email, locale: "en" });
  const [mail] = await mailsTo(email);
  const reset = decodeURIComponent(/login\/reset\?token=([\w.%-]+)/.exec(mail?.text ?? "")?.[1] ?? "");
  expect(await resetPassword({ token: reset, password: PASSWORD })).toBe(true);
  expect(await checkPassword(email, PASSWORD)).toMatchObject({ accountId: actor.accountId });
  await unlinkWallet(actor, actor.address);
});

test("mails to a first address are in the language it was proven in; a language that was chosen stays", async () => {
  const localeOf = async ({ accountId }: Actor) => (await getAccount(accountId)).mails.locale;
  const [actor, chooser] = [await walletOwner(), await walletOwner()];
  await setMailSettings(chooser, { notices: true, locale: "zh-Hans" });
  for (const person of [actor, chooser]) {
    const { token } = await linkFor(person);
    expect(await changeEmail(person, { token, locale: "ko" })).toBe(true);
  }
  expect([await localeOf(actor), await localeOf(chooser)]).toEqual(["ko", "zh-Hans"]);
  const { token } = await linkFor(actor);
  await confirm(actor, token);
  expect(await localeOf(actor)).toBe("ko");
});

test("an address is read as everywhere: in lower case, without blanks around it", async () => {
  const actor = await walletOwner();
  const email = newEmail();
  await ask(actor, `  ${email.toUpperCase()} `);
  expect(await confirm(actor, await tokenTo(email))).toBe(true);
  expect(await emailOf(actor)).toEqual([email, true]);
});

test.each(["", "nobody", "a@b.org\r\nBcc: c@d.org", 7, null])(
  "%j is refused as an address",
  async (email) => {
    await expect(ask(await walletOwner(), email)).rejects.toMatchObject({
      code: "REQUEST_INVALID",
      details: { errors: [expect.objectContaining({ pointer: "#/email" })] },
    });
  },
);

test("a link counts once, also of many presses at once, and tells afterwards that it is done", async () => {
  const { actor, email: old } = await mailOwner();
  const { email, token } = await linkFor(actor);
  const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(actor, token)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await findEmailChange(token)).toMatchObject({ state: "done", email });
  expect(await confirm(actor, token)).toBe(false);
  expect((await mailsTo(old)).filter(({ subject }) => subject.includes("has a new address"))).toHaveLength(1);
});

test("of two links one counts, whichever is first", async () => {
  const actor = await walletOwner();
  const [one, other] = [await linkFor(actor), await linkFor(actor)];
  const answers = await Promise.all([confirm(actor, one.token), confirm(actor, other.token)]);
  expect(answers.filter(Boolean)).toHaveLength(1);
  const [right, dead] = answers[0] ? [one, other] : [other, one];
  expect(await emailOf(actor)).toEqual([right.email, true]);
  expect(await findEmailChange(dead.token)).toBeNull();
});

test("a link that was used is not right again when the address before comes back", async () => {
  const { actor, email: first } = await mailOwner();
  const there = await linkFor(actor);
  await confirm(actor, there.token);
  const back = await linkFor(actor, first);
  expect(await confirm(actor, back.token)).toBe(true);
  expect(await findEmailChange(there.token)).toBeNull();
  expect(await confirm(actor, there.token)).toBe(false);
});

test("it ends after a day, when all sessions are ended, and with the account", async () => {
  const actor = await walletOwner();
  const { token } = await linkFor(actor);
  const late = fakeClock(new Date(Date.now() + VERIFY_LINK_MS));
  expect(await findEmailChange(token, late)).toBeNull();
  expect(await confirm(actor, token, late)).toBe(false);

  await endSessions(actor);
  expect(await findEmailChange(token)).toBeNull();
  expect(await confirm(actor, token)).toBe(false);

  const last = await linkFor(actor);
  await closeAccount(actor, { username: actor.username, password: "", locale: "en" });
  expect(await findEmailChange(last.token)).toBeNull();
  expect(await confirm(actor, last.token)).toBe(false);
  expect(await database().account.count({ where: { email: last.email } })).toBe(0);
});

test("whoever reads the mail gets into no account: only its own owner confirms", async () => {
  const actor = await walletOwner();
  const { email, token } = await linkFor(actor);
  expect(await confirm(await walletOwner(), token)).toBe(false);
  expect(await emailOf(actor)).toEqual([null, false]);
  expect(await database().account.count({ where: { email } })).toBe(0);
});

test.each([
  ["another text", () => "no-token"],
  ["nothing", () => ""],
  ["a spoiled one", (token: string) => `${token.slice(0, -4)}AAAA`],
  ["a long one", (token: string) => token.repeat(9)],
])("%s is no link", async (_name, forge) => {
  const actor = await walletOwner();
  const forged = forge((await linkFor(actor)).token);
  expect(await findEmailChange(forged)).toBeNull();
  expect(await confirm(actor, forged)).toBe(false);
});

test("neither the address nor whose it is stands in the link, nor in plain in what is stored", async () => {
  const actor = await walletOwner();
  const { email, token } = await linkFor(actor);
  const read = Buffer.from(token, "base64url").toString("latin1");
  for (const part of [email, actor.accountId]) expect(read).not.toContain(part);
  expect(await everythingStored()).not.toContain(email);
});

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
  const unproven = await createAccount({ username: uniqueName("user"), email: own });
  expect(await confirm(unproven, (await linkFor(unproven, own)).token)).toBe(true);
  expect(await emailOf(unproven)).toEqual([own, true]);
  await expect(ask(unproven, own)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
});

test("another address needs the password, and the one before is told and opens nothing any more", async () => {
  const { actor, email: old } = await mailOwner({ password: PASSWORD });
  await expect(ask(actor, newEmail())).rejects.toMatchObject({ code: "AUTH_FAILED" });
  await expect(ask(actor, newEmail(), { password: "another password" })).rejects.toMatchObject({
    code: "AUTH_FAILED",
  });
  await requestPasswordReset({ email: old, locale: "en" });
  const resetMail = (await mailsTo(old))[0]?.text ?? "";
  const reset = decodeURIComponent(/login\/reset\?token=([\w.%-]+)/.exec(resetMail)?.[1] ?? "");
  expect(await findPasswordReset(reset)).not.toBeNull();

  const { email, token } = await linkFor(actor, newEmail(), { password: PASSWORD });
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

/** Does `work` while the account is being given another address, which counts before anything that has to wait for it. */
async function whileMoving<T>({ accountId }: Actor, work: () => Promise<T>): Promise<T> {
  const data = { email: newEmail(), emailVerifiedAt: new Date() };
  let begun = () => {};
  const moving = new Promise<void>((resolve) => (begun = resolve));
  const moved = database().$transaction(
    async (tx) => {
      await tx.account.update({ where: { id: accountId }, data });
      begun();
      await sleep(HASHED_MS);
    },
    { timeout: 10_000 },
  );
  await moving;
  const [done] = await Promise.allSettled([work(), moved]);
  if (done.status === "rejected") throw done.reason;
  return done.value;
}

test("a link to the mailbox before sets no password, not even while the address is being changed", async () => {
  const { actor, email } = await mailOwner({ password: PASSWORD });
  await requestPasswordReset({ email, locale: "en" });
  const mails = (await mailsTo(email)).map(({ text }) => text).join("\n");
  const token = decodeURIComponent(/login\/reset\?token=([\w.%-]+)/.exec(mails)?.[1] ?? "");
  expect(await findPasswordReset(token)).not.toBeNull();
  expect(await whileMoving(actor, () => resetPassword({ token, password: "of a thief, long" }))).toBe(false);

  const wallet = await walletOwner();
  const { email: first, token: link } = await linkFor(wallet);
  expect(await confirm(wallet, link)).toBe(true);
  const given = { accountId: wallet.accountId, email: first, password: "of a thief, long" };
  expect(await whileMoving(wallet, () => setFirstPassword(given))).toBe(false);
});

test("a confirmed registration gets nothing of an account that gives up the address at that moment", async () => {
  const { actor, email } = await mailOwner();
  await registerOwner({ username: uniqueName("user"), email, locale: "en" });
  const mails = (await mailsTo(email)).map(({ text }) => text).join("\n");
  const token = /owners\/verify\?token=([\w-]+)/.exec(mails)?.[1] ?? "";
  const { ownerId, newAccount } = await whileMoving(actor, () => confirmRegistration(token));
  expect([ownerId === actor.accountId, newAccount]).toEqual([false, true]);
});
