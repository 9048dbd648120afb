import { PublicKey, TransactionMessage, VersionedTransaction, type Keypair } from "@solana/web3.js";
import { expect, test } from "vitest";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { signBondMove } from "@/lib/audits/bond/move-bond";
import { nonceAddress, moveTransaction } from "@/lib/audits/bond/move-nonce";
import { endMove, setMoveSent } from "@/lib/audits/bond/moves-repository";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { findVaultOwner } from "@/lib/audits/bond/vault";
import { movingTransaction } from "@/lib/audits/bond/vault-instructions";
import { addressOf, bondedMarket, refusedFor, sign } from "@/lib/audits/bond/testing/bonded-market";
import { Ledger } from "@/lib/chain/ledger/ledger";
import { serveLedger } from "@/lib/chain/ledger/server";
import { SolanaConnection } from "@/lib/chain/solana/connection";

// What somebody may hand in who wants a deposit that is not theirs to have. Each is refused, or moves nothing.
const {
  market,
  creator,
  arbiter,
  council,
  challenger,
  terms,
  around,
  bonded,
  prepared,
  nonceOf,
  challenged,
  bondOf,
  kinds,
} = bondedMarket();

type Kind = "refund" | "slash";
const hand = (vaultAddress: string, kind: Kind, transaction: Uint8Array) =>
  signBondMove({ vaultAddress, kind, transaction }, around());
const movesOf = (vaultAddress: string) =>
  market.database().bondMove.findMany({ where: { bond: { vaultAddress } }, orderBy: { id: "asc" } });

/** A version with an upheld challenge, and the slash of its deposit for arbiter and council to sign. */
async function slashable() {
  const skill = await bonded();
  await challenged(skill.versionId, "upheld");
  return { ...skill, unsigned: await prepared(skill.vault, "slash", [arbiter, council]) };
}

/** The same transaction with the second signature in the first place, or wherever `places` says. */
function placed(signed: Uint8Array, places: [number, number]): Uint8Array {
  const transaction = VersionedTransaction.deserialize(signed);
  const { signatures } = transaction;
  transaction.signatures = places.map((place) => signatures[place] ?? new Uint8Array(64));
  return transaction.serialize();
}

test("two signatures of one key are not two signatures", async () => {
  const { vault, unsigned } = await slashable();
  const half = sign(unsigned, arbiter);
  await expect(hand(vault, "slash", placed(half, [0, 0]))).rejects.toMatchObject(refusedFor("bad_signature"));
  const waiting = await hand(vault, "slash", half);
  const again = placed(moveTransaction(waiting), [0, 0]);
  await expect(hand(vault, "slash", again)).rejects.toMatchObject(refusedFor("bad_signature"));
  const both = sign(unsigned, arbiter, council);
  await expect(hand(vault, "slash", placed(both, [1, 0]))).rejects.toMatchObject(refusedFor("bad_signature"));
  expect((await movesOf(vault)).map(({ state }) => state)).toEqual(["waiting"]);

  const owner = findVaultOwner(await around().chain.findAccount(vault)) ?? "";
  const one = [addressOf(arbiter), addressOf(arbiter)] as const;
  const place = await nonceAddress({ payer: one[0], vaultAddress: vault });
  const nonce = (await nonceOf(arbiter, vault)) ?? "";
  const move = { vault, multisig: owner, destination: addressOf(challenger), nonceAddress: place };
  const twice = sign(movingTransaction({ ...move, signers: one }, nonce).serialize(), arbiter);
  await expect(hand(vault, "slash", twice)).rejects.toMatchObject(refusedFor("not_two_parties"));
});

