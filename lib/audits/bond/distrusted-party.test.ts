import { expect, test } from "vitest";
import type { Keypair } from "@solana/web3.js";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { signBondMove } from "@/lib/audits/bond/move-bond";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { recheckBonds } from "@/lib/audits/bond/deposits";
import { addressOf, bondedMarket, DEPOSIT, sign } from "@/lib/audits/bond/testing/bonded-market";
import { fakeClock } from "@/lib/kernel/clock";

// The key of an arbiter was stolen: the operator ends what stands on it, and the money goes where the others say.
const { market, arbiter, council, around, opened, bonded, prepared, challenged, ...bonds } = bondedMarket();
const { stateOf, bondOf, kinds } = bonds;

const distrusting = (party: Keypair) => ({ ...around(), distrusted: [addressOf(party)] });
const later = fakeClock("2030-01-01T00:00:00Z");

test("a deposit with a party that is not trusted any more ends Optimistic, stays on record, and counts again when it is", async () => {
  const { slug, versionId, vault } = await bonded();
  expect(await recheckBonds(distrusting(arbiter), later)).toBeGreaterThan(0);
  expect([await stateOf(slug), await kinds(versionId)]).toEqual([
    "Unverified",
    ["bond:locked", "bond:released"],
  ]);
  expect(await bondOf(vault)).toMatchObject({ amountLamports: DEPOSIT, arbiter: addressOf(arbiter) });
  expect(await observeBond({ versionId, vaultAddress: vault }, around(), later)).toMatchObject({
    state: "locked",
  });
  expect(await stateOf(slug)).toBe("Optimistic");
});

test("one that nobody has seen yet is refused by name", async () => {
  const { versionId, vault } = await opened();
  await expect(observeBond({ versionId, vaultAddress: vault }, distrusting(council))).rejects.toMatchObject({
    code: "BOND_NOT_LOCKED",
    details: { reason: "party_distrusted" },
  });
});

test("it is slashed all the same, past this market too", async () => {
  const { versionId, vault } = await bonded();
  await challenged(versionId, "upheld");
  await observeBond({ versionId, vaultAddress: vault }, distrusting(arbiter));
  const half = sign(await prepared(vault, "slash", [council, arbiter]), council);
  await signBondMove({ vaultAddress: vault, kind: "slash", transaction: half }, around());
  const sent = await around().chain.broadcast(sign(half, arbiter), { rehearse: true });
  expect(sent.outcome).toBe("accepted");
  market.ledger.advance(40);
  expect(await observeBond({ versionId, vaultAddress: vault }, distrusting(arbiter))).toMatchObject({
    state: "slashed",
  });
  await finishMoves(around());
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:released", "bond:slashed"]);
});
