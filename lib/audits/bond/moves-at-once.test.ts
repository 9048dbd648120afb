import type { Keypair } from "@solana/web3.js";
import { expect, test, vi } from "vitest";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { signBondMove } from "@/lib/audits/bond/move-bond";
import type * as moves from "@/lib/audits/bond/moves-repository";
import { bondedMarket, refusedFor, sign } from "@/lib/audits/bond/testing/bonded-market";

/** What happens after each move is stored, in order, before whoever stored it goes on. */
const afterInsert: (() => Promise<unknown>)[] = [];

vi.mock("@/lib/audits/bond/moves-repository", async (load) => {
  const real = await load<typeof moves>();
  const insertMove: typeof real.insertMove = async (...given) => {
    const stored = await real.insertMove(...given);
    await afterInsert.shift()?.();
    return stored;
  };
  return { ...real, insertMove };
});

const { market, creator, arbiter, council, around, bonded, prepared, kinds } = bondedMarket();

test("a move that another one takes the place of is not sent in its name, and the other one lands", async () => {
  const { vault, versionId } = await bonded();
  const signedBy = async (...pair: [Keypair, Keypair]) =>
    sign(await prepared(vault, "refund", pair), ...pair);
  const [one, other] = [await signedBy(arbiter, council), await signedBy(arbiter, creator)];
  const hand = (transaction: Uint8Array) =>
    signBondMove({ vaultAddress: vault, kind: "refund", transaction }, around());
  let otherIsStored = () => {};
  let oneIsAnswered = () => {};
  const stored = new Promise<void>((resolve) => (otherIsStored = resolve));
  const answered = new Promise<void>((resolve) => (oneIsAnswered = resolve));
  const handed: Promise<unknown>[] = [];
  afterInsert.push(
    () => {
      handed.push(hand(other));
      return stored;
    },
    () => {
      otherIsStored();
      return answered;
    },
  );

  await expect(hand(one)).rejects.toMatchObject(refusedFor("another_move_waits"));
  oneIsAnswered();
  await Promise.all(handed);
  market.ledger.advance(40);
  await finishMoves(around());
  const kept = await market.database().bondMove.findMany({
    where: { bond: { vaultAddress: vault } },
    orderBy: { createdAt: "asc" },
  });
  expect(kept.map(({ state }) => state)).toEqual(["expired", "done"]);
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:released"]);
});
