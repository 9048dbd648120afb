import { Keypair, VersionedTransaction } from "@solana/web3.js";
import { expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import { CallMarket } from "@/lib/running/testing/call-market";

// A market whose settings name nobody any more, and that took deposits when they did.
const market = new CallMarket();
const [arbiter, council] = [Keypair.generate(), Keypair.generate()];
const addressOf = ({ publicKey }: Keypair) => publicKey.toBase58();
const post = (path: string, json: unknown) => call("POST", path, { json });

function sign(transaction: unknown, ...signers: Keypair[]): Buffer {
  const decoded = VersionedTransaction.deserialize(Buffer.from(String(transaction), "base64"));
  decoded.sign(signers);
  return Buffer.from(decoded.serialize());
}

test("a deposit that is left is paid out, nothing is sold on it afterwards, and none is taken", async () => {
  const creator = addressOf(market.creator);
  const terms = {
    requiredLamports: 500_000_000n,
    arbiter: addressOf(arbiter),
    council: addressOf(council),
    former: [],
  };
  const before = { chain: market.context.connection, terms };
  const request = { versionId: market.skill.versionId, creator };
  const opening = await prepareBondOpening(request, before);
  const signed = sign(Buffer.from(opening.transaction).toString("base64"), market.creator);
  const { vault } = await sendBondOpening({ ...request, transaction: signed }, before);
  market.ledger.advance(40);
  await observeBond({ versionId: market.skill.versionId, vaultAddress: vault }, before);

  const path = `/v1/bonds/${vault}`;
  const move = { kind: "refund", signers: [creator, addressOf(arbiter)] };
  const { nonce_opening: nonce } = (await post(`${path}/moves`, move)).body as {
    nonce_opening: { transaction: string };
  };
  const opened = sign(nonce.transaction, market.creator).toString("base64");
  await post(`${path}/moves`, { ...move, nonce_opening: opened });
  market.ledger.advance(1);
  const unsigned = (await post(`${path}/moves`, move)).body["transaction"];
  const transaction = sign(unsigned, market.creator, arbiter).toString("base64");
  const sent = await post(`${path}/signatures`, { kind: "refund", transaction });
  expect(sent.body["move"]).toMatchObject({ state: "sent" });
  market.ledger.advance(40);

  // Seen while the clock was ahead: that says nothing of how long ago it was.
  const checkedAt = new Date(Date.now() + 3_600_000);
  await market.database().bond.update({ where: { vaultAddress: vault }, data: { checkedAt } });
  const quote = { skill: market.skill.slug, payer: addressOf(market.buyer), input: { text: "x" } };
  expectProblem(await post("/v1/quotes", quote), 409, "AUDIT_STATE_CHANGED");
  const bonds = `/v1/skills/${market.skill.slug}/bonds`;
  expectProblem(await post(`${bonds}/opening`, { creator }), 422, "BOND_NOT_LOCKED");
  expectProblem(await post(bonds, { vault: addressOf(council) }), 422, "BOND_NOT_LOCKED");
});
