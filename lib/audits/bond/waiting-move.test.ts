import type { Keypair } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { getBond } from "@/lib/audits/bond/deposits";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { signBondMove } from "@/lib/audits/bond/move-bond";
import { nonceAddress, moveTransaction } from "@/lib/audits/bond/move-nonce";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { findVaultOwner } from "@/lib/audits/bond/vault";
import { movingTransaction } from "@/lib/audits/bond/vault-instructions";
import {
  DAY_MS,
  DEPOSIT,
  addressOf,
  refusedFor,
  sign,
  bondedMarket,
} from "@/lib/audits/bond/testing/bonded-market";

const {
  market,
  creator,
  arbiter,
  council,
  around,
  bonded,
  prepared,
  nonceOf,
  useNonce,
  challenged,
  stateOf,
  bondOf,
} = bondedMarket();

describe("one signature", () => {
  test("moves nothing, here or on the chain", async () => {
    const { vault } = await bonded();
    const unsigned = await prepared(vault, "refund", [creator, arbiter]);
    const half = sign(unsigned, creator);
    const move = { vaultAddress: vault, kind: "refund", transaction: half } as const;
    expect((await signBondMove(move, around())).state).toBe("waiting");
    expect((await signBondMove(move, around())).state).toBe("waiting"); // the same signature again is still one
    const sent = await market.context.connection.broadcast(half, { rehearse: true });
    expect(sent.outcome).not.toBe("accepted");
    const alone = movingTransaction(
      {
        vault,
        multisig: findVaultOwner(await market.context.connection.findAccount(vault)) ?? "",
        signers: [addressOf(creator), addressOf(creator)],
        destination: addressOf(creator),
        nonceAddress: await nonceAddress({ payer: addressOf(creator), vaultAddress: vault }),
      },
      (await nonceOf(creator, vault)) ?? "",
    );
    alone.sign([creator]);
    const refused = await market.context.connection.broadcast(alone.serialize(), { rehearse: true });
    expect(refused.outcome).toBe("refused");
    market.ledger.advance(40);
    expect(
      await observeBond({ versionId: (await bondOf(vault)).versionId, vaultAddress: vault }, around()),
    ).toEqual({
      state: "locked",
      lamports: DEPOSIT,
    });
  });

  test("waits for weeks: the second one sends it long after the blockhashes of its day are gone", async () => {
    const { slug, vault } = await bonded();
    const move = { vaultAddress: vault, kind: "refund" } as const;
    const half = sign(await prepared(vault, "refund", [creator, arbiter]), creator);
    const first = await signBondMove({ ...move, transaction: half }, around());
    market.ledger.advance(2_000);
    await finishMoves(around(), { now: () => new Date(Date.now() + 20 * DAY_MS) });
    const whole = sign(moveTransaction(first), arbiter);
    expect((await signBondMove({ ...move, transaction: whole }, around())).state).toBe("sent");
    market.ledger.advance(40);
    await finishMoves(around());
    expect([(await bondOf(vault)).state, await stateOf(slug)]).toEqual(["released", "Unverified"]);
  });

  test("of whoever agrees to a refund is not kept before the creator's: a challenge could be escaped with it", async () => {
    const { vault } = await bonded();
    const move = { vaultAddress: vault, kind: "refund" } as const;
    for (const signers of [[creator, arbiter] as const, [arbiter, creator] as const]) {
      const half = sign(await prepared(vault, "refund", [...signers]), arbiter);
      await expect(signBondMove({ ...move, transaction: half }, around())).rejects.toMatchObject(
        refusedFor("creator_signs_first"),
      );
    }
    expect((await getBond(vault)).moves).toEqual([]);
    const agreed = sign(await prepared(vault, "refund", [arbiter, council]), arbiter); // neither gains by it
    expect((await signBondMove({ ...move, transaction: agreed }, around())).state).toBe("waiting");
  });

  test("lapses after thirty days, or with its nonce; what it was over cannot be sent any more then", async () => {
    const { vault } = await bonded();
    const move = { vaultAddress: vault, kind: "refund" } as const;
    const begin = async () => {
      const half = sign(await prepared(vault, "refund", [creator, arbiter]), creator);
      return signBondMove({ ...move, transaction: half }, around());
    };
    const stateOfMove = async (id: string) =>
      (await market.database().bondMove.findUniqueOrThrow({ where: { id } })).state;
    const forgotten = await begin();
    await finishMoves(around(), { now: () => new Date(Date.now() + 31 * DAY_MS) });
    expect(await stateOfMove(forgotten.id)).toBe("expired");

    const second = await begin();
    await useNonce(creator, vault);
    market.ledger.advance(40);
    await finishMoves(around());
    expect(await stateOfMove(second.id)).toBe("expired");
    const late = sign(moveTransaction(second), arbiter);
    await expect(signBondMove({ ...move, transaction: late }, around())).rejects.toMatchObject(
      refusedFor("nonce_used"),
    );
    expect((await begin()).state).toBe("waiting");
  });
});

describe("a move that waits", () => {
  const refund = async (vault: string, pair: [Keypair, Keypair], ...by: Keypair[]) => {
    const transaction = sign(await prepared(vault, "refund", pair), ...by);
    return signBondMove({ vaultAddress: vault, kind: "refund", transaction }, around());
  };

  test("keeps a third party from beginning another one", async () => {
    const { vault } = await bonded();
    await refund(vault, [creator, arbiter], creator);
    await expect(refund(vault, [council, arbiter], council)).rejects.toMatchObject(
      refusedFor("another_move_waits"),
    );
  });

  test.each([
    ["whom it waits for begins another one", [arbiter, council], [arbiter]],
    ["two others sign theirs", [council, arbiter], [council, arbiter]],
  ] as [string, [Keypair, Keypair], Keypair[]][])("makes way when %s", async (_name, pair, by) => {
    const { vault } = await bonded();
    const waiting = await refund(vault, [creator, arbiter], creator);
    const next = await refund(vault, pair, ...by);
    expect(next.id).not.toBe(waiting.id);
    expect(next.state).toBe(by.length === 2 ? "sent" : "waiting");
  });

  test("makes way to a slash once a challenge was upheld", async () => {
    const { vault, versionId } = await bonded();
    await refund(vault, [creator, council], creator);
    await challenged(versionId, "upheld");
    const transaction = sign(await prepared(vault, "slash", [arbiter, council]), arbiter);
    const slash = await signBondMove({ vaultAddress: vault, kind: "slash", transaction }, around());
    expect(slash).toMatchObject({ kind: "slash", state: "waiting" });
  });
});
