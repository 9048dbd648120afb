import { generateKeyPairSync } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { PlatformKey } from "@/lib/log/attestation/platform-key";
import { bondedMarket, DEPOSIT } from "@/lib/audits/bond/testing/bonded-market";
import { prepareBondOpening } from "@/lib/audits/bond/open-bond";
import { vaultPlace } from "@/lib/audits/bond/vault-instructions";
import { sha256Hex } from "@/lib/kernel/digest";
import { confirmDemoDeposits, openDemoDeposits } from "@/lib/publishing/seed-catalogue";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { buildSkillPackage, makeAccount, publishNow, uniqueName } from "@/lib/testing/builders";

const { market, terms, stateOf } = bondedMarket();

let key: PlatformKey;
let account: Awaited<ReturnType<typeof makeAccount>>;
beforeAll(async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  key = { privateKey, publicKey, keyId: addressOfKey(publicKey) };
  account = await makeAccount({ address: key.keyId });
});

async function published(annotations: object = {}) {
  const name = uniqueName("demo");
  const paid = { lamports: 0n, payee: key.keyId };
  const skillPackage = buildSkillPackage({ name, paid, frontMatter: { annotations } });
  return { slug: name, versionId: (await publishNow(skillPackage, account)).versionId };
}
const deposits = () => ({ chain: market.context.connection, terms });
const start = async (versionId: string) => {
  const sent = await openDemoDeposits([{ versionId, key }], deposits());
  market.ledger.advance(40);
  return confirmDemoDeposits(sent, deposits());
};
const bondsOf = (versionId: string) =>
  market.database().bond.findMany({ where: { versionId }, select: { state: true, amountLamports: true } });

test("a starter skill becomes Optimistic, a destructive one with half as much again; a second start does nothing", async () => {
  const [plain, destructive] = [
    await published(),
    await published({ destructiveHint: true, readOnlyHint: false }),
  ];
  expect([await start(plain.versionId), await start(destructive.versionId)]).toEqual([1, 1]);
  expect([await stateOf(plain.slug), await stateOf(destructive.slug)]).toEqual(["Optimistic", "Optimistic"]);
  expect(await start(plain.versionId)).toBe(0);
  expect(await bondsOf(plain.versionId)).toEqual([{ state: "locked", amountLamports: DEPOSIT }]);
  expect(await bondsOf(destructive.versionId)).toEqual([
    { state: "locked", amountLamports: (DEPOSIT * 3n) / 2n },
  ]);
});

test.each(["after it was sent", "before it was sent"])(
  "a start that ended %s is finished by the next, with one deposit",
  async (when) => {
    const { slug, versionId } = await published();
    const request = { versionId, creator: key.keyId };
    if (when === "after it was sent") {
      await openDemoDeposits([{ versionId, key }], deposits());
      market.ledger.advance(1);
    } else {
      // What is written down before it is sent: the row is there, the transaction is not.
      const { vault } = await prepareBondOpening(request, deposits());
      const signature = `never sent ${versionId}`;
      await market.database().bondOpening.create({
        data: {
          signature,
          versionId,
          vaultAddress: vault,
          arbiter: terms.arbiter,
          council: terms.council,
          sentAt: new Date(),
        },
      });
    }
    expect(await start(versionId)).toBe(1);
    expect(await stateOf(slug)).toBe("Optimistic");
    expect(await bondsOf(versionId)).toHaveLength(1);
    // The next deposit of this version would lie in the second place: nothing was locked twice.
    const second = await vaultPlace(key.keyId, sha256Hex(versionId).slice(0, 24), 1);
    expect((await prepareBondOpening(request, deposits())).vault).toBe(second.vault);
  },
);

test("a skill of somebody else under that name is left alone, and the start goes on", async () => {
  const other = await makeAccount();
  const { versionId } = await publishNow(buildSkillPackage({ name: uniqueName("taken") }), other);
  expect(await start(versionId)).toBe(0);
  expect(await bondsOf(versionId)).toEqual([]);
});
