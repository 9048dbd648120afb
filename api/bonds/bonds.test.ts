import { Keypair, VersionedTransaction } from "@solana/web3.js";
import { beforeAll, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { currentBondTerms } from "@/lib/audits/bond/bond-settings";
import { prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import { CallMarket } from "@/lib/running/testing/call-market";

const [arbiter, council] = [Keypair.generate(), Keypair.generate()];
const addressOf = ({ publicKey }: Keypair) => publicKey.toBase58();
const market = new CallMarket({
  BOND_ARBITER_ADDRESS: addressOf(arbiter),
  BOND_COUNCIL_ADDRESS: addressOf(council),
});

beforeAll(async () => {
  for (const party of [arbiter, council])
    await market.rpc("requestAirdrop", [addressOf(party), 1_000_000_000]);
});

const post = (path: string, json: unknown) => call("POST", path, { json });

/** Base64 in, base64 out, as a wallet that signs. */
function sign(transaction: unknown, signer: Keypair): string {
  const decoded = VersionedTransaction.deserialize(Buffer.from(String(transaction), "base64"));
  decoded.sign([signer]);
  return Buffer.from(decoded.serialize()).toString("base64");
}

/** As long after the last look at this deposit as sellers take one to hold. */
const lookedLongAgo = (vaultAddress: string) =>
  market.database().bond.update({ where: { vaultAddress }, data: { checkedAt: new Date(0) } });

test("a deposit over HTTP: opened with one signature, seen, refunded by two, and missed by the next buyer", async () => {
  const path = `/v1/skills/${market.skill.slug}/bonds`;
  const creator = addressOf(market.creator);
  const opening = await post(`${path}/opening`, { creator });
  expect(opening.body).toMatchObject({ deposit_lamports: "500000000", rent_lamports: "5400960" });
  const vault = String(opening.body["vault"]);
  const transaction = sign(opening.body["transaction"], market.creator);
  expect((await post(`${path}/opening`, { creator, transaction })).body).toMatchObject({
    vault,
    transaction: null,
  });
  market.ledger.advance(40);
  expect((await post(path, { vault })).body).toEqual({ state: "locked", lamports: "500000000" });

  const ask = () =>
    post("/v1/quotes", {
      skill: market.skill.slug,
      payer: addressOf(market.buyer),
      input: { text: "x" },
    });
  await lookedLongAgo(vault);
  expect((await ask()).status).toBe(201);

  const move = { kind: "refund", signers: [creator, addressOf(arbiter)] };
  expectProblem(await post(`/v1/bonds/${vault}/moves`, { ...move, kind: "slash" }), 422, "BOND_MOVE_REFUSED");
  const asked = await post(`/v1/bonds/${vault}/moves`, move);
  const { nonce_opening: unsigned } = asked.body as { nonce_opening: Record<string, string> };
  expect(asked.body).toMatchObject({ transaction: null, nonce_opening: { rent_lamports: "1447680" } });
  const nonce_opening = sign(unsigned["transaction"], market.creator);
  expectProblem(
    await post(`/v1/bonds/${vault}/moves`, { ...move, nonce_opening: unsigned["transaction"] }),
    422,
    "BOND_MOVE_REFUSED",
  );
  await post(`/v1/bonds/${vault}/moves`, { ...move, nonce_opening });
  market.ledger.advance(1);
  const prepared = await post(`/v1/bonds/${vault}/moves`, move);
  expect(prepared.body["nonce_opening"]).toBeNull();
  expect(prepared.body["destination"]).toBe(creator);
  const hand = (signed: string) =>
    post(`/v1/bonds/${vault}/signatures`, { kind: "refund", transaction: signed });
  expectProblem(await hand(String(prepared.body["transaction"])), 422, "BOND_MOVE_REFUSED");
  const first = await hand(sign(prepared.body["transaction"], market.creator));
  expect(first.body["move"]).toMatchObject({ state: "waiting", signed: [creator] });

  const { bond } = (await call("GET", `/v1/bonds/${vault}`)).body as {
    bond: { moves: [{ transaction: string }] };
  };
  const second = await hand(sign(bond.moves[0].transaction, arbiter));
  expect(second.body["move"]).toMatchObject({ state: "sent", transaction: null });
  market.ledger.advance(40);
  await lookedLongAgo(vault);
  const refused = await ask();
  expectProblem(refused, 409, "AUDIT_STATE_CHANGED");
  expect(refused.body["audit_state"]).toBe("Unverified");
  expect((await ask()).status).toBe(201); // now as what it is
  await finishMoves({ chain: market.context.connection, terms: currentBondTerms() });
  expect((await call("GET", `/v1/bonds/${vault}`)).body["bond"]).toMatchObject({
    state: "released",
    lamports: "0",
    moves: [{ state: "done", signed: [creator, addressOf(arbiter)] }],
  });
});

test("a deposit that was opened when others were named: its parties are told, sign, and hold the sale", async () => {
  const former = { arbiter: addressOf(Keypair.generate()), council: addressOf(Keypair.generate()) };
  const creator = addressOf(market.creator);
  const before = { chain: market.context.connection, terms: { ...currentBondTerms(), ...former } };
  const request = { versionId: market.skill.versionId, creator };
  const { transaction } = await prepareBondOpening(request, before);
  const signed = sign(Buffer.from(transaction).toString("base64"), market.creator);
  const { vault } = await sendBondOpening({ ...request, transaction: Buffer.from(signed, "base64") }, before);
  market.ledger.advance(40);
  const seen = await post(`/v1/skills/${market.skill.slug}/bonds`, { vault });
  expect(seen.body).toEqual({ state: "locked", lamports: "500000000" });
  expect((await call("GET", `/v1/bonds/${vault}`)).body["bond"]).toMatchObject({
    parties: { creator, ...former },
    required_lamports: "500000000",
  });

  await lookedLongAgo(vault);
  const quote = { skill: market.skill.slug, payer: addressOf(market.buyer), input: { text: "x" } };
  expect((await post("/v1/quotes", quote)).status).toBe(201);
  expect((await call("GET", `/v1/bonds/${vault}`)).body["bond"]).toMatchObject({ state: "locked" });

  const move = (other: string) =>
    post(`/v1/bonds/${vault}/moves`, { kind: "refund", signers: [creator, other] });
  expectProblem(await move(addressOf(arbiter)), 422, "BOND_MOVE_REFUSED");
  expect((await move(former.council)).body).toMatchObject({ destination: creator });
});

test("a vault nobody has seen is not known here", async () => {
  expectProblem(await call("GET", `/v1/bonds/${addressOf(arbiter)}`), 404, "NOT_FOUND");
  expectProblem(await call("GET", "/v1/bonds/x"), 400, "REQUEST_INVALID");
});
