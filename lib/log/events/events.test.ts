import { describe, expect, test } from "vitest";
import { DAY_MS, fakeClock, systemClock } from "@/lib/kernel/clock";
import { everythingStored, mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { answerDeviceLogin, beginDeviceLogin, redeemDeviceCode } from "@/lib/identity/devices/device-login";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { changePassword } from "@/lib/identity/passwords/own-password";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { linkWallet, unlinkWallet } from "@/lib/identity/wallets/own-wallets";
import { requestPasswordReset, resetPassword } from "@/lib/identity/passwords/password-reset";
import { setRole } from "@/lib/identity/accounts/set-role";
import { setMailSettings } from "@/lib/identity/accounts/contact-email";
import { confirm, linkFor, mailOwner, walletOwner } from "@/lib/identity/testing/own-email";
import { askWallet, newWallet } from "@/lib/identity/testing/signing-wallet";
import { countUnmailedChanges } from "@/lib/log/events/notices/count-unmailed-changes";
import { purgeAged } from "@/lib/db/purge-rows";
import { listAccessChanges } from "@/lib/log/events/notices/list-access-changes";
import { getActorOf, makeAdministrator } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

const OLD = "the password before";
const NEW = "the password after it";

/** Subjects of the mails to an address, oldest first. */
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject).reverse();
const listed = async ({ accountId }: Actor) =>
  (await listAccessChanges(accountId)).map(({ change, by }) => `${change} by ${by}`);
const link = async (actor: Actor) => (await linkWallet(actor, await askWallet(newWallet()))).address;

