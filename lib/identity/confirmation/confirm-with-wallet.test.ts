import { expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import {
  confirmWithWallet,
  CONFIRMED_FOR_MINUTES,
  isConfirmed,
} from "@/lib/identity/confirmation/confirmation";
import { createApiKey, listApiKeys } from "@/lib/identity/keys/own-keys";
import { findActorOfSession } from "@/lib/identity/accounts/accounts";
import { issueSignInChallenge } from "@/lib/identity/wallets/sign-in-challenge";
import { answer, askWallet, newWallet, type SigningWallet } from "@/lib/identity/testing/signing-wallet";
import { unlinkWallet } from "@/lib/identity/wallets/own-wallets";
import { getActorOf, makeAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";

const database = testDatabase();
const REQUIRED = { code: "CONFIRMATION_REQUIRED" };
const NOT_PROVEN = { code: "SIGN_IN_SIGNATURE_INVALID" };

/** Somebody with two wallets, whose session is an old one of the first. */
async function somebody() {
  const [first, second] = [newWallet(), newWallet()];
  const { username, accountId } = await makeAccount({ address: first.address });
  await database().wallet.create({ data: { address: second.address, accountId } });
  const identity = { accountId, address: first.address, sessionVersion: 1 };
  const at = Date.now() - CONFIRMED_FOR_MINUTES * 60_000;
  const actor = await findActorOfSession({ ...identity, confirmed: { at, wallet: first.address } });
  if (!actor) throw new Error("the session should count");
  /** The session as its cookie opens it from now on. */
  const reopened = ({ session }: Actor) =>
    findActorOfSession({
      ...identity,
      confirmed: { at: session?.confirmedAt.getTime() ?? 0, wallet: session?.confirmedBy ?? null },
    });
  return { username, accountId, first, second, actor, reopened };
}

const confirm = async (actor: Actor, wallet: SigningWallet) =>
  confirmWithWallet(actor, await askWallet(wallet));

test("any wallet of the account confirms its session, with a signature made now", async () => {
  const { actor, first, second, reopened } = await somebody();
  await expect(createApiKey(actor, "before")).rejects.toMatchObject(REQUIRED);
  for (const wallet of [first, second]) {
    const again = await reopened(await confirm(actor, wallet));
    if (!again) throw new Error("the session should count");
    expect(again.address).toBe(first.address);
    await createApiKey(again, "after");
  }
});

test("another account's wallet confirms nothing, and neither does one that nobody has linked", async () => {
  const { actor } = await somebody();
  const thief = await somebody();
  await expect(confirm(actor, thief.first)).rejects.toMatchObject(NOT_PROVEN);
  await expect(confirm(actor, newWallet())).rejects.toMatchObject(NOT_PROVEN);
});

test("a question put to another wallet, or in another browser, or answered before, confirms nothing", async () => {
  const { actor, first } = await somebody();
  const thief = newWallet();
  const forThief = await issueSignInChallenge(thief.address);
  await expect(confirmWithWallet(actor, answer(first, forThief))).rejects.toMatchObject(NOT_PROVEN);
  const [mine, other] = [await askWallet(first), await askWallet(first)];
  const elsewhere = confirmWithWallet(actor, { ...mine, cookie: other.cookie });
  await expect(elsewhere).rejects.toMatchObject({ code: "SIGN_IN_CHALLENGE_INVALID" });
  await confirmWithWallet(actor, mine);
  await expect(confirmWithWallet(actor, mine)).rejects.toMatchObject({ code: "SIGN_IN_CHALLENGE_INVALID" });
});

test("a program with an API key is confirmed by no wallet", async () => {
  const { username, first } = await somebody();
  const program = await authenticateApiKey((await createApiKey(await getActorOf(username), "agent")).key);
  await expect(confirm(program, first)).rejects.toMatchObject(REQUIRED);
});

test("what a wallet has confirmed is confirmed no more once it is unlinked; the session goes on", async () => {
  const { username, actor, second, reopened } = await somebody();
  const confirmed = await confirm(actor, second);
  await unlinkWallet(await getActorOf(username), { address: second.address });
  const again = await reopened(confirmed);
  expect(again && isConfirmed(again)).toBe(false);
  await expect(confirm(actor, second)).rejects.toMatchObject(NOT_PROVEN);
});

test("of unlinking the wallet and using what it confirmed at the same moment, the later is refused", async () => {
  const { accountId, actor, second } = await somebody();
  const confirmed = await confirm(actor, second);
  const late = whileHeld(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Accounts" WHERE "id" = ${accountId} FOR NO KEY UPDATE`;
      await tx.wallet.delete({ where: { address: second.address } });
    },
    () => createApiKey(confirmed, "of a thief"),
  );
  await expect(late).rejects.toMatchObject(REQUIRED);
  expect(await listApiKeys(actor)).toEqual([]);
});
