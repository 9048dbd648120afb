import { randomBytes } from "node:crypto";
import bs58 from "bs58";
import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { getBond, hasHeldDeposit, recheckBonds } from "@/lib/audits/bond/deposits";
import { signBondMove } from "@/lib/audits/bond/move-bond";
import { moveTransaction } from "@/lib/audits/bond/move-nonce";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import { VAULT_SIZE_BYTES, WRAPPED_SOL_MINT } from "@/lib/audits/bond/vault";
import { addressOf, bondedMarket, DEPOSIT, refusedFor, sign } from "@/lib/audits/bond/testing/bonded-market";
import type { BondTerms } from "@/lib/audits/bond/bond-terms";
import { compileTransaction, openingTransaction, vaultPlace } from "@/lib/audits/bond/vault-instructions";
import { fakeClock } from "@/lib/kernel/clock";
import { TOKEN_PROGRAM } from "@/lib/chain/solana/address";

// The operator names arbiter and council, and may name others later. Money that is in a vault by then can still be
// moved by those it is shared with, and by nobody else.
const bonds = bondedMarket();
const { market, creator, arbiter, council, challenger, terms, around, published, opened, bonded } = bonds;
const { prepared, challenged, stateOf, balanceOf, bondOf, kinds } = bonds;

const [nextArbiter, nextCouncil] = [Keypair.generate(), Keypair.generate()];
const next: BondTerms = { ...terms, arbiter: addressOf(nextArbiter), council: addressOf(nextCouncil) };
const pair = { arbiter: terms.arbiter, council: terms.council };
const parties = { creator: addressOf(creator), ...pair };

/** The market after its settings were changed. */
const changed = (changes: Partial<BondTerms> = {}) => ({ ...around(), terms: { ...next, ...changes } });
/** The market that takes no deposits any more. */
const closed = () => ({ ...around(), terms: null });
const look = (
  { versionId, vault }: { versionId: string; vault: string },
  asked: Parameters<typeof observeBond>[1],
) => observeBond({ versionId, vaultAddress: vault }, asked);
const notLocked = (reason: string) => ({ code: "BOND_NOT_LOCKED", details: { reason } });
const openings = (versionId: string) => market.database().bondOpening.count({ where: { versionId } });

async function send(transaction: { serialize(): Uint8Array }) {
  const sent = await around().chain.broadcast(sign(transaction.serialize(), creator), { rehearse: true });
  expect(sent.outcome).toBe("accepted");
  market.ledger.advance(40);
}

/** A vault that its creator has opened past this market, with whom they like. */
async function openedWith(named: { arbiter: string; council: string }) {
  const skill = await published();
  const place = await vaultPlace(addressOf(creator), skill.versionId.slice(-20), 0);
  const amounts = {
    depositLamports: DEPOSIT,
    vaultRentLamports: 2_039_280n,
    multisigRentLamports: 3_361_680n,
  };
  const { blockhash } = await around().chain.latestBlockhash();
  await send(openingTransaction(place, named, amounts, blockhash));
  return { ...skill, vault: place.vault, place };
}

/** What was kept of a deposit before its parties were. */
const forgetParties = (vaultAddress: string, kept = {}) =>
  market.database().bond.update({
    where: { vaultAddress },
    data: { creator: null, arbiter: null, council: null, ...kept },
  });

