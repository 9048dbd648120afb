import type { Keypair } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { signBondMove } from "@/lib/audits/bond/move-bond";
import { nonceAddress, moveTransaction } from "@/lib/audits/bond/move-nonce";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import { findVaultOwner } from "@/lib/audits/bond/vault";
import { recheckBonds } from "@/lib/audits/bond/deposits";
import { movingTransaction } from "@/lib/audits/bond/vault-instructions";
import { decideChallenge } from "@/lib/audits/challenges";
import { systemClock } from "@/lib/kernel/clock";
import { makeAdministrator } from "@/lib/testing/builders";
import { DEPOSIT, addressOf, refusedFor, sign, bondedMarket } from "@/lib/audits/bond/testing/bonded-market";

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
  kinds,
} = bondedMarket();

describe("a refund", () => {
  test.each([
    ["creator and arbiter", creator, arbiter],
    ["council and creator", council, creator],
    ["arbiter and council", arbiter, council],
  ])("is signed by %s, one after the other, and pays the creator", async (_name, first, second) => {
    const { slug, versionId, vault } = await bonded();
    const before = await balanceOf(creator);
    const unsigned = await prepared(vault, "refund", [first, second]);
    const move = { vaultAddress: vault, kind: "refund" } as const;
    const [begins, completes] = first === creator ? [first, second] : [second, first];
    const waiting = await signBondMove({ ...move, transaction: sign(unsigned, begins) }, around());
    expect(waiting).toMatchObject({ state: "waiting", signature: null, destination: addressOf(creator) });
    expect((await bondOf(vault)).state).toBe("locked");

    const next = sign(moveTransaction(waiting), completes);
    expect((await signBondMove({ ...move, transaction: next }, around())).state).toBe("sent");
    market.ledger.advance(40);
    await finishMoves(around());
    const paid = (await balanceOf(creator)) - before;
    const spent = first === creator ? 15_000n + 1_447_680n : 0n; // three signatures, and the account of the nonce
    expect(paid).toBe(DEPOSIT + 2_039_280n - spent);
    expect((await bondOf(vault)).state).toBe("released");
    expect([await stateOf(slug), await kinds(versionId)]).toEqual([
      "Unverified",
      ["bond:locked", "bond:released"],
    ]);
  });

  test("after it another vault can be opened for the same version", async () => {
    const { versionId, vault } = await bonded();
    const both = sign(await prepared(vault, "refund", [creator, arbiter]), creator, arbiter);
    await signBondMove({ vaultAddress: vault, kind: "refund", transaction: both }, around());
    market.ledger.advance(40);
    await finishMoves(around());
    const request = { versionId, creator: addressOf(creator) };
    const opening = await prepareBondOpening(request, around());
    expect(opening.vault).not.toBe(vault);
    await sendBondOpening({ ...request, transaction: sign(opening.transaction, creator) }, around());
  });

  test("is not prepared while a challenge is open, nor after one was upheld", async () => {
    const { versionId, vault } = await bonded();
    const { challengeId } = await challenged(versionId, null);
    await expect(prepared(vault, "refund", [creator, arbiter])).rejects.toMatchObject(
      refusedFor("open_challenge"),
    );
    await decideChallenge(await makeAdministrator(), { challengeId, decision: "upheld", outcome: "Yes." });
    await expect(prepared(vault, "refund", [creator, arbiter])).rejects.toMatchObject(
      refusedFor("upheld_challenge"),
    );
  });
});

describe("a slash", () => {
  test("after an upheld challenge, signed by two, pays the challenger and stays on record as slashed", async () => {
    const { slug, versionId, vault } = await bonded();
    await expect(prepared(vault, "slash", [arbiter, council])).rejects.toMatchObject(
      refusedFor("no_upheld_challenge"),
    );
    await challenged(versionId, "upheld");
    const before = await balanceOf(challenger);
    const unsigned = await prepared(vault, "slash", [arbiter, council]);
    const move = { vaultAddress: vault, kind: "slash" } as const;
    await signBondMove({ ...move, transaction: sign(unsigned, arbiter) }, around());
    await signBondMove({ ...move, transaction: sign(unsigned, council) }, around());
    market.ledger.advance(40);
    await finishMoves(around());
    expect((await balanceOf(challenger)) - before).toBe(DEPOSIT + 2_039_280n);
    expect(await bondOf(vault)).toMatchObject({ state: "slashed", amountLamports: 0n });
    expect((await kinds(versionId)).at(-1)).toBe("bond:slashed");
    expect(await stateOf(slug)).toBe("Unverified");
    const seen = await observeBond({ versionId, vaultAddress: vault }, around());
    expect(seen.state).toBe("slashed");
    await recheckBonds(around(), systemClock);
    expect((await kinds(versionId)).filter((kind) => kind === "bond:slashed")).toHaveLength(1);
  });

  test("is not prepared after a challenge that was rejected", async () => {
    const { versionId, vault } = await bonded();
    await challenged(versionId, "rejected");
    await expect(prepared(vault, "slash", [arbiter, council])).rejects.toMatchObject(
      refusedFor("no_upheld_challenge"),
    );
  });
});

describe("a move that is not the one prepared", () => {
  test("to another destination, by strangers, or with a wrong signature is refused", async () => {
    const { vault } = await bonded();
    const { connection } = market.context;
    const multisig = findVaultOwner(await connection.findAccount(vault)) ?? "";
    const build = async (signers: [Keypair, Keypair], destination: Keypair) => {
      const payer = addressOf(signers[0]);
      const terms = {
        vault,
        multisig,
        signers: [payer, addressOf(signers[1])] as const,
        destination: addressOf(destination),
        nonceAddress: await nonceAddress({ payer, vaultAddress: vault }),
      };
      const { blockhash } = await connection.latestBlockhash();
      return sign(movingTransaction(terms, blockhash).serialize(), ...signers);
    };
    const hand = (transaction: Uint8Array) =>
      signBondMove({ vaultAddress: vault, kind: "refund", transaction }, around());
    await expect(hand(await build([arbiter, council], council))).rejects.toMatchObject(
      refusedFor("wrong_destination"),
    );
    await expect(hand(await build([creator, challenger], creator))).rejects.toMatchObject(
      refusedFor("not_two_parties"),
    );
    const spoiled = await build([creator, arbiter], creator);
    spoiled[5] = (spoiled[5] ?? 0) ^ 1;
    await expect(hand(spoiled)).rejects.toMatchObject(refusedFor("bad_signature"));
    await expect(hand(new Uint8Array(10))).rejects.toMatchObject(refusedFor("not_as_prepared"));
    expect(await market.database().bondMove.count({ where: { bond: { vaultAddress: vault } } })).toBe(0);
  });

  test("both signatures at once from eight callers are one move", async () => {
    const { vault } = await bonded();
    const both = sign(await prepared(vault, "refund", [creator, arbiter]), creator, arbiter);
    const handed = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        signBondMove({ vaultAddress: vault, kind: "refund", transaction: both }, around()),
      ),
    );
    expect(handed.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    expect(await market.database().bondMove.count({ where: { bond: { vaultAddress: vault } } })).toBe(1);
  });
});
