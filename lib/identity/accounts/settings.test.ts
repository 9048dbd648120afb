import { expect, test } from "vitest";
import { changePassword, checkPassword } from "@/lib/identity/passwords/own-password";
import { endSessions } from "@/lib/identity/sessions/end-sessions";
import { findActorOfSession } from "@/lib/identity/accounts/accounts";
import { hashPassword } from "@/lib/identity/passwords/password";
import { unlinkWallet } from "@/lib/identity/wallets/own-wallets";
import { getActorOf, makeAccount, newAddress, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

/** With a wallet, and an address that is proven unless `isProven` is false. */
async function somebody({ password, isProven = true }: { password?: string; isProven?: boolean } = {}) {
  const { accountId, username, address } = await makeAccount();
  const email = `${uniqueName("ann")}@example.org`;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  await database().account.update({
    where: { id: accountId },
    data: { email, emailVerifiedAt: isProven ? new Date() : null, passwordHash },
  });
  return { actor: await getActorOf(username), accountId, address, email };
}

async function addWallet(accountId: string): Promise<string> {
  const address = newAddress();
  await database().wallet.create({ data: { address, accountId } });
  return address;
}

test("the last way into an account cannot be taken off", async () => {
  for (const password of [undefined, "a long password"]) {
    const { actor, address } = await somebody({ isProven: false, ...(password && { password }) });
    await expect(unlinkWallet(actor, { address })).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  }
});

test("of two wallets unlinked at once, one stays", async () => {
  const { actor, accountId, address } = await somebody({ isProven: false });
  const second = await addWallet(accountId);
  const outcomes = await Promise.allSettled([
    unlinkWallet(actor, { address }),
    unlinkWallet(actor, { address: second }),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await database().wallet.count({ where: { accountId } })).toBe(1);
});

test("with a proven address the last wallet may go, as a link to it signs in, and its session ends", async () => {
  const { actor, accountId, address } = await somebody();
  const session = { accountId, sessionVersion: 1, address };
  expect(await findActorOfSession(session)).not.toBeNull();
  await unlinkWallet(actor, { address });
  expect(await findActorOfSession(session)).toBeNull();
});

test("nobody unlinks another account's wallet", async () => {
  const { actor } = await somebody({ password: "a long password" });
  const { address } = await somebody();
  await expect(unlinkWallet(actor, { address })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a password is changed only by who knows it, and ends every session", async () => {
  const { actor, accountId, email } = await somebody({ password: "a long password" });
  const wrong = changePassword(actor, {
    current: "another password",
    password: "a newer password",
    endKeys: false,
  });
  await expect(wrong).rejects.toMatchObject({ code: "AUTH_FAILED" });
  const short = changePassword(actor, { current: "a long password", password: "short", endKeys: false });
  await expect(short).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  await changePassword(actor, { current: "a long password", password: "a newer password", endKeys: false });
  expect(await checkPassword(email, "a long password")).toBeNull();
  expect(await checkPassword(email, "a newer password")).toMatchObject({ accountId });
  expect(await findActorOfSession({ accountId, sessionVersion: 1, address: null })).toBeNull();
});

test("an account without a password has none to change", async () => {
  const { actor } = await somebody();
  const change = changePassword(actor, { current: "", password: "a newer password", endKeys: false });
  await expect(change).rejects.toMatchObject({ code: "AUTH_FAILED" });
});

test("all sessions end at once", async () => {
  const { actor, accountId, address } = await somebody();
  const session = { accountId, sessionVersion: 1, address };
  expect(await findActorOfSession(session)).not.toBeNull();
  await endSessions(actor);
  expect(await findActorOfSession(session)).toBeNull();
});