test("signatures of another vault's slash are worth nothing here, and what was sent there cannot be sent again", async () => {
  const [one, other] = [await slashable(), await slashable()];
  const both = sign(one.unsigned, arbiter, council);
  await expect(hand(other.vault, "slash", both)).rejects.toMatchObject(refusedFor("not_as_prepared"));
  const [a, b] = VersionedTransaction.deserialize(both).signatures;
  const borrowed = VersionedTransaction.deserialize(other.unsigned);
  borrowed.signatures = [a ?? new Uint8Array(64), b ?? new Uint8Array(64)];
  const stolen = borrowed.serialize();
  await expect(hand(other.vault, "slash", stolen)).rejects.toMatchObject(refusedFor("bad_signature"));
  expect(await movesOf(other.vault)).toEqual([]);

  await hand(one.vault, "slash", both);
  market.ledger.advance(40);
  await finishMoves(around());
  await expect(hand(one.vault, "slash", both)).rejects.toMatchObject(refusedFor("no_bond"));
  await around().chain.broadcast(both, { rehearse: false });
  market.ledger.advance(40);
  expect([(await bondOf(one.vault)).state, (await bondOf(other.vault)).state]).toEqual(["slashed", "locked"]);
  const seen = await observeBond({ versionId: other.versionId, vaultAddress: other.vault }, around());
  expect(seen.state).toBe("locked");
});

test("who was a party of vaults once signs nothing for one that others share", async () => {
  const { vault, unsigned } = await slashable();
  const old = { ...terms, council: addressOf(challenger) }; // as if the market had named another council before
  const move = { vaultAddress: vault, kind: "slash", transaction: sign(unsigned, council) } as const;
  expect((await signBondMove(move, { ...around(), terms: old })).state).toBe("waiting"); // the chain knows whose it is
  const pair: [Keypair, Keypair] = [arbiter, challenger];
  await expect(prepared(vault, "slash", pair)).rejects.toMatchObject(refusedFor("not_two_parties"));
});

test("what is changed after it was signed is not what was signed", async () => {
  const { vault, unsigned } = await slashable();
  const first = await hand(vault, "slash", sign(unsigned, arbiter));
  const { message, signatures } = VersionedTransaction.deserialize(moveTransaction(first));
  const payer = arbiter.publicKey;
  const { instructions } = TransactionMessage.decompile(message);
  const changed = (
    change: (each: typeof instructions) => void,
    recentBlockhash = message.recentBlockhash,
  ) => {
    const copy = TransactionMessage.decompile(message).instructions;
    change(copy);
    const built = new TransactionMessage({ payerKey: payer, recentBlockhash, instructions: copy });
    const transaction = new VersionedTransaction(built.compileToLegacyMessage());
    transaction.signatures = [...signatures];
    transaction.sign([council]);
    return transaction.serialize();
  };
  const unchanged = changed(() => undefined);
  const elsewhere = changed(([, close]) => {
    const [, to] = close?.keys ?? [];
    if (to) to.pubkey = council.publicKey;
  });
  await expect(hand(vault, "slash", elsewhere)).rejects.toMatchObject(refusedFor("wrong_destination"));
  const another = changed(
    ([, close]) => void (close && (close.data = Buffer.from([3, 1, 0, 0, 0, 0, 0, 0, 0]))),
  );
  await expect(hand(vault, "slash", another)).rejects.toMatchObject(refusedFor("not_as_prepared"));
  const withMore = changed((each) => void each.splice(1, 0, ...each.slice(1)));
  await expect(hand(vault, "slash", withMore)).rejects.toMatchObject(refusedFor("not_as_prepared"));
  const { blockhash } = await around().chain.latestBlockhash();
  const undurable = changed(() => undefined, blockhash);
  await expect(hand(vault, "slash", undurable)).rejects.toMatchObject(refusedFor("bad_signature"));
  const longer = Buffer.concat([unchanged, Buffer.from([0])]);
  await expect(hand(vault, "slash", longer)).rejects.toMatchObject(refusedFor("not_as_prepared"));
  expect((await movesOf(vault)).map(({ state }) => state)).toEqual(["waiting"]);
  expect((await hand(vault, "slash", unchanged)).state).toBe("sent");
});

