import { expect, test } from "vitest";
import { purgeAged } from "@/lib/db/purge-rows";
import { fakeClock } from "@/lib/kernel/clock";
import { createAccount, findOrCreateAccountByWallet } from "@/lib/identity/accounts/accounts";
import { issueSignInChallenge, takeSignInChallenge } from "@/lib/identity/wallets/sign-in-challenge";
import { linkWallet } from "@/lib/identity/wallets/own-wallets";
import { answer, askWallet, newWallet } from "@/lib/identity/testing/signing-wallet";
import { getActorOf } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

test("an honest answer proves the address, once", async () => {
  const wallet = newWallet();
  const attempt = answer(wallet, await issueSignInChallenge(wallet.address));
  expect(await takeSignInChallenge(attempt)).toBe(wallet.address);
  await expect(takeSignInChallenge(attempt)).rejects.toMatchObject({ code: "SIGN_IN_CHALLENGE_INVALID" });
});

test("of eight answers at once one counts", async () => {
  const wallet = newWallet();
  const attempt = answer(wallet, await issueSignInChallenge(wallet.address));
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeSignInChallenge(attempt)));
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
});

test("an answer from another browser is refused and does not use the question up", async () => {
  const wallet = newWallet();
  const attempt = answer(wallet, await issueSignInChallenge(wallet.address));
  for (const cookie of [undefined, "", "other"]) {
    await expect(takeSignInChallenge({ ...attempt, cookie })).rejects.toMatchObject({
      code: "SIGN_IN_CHALLENGE_INVALID",
    });
  }
  expect(await takeSignInChallenge(attempt)).toBe(wallet.address);
});

test("another key cannot sign in for the address, and the question is used up", async () => {
  const victim = newWallet();
  const issued = await issueSignInChallenge(victim.address);
  await expect(takeSignInChallenge(answer(newWallet(), issued))).rejects.toMatchObject({
    code: "SIGN_IN_SIGNATURE_INVALID",
    details: { reason: "bad_signature" },
  });
  await expect(takeSignInChallenge(answer(victim, issued))).rejects.toMatchObject({
    code: "SIGN_IN_CHALLENGE_INVALID",
  });
});

test.each([
  ["the domain", (text: string) => text.replace(/^[^ ]+/, "evil.example"), "domain_mismatch"],
  [
    "the statement",
    (text: string) => text.replace("moves no money", "moves all money"),
    "statement_mismatch",
  ],
  ["the chain", (text: string) => text.replace(/Chain ID: \w+/, "Chain ID: testnet"), "chainId_mismatch"],
])("a text that differs in %s is refused", async (_name, change, reason) => {
  const wallet = newWallet();
  const issued = await issueSignInChallenge(wallet.address);
  const changed = change(issued.text);
  expect(changed).not.toBe(issued.text);
  await expect(takeSignInChallenge(answer(wallet, issued, changed))).rejects.toMatchObject({
    code: "SIGN_IN_SIGNATURE_INVALID",
    details: { reason },
  });
});

test("after five minutes the question is too old, and is swept away", async () => {
  const clock = fakeClock("2026-11-21T10:00:00Z");
  const wallet = newWallet();
  const issued = await issueSignInChallenge(wallet.address, clock);
  clock.advanceMs(5 * 60_000);
  await expect(takeSignInChallenge(answer(wallet, issued), clock)).rejects.toMatchObject({
    code: "SIGN_IN_CHALLENGE_INVALID",
  });
  await issueSignInChallenge(wallet.address, clock);
  await issueSignInChallenge(wallet.address, fakeClock(new Date(clock.now().getTime() + 1)));
  clock.advanceMs(5 * 60_000);
  expect(await purgeAged("SignInChallenges", clock.now())).toBe(1);
  const stays = { expiresAt: new Date(clock.now().getTime() + 1) };
  expect(await database().signInChallenge.count({ where: stays })).toBe(1);
});

test.each(["", "x", "1".repeat(100_000)])("no question is put to %.10j", async (address) => {
  await expect(issueSignInChallenge(address)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
});

test("the cookie is stored as a hash only", async () => {
  const { cookie } = await issueSignInChallenge(newWallet().address);
  expect(JSON.stringify(await database().signInChallenge.findMany())).not.toContain(cookie);
});

test("a proven wallet is linked to one's account, and never to a second one", async () => {
  const wallet = newWallet();
  await createAccount({ username: "ada" });
  const ada = await getActorOf("ada");
  const link = async (actor: typeof ada) => linkWallet(actor, await askWallet(wallet));
  await link(ada);
  await link(ada);
  expect((await findOrCreateAccountByWallet(wallet.address)).id).toBe(ada.accountId);
  await createAccount({ username: "eve" });
  await expect(link(await getActorOf("eve"))).rejects.toMatchObject({ code: "WALLET_ALREADY_LINKED" });
});
