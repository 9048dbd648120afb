import { PublicKey, SystemProgram, type Keypair } from "@solana/web3.js";
import { expect, test } from "vitest";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { signBondMove } from "@/lib/audits/bond/move-bond";
import { moveTransaction, nonceAddress } from "@/lib/audits/bond/move-nonce";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { findVaultOwner } from "@/lib/audits/bond/vault";
import { compileTransaction, movingTransaction } from "@/lib/audits/bond/vault-instructions";
import { searchVaults } from "@/lib/audits/bond/vault-history";
import { addressOf, bondedMarket, DEPOSIT, sign } from "@/lib/audits/bond/testing/bonded-market";

// Any two of the three can move a deposit past this market. What is on record is what the chain has done, not what was
// being signed here.
const {
  market,
  creator,
  arbiter,
  council,
  challenger,
  around,
  bonded,
  prepared,
  nonceOf,
  challenged,
  bondOf,
  kinds,
} = bondedMarket();

async function slashable() {
  const skill = await bonded();
  await challenged(skill.versionId, "upheld");
  return skill;
}

const send = async (transaction: Uint8Array) => {
  const sent = await around().chain.broadcast(transaction, { rehearse: true });
  expect(sent.outcome).toBe("accepted");
  market.ledger.advance(40);
};
const moveOf = (vaultAddress: string) =>
  market.database().bondMove.findFirstOrThrow({ where: { bond: { vaultAddress } } });
const lastEntry = async (subjectId: string) => {
  const [entry] = await market
    .database()
    .logEntry.findMany({ where: { subjectId }, orderBy: { seq: "desc" } });
  return (JSON.parse(entry?.body ?? "{}") as { data: Record<string, unknown> }).data;
};

/** The second signature is here; the payer, who is waited for, signs and sends elsewhere. */
async function sentByItsPayer() {
  const { vault, versionId } = await slashable();
  const unsigned = await prepared(vault, "slash", [arbiter, council]);
  const transaction = sign(unsigned, council);
  const move = await signBondMove({ vaultAddress: vault, kind: "slash", transaction }, around());
  expect(move.state).toBe("waiting");
  const whole = sign(moveTransaction(move), arbiter);
  await send(whole);
  return { vault, versionId };
}

/** Two of the three pay everything to somebody, with a transaction of their own. */
async function movedBy(vault: string, pair: [Keypair, Keypair], destination: string) {
  await prepared(vault, "slash", pair); // opens the nonce
  const [payer, other] = [addressOf(pair[0]), addressOf(pair[1])] as const;
  const place = await nonceAddress({ payer, vaultAddress: vault });
  const multisig = findVaultOwner(await around().chain.findAccount(vault)) ?? "";
  const move = { vault, multisig, signers: [payer, other] as const, destination, nonceAddress: place };
  await send(sign(movingTransaction(move, (await nonceOf(pair[0], vault)) ?? "").serialize(), ...pair));
}

test("a slash that was signed second here, and first and sent elsewhere, is on record as one", async () => {
  const { vault, versionId } = await sentByItsPayer();
  expect(await finishMoves(around())).toBe(1);
  const move = await moveOf(vault);
  expect([move.state, (await bondOf(vault)).state]).toEqual(["done", "slashed"]);
  expect(await around().chain.signatureStates([move.signature ?? ""])).toMatchObject([{ failed: false }]);
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:slashed"]);
});

test("so it is when the empty vault is seen before the move is looked up, and the log says it once", async () => {
  const { vault, versionId } = await sentByItsPayer();
  const seen = await observeBond({ versionId, vaultAddress: vault }, around());
  expect(seen.state).toBe("slashed");
  await finishMoves(around());
  const { state, signature } = await moveOf(vault);
  expect(state).toBe("done");
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:slashed"]);
  expect(await lastEntry(versionId)).toMatchObject({
    destination: addressOf(challenger),
    lamports: String(DEPOSIT),
    transaction: signature,
  });
});

test("a slash this market never saw is found behind junk that names the vault", async () => {
  const { vault, versionId } = await slashable();
  await movedBy(vault, [council, arbiter], addressOf(challenger));
  const { blockhash } = await around().chain.latestBlockhash();
  const naming = SystemProgram.transfer({
    fromPubkey: arbiter.publicKey,
    toPubkey: challenger.publicKey,
    lamports: Number(DEPOSIT),
  });
  naming.keys.push({ pubkey: new PublicKey(vault), isSigner: false, isWritable: false });
  await send(sign(compileTransaction(addressOf(arbiter), blockhash, [naming]).serialize(), arbiter));
  expect((await observeBond({ versionId, vaultAddress: vault }, around())).state).toBe("slashed");
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:slashed"]);
});

test("a slash that lies behind more junk than one look reaches is found by later looks", async () => {
  const { vault, versionId } = await slashable();
  await movedBy(vault, [council, arbiter], addressOf(challenger));
  const naming = SystemProgram.transfer({
    fromPubkey: creator.publicKey,
    toPubkey: creator.publicKey,
    lamports: 1,
  });
  naming.keys.push({ pubkey: new PublicKey(vault), isSigner: false, isWritable: false });
  for (let i = 0; i < 420; i++) {
    naming.data = SystemProgram.transfer({
      fromPubkey: creator.publicKey,
      toPubkey: creator.publicKey,
      lamports: i,
    }).data;
    const { blockhash } = await around().chain.latestBlockhash();
    const junk = sign(compileTransaction(addressOf(creator), blockhash, [naming]).serialize(), creator);
    await around().chain.broadcast(junk, { rehearse: false });
    if (i % 50 === 49) market.ledger.advance(1);
  }
  market.ledger.advance(40);
  expect((await observeBond({ versionId, vaultAddress: vault }, around())).state).toBe("released");
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:released"]);
  expect([await searchVaults(around()), await searchVaults(around()), await searchVaults(around())]).toEqual([
    1, 1, 0,
  ]);
  expect((await bondOf(vault)).state).toBe("slashed");
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:released", "bond:slashed"]);
});

test("junk from before a deposit was last seen in its vault is not looked at", async () => {
  const { vault, versionId } = await slashable();
  await observeBond({ versionId, vaultAddress: vault }, around());
  await movedBy(vault, [council, arbiter], addressOf(council));
  const { chain } = around();
  const asked: string[] = [];
  const counting = Object.assign(Object.create(chain) as typeof chain, {
    findTransaction: (...given: Parameters<typeof chain.findTransaction>) => {
      asked.push(given[0]);
      return chain.findTransaction(...given);
    },
  });
  const seen = await observeBond({ versionId, vaultAddress: vault }, { ...around(), chain: counting });
  expect([seen.state, asked.length]).toEqual(["released", 1]);
});

test("a deposit that two have paid to somebody else is not on record as slashed", async () => {
  const { vault, versionId } = await slashable();
  const half = sign(await prepared(vault, "slash", [arbiter, council]), council);
  await signBondMove({ vaultAddress: vault, kind: "slash", transaction: half }, around());
  await movedBy(vault, [arbiter, council], addressOf(council));
  await finishMoves(around());
  expect((await moveOf(vault)).state).toBe("expired");
  expect((await observeBond({ versionId, vaultAddress: vault }, around())).state).toBe("released");
  expect(await kinds(versionId)).toEqual(["bond:locked", "bond:released"]);
});
