import { expect, test } from "vitest";
import { fakeClock, systemClock } from "@/lib/kernel/clock";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { changePassword, checkPassword } from "@/lib/identity/passwords/own-password";
import { confirmRegistration, registerOwner } from "@/lib/identity/registration/owner-registration";
import { findActorOfSession } from "@/lib/identity/accounts/accounts";
import {
  RESET_LINK_MINUTES,
  findPasswordReset,
  requestPasswordReset,
  resetPassword,
} from "@/lib/identity/passwords/password-reset";
import { setFirstPassword } from "@/lib/identity/passwords/first-password";
import { confirm, emailOf, linkFor, mailOwner } from "@/lib/identity/testing/own-email";
import { getActorOf, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

const OLD = "the old password";
const NEW = "a new long password";
const MAILS_AN_HOUR = 6;

async function owner({ password = true } = {}) {
  const email = `${uniqueName("owner")}@example.com`;
  const username = uniqueName("user");
  const { ownerId: accountId } = await registerOwner({ username, email, locale: "en" });
  const token = /owners\/verify\?token=([\w-]+)/.exec((await mailsTo(email))[0]?.text ?? "")?.[1] ?? "";
  await confirmRegistration(token);
  if (password) await setFirstPassword({ accountId, password: OLD });
  return { email, username, accountId };
}

async function tokenFor(email: string, clock = systemClock): Promise<string> {
  await requestPasswordReset({ email, locale: "en" }, clock);
  const texts = (await mailsTo(email.toLowerCase())).map(({ text }) => text);
  const found = texts.map((text) => /login\/reset\?token=([\w.%-]+)/.exec(text)?.[1]).find(Boolean) ?? "";
  return decodeURIComponent(found);
}

test("the mailed link sets another password, once, and ends every session", async () => {
  const { email, username } = await owner();
  const token = await tokenFor(email.toUpperCase());
  expect(await findPasswordReset(token)).toEqual({ username, isFirst: false });
  const before = await checkPassword(email, OLD);
  await expect(resetPassword({ token, password: "short", endKeys: false })).rejects.toMatchObject({
    code: "REQUEST_INVALID",
  });
  expect(await resetPassword({ token, password: NEW, endKeys: false })).toBe(true);
  expect(await checkPassword(email, OLD)).toBeNull();
  const after = await checkPassword(email, NEW);
  expect(after?.sessionVersion).toBe((before?.sessionVersion ?? Number.NaN) + 1);
  expect(await findPasswordReset(token)).toBeNull();
  expect(await resetPassword({ token, password: OLD, endKeys: false })).toBe(false);
  expect(await checkPassword(email, NEW)).not.toBeNull();
});

test("it sets the first password of an account that has none", async () => {
  const { email } = await owner({ password: false });
  expect(await resetPassword({ token: await tokenFor(email), password: NEW, endKeys: false })).toBe(true);
  expect(await checkPassword(email, NEW)).not.toBeNull();
});

test("it ends after an hour, and when the password is changed otherwise", async () => {
  const { email, accountId } = await owner();
  const token = await tokenFor(email);
  const late = fakeClock(new Date(Date.now() + RESET_LINK_MINUTES * 60_000));
  expect(await findPasswordReset(token, late)).toBeNull();
  expect(await resetPassword({ token, password: NEW, endKeys: false }, late)).toBe(false);
  const actor = { accountId } as Parameters<typeof changePassword>[0];
  await changePassword(actor, { current: OLD, password: "the password between", endKeys: false });
  expect(await resetPassword({ token, password: NEW, endKeys: false })).toBe(false);
});

test.each([
  ["an account's id alone", (id: string) => id],
  ["a later end", (_: string, token: string) => token.replace(/\.(\w+)\./, ".zzzzzzzz.")],
  ["another account", (_: string, token: string) => token.replace(/^[^.]+/, "acc_other")],
  ["a spoiled proof", (_: string, token: string) => `${token.slice(0, -2)}AA`],
  ["nothing", () => ""],
  ["points", () => "....."],
])("%s opens nothing", async (_name, forge) => {
  const { email, accountId } = await owner();
  const forged = forge(accountId, await tokenFor(email));
  expect(await findPasswordReset(forged)).toBeNull();
  expect(await resetPassword({ token: forged, password: NEW, endKeys: false })).toBe(false);
});

test("an address without an account gets a mail that says so and grants nothing", async () => {
  const email = `${uniqueName("nobody")}@example.com`;
  await requestPasswordReset({ email, locale: "ko" });
  const [mail] = await mailsTo(email);
  expect(mail?.text).toContain("/sign-in");
  expect(mail?.text).not.toContain("token=");
});

test("a mailbox is not filled with such mails, and what is no address is refused", async () => {
  const { email } = await owner();
  for (let i = 0; i < MAILS_AN_HOUR; i++) await requestPasswordReset({ email, locale: "en" });
  await expect(requestPasswordReset({ email, locale: "en" })).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await expect(requestPasswordReset({ email: "x", locale: "en" })).rejects.toMatchObject({
    code: "REQUEST_INVALID",
  });
});

test("nobody keeps an owner from a new password by having other mails sent to their address", async () => {
  const { email } = await owner();
  const register = () => registerOwner({ username: uniqueName("user"), email, locale: "en" });
  const outcomes = await Promise.allSettled(Array.from({ length: MAILS_AN_HOUR + 1 }, register));
  expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
  const token = await tokenFor(email);
  expect(await resetPassword({ token, password: NEW, endKeys: false })).toBe(true);
});

test("a first password ends every session, and every link to another address", async () => {
  const { actor, email } = await mailOwner();
  const { accountId, username } = actor;
  const identity = { accountId, address: null, sessionVersion: actor.session!.version };
  const { token } = await linkFor(actor);
  expect(await setFirstPassword({ accountId, password: NEW, link: { email, askedAt: new Date() } })).toBe(
    true,
  );
  expect(await findActorOfSession(identity)).toBeNull();
  expect(await confirm(await getActorOf(username), token)).toBe(false);
  expect(await emailOf(actor)).toEqual([email, true]);
});
