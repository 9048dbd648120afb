import { createPrivateKey, createPublicKey } from "node:crypto";
import type { Keypair } from "@solana/web3.js";
import { beforeAll, describe, expect, test } from "vitest";
import type { PlatformKey } from "@/lib/log/attestation/platform-key";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { signBondMove } from "@/lib/audits/bond/move-bond";
import { signByItself } from "@/lib/audits/bond/sign-by-itself";
import { DEPOSIT, bondedMarket, sign } from "@/lib/audits/bond/testing/bonded-market";

const {
  market,
  creator,
  arbiter,
  council,
  challenger,
  around,
  bonded,
  prepared,
  challenged,
  stateOf,
  balanceOf,
  bondOf,
} = bondedMarket();

const PKCS8_PREFIX = "302e020100300506032b657004220420";
const SEED_BYTES = 32;

function keyOf({ secretKey, publicKey }: Keypair): PlatformKey {
  const der = Buffer.concat([Buffer.from(PKCS8_PREFIX, "hex"), secretKey.subarray(0, SEED_BYTES)]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { privateKey, publicKey: createPublicKey(privateKey), keyId: publicKey.toBase58() };
}

let own: PlatformKey[];
beforeAll(() => {
  own = [keyOf(arbiter), keyOf(council)];
});
const turn = async (keys = own) => {
  const signed = await signByItself(keys, around());
  market.ledger.advance(40);
  await finishMoves(around());
  return signed;
};

/** The creator signs a refund with another party, as the page does. */
async function asked(vault: string, other: Keypair = arbiter): Promise<void> {
  const unsigned = await prepared(vault, "refund", [creator, other]);
  const request = { vaultAddress: vault, kind: "refund" } as const;
  expect((await signBondMove({ ...request, transaction: sign(unsigned, creator) }, around())).state).toBe(
    "waiting",
  );
}
const openMoves = (vaultAddress: string) =>
  market
    .database()
    .bondMove.findMany({ where: { bond: { vaultAddress }, state: { in: ["waiting", "sent"] } } });

describe("a refund that waits", () => {
  test.each([
    ["the arbiter", arbiter],
    ["the council", council],
  ])("for %s is signed and paid", async (_, other) => {
    const { slug, vault } = await bonded();
    await asked(vault, other);
    const before = await balanceOf(creator);
    expect(await turn()).toBe(1);
    expect((await balanceOf(creator)) - before).toBe(DEPOSIT + 2_039_280n - 10_000n); // two signatures
    expect([(await bondOf(vault)).state, await stateOf(slug)]).toEqual(["released", "Unverified"]);
    expect(await turn()).toBe(0);
  });

  test("is not signed while a challenge is open, and is after it was rejected", async () => {
    const { versionId, vault } = await bonded();
    await asked(vault);
    const { challengeId } = await challenged(versionId, null);
    expect(await turn()).toBe(0);
    expect([(await bondOf(vault)).state, (await openMoves(vault)).length]).toEqual(["locked", 1]);
    const closing = { state: "rejected", decidedAt: new Date(), outcome: "It does not." };
    await market.database().challenge.update({ where: { id: challengeId }, data: closing });
    expect(await turn()).toBe(1);
    expect((await bondOf(vault)).state).toBe("released");
  });

  test("is signed by nobody where this installation has no keys, or others", async () => {
    const { vault } = await bonded();
    await asked(vault);
    expect(await turn([])).toBe(0);
    expect(await turn([keyOf(challenger)])).toBe(0);
    expect((await bondOf(vault)).state).toBe("locked");
    expect(await turn()).toBe(1);
  });

  test("is not begun: nothing moves that nobody has asked for", async () => {
    const { vault } = await bonded();
    expect(await turn()).toBe(0);
    expect([(await bondOf(vault)).state, await openMoves(vault)]).toEqual(["locked", []]);
  });
});

describe("after an upheld challenge", () => {
  test("both pay the challenger, and a refund that waited is dropped", async () => {
    const { versionId, vault } = await bonded();
    await asked(vault);
    await challenged(versionId, "upheld");
    const before = await balanceOf(challenger);
    expect(await turn()).toBe(0); // the account of the nonce first
    expect(await turn()).toBe(1);
    expect((await balanceOf(challenger)) - before).toBe(DEPOSIT + 2_039_280n);
    expect((await bondOf(vault)).state).toBe("slashed");
    expect(await turn()).toBe(0);
  });

  test("one key alone pays nobody", async () => {
    const { versionId, vault } = await bonded();
    await challenged(versionId, "upheld");
    expect(await turn(own.slice(0, 1))).toBe(0);
    expect([(await bondOf(vault)).amountLamports, await openMoves(vault)]).toEqual([DEPOSIT, []]);
  });

  test("a challenger without a wallet is waited for, and keeps no other deposit waiting", async () => {
    const poor = await bonded();
    const { challengeId } = await challenged(poor.versionId, "upheld");
    const nobody = await market.database().account.findFirstOrThrow({ where: { wallets: { none: {} } } });
    await market.database().challenge.update({ where: { id: challengeId }, data: { accountId: nobody.id } });
    const other = await bonded();
    await asked(other.vault);
    expect(await turn()).toBe(1);
    expect([(await bondOf(poor.vault)).amountLamports, (await bondOf(other.vault)).state]).toEqual([
      DEPOSIT,
      "released",
    ]);
  });
});
