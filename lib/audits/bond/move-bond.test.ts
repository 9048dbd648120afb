import { Keypair, VersionedTransaction } from "@solana/web3.js";
import { beforeAll, describe, expect, test } from "vitest";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { moveTransaction, prepareBondMove, signBondMove } from "@/lib/audits/bond/move-bond";
import type { MoveKind } from "@/lib/audits/bond/move-rules";
import { observeBond, type BondTerms } from "@/lib/audits/bond/observe-bond";
import { prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import { recheckBonds } from "@/lib/audits/bond/recheck-bonds";
import { movingTransaction } from "@/lib/audits/bond/vault-instructions";
import { findVaultOwner } from "@/lib/audits/bond/read-vault";
import { decideChallenge } from "@/lib/audits/challenges/decide-challenge";
import { openChallenge } from "@/lib/audits/challenges/open-challenge";
import { systemClock } from "@/lib/clock";
import { getSkill } from "@/lib/registry/get-skill";
import { PaidMarket } from "@/lib/settlement/testing/paid-market";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";

// A real token program on the local ledger: what nobody may do alone, the chain itself refuses.
testBlobStore();
const market = new PaidMarket();
const [creator, arbiter, council, challenger] = [
  Keypair.generate(),
  Keypair.generate(),
  Keypair.generate(),
  Keypair.generate(),
];
const DEPOSIT = 500_000_000n;
const addressOf = ({ publicKey }: Keypair) => publicKey.toBase58();
const terms: BondTerms = {
  requiredLamports: DEPOSIT,
  arbiter: addressOf(arbiter),
  council: addressOf(council),
};
const around = () => ({ chain: market.context.connection, terms });
let author: TestAccount;
let accuser: TestAccount;

beforeAll(async () => {
  for (const keypair of [creator, arbiter, council, challenger])
    await market.rpc("requestAirdrop", [addressOf(keypair), 5_000_000_000]);
  author = await makeAccount({ address: addressOf(creator) });
  accuser = await makeAccount({ address: addressOf(challenger) });
});

function sign(raw: Uint8Array, ...signers: Keypair[]): Uint8Array {
  const transaction = VersionedTransaction.deserialize(raw);
  transaction.sign(signers);
  return transaction.serialize();
}

async function published() {
  const slug = uniqueName("bonded");
  const { versionId } = await publishNow(buildSkillPackage({ name: slug }), author);
  return { slug, versionId };
}

/** A version whose vault has been opened, seen and counted. */
async function bonded() {
  const skill = await published();
  const request = { versionId: skill.versionId, creator: addressOf(creator) };
  const opening = await prepareBondOpening(request, around());
  const transaction = sign(opening.transaction, creator);
  const { vault } = await sendBondOpening({ ...request, transaction }, around());
  market.ledger.advance(40);
  const seen = await observeBond({ versionId: skill.versionId, vaultAddress: vault }, around());
  expect(seen).toEqual({ state: "locked", lamports: DEPOSIT });
  return { ...skill, vault, opening };
}

const stateOf = async (slug: string) => (await getSkill(slug)).auditState;
const balanceOf = async (keypair: Keypair) =>
  (await market.context.connection.balances([addressOf(keypair)]))[0] ?? 0n;
const bondOf = (vaultAddress: string) =>
  market.database().bond.findUniqueOrThrow({ where: { vaultAddress } });
const kinds = async (subjectId: string) =>
  (await market.database().logEntry.findMany({ where: { subjectId }, orderBy: { seq: "asc" } }))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith("bond:"));
const refusedFor = (reason: string) => ({ code: "BOND_MOVE_REFUSED", details: { reason } });

async function prepared(vaultAddress: string, kind: MoveKind, signers: [Keypair, Keypair]) {
  const request = { vaultAddress, kind, signers: [addressOf(signers[0]), addressOf(signers[1])] as const };
  return (await prepareBondMove(request, around())).transaction;
}

async function challenged(versionId: string, decision: "upheld" | "rejected" | null) {
  const claim = { accountId: accuser.accountId, versionId, claim: "It lies.", evidence: "Run it." };
  const { challengeId } = await openChallenge(claim);
  if (decision) {
    const outcome = { challengeId, decision, outcome: "As seen." } as const;
    await decideChallenge(await makeAdministrator(), outcome);
  }
  return { challengeId };
}