async function reset(email: string) {
  await requestPasswordReset({ email, locale: "en" });
  const [mail] = await mailsTo(email);
  const token = /login\/reset\?token=([\w.%-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  await resetPassword({ token: decodeURIComponent(token), password: NEW, endKeys: true });
}

/**
 * Each change of a way in, what its mail says of it, and how it is listed; `mail` is what the account's owner has
 * to be told.
 */
const CHANGES: Record<
  string,
  { act: (actor: Actor, email: string) => Promise<string>; mail: RegExp; page: string; as: string }
> = {
  "a password that is changed": {
    act: async (actor) => {
      await changePassword(actor, { current: OLD, password: NEW, endKeys: false });
      return "all its sessions have ended";
    },
    mail: /^The password of user-\w+ was changed$/,
    page: "/login/forgot",
    as: "password-changed by password",
  },
  "a password that is set through the mailbox": {
    act: async (_actor, email) => {
      await reset(email);
      return "through a link emailed to the account";
    },
    mail: /^The password of user-\w+ was changed$/,
    page: "/login/forgot",
    as: "password-changed by link",
  },
  "a wallet that is linked": {
    act: link,
    mail: /^A wallet was linked to user-\w+$/,
    page: "/settings#wallets",
    as: "wallet-linked by password",
  },
  "a program that is let in": {
    act: async (actor) => {
      const { userCode, deviceCode } = await beginDeviceLogin("https://evil.example says hello");
      await answerDeviceLogin(actor, userCode, "approved");
      await redeemDeviceCode(deviceCode);
      return userCode;
    },
    mail: /^A program was given access to user-\w+$/,
    page: "/keys#keys",
    as: "program-let-in by password",
  },
  "an API key": {
    act: async (actor) => (await createApiKey(actor, "https://evil.example says hello")).prefix,
    mail: /^A new API key for user-\w+$/,
    page: "/keys#keys",
    as: "key-made by password",
  },
};

describe.each(Object.entries(CHANGES))("%s", (_name, { act, mail, page, as }) => {
  test("is told once, whatever mails are switched off, with when, how and where it is undone", async () => {
    const { actor, email } = await mailOwner({ password: OLD });
    await setMailSettings(actor, { notices: false, locale: "en" });
    const what = await act(actor, email);
    const subjects = (await subjectsTo(email)).filter(
      (subject) => !subject.startsWith("Reset the password of"),
    );
    expect(subjects).toEqual([expect.stringMatching(mail)]);
    const [told] = await mailsTo(email);
    expect(told?.text).toContain(what.replace(/^sk_/, ""));
    expect(told?.text).toMatch(new RegExp(`\nDone on \\d+ \\w+ \\d{4}, [\\d:]{8} UTC, [^]*${page}\n`));
    expect(told?.text).toContain("emails of this kind cannot be turned off");
    expect(told?.text).not.toMatch(/evil|settings#mails/);
    expect(await listed(actor)).toEqual([as]);
  });
});

test("a role that is given or taken is told, with who did it and nothing of their session", async () => {
  const { actor, email } = await mailOwner();
  const administrator = await makeAdministrator();
  await setRole("operator", actor.accountId, "administrator");
  await setRole(administrator, actor.accountId, "member");
  await setRole(administrator, actor.accountId, "member");
  expect(await subjectsTo(email)).toEqual([
    `${actor.username} is now an administrator`,
    `${actor.username} is no longer an administrator`,
  ]);
  const [ended, made] = await mailsTo(email);
  expect(made?.text).toMatch(/by the operator of the market\.[^]*\/administration\/people\n/);
  expect(ended?.text).toMatch(
    new RegExp(`by the administrator ${administrator.username}\\.[^]*/settings#access\n`),
  );
  expect(ended?.text).not.toContain(administrator.address ?? "no address");
  expect(await listed(actor)).toEqual([
    "administrator-ended by administrator",
    "administrator-made by operator",
  ]);
});

test("a first password, and a wallet that goes, are told as well; a program that is sent away is not", async () => {
  const { actor, email } = await mailOwner();
  const address = await link(actor);
  await reset(email);
  const owner = await getActorOf(actor.username);
  await unlinkWallet(owner, { address });
  await answerDeviceLogin(owner, (await beginDeviceLogin("a program")).userCode, "denied");
  expect(await subjectsTo(email)).toEqual([
    `A wallet was linked to ${actor.username}`,
    `Reset the password of ${actor.username}`,
    `${actor.username} now has a password`,
    `A wallet was unlinked from ${actor.username}`,
  ]);
  const [told] = await mailsTo(email);
  expect(told?.text).toContain(address);
});

test("another address is told in both mailboxes, the new one in the account's language", async () => {
  const { actor, email } = await mailOwner();
  await setMailSettings(actor, { notices: true, locale: "ko" });
  const { token, email: next } = await linkFor(actor);
  await confirm(actor, token);
  expect(await subjectsTo(email)).toEqual([`${actor.username} has a new address`]);
  expect((await subjectsTo(next)).slice(1)).toEqual([`이제 ${actor.username} 계정이 이 주소를 씁니다`]);
});

test("a key that a key makes names it; refused and repeated things are told to nobody", async () => {
  const { actor, email } = await mailOwner();
  const { key, prefix } = await createApiKey(actor, "laptop");
  const program = await authenticateApiKey(key);
  await createApiKey(program, "its own");
  const [told] = await mailsTo(email);
  expect(told?.text).toContain(`by a program with the API key ${prefix.slice("sk_".length)}….`);
  expect(told?.text).not.toContain("sk_");
  expect(await listed(actor)).toEqual(["key-made by key", "key-made by password"]);
  await expect(createApiKey(actor, "")).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  await expect(linkWallet(program, await askWallet(newWallet()))).rejects.toMatchObject({
    code: "CONFIRMATION_REQUIRED",
  });
  const wallet = newWallet();
  await linkWallet(actor, await askWallet(wallet));
  await linkWallet(actor, await askWallet(wallet));
  expect(await listed(actor)).toEqual([
    "wallet-linked by password",
    "key-made by key",
    "key-made by password",
  ]);
});

test("many changes fill no mailbox, and do not keep its owner from asking for a new password", async () => {
  const { actor, email } = await mailOwner({ password: OLD });
  for (let i = 0; i < 7; i++) await createApiKey(actor, `key ${i}`);
  expect(await subjectsTo(email)).toHaveLength(4);
  expect((await mailsTo(email))[0]?.text).toContain("your settings list it");
  await link(actor);
  await requestPasswordReset({ email, locale: "en" });
  expect((await subjectsTo(email)).slice(4)).toEqual([
    `A wallet was linked to ${actor.username}`,
    `Reset the password of ${actor.username}`,
  ]);
  expect(await listed(actor)).toHaveLength(8);
});

describe("what is kept", () => {
  test("is there for an account without an address, which finds the wallet of the session in it", async () => {
    const { address, username } = await walletOwner();
    const inSession = (actor: Actor) => ({
      ...actor,
      session: actor.session && { ...actor.session, wallet: address },
    });
    const actor = inSession(await getActorOf(username));
    await link(actor);
    const inDays = (days: number) => fakeClock(new Date(Date.now() + days * DAY_MS).toISOString());
    const shown = [0, 6.9, 7.1].map((days) => countUnmailedChanges(actor.accountId, inDays(days)));
    expect(await Promise.all(shown)).toEqual([1, 1, 0]);
    const mailed = await mailOwner();
    await link(mailed.actor);
    expect(await countUnmailedChanges(mailed.actor.accountId)).toBe(0);
    expect(await listAccessChanges(actor.accountId)).toMatchObject([
      { change: "wallet-linked", by: "wallet", with: address, path: "/settings#wallets" },
    ]);
  });

  test("is forgotten after 90 days, and with the account", async () => {
    const [{ actor }, other] = [await mailOwner(), await mailOwner()];
    const address = await link(actor);
    await createApiKey(other.actor, "laptop");
    const rows = () => database().event.count({ where: { kind: "account:access-changed" } });
    const before = await rows();
    await purgeAged("Events", new Date());
    expect(await rows()).toBe(before);
    const later = new Date(Date.now() + 90 * DAY_MS + 1);
    expect(await listAccessChanges(actor.accountId, fakeClock(later.toISOString()))).toEqual([]);
    await closeAccount(actor, { username: actor.username, locale: "en" }, systemClock);
    expect(await everythingStored()).not.toContain(address);
    expect(await listed(other.actor)).toEqual(["key-made by password"]);
    await purgeAged("Events", later);
    expect(await rows()).toBe(0);
  });
});
