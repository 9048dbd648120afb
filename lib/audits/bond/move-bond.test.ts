import { Keypair, PublicKey, SystemProgram, VersionedTransaction } from "@solana/web3.js";
import { beforeAll, describe, expect, test } from "vitest";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { prepareBondMove, signBondMove } from "@/lib/audits/bond/move-bond";
import { findNonce, nonceAddress } from "@/lib/audits/bond/move-nonce";
import type { MoveKind } from "@/lib/audits/bond/move-rules";
import { moveTransaction } from "@/lib/audits/bond/move-transaction";
import { observeBond, type BondTerms } from "@/lib/audits/bond/observe-bond";
import { prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import { recheckBonds } from "@/lib/audits/bond/recheck-bonds";
import { compileTransaction, movingTransaction } from "@/lib/audits/bond/vault-instructions";
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
    await market.rpc("requestAirdrop", [addressOf(keypair), 10_000_000_000]);
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
  const { transaction, nonceOpening } = await prepareBondMove(request, around());
  if (transaction) return transaction;
  const opening = sign(nonceOpening?.transaction ?? new Uint8Array(), signers[0]);
  expect(await prepareBondMove({ ...request, nonceOpening: opening }, around())).toMatchObject({
    transaction: null,
  });
  market.ledger.advance(1);
  return (await prepareBondMove(request, around())).transaction ?? new Uint8Array();
}

const DAY_MS = 86_400_000;
const nonceOf = (payer: Keypair, vaultAddress: string) =>
  findNonce({ payer: addressOf(payer), vaultAddress }, market.context.connection);

/** Uses the nonce for something else, as its owner can at any time. */
async function useNonce(payer: Keypair, vaultAddress: string): Promise<void> {
  const noncePubkey = new PublicKey(await nonceAddress({ payer: addressOf(payer), vaultAddress }));
  const advance = SystemProgram.nonceAdvance({ noncePubkey, authorizedPubkey: payer.publicKey });
  const { blockhash } = await market.context.connection.latestBlockhash();
  const transaction = compileTransaction(addressOf(payer), blockhash, [advance]);
  transaction.sign([payer]);
  await market.context.connection.broadcast(transaction.serialize(), { rehearse: true });
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
    await expect(refund(vault, [council, creator], council)).rejects.toMatchObject(
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
