import { afterEach, expect, test } from "vitest";
import { deleteLostOpenings, prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { addressOf, bondedMarket, sign } from "@/lib/audits/bond/testing/bonded-market";
import { fakeClock } from "@/lib/kernel/clock";

// An opening is kept for the day its deposit is seen after the settings have changed. One that never landed has no
// such day.
const { market, creator, around, published, opened } = bondedMarket();
const anHourLater = fakeClock(new Date(Date.now() + 3_600_000).toISOString());
const openings = (versionId: string) => market.database().bondOpening.count({ where: { versionId } });
const purge = () => deleteLostOpenings(around(), anHourLater);

afterEach(() => {
  market.ledger.dropNext = 0;
});

async function dropped() {
  const { versionId } = await published();
  const request = { versionId, creator: addressOf(creator) };
  const { transaction } = await prepareBondOpening(request, around());
  market.ledger.dropNext = 1;
  await sendBondOpening({ ...request, transaction: sign(transaction, creator) }, around());
  return versionId;
}

test("one that never landed is forgotten when what is final is later than its blockhash, and not before", async () => {
  const versionId = await dropped();
  expect(await deleteLostOpenings(around())).toBe(0); // it was sent just now
  expect([await purge(), await purge(), await openings(versionId)]).toEqual([0, 0, 1]);
  market.ledger.advance(100);
  expect([await purge(), await openings(versionId)]).toEqual([0, 1]);
  market.ledger.advance(200);
  expect([await purge(), await openings(versionId)]).toEqual([1, 0]);
});

test("one that landed stays until its deposit is seen, however late that is", async () => {
  const { versionId, vault } = await opened();
  await purge();
  market.ledger.advance(300);
  expect([await purge(), await purge(), await openings(versionId)]).toEqual([0, 0, 1]);
  await observeBond({ versionId, vaultAddress: vault }, around());
  expect(await openings(versionId)).toBe(0);
});

test("nothing is forgotten on the word of a node that is behind, or does not reach back so far", async () => {
  const versionId = await dropped();
  await purge();
  market.ledger.advance(300);
  const { chain } = around();
  const behind = { signatureStatesAtSlot: async () => ({ slot: 0, states: [null] }) };
  const young = { blockTimeMs: async () => Date.now() + 1 };
  for (const node of [behind, young]) {
    const asked = Object.assign(Object.create(chain) as typeof chain, node);
    expect([await deleteLostOpenings({ chain: asked }, anHourLater), await openings(versionId)]).toEqual([
      0, 1,
    ]);
  }
});