describe("a deposit that is in its vault when the operator names others", () => {
  test("is held to those it was made with: Optimistic, holding its skill, shown with their addresses", async () => {
    const bond = await bonded();
    expect(await look(bond, changed())).toEqual({ state: "locked", lamports: DEPOSIT });
    const longAfter = fakeClock("2030-01-01T00:00:00Z");
    expect(await recheckBonds(changed(), longAfter)).toBeGreaterThan(0);
    expect([await stateOf(bond.slug), await kinds(bond.versionId)]).toEqual(["Optimistic", ["bond:locked"]]);
    const { skillId } = await market
      .database()
      .skillVersion.findUniqueOrThrow({ where: { id: bond.versionId } });
    expect(await hasHeldDeposit(market.database(), skillId)).toBe(true);
    expect((await getBond(bond.vault)).parties).toEqual(parties);
  });

  test("is paid back by two of them, never with one who was named since", async () => {
    const bond = await bonded();
    const move = { vaultAddress: bond.vault, kind: "refund" } as const;
    await expect(prepared(bond.vault, "refund", [creator, nextArbiter], changed())).rejects.toMatchObject(
      refusedFor("not_two_parties"),
    );
    const before = await balanceOf(creator);
    const unsigned = await prepared(bond.vault, "refund", [arbiter, creator], changed());
    const waiting = await signBondMove({ ...move, transaction: sign(unsigned, creator) }, changed());
    expect(waiting).toMatchObject({ state: "waiting", destination: addressOf(creator) });
    await signBondMove({ ...move, transaction: sign(moveTransaction(waiting), arbiter) }, changed());
    market.ledger.advance(40);
    await finishMoves(changed());
    expect((await balanceOf(creator)) - before).toBe(DEPOSIT + 2_039_280n);
    expect([(await bondOf(bond.vault)).state, await stateOf(bond.slug)]).toEqual(["released", "Unverified"]);
  });

  test("is paid to who was harmed by two of them", async () => {
    const bond = await bonded();
    await challenged(bond.versionId, "upheld");
    const before = await balanceOf(challenger);
    const unsigned = await prepared(bond.vault, "slash", [arbiter, council], changed());
    const whole = sign(unsigned, arbiter, council);
    await signBondMove({ vaultAddress: bond.vault, kind: "slash", transaction: whole }, changed());
    market.ledger.advance(40);
    await finishMoves(changed());
    expect((await balanceOf(challenger)) - before).toBe(DEPOSIT + 2_039_280n);
    expect(await kinds(bond.versionId)).toEqual(["bond:locked", "bond:slashed"]);
  });

  test("is enough when more is asked for since, and less is enough for it too", async () => {
    const bond = await bonded();
    const more = changed({ requiredLamports: DEPOSIT * 10n });
    expect((await look(bond, more)).state).toBe("locked");
    expect((await bondOf(bond.vault)).requiredLamports).toBe(DEPOSIT);
    expect((await look(bond, changed({ requiredLamports: 5n }))).state).toBe("locked");
    expect((await bondOf(bond.vault)).requiredLamports).toBe(5n);
    const small = await opened();
    await expect(look(small, more)).rejects.toMatchObject(notLocked("too_little"));
  });

  test("is looked at and paid back also where none are taken any more", async () => {
    const bond = await bonded();
    await expect(look(await opened(), closed())).rejects.toMatchObject(notLocked("not_offered"));
    const unsigned = await prepared(bond.vault, "refund", [creator, arbiter], closed());
    const transaction = sign(unsigned, creator, arbiter);
    await signBondMove({ vaultAddress: bond.vault, kind: "refund", transaction }, closed());
    market.ledger.advance(40);
    expect(await recheckBonds(closed(), fakeClock("2030-01-01T00:00:00Z"))).toBeGreaterThan(0);
    expect(await stateOf(bond.slug)).toBe("Unverified");
  });
});

describe("a deposit that is first seen after the operator has named others", () => {
  test("counts when this market has sent its opening before", async () => {
    const bond = await opened();
    expect(await openings(bond.versionId)).toBe(1);
    expect(await look(bond, changed())).toEqual({ state: "locked", lamports: DEPOSIT });
    expect([await stateOf(bond.slug), (await getBond(bond.vault)).parties]).toEqual(["Optimistic", parties]);
    expect(await openings(bond.versionId)).toBe(0);
  });

  test("is not sent any more when it was only prepared before", async () => {
    const { versionId } = await published();
    const request = { versionId, creator: addressOf(creator) };
    const { transaction } = await prepareBondOpening(request, around());
    const signed = { ...request, transaction: sign(transaction, creator) };
    await expect(sendBondOpening(signed, changed())).rejects.toMatchObject(refusedFor("not_as_prepared"));
  });

  test("is refused when it was opened past this market, until the operator stands by those parties", async () => {
    const bond = await openedWith(pair);
    await expect(look(bond, changed())).rejects.toMatchObject(notLocked("other_signers"));
    expect(await stateOf(bond.slug)).toBe("Unverified");
    const mixed = [{ arbiter: terms.arbiter, council: next.council }];
    await expect(look(bond, changed({ former: mixed }))).rejects.toMatchObject(notLocked("other_signers"));
    expect((await look(bond, changed({ former: [pair] }))).state).toBe("locked");
    expect((await look(bond, changed())).state).toBe("locked"); // seen once, it is held to them
  });

  test("is refused when an opening was sent that never landed", async () => {
    const bond = await openedWith(pair);
    const opening = { versionId: bond.versionId, vaultAddress: bond.vault, ...pair, sentAt: new Date() };
    await market
      .database()
      .bondOpening.create({ data: { ...opening, signature: bs58.encode(randomBytes(64)) } });
    await expect(look(bond, changed())).rejects.toMatchObject(notLocked("other_signers"));
  });

  test("is refused between parties of the creator's own choosing, in whole or in part", async () => {
    const own = { arbiter: addressOf(challenger), council: addressOf(nextCouncil) };
    for (const asked of [around(), changed(), changed({ former: [pair] })])
      await expect(look(await openedWith(own), asked)).rejects.toMatchObject(notLocked("other_signers"));
  });
});

