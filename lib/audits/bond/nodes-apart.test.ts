import { afterEach, expect, test } from "vitest";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { signBondMove } from "@/lib/audits/bond/move-bond";
import { findFinalNonce } from "@/lib/audits/bond/move-nonce";
import { measureDeposits, recheckBonds } from "@/lib/audits/bond/deposits";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { addressOf, bondedMarket, sign } from "@/lib/audits/bond/testing/bonded-market";
import { searchVaults } from "@/lib/audits/bond/vault-history";
import { HOUR_MS } from "@/lib/kernel/clock";
import { metrics } from "@/lib/kernel/observability/metrics";
import { LyingNode } from "@/lib/payments/testing/lying-node";
import { SolanaConnection } from "@/lib/chain/solana/connection";

// Behind one address there are often several nodes, and one of them is behind the others: what it does not show may
// have happened.
const BEHIND_SLOTS = 200;
const { market, creator, arbiter, council, terms, bonded, prepared, challenged, bondOf, kinds } =
  bondedMarket();
const pool = new LyingNode(() => market.url);
const around = () => ({
  chain: new SolanaConnection({ url: pool.url, blockhashCacheMs: 0, slotMs: 5 }),
  terms,
});
const slotBehind = () => market.ledger.slot() - BEHIND_SLOTS;
const moveOf = (id: string) => market.database().bondMove.findUniqueOrThrow({ where: { id } });

afterEach(async () => {
  pool.lies.clear();
  await market.database().bondMove.deleteMany();
});

/** One node has come this far only: it shows no accounts that are newer, and refuses what it is not to answer yet. */
function showNoAccounts(every = 1): void {
  let asked = 0;
  pool.lies.set("getAccountInfo", (params) => {
    if (++asked % every !== 0) return undefined;
    const { minContextSlot = 0 } = params.at(-1) as { minContextSlot?: number };
    if (minContextSlot > slotBehind()) throw new Error("Minimum context slot has not been reached");
    return { context: { slot: slotBehind() }, value: null };
  });
}

/** What accounts are like now is shown later still, by a node that stays behind; call the result then. */
function keepAccounts(): () => void {
  const before = new Map<string, unknown>();
  pool.lies.set("getAccountInfo", (params, result) => {
    if (!before.has(String(params[0]))) before.set(String(params[0]), result);
    return undefined;
  });
  return () =>
    void pool.lies.set("getAccountInfo", (params) => {
      const { minContextSlot = 0 } = params.at(-1) as { minContextSlot?: number };
      if (minContextSlot > slotBehind()) throw new Error("Minimum context slot has not been reached");
      return before.get(String(params[0]));
    });
}

async function slashed() {
  const { vault, versionId } = await bonded();
  await challenged(versionId, "upheld");
  const transaction = sign(await prepared(vault, "slash", [arbiter, council]), arbiter, council);
  const move = await signBondMove({ vaultAddress: vault, kind: "slash", transaction }, around());
  expect(move.state).toBe("sent");
  return { ...move, vault, versionId };
}

test("a slash that has landed is recorded, though the node that is asked for it is behind at first", async () => {
  const { id, vault, versionId } = await slashed();
  market.ledger.advance(40);
  pool.lies.set("getSignatureStatuses", ([signatures]) => ({
    context: { slot: slotBehind() },
    value: (signatures as string[]).map(() => null),
  }));
  await finishMoves(around());
  expect((await moveOf(id)).state).toBe("sent");
  pool.lies.clear();
  await finishMoves(around());
  expect([(await moveOf(id)).state, (await bondOf(vault)).state]).toEqual(["done", "slashed"]);
  expect((await kinds(versionId)).at(-1)).toBe("bond:slashed");
});

test("a deposit is not on record as gone elsewhere because one node does not show the slash it lists", async () => {
  const { vault: vaultAddress, versionId } = await slashed();
  market.ledger.advance(40);
  pool.lies.set("getTransaction", () => null);
  const look = observeBond({ versionId, vaultAddress }, around());
  await expect(look).rejects.toMatchObject({ code: "LEDGER_UNAVAILABLE" });
  pool.lies.clear();
  expect((await observeBond({ versionId, vaultAddress }, around())).state).toBe("slashed");
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:slashed"]);
});

test("a deposit of which a node never shows what it lists keeps no other waiting, and is counted", async () => {
  const unclear = await slashed();
  const clear = await bonded();
  market.ledger.advance(40);
  await market.database().bondMove.deleteMany();
  const longAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  const setSeen = async (vaultAddress: string, checkedAt: Date) =>
    market.database().bond.update({ where: { vaultAddress }, data: { checkedAt } });
  await setSeen(unclear.vault, longAgo(3));
  await setSeen(clear.vault, longAgo(2));
  pool.lies.set("getTransaction", () => null);
  await recheckBonds(around());
  const { checkedAt } = await bondOf(unclear.vault);
  expect([(await bondOf(unclear.vault)).state, checkedAt < longAgo(2)]).toEqual(["locked", true]);
  expect((await bondOf(clear.vault)).checkedAt.getTime()).toBeGreaterThan(longAgo(1).getTime());
  await measureDeposits();
  expect(await metrics.getSingleMetricAsString("emporion_deposits_unseen")).toContain(" 1");
});

