import { describe, expect, test } from "vitest";
import { DAY_MS, fakeClock } from "@/lib/kernel/clock";
import { completeAccount } from "@/lib/publishing/drafts/complete-claim";
import { purgeAged } from "@/lib/db/purge-rows";
import { everythingStored, mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { assertOwnerLinkWorks } from "@/lib/identity/agents/assert-owner-link-works";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { checkPassword } from "@/lib/identity/passwords/own-password";
import { VERIFY_LINK_MS } from "@/lib/identity/agents/agent-links";
import {
  confirmRegistration,
  getRegistration,
  registerOwner,
} from "@/lib/identity/registration/owner-registration";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import type { Locale } from "@/lib/platform/i18n/routing";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

const newEmail = () => `${uniqueName("owner")}@example.com`;

async function register(username: string, email: string, locale: Locale = "en") {
  const { ownerId } = await registerOwner({ username, email, locale });
  return { ownerId, token: await newestToken(email) };
}

async function newestToken(email: string): Promise<string> {
  const [mail] = await mailsTo(email.toLowerCase());
  return /owners\/verify\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

const keyIn = (text: string | undefined) => /sk_[0-9a-f]{64}/.exec(text ?? "")?.[0] ?? "";

describe("a registration that nobody confirmed", () => {
  test("grants nothing and reserves nothing", async () => {
    const email = newEmail();
    const username = uniqueName("user");
    await register(username, email);
    expect(await database().account.count({ where: { OR: [{ email }, { username }] } })).toBe(0);
    await expect(createAccount({ username })).resolves.toMatchObject({ username });
  });

  test("ends after a day and is forgotten a month later, with the address", async () => {
    const email = newEmail();
    const { token } = await register(uniqueName("user"), email);
    const late = fakeClock(new Date(Date.now() + VERIFY_LINK_MS));
    await expect(confirmRegistration(token, late)).rejects.toMatchObject({ code: "CLAIM_VERIFY_EXPIRED" });
    await expect(assertOwnerLinkWorks(token, late)).rejects.toMatchObject({ code: "CLAIM_VERIFY_EXPIRED" });
    expect((await getRegistration(token, late)).state).toBe("expired");
    await purgeAged("OwnerRegistrations", new Date(Date.now() + 32 * DAY_MS));
    await expect(getRegistration(token)).rejects.toMatchObject({ code: "CLAIM_TOKEN_INVALID" });
    expect(await database().ownerRegistration.count({ where: { email } })).toBe(0);
  });
});

describe("a confirmed registration", () => {
  test("opens the account with the promised id and mails its key, which stands nowhere else", async () => {
    const email = newEmail();
    const username = uniqueName("user");
    const { ownerId, token } = await register(username, email.toUpperCase());
    expect(await getRegistration(token)).toMatchObject({ state: "ready", username });
    expect(await confirmRegistration(token)).toEqual({ ownerId, username, newAccount: true });
    const [done] = await mailsTo(email);
    const key = keyIn(done?.text);
    expect(await authenticateApiKey(key)).toMatchObject({ accountId: ownerId, username, reachable: true });
    const stored = await everythingStored();
    for (const secret of [key, token]) expect(stored).not.toContain(secret);
  });

  test.each([
    ["en", "first key"],
    ["zh-Hans", "首个密钥"],
    ["ko", "첫 번째 키"],
  ] as const)("names the first key in the language that was asked for (%s)", async (locale, name) => {
    const { ownerId, token } = await register(uniqueName("user"), newEmail(), locale);
    await confirmRegistration(token);
    expect(await database().apiKey.findMany({ where: { accountId: ownerId } })).toMatchObject([{ name }]);
  });

  test("lets a password be set once, with the same link", async () => {
    const email = newEmail();
    const { token } = await register(uniqueName("user"), email);
    const password = "a long enough password";
    await expect(completeAccount({ token, password })).rejects.toMatchObject({ code: "CLAIM_TOKEN_INVALID" });
    await confirmRegistration(token);
    expect(await getRegistration(token)).toMatchObject({ state: "done", maySetPassword: true });
    await completeAccount({ token, password });
    expect(await checkPassword(email, password)).not.toBeNull();
    await expect(completeAccount({ token, password: "another password" })).rejects.toMatchObject({
      code: "CLAIM_ALREADY_COMPLETED",
    });
  });

  test("is confirmed by one of many at once", async () => {
    const email = newEmail();
    const { token } = await register(uniqueName("user"), email);
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => confirmRegistration(token)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === "rejected")
        expect(answer.reason).toMatchObject({ code: "CLAIM_ALREADY_COMPLETED" });
    }
    expect(await database().apiKey.count({ where: { account: { email } } })).toBe(1);
  });

  test("gives another name when somebody has taken the wished one meanwhile", async () => {
    const username = uniqueName("user");
    const first = await register(username, newEmail());
    const second = await register(username, newEmail());
    expect((await confirmRegistration(first.token)).username).toBe(username);
    expect((await confirmRegistration(second.token)).username).toMatch(/^user-[0-9a-f]{10}$/);
  });
});