test("an opening that the chain refuses is not remembered, and whoever was arbiter before opens none", async () => {
  const { versionId } = await published();
  const request = { versionId, creator: addressOf(creator) };
  const dear = { ...around(), terms: { ...terms, requiredLamports: DEPOSIT * 1000n } };
  const transaction = sign((await prepareBondOpening(request, dear)).transaction, creator);
  await expect(sendBondOpening({ ...request, transaction }, dear)).rejects.toMatchObject({
    code: "BOND_MOVE_REFUSED",
  });
  expect(await openings(versionId)).toBe(0);
  const former = [{ arbiter: addressOf(creator), council: terms.council }];
  await expect(prepareBondOpening(request, changed({ former }))).rejects.toMatchObject(
    refusedFor("not_the_creator"),
  );
});

test("a vault that was paid out and is filled again begins anew: with former parties it does not count", async () => {
  const bond = await openedWith(pair);
  await look(bond, around());
  const unsigned = await prepared(bond.vault, "refund", [creator, arbiter]);
  const transaction = sign(unsigned, creator, arbiter);
  await signBondMove({ vaultAddress: bond.vault, kind: "refund", transaction }, around());
  market.ledger.advance(40);
  expect((await look(bond, around())).state).toBe("released");

  const { place } = bond;
  const again = SystemProgram.createAccountWithSeed({
    fromPubkey: creator.publicKey,
    basePubkey: creator.publicKey,
    newAccountPubkey: new PublicKey(place.vault),
    programId: new PublicKey(TOKEN_PROGRAM),
    seed: place.vaultSeed,
    lamports: Number(DEPOSIT) + 2_039_280,
    space: VAULT_SIZE_BYTES,
  });
  const shared = new TransactionInstruction({
    programId: new PublicKey(TOKEN_PROGRAM),
    keys: [place.vault, WRAPPED_SOL_MINT].map((address, i) => ({
      pubkey: new PublicKey(address),
      isSigner: false,
      isWritable: i === 0,
    })),
    data: Buffer.concat([Buffer.from([18]), new PublicKey(place.multisig).toBuffer()]),
  });
  const { blockhash } = await around().chain.latestBlockhash();
  await send(compileTransaction(addressOf(creator), blockhash, [again, shared]));
  expect((await look(bond, changed())).state).toBe("released");
  expect(await stateOf(bond.slug)).toBe("Unverified");
  expect((await look(bond, around())).state).toBe("locked"); // it is there, between those
});

describe("a deposit that was kept before its parties were", () => {
  test("is between whom the settings name at the next look, and stays so", async () => {
    const bond = await bonded();
    await forgetParties(bond.vault);
    await expect(prepared(bond.vault, "refund", [creator, arbiter], changed())).rejects.toMatchObject(
      refusedFor("no_bond"),
    );
    expect((await look(bond, closed())).state).toBe("locked"); // nobody can say
    expect((await look(bond, around())).state).toBe("locked");
    expect((await getBond(bond.vault)).parties).toEqual(parties);
    expect((await look(bond, changed())).state).toBe("locked");
  });

  test("and was read as gone because others were named counts again once the operator stands by those it is with", async () => {
    const bond = await bonded();
    await forgetParties(bond.vault, { state: "released", amountLamports: 0n });
    expect((await look(bond, changed())).state).toBe("released");
    expect((await look(bond, changed({ former: [pair] }))).state).toBe("locked");
    expect([await stateOf(bond.slug), (await getBond(bond.vault)).parties]).toEqual(["Optimistic", parties]);
  });

  test("is not ended by a process with the new settings while one with the old has just seen it", async () => {
    const bond = await bonded();
    await forgetParties(bond.vault);
    const { chain, terms: others } = changed();
    const slow = {
      listHistoryPage: chain.listHistoryPage.bind(chain),
      findTransaction: chain.findTransaction.bind(chain),
      async findFinalAccount(...question: Parameters<typeof chain.findFinalAccount>) {
        const kept = await bondOf(bond.vault);
        if (kept.arbiter === null) await look(bond, around());
        market.ledger.advance(1); // so that what it finds is the later news
        return chain.findFinalAccount(...question);
      },
    };
    expect((await look(bond, { chain: slow, terms: others })).state).toBe("locked");
    expect(await kinds(bond.versionId)).toEqual(["bond:locked"]);
  });
});
