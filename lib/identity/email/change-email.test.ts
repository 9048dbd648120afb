import { expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { everythingStored, mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { changeEmail, findEmailChange } from "@/lib/identity/email/email-change";
import { checkPassword } from "@/lib/identity/passwords/own-password";
import { VERIFY_LINK_MS } from "@/lib/identity/agents/agent-links";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { endSessions } from "@/lib/identity/sessions/end-sessions";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { requestPasswordReset, resetPassword } from "@/lib/identity/passwords/password-reset";
import { setMailSettings } from "@/lib/identity/accounts/contact-email";
import { unlinkWallet } from "@/lib/identity/wallets/own-wallets";
import { getActorOf } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import {
  newEmail,
  walletOwner,
  mailOwner,
  ask,
  confirm,
  tokenTo,
  linkFor,
  emailOf,
} from "@/lib/identity/testing/own-email";

const database = testDatabase();

const PASSWORD = "a long enough password";
test("the account of a wallet gets an address, and can then do without the wallet; by it a password", async () => {
  const actor = await walletOwner();
  const { email, token } = await linkFor(actor);
  expect(await emailOf(actor)).toEqual([null, false]);
  const view = { accountId: actor.accountId, username: actor.username, email, before: null };
  expect(await findEmailChange(token)).toEqual({ ...view, state: "ready" });
  expect(await emailOf(actor)).toEqual([null, false]);

  expect(await confirm(actor, token)).toBe(true);
  expect(await emailOf(actor)).toEqual([email, true]);
  await unlinkWallet(actor, { address: actor.address });

  await requestPasswordReset({ email, locale: "en" });
  const [mail] = await mailsTo(email);
  const reset = decodeURIComponent(/login\/reset\?token=([\w.%-]+)/.exec(mail?.text ?? "")?.[1] ?? "");
  expect(await resetPassword({ token: reset, password: PASSWORD, endKeys: false })).toBe(true);
  expect(await checkPassword(email, PASSWORD)).toMatchObject({ accountId: actor.accountId });
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

  const again = await getActorOf(actor.username);
  const last = await linkFor(again);
  await closeAccount(again, { username: actor.username, locale: "en" });
  expect(await findEmailChange(last.token)).toBeNull();
  expect(await confirm(again, last.token)).toBe(false);
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
