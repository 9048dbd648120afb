import { describe, expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import type { Actor } from "@/lib/identity/actor";
import { answerDeviceLogin, beginDeviceLogin } from "@/lib/identity/devices/device-login";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import {
  confirmWithPassword,
  CONFIRMED_FOR_MINUTES,
  isConfirmed,
} from "@/lib/identity/confirmation/confirmation";
import { createApiKey, listApiKeys } from "@/lib/identity/keys/own-keys";
import { findActorOfSession, getAccount } from "@/lib/identity/accounts/accounts";
import { linkWallet, unlinkWallet } from "@/lib/identity/wallets/own-wallets";
import { setFirstPassword } from "@/lib/identity/passwords/first-password";
import { setRole } from "@/lib/identity/accounts/set-role";
import { mailOwner, newEmail } from "@/lib/identity/testing/own-email";
import { askWallet, newWallet } from "@/lib/identity/testing/signing-wallet";
import { requestEmailChange } from "@/lib/identity/email/email-change";
import { getActorOf, makeAccount, makeAdministrator, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { market } from "@/lib/ownership/transfers/testing/market";
import { acceptTransfer, offerTransfer } from "@/lib/ownership/transfers/transfers";

const database = testDatabase();
testBlobStore();

const PASSWORD = "a long enough password";
const WINDOW_MS = CONFIRMED_FOR_MINUTES * 60_000;
const REQUIRED = { code: "CONFIRMATION_REQUIRED" };
const longAgo = () => new Date(Date.now() - WINDOW_MS);

/** What only who has proven to be the person does, each ready to be done by an actor of the account. */
const GUARDED: Record<string, (username: string) => Promise<(actor: Actor) => Promise<unknown>>> = {
  "asking for another address": async () => (actor) =>
    requestEmailChange(actor, { email: newEmail(), locale: "en" }),
  "linking a wallet": async () => async (actor) => linkWallet(actor, await askWallet(newWallet())),
  "unlinking a wallet": async (username) => {
    const { accountId, wallets } = await getAccount((await getActorOf(username)).accountId);
    await database().wallet.create({ data: { address: newWallet().address, accountId } });
    return (actor) => unlinkWallet(actor, { address: wallets[0]?.address ?? "" });
  },
  "letting a program in": async () => {
    const { userCode } = await beginDeviceLogin("a program");
    return (actor) => answerDeviceLogin(actor, userCode, "approved");
  },
  "offering a skill": async (username) => {
    const { ann, bob, name: skill } = await market();
    await database().skill.updateMany({
      where: { slug: skill, ownerId: ann.accountId },
      data: { ownerId: (await getActorOf(username)).accountId },
    });
    return (actor) => offerTransfer({ actor, skill, to: bob.username });
  },
  "accepting a skill": async (username) => {
    const { ann, name: skill } = await market();
    const { transferId } = await offerTransfer({ actor: ann, skill, to: username });
    return (actor) => acceptTransfer({ actor, transferId });
  },
  "closing the account": async (username) => (actor) => closeAccount(actor, { username, locale: "en" }),
};

describe.each(Object.entries(GUARDED))("%s", (_name, prepare) => {
  test("takes a proof of the last quarter of an hour, and is nothing for an API key", async () => {
    const { username } = await makeAccount();
    const act = await prepare(username);
    const program = await authenticateApiKey((await createApiKey(await getActorOf(username), "agent")).key);
    await expect(act(program)).rejects.toMatchObject(REQUIRED);
    await expect(act(await getActorOf(username, longAgo()))).rejects.toMatchObject(REQUIRED);
    await act(await getActorOf(username, new Date(Date.now() - WINDOW_MS + 60_000)));
  });

  test("is refused to a session that was ended since the request began", async () => {
    const { username } = await makeAccount();
    const act = await prepare(username);
    const actor = await getActorOf(username);
    await database().account.update({ where: { username }, data: { sessionVersion: { increment: 1 } } });
    await expect(act(actor)).rejects.toMatchObject(REQUIRED);
  });
});

test("an API key is made by a confirmed session, or by a program with the key that let it in", async () => {
  const { username } = await makeAccount();
  const stale = createApiKey(await getActorOf(username, longAgo()), "of a thief");
  await expect(stale).rejects.toMatchObject(REQUIRED);
  const { key, id } = await createApiKey(await getActorOf(username), "laptop");
  const program = await authenticateApiKey(key);
  await createApiKey(program, "its own");
  await database().apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
  await expect(createApiKey(program, "too late")).rejects.toMatchObject({ code: "AUTH_FAILED" });
  expect(await listApiKeys(program)).toHaveLength(2);
});

test("an administrator makes others only while confirmed", async () => {
  const { username } = await makeAdministrator();
  const { accountId } = await makeAccount();
  const stale = await getActorOf(username, longAgo());
  await expect(setRole(stale, accountId, "administrator")).rejects.toMatchObject(REQUIRED);
  expect((await getAccount(accountId)).role).toBe("member");
  await setRole(await getActorOf(username), accountId, "administrator");
});

test("sending a program away and revoking need no proof: they let nobody in", async () => {
  const { username } = await makeAccount();
  const { userCode } = await beginDeviceLogin("a program");
  await answerDeviceLogin(await getActorOf(username, longAgo()), userCode, "denied");
});

test("a token from before there was this rule is a session, and proves nothing", async () => {
  const { accountId } = await makeAccount();
  const actor = await findActorOfSession({ accountId, address: null, sessionVersion: 1 });
  expect(actor).not.toBeNull();
  expect(actor && isConfirmed(actor)).toBe(false);
});

describe("by the password", () => {
  test("the right one confirms for a quarter of an hour, a wrong one and none nothing", async () => {
    const { actor: owner } = await mailOwner({ password: PASSWORD });
    const actor = await getActorOf(owner.username, longAgo());
    const clock = fakeClock(new Date());
    for (const wrong of ["", "another password", `${PASSWORD} `])
      await expect(confirmWithPassword(actor, wrong, clock)).rejects.toMatchObject({ code: "AUTH_FAILED" });
    const confirmed = await confirmWithPassword(actor, PASSWORD, clock);
    clock.advanceMs(WINDOW_MS - 1);
    expect([isConfirmed(confirmed, clock), isConfirmed(actor, clock)]).toEqual([true, false]);
    clock.advanceMs(1);
    expect(isConfirmed(confirmed, clock)).toBe(false);
  });

  test("an account without one is confirmed by no text, and a program by none at all", async () => {
    const { username, accountId } = await makeAccount();
    const actor = await getActorOf(username);
    await expect(confirmWithPassword(actor, "")).rejects.toMatchObject({ code: "AUTH_FAILED" });
    await setFirstPassword({ accountId, password: PASSWORD });
    const { key } = await createApiKey(await getActorOf(username), "agent");
    const program = await authenticateApiKey(key);
    await expect(confirmWithPassword(program, PASSWORD)).rejects.toMatchObject(REQUIRED);
  });
});
