import { expect, test } from "vitest";
import { systemClock } from "@/lib/kernel/clock";
import { answerDeviceLogin, beginDeviceLogin, redeemDeviceCode } from "@/lib/identity/devices/device-login";
import { confirmWithWallet } from "@/lib/identity/confirmation/confirmation";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { createApiKey, listApiKeys, listKeysOfWallet, makeKeyWithWallet } from "@/lib/identity/keys/own-keys";
import { askWallet, answer, newWallet } from "@/lib/identity/testing/signing-wallet";
import { issueSignInChallenge } from "@/lib/identity/wallets/sign-in-challenge";
import { unlinkWallet } from "@/lib/identity/wallets/own-wallets";
import { getActorOf, makeAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";

const database = testDatabase();
const ENDED = { code: "AUTH_FAILED" };

/** Somebody with two wallets, and keys by every way that a signature of the first leads to. */
async function somebody() {
  const [first, second] = [newWallet(), newWallet()];
  const { username, accountId } = await makeAccount({ address: first.address });
  await database().wallet.create({ data: { address: second.address, accountId } });
  const byPassword = await getActorOf(username);
  const byFirst = await confirmWithWallet(byPassword, await askWallet(first));
  const letIn = async (fetches: boolean) => {
    const { deviceCode, userCode } = await beginDeviceLogin("a program");
    await answerDeviceLogin(byFirst, userCode, "approved");
    if (!fetches) return deviceCode;
    const taken = await redeemDeviceCode(deviceCode);
    return "key" in taken ? taken.key : "";
  };
  const signed = answer(first, await issueSignInChallenge(first.address, systemClock, "key"));
  const { key: bySignature } = await makeKeyWithWallet(signed, "signed for");
  const program = await authenticateApiKey(bySignature);
  const ends = {
    "by a signature alone": bySignature,
    "in a session it confirmed": (await createApiKey(byFirst, "confirmed")).key,
    "by a program it let in": await letIn(true),
    "by a program with such a key": (await createApiKey(program, "of a program")).key,
  };
  const confirmedBySecond = await confirmWithWallet(byPassword, await askWallet(second));
  const stays = {
    "by password": (await createApiKey(byPassword, "by password")).key,
    "by the other wallet": (await createApiKey(confirmedBySecond, "other")).key,
  };
  return { accountId, username, actor: byPassword, first, byFirst, ends, stays, waiting: await letIn(false) };
}

test("with a wallet end the keys its signature led to, by every way, and no others", async () => {
  const { actor, first, ends, stays, waiting } = await somebody();
  const shown = listKeysOfWallet(await listApiKeys(actor), first.address).map(({ prefix }) => prefix);
  expect(shown.toSorted()).toEqual(
    Object.values(ends)
      .map((key) => key.slice(0, 11))
      .toSorted(),
  );
  await unlinkWallet(actor, { address: first.address });
  for (const key of Object.values(ends)) await expect(authenticateApiKey(key)).rejects.toMatchObject(ENDED);
  for (const key of Object.values(stays)) await authenticateApiKey(key);
  expect(await redeemDeviceCode(waiting)).toEqual({ error: "invalid_grant" });
  expect(listKeysOfWallet(await listApiKeys(actor), first.address)).toEqual([]);
});

test("they stay if their owner wants that", async () => {
  const { actor, first, ends, stays, waiting } = await somebody();
  await unlinkWallet(actor, { address: first.address, keepKeys: true });
  for (const key of [...Object.values(ends), ...Object.values(stays)]) await authenticateApiKey(key);
  expect(await redeemDeviceCode(waiting)).toHaveProperty("key");
});

test("a wallet that cannot be unlinked ends no key", async () => {
  const { first, ends } = await somebody();
  const stranger = await getActorOf((await makeAccount()).username);
  await expect(unlinkWallet(stranger, { address: first.address })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  for (const key of Object.values(ends)) await authenticateApiKey(key);
});

test("a key that is made while its wallet is unlinked is refused", async () => {
  const { accountId, actor, byFirst, first } = await somebody();
  const late = whileHeld(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Accounts" WHERE "id" = ${accountId} FOR NO KEY UPDATE`;
      await tx.wallet.delete({ where: { address: first.address } });
    },
    () => createApiKey(byFirst, "too late"),
  );
  await expect(late).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  expect((await listApiKeys(actor)).map(({ name }) => name)).not.toContain("too late");
});