test("a vault is opened with one signature of the creator, and makes the version Optimistic once it is final", async () => {
  const { slug, vault, opening } = await bonded();
  expect(opening).toMatchObject({ vault, depositLamports: DEPOSIT, rentLamports: 5_400_960n });
  expect(opening.transaction.length).toBeLessThan(1232);
  expect(await stateOf(slug)).toBe("Optimistic");
});

test("an opening that differs, or is signed by nobody, is not sent", async () => {
  const { versionId } = await published();
  const request = { versionId, creator: addressOf(creator) };
  const { transaction } = await prepareBondOpening(request, around());
  await expect(sendBondOpening({ ...request, transaction }, around())).rejects.toMatchObject(
    refusedFor("bad_signature"),
  );
  const small = { chain: market.context.connection, terms: { ...terms, requiredLamports: 5n } };
  const cheap = sign((await prepareBondOpening(request, small)).transaction, creator);
  await expect(sendBondOpening({ ...request, transaction: cheap }, around())).rejects.toMatchObject(
    refusedFor("not_as_prepared"),
  );
  const stranger = { versionId, creator: addressOf(challenger) };
  await expect(prepareBondOpening(stranger, around())).rejects.toMatchObject(refusedFor("not_the_creator"));
});

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
    const waiting = await signBondMove({ ...move, transaction: sign(unsigned, second) }, around());
    expect(waiting).toMatchObject({ state: "waiting", signature: null, destination: addressOf(creator) });
    expect((await bondOf(vault)).state).toBe("locked");

    const next = sign(moveTransaction(waiting), first);
    expect((await signBondMove({ ...move, transaction: next }, around())).state).toBe("sent");
    market.ledger.advance(40);
    await finishMoves(around());
    const paid = (await balanceOf(creator)) - before;
    expect(paid).toBe(DEPOSIT + 2_039_280n - (first === creator ? 10_000n : 0n));
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
      },
      (await market.context.connection.latestBlockhash()).blockhash,
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

  test("lapses with its blockhash, and then a new move can begin", async () => {
    const { vault } = await bonded();
    const half = sign(await prepared(vault, "refund", [creator, arbiter]), creator);
    const move = { vaultAddress: vault, kind: "refund" } as const;
    const first = await signBondMove({ ...move, transaction: half }, around());
    const other = sign(await prepared(vault, "refund", [creator, council]), council);
    await expect(signBondMove({ ...move, transaction: other }, around())).rejects.toMatchObject(
      refusedFor("another_move_waits"),
    );
    market.ledger.advance(200);
    await finishMoves(around());
    expect(await market.database().bondMove.findUniqueOrThrow({ where: { id: first.id } })).toMatchObject({
      state: "expired",
    });
    const late = sign(moveTransaction(first), arbiter);
    await expect(signBondMove({ ...move, transaction: late }, around())).rejects.toMatchObject(
      refusedFor("blockhash_expired"),
    );
    const again = sign(await prepared(vault, "refund", [creator, council]), council);
    expect((await signBondMove({ ...move, transaction: again }, around())).state).toBe("waiting");
  });
});

describe("a move that is not the one prepared", () => {
  test("to another destination, by strangers, or with a wrong signature is refused", async () => {
    const { vault } = await bonded();
    const { connection } = market.context;
    const { blockhash } = await connection.latestBlockhash();
    const multisig = findVaultOwner(await connection.findAccount(vault)) ?? "";
    const build = (signers: [Keypair, Keypair], destination: Keypair) =>
      sign(
        movingTransaction(
          {
            vault,
            multisig,
            signers: [addressOf(signers[0]), addressOf(signers[1])],
            destination: addressOf(destination),
          },
          blockhash,
        ).serialize(),
        ...signers,
      );
    const hand = (transaction: Uint8Array) =>
      signBondMove({ vaultAddress: vault, kind: "refund", transaction }, around());
    await expect(hand(build([arbiter, council], council))).rejects.toMatchObject(
      refusedFor("wrong_destination"),
    );
    await expect(hand(build([creator, challenger], creator))).rejects.toMatchObject(
      refusedFor("not_two_parties"),
    );
    const spoiled = build([creator, arbiter], creator);
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
