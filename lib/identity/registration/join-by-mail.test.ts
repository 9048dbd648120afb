import { describe, expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { confirmRegistration } from "@/lib/identity/registration/owner-registration";
import {
  JOIN_LINK_MINUTES,
  findJoining,
  joinByMail,
  requestJoining,
} from "@/lib/identity/registration/joining";
import { completeAccount } from "@/lib/publishing/drafts/complete-claim";
import { everythingStored, mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

const newEmail = () => `${uniqueName("joins")}@example.com`;

/** Asks for a link and takes it out of the mail. */
async function ask(email: string, returnTo = "/skills/json-diff"): Promise<URL> {
  await requestJoining({ email, locale: "en", returnTo });
  const [mail] = await mailsTo(email.toLowerCase());
  return new URL(/http\S+sign-in\/mail\?\S+/.exec(mail?.text ?? "")?.[0] ?? "");
}

const tokenOf = ({ searchParams }: URL) => searchParams.get("token") ?? "";

describe("a link that lets in", () => {
  test("opens an account without a key or a second mail, and leads back to where its person was", async () => {
    const email = newEmail();
    const link = await ask(email.toUpperCase());
    expect(link.searchParams.get("return")).toBe("/skills/json-diff");
    const token = tokenOf(link);
    expect(await everythingStored()).not.toContain(token);
    expect(await database().account.count({ where: { email } })).toBe(0);
    expect(await findJoining(token)).toMatchObject({ state: "ready", email, accountId: null });
    const { accountId, username, isOnlyWayIn, isNew } = await joinByMail(token);
    expect(isNew).toBe(true);
    expect(await joinByMail(tokenOf(await ask(email)))).toMatchObject({ accountId, isNew: false });
    expect(username).toMatch(/^user-[0-9a-f]{10}$/);
    expect(isOnlyWayIn).toBe(true);
    expect(await database().account.findUnique({ where: { id: accountId } })).toMatchObject({
      email,
      username,
    });
    expect(await database().apiKey.count({ where: { accountId } })).toBe(0);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test("works once, however often it is used at once, and tells that it was used", async () => {
    const token = tokenOf(await ask(newEmail()));
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => joinByMail(token)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(joinByMail(token)).rejects.toMatchObject({ code: "CLAIM_TOKEN_INVALID" });
    expect(await findJoining(token)).toMatchObject({ state: "used" });
  });

  test("is over after an hour", async () => {
    const email = newEmail();
    const token = tokenOf(await ask(email));
    const late = fakeClock(new Date(Date.now() + JOIN_LINK_MINUTES * 60_000));
    await expect(joinByMail(token, late)).rejects.toMatchObject({ code: "CLAIM_TOKEN_INVALID" });
    expect(await findJoining(token, late)).toMatchObject({ state: "expired" });
    expect(await database().account.count({ where: { email } })).toBe(0);
  });

  test("is no link of a registration: it mails no key, and sets no password later", async () => {
    const token = tokenOf(await ask(newEmail()));
    await expect(confirmRegistration(token)).rejects.toMatchObject({ code: "CLAIM_TOKEN_INVALID" });
    await joinByMail(token);
    await expect(completeAccount({ token, password: "a long enough password" })).rejects.toMatchObject({
      code: "CLAIM_TOKEN_INVALID",
    });
  });

  test("lets into the account that the address has, which stays as it is and guards itself as before", async () => {
    const email = newEmail();
    const account = await createAccount({ username: uniqueName("user"), email, emailVerified: true });
    await database().account.update({
      where: { id: account.accountId },
      data: { passwordHash: "of a password" },
    });
    const { key } = await createApiKey(account, "of before");
    expect(await joinByMail(tokenOf(await ask(email)))).toMatchObject({
      accountId: account.accountId,
      username: account.username,
      isOnlyWayIn: false,
    });
    expect(await authenticateApiKey(key)).toMatchObject({ accountId: account.accountId });
  });

  test("takes an account that never proved the address from whoever opened it", async () => {
    const email = newEmail();
    const squatter = await createAccount({ username: uniqueName("user"), email });
    const { key } = await createApiKey(squatter, "of the squatter");
    await joinByMail(tokenOf(await ask(email)));
    await expect(authenticateApiKey(key)).rejects.toMatchObject({ code: "AUTH_FAILED" });
  });
});

test.each([undefined, null, 7, "", "nothing", "x".repeat(10_000)])(
  "no link has the token %j",
  async (token) => {
    expect(await findJoining(token)).toBeNull();
    await expect(joinByMail(token)).rejects.toMatchObject({ code: "CLAIM_TOKEN_INVALID" });
  },
);

test("an address is sent six such links an hour, and what others have sent to it does not count", async () => {
  const email = newEmail();
  const asked = await Promise.allSettled(
    Array.from({ length: 9 }, () => requestJoining({ email, locale: "ko", returnTo: "/" })),
  );
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
  await expect(requestJoining({ email, locale: "ko", returnTo: "/" })).rejects.toMatchObject({
    code: "RATE_LIMITED",
  });
});

test("what is no address is refused, and nothing is sent", async () => {
  await expect(requestJoining({ email: "nobody", locale: "en", returnTo: "/" })).rejects.toMatchObject({
    code: "REQUEST_INVALID",
  });
});