test("nor does the search for where it went keep other searches waiting", async () => {
  const { vault } = await slashed();
  const { id: bondId, seenChain, amountLamports } = await bondOf(vault);
  const found = { amountLamports, heldSlot: 0n, before: "newer", searchedAt: new Date(0) };
  await market.database().vaultSearch.create({ data: { bondId, ...found } });
  const entries = [{ signature: "unshown", slot: 1, failed: false }];
  const chain = {
    listHistoryPage: () => Promise.resolve({ entries, isLast: true }),
    findTransaction: () => Promise.resolve(null),
    genesisHash: () => Promise.resolve(String(seenChain)),
  };
  expect(await searchVaults({ chain })).toBe(1);
  const { before, searchedAt } = await market.database().vaultSearch.findUniqueOrThrow({ where: { bondId } });
  expect([before, searchedAt > new Date(0)]).toEqual(["newer", true]);
  await market.database().vaultSearch.deleteMany();
});

test("a move that waits is not ended because its nonce, just opened, is not final yet", async () => {
  const { vault } = await bonded();
  const half = sign(await prepared(vault, "refund", [creator, arbiter]), creator);
  const { id } = await signBondMove({ vaultAddress: vault, kind: "refund", transaction: half }, around());
  pool.lies.set("getAccountInfo", (params, result) => {
    const { commitment } = params.at(-1) as { commitment: string };
    return commitment === "finalized" ? { ...(result as object), value: null } : undefined;
  });
  await finishMoves(around());
  expect((await moveOf(id)).state).toBe("waiting");
});

test("a deposit that is there stays counted while one of two nodes does not show it yet", async () => {
  const { vault: vaultAddress, versionId } = await bonded();
  const chain = around();
  await observeBond({ versionId, vaultAddress }, chain);
  for (const every of [2, 3]) {
    showNoAccounts(every);
    for (let look = 0; look < 3; look++) await observeBond({ versionId, vaultAddress }, chain);
  }
  showNoAccounts();
  const look = observeBond({ versionId, vaultAddress }, chain);
  await expect(look).rejects.toMatchObject({ code: "LEDGER_UNAVAILABLE" });
  expect(await kinds(versionId)).toEqual(["bond:locked"]);
});

test("a process that has just started asks again before it ends a deposit", async () => {
  const { vault: vaultAddress, versionId } = await bonded();
  showNoAccounts(3); // of the questions of a look the first is answered truly or not, as it comes
  for (let start = 0; start < 4; start++) await observeBond({ versionId, vaultAddress }, around());
  expect(await kinds(versionId)).toEqual(["bond:locked"]);
});

test("a deposit that has left its vault is not believed to be there because one node shows it still", async () => {
  const { vault: vaultAddress, versionId } = await bonded();
  const showBefore = keepAccounts();
  const chain = around();
  await observeBond({ versionId, vaultAddress }, chain);
  const refund = sign(await prepared(vaultAddress, "refund", [creator, arbiter]), creator, arbiter);
  await signBondMove({ vaultAddress, kind: "refund", transaction: refund }, chain);
  market.ledger.advance(BEHIND_SLOTS + 40);
  pool.lies.clear();
  expect((await observeBond({ versionId, vaultAddress }, chain)).state).toBe("released");

  showBefore();
  const look = observeBond({ versionId, vaultAddress }, chain);
  await expect(look).rejects.toMatchObject({ code: "LEDGER_UNAVAILABLE" });
  expect((await bondOf(vaultAddress)).state).toBe("released");
});

test("what one process was told of a deposit, another does not unlearn from a node that is behind", async () => {
  const { vault: vaultAddress, versionId } = await bonded();
  const showBefore = keepAccounts();
  await observeBond({ versionId, vaultAddress }, around());
  const refund = sign(await prepared(vaultAddress, "refund", [creator, arbiter]), creator, arbiter);
  await signBondMove({ vaultAddress, kind: "refund", transaction: refund }, around());
  market.ledger.advance(BEHIND_SLOTS + 40);
  pool.lies.clear();
  await observeBond({ versionId, vaultAddress }, around());

  showBefore();
  const look = observeBond({ versionId, vaultAddress }, around());
  await expect(look).rejects.toMatchObject({ code: "LEDGER_UNAVAILABLE" });
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:released"]);
});

test("a slash stays on record though the node that shows it is followed by one that shows the deposit still", async () => {
  const { vault, versionId } = await bonded();
  await challenged(versionId, "upheld");
  const transaction = sign(await prepared(vault, "slash", [arbiter, council]), arbiter, council);
  const showBefore = keepAccounts();
  await observeBond({ versionId, vaultAddress: vault }, around());
  await findFinalNonce({ payer: addressOf(arbiter), vaultAddress: vault }, around().chain);
  market.ledger.advance(10);
  await signBondMove({ vaultAddress: vault, kind: "slash", transaction }, around());
  market.ledger.advance(BEHIND_SLOTS + 40);
  showBefore();
  await finishMoves(around());
  expect(await kinds(versionId)).toEqual(["bond:locked"]);
  pool.lies.clear();
  await finishMoves(around());
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:slashed"]);
});
