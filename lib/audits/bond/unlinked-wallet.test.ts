import { expect, test } from "vitest";
import { hasHeldDeposit } from "@/lib/audits/bond/deposits";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { bondedMarket, DEPOSIT } from "@/lib/audits/bond/testing/bonded-market";
import { listHolds } from "@/lib/ownership/account-closing/close-account";
import { unlinkWallet } from "@/lib/identity/wallets/own-wallets";
import { getActorOf, newAddress } from "@/lib/testing/builders";

const { market, creator, around, bonded, bondOf, kinds, stateOf } = bondedMarket();

test("a deposit is where it is, also when the wallet that made it is taken off the account", async () => {
  const { slug, versionId, vault } = await bonded();
  const address = creator.publicKey.toBase58();
  const { account } = await market
    .database()
    .wallet.findUniqueOrThrow({ where: { address }, select: { account: true } });
  const another = { address: newAddress(), accountId: account.id, createdAt: new Date() };
  await market.database().wallet.create({ data: another });
  const actor = await getActorOf(account.username);
  await unlinkWallet(actor, { address });

  const seen = await observeBond({ versionId, vaultAddress: vault }, around());
  expect(seen).toEqual({ state: "locked", lamports: DEPOSIT });
  expect([await stateOf(slug), await kinds(versionId)]).toEqual(["Optimistic", ["bond:locked"]]);
  // So it goes on holding what it held: the skill, and the account.
  const { version } = await market.database().bond.findUniqueOrThrow({
    where: { vaultAddress: vault },
    select: { version: { select: { skillId: true } } },
  });
  expect(await hasHeldDeposit(market.database(), version.skillId)).toBe(true);
  expect(await listHolds(actor)).toMatchObject([{ kind: "deposit", slug }]);

  // One that had left its vault comes back from a wallet of the owner, and from no other.
  const { id } = await bondOf(vault);
  await market.database().bond.update({ where: { id }, data: { state: "released", amountLamports: 0n } });
  expect(await observeBond({ versionId, vaultAddress: vault }, around())).toMatchObject({
    state: "released",
  });
});