describe("an address that has an account", () => {
  test("is answered and mailed as any other, and keeps its account as it is", async () => {
    const email = newEmail();
    const account = await createAccount({ username: uniqueName("user"), email, emailVerified: true });
    const { ownerId, token } = await register(uniqueName("user"), email);
    expect(ownerId).toMatch(/^acc_/);
    expect(ownerId).not.toBe(account.accountId);
    expect(await confirmRegistration(token)).toEqual({
      ownerId: account.accountId,
      username: account.username,
      newAccount: false,
    });
    expect(keyIn((await mailsTo(email))[0]?.text)).toBe("");
  });

  test("that never proved the address: whatever opened it before opens it no more", async () => {
    const email = newEmail();
    const squatter = await createAccount({ username: uniqueName("user"), email });
    const { key } = await createApiKey(squatter, "of the squatter");
    const { token } = await register(uniqueName("user"), email);
    await confirmRegistration(token);
    await expect(authenticateApiKey(key)).rejects.toMatchObject({ code: "AUTH_FAILED" });
  });
});

test("a user name is written in lower case", async () => {
  const email = newEmail();
  const username = uniqueName("user");
  const { token } = await register(` ${username.toUpperCase()} `, email);
  expect(await getRegistration(token)).toMatchObject({ username });
});

test.each([
  ["no user name", { username: "A b", email: "a@example.com" }, "#/username"],
  ["a reserved user name", { username: "support", email: "a@example.com" }, "#/username"],
  ["no text", { username: 7, email: "a@example.com" }, "#/username"],
  ["no address", { username: "somebody-new", email: "nobody" }, "#/email"],
  ["an address with a line break", { username: "somebody-new", email: "a@b.org\r\nBcc: c@d.org" }, "#/email"],
])("refuses %s", async (_, request, pointer) => {
  await expect(registerOwner({ ...request, locale: "en" })).rejects.toMatchObject({
    code: "REQUEST_INVALID",
    details: { errors: [expect.objectContaining({ pointer })] },
  });
});

test("refuses a user name that an account has, as everybody can see it", async () => {
  const { username } = await createAccount({ username: uniqueName("user") });
  await expect(registerOwner({ username, email: newEmail(), locale: "en" })).rejects.toMatchObject({
    details: { errors: [{ pointer: "#/username", detail: "taken" }] },
  });
});

test("an address is sent six mails an hour at most, however many are asked for at once", async () => {
  const email = newEmail();
  const asked = await Promise.allSettled(
    Array.from({ length: 16 }, () => registerOwner({ username: uniqueName("user"), email, locale: "en" })),
  );
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
  expect(await mailsTo(email)).toHaveLength(6);
});

test("an address that was sent six mails waits", async () => {
  const email = newEmail();
  for (let i = 0; i < 6; i++) await register(uniqueName("user"), email);
  await expect(register(uniqueName("user"), email)).rejects.toMatchObject({ code: "RATE_LIMITED" });
});