test("a move that was signed for another chain is none of this one's", async () => {
  const { vault, unsigned } = await slashable();
  const foreign = VersionedTransaction.deserialize(unsigned);
  foreign.message.recentBlockhash = new PublicKey(new Uint8Array(32).fill(7)).toBase58(); // a nonce of that chain
  foreign.sign([arbiter, council]);
  const signed = foreign.serialize();
  await expect(hand(vault, "slash", signed)).rejects.toMatchObject(refusedFor("nonce_used"));

  const server = await serveLedger(new Ledger({ slotMs: 50 }));
  try {
    const there = { chain: new SolanaConnection({ url: server.url }), terms };
    const mine = sign(unsigned, arbiter, council);
    const move = { vaultAddress: vault, kind: "slash", transaction: mine } as const;
    await expect(signBondMove(move, there)).rejects.toMatchObject(refusedFor("no_bond"));
  } finally {
    await server.close();
  }
  expect(await movesOf(vault)).toEqual([]);
});

test("of two moves with one nonce one lands, whichever are handed in at once", async () => {
  const { vault, versionId } = await bonded();
  const nonce = async (kind: Kind, pair: [Keypair, Keypair]) =>
    sign(await prepared(vault, kind, pair), ...pair);
  const refund = await nonce("refund", [arbiter, council]);
  const other = await nonce("refund", [arbiter, creator]);
  const handed = await Promise.allSettled([refund, other].map((each) => hand(vault, "refund", each)));
  expect(handed.some(({ status }) => status === "fulfilled")).toBe(true);
  market.ledger.advance(40);
  await finishMoves(around());
  const states = (await movesOf(vault)).map(({ state }) => state);
  expect(states.filter((state) => state === "done")).toHaveLength(1);
  expect(states.filter((state) => state === "waiting" || state === "sent")).toEqual([]);
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:released"]);
});

test("a move that was sent while another one looked at it is not ended by that one", async () => {
  const { vault } = await bonded();
  const refund = await prepared(vault, "refund", [arbiter, council]);
  const waiting = await hand(vault, "refund", sign(refund, arbiter));
  const signatures = [waiting.signatures[0] ?? "", "the other one"];
  const db = market.database();
  expect(await setMoveSent(db, waiting.id, { signature: signatures[0] ?? "", signatures })).toBe(true);
  expect(await endMove(db, waiting, { state: "expired", endedAt: new Date() })).toBe(false);
  expect((await movesOf(vault)).map(({ state }) => state)).toEqual(["sent"]);
  const sent = { id: waiting.id, state: "sent" } as const;
  expect(await endMove(db, sent, { state: "failed", endedAt: new Date() })).toBe(true);
  expect(await endMove(db, sent, { state: "done", endedAt: new Date() })).toBe(false);
});

test("a refund that lost its nonce to a slash ends, and the slash stays on record", async () => {
  const { vault, versionId } = await bonded();
  const refund = sign(await prepared(vault, "refund", [arbiter, council]), arbiter);
  await hand(vault, "refund", refund);
  await challenged(versionId, "upheld");
  const slash = sign(await prepared(vault, "slash", [arbiter, council]), arbiter, council);
  await hand(vault, "slash", slash);
  await expect(hand(vault, "refund", refund)).rejects.toMatchObject({ code: "BOND_MOVE_REFUSED" });
  market.ledger.advance(40);
  await finishMoves(around());
  expect((await movesOf(vault)).map(({ kind, state }) => [kind, state])).toEqual([
    ["refund", "expired"],
    ["slash", "done"],
  ]);
  expect((await kinds(versionId)).at(-1)).toBe("bond:slashed");
});

test("a slash whose second signature was sent past this market is on record as one", async () => {
  const { vault, versionId, unsigned } = await slashable();
  const waiting = await hand(vault, "slash", sign(unsigned, arbiter));
  await around().chain.broadcast(sign(moveTransaction(waiting), council), { rehearse: true });
  market.ledger.advance(40);
  await finishMoves(around());
  const [move] = await movesOf(vault);
  expect([move?.state, (await bondOf(vault)).state]).toEqual(["done", "slashed"]);
  expect((await kinds(versionId)).at(-1)).toBe("bond:slashed");
});
