import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
  type TransactionInstruction,
} from "@solana/web3.js";
import { beforeAll, describe, expect, test } from "vitest";
import {
  assertMovesVault,
  assertOpensNonce,
  assertOpensVault,
} from "@/lib/audits/bond/assert-deposit-signed";
import {
  compileTransaction,
  movingTransaction,
  openingTransaction,
  vaultPlace,
  type VaultPlace,
} from "@/lib/audits/bond/vault-instructions";
import { NotAsShown } from "@/lib/payments/transactions/not-as-shown";

const [creator, arbiter, council, stranger, blockhash] = Array.from({ length: 5 }, () =>
  Keypair.generate().publicKey.toBase58(),
) as [string, string, string, string, string];
const parties = { creator, arbiter, council };
const depositLamports = 400_000_000n;
const amounts = { depositLamports, vaultRentLamports: 2_039_280n, multisigRentLamports: 3_361_680n };
let place: VaultPlace;
let nonceAddress: string;

beforeAll(async () => {
  place = await vaultPlace(creator, "label", 0);
  nonceAddress = stranger;
});

const drain = (from: string) =>
  SystemProgram.transfer({
    fromPubkey: new PublicKey(from),
    toPubkey: new PublicKey(stranger),
    lamports: 1_000,
  });

/** The same with its instructions changed. */
function changed(
  transaction: VersionedTransaction,
  change: (instructions: TransactionInstruction[]) => TransactionInstruction[],
): Uint8Array {
  const { instructions } = TransactionMessage.decompile(transaction.message);
  const payer = transaction.message.staticAccountKeys[0]?.toBase58() ?? "";
  return compileTransaction(payer, blockhash, change(instructions)).serialize();
}

describe("a vault is opened for what the page has shown", () => {
  const open = (more: Partial<typeof amounts> = {}, pair = { arbiter, council }) =>
    openingTransaction(place, pair, { ...amounts, ...more }, blockhash);
  const sign = (raw: Uint8Array) => assertOpensVault(raw, { vault: place.vault, parties, depositLamports });

  test("as this market prepares it", () => expect(() => sign(open().serialize())).not.toThrow());

  test.each<[string, () => Uint8Array]>([
    ["a larger deposit", () => open({ depositLamports: depositLamports + 1_000_000n }).serialize()],
    ["a dear account", () => open({ multisigRentLamports: 50_000_000n }).serialize()],
    ["another arbiter", () => open({}, { arbiter: stranger, council }).serialize()],
    ["another council", () => open({}, { arbiter, council: stranger }).serialize()],
    ["a transfer before it", () => changed(open(), (all) => [drain(creator), ...all])],
    ["a transfer behind it", () => changed(open(), (all) => [...all, drain(creator)])],
    ["no multisig", () => changed(open(), (all) => all.slice(2))],
    ["another order", () => changed(open(), ([a, b, c, d]) => [c, d, a, b] as TransactionInstruction[])],
    [
      "a vault of one owner",
      () =>
        changed(open(), (all) => {
          all[3]?.data.set(new PublicKey(stranger).toBytes(), 1);
          return all;
        }),
    ],
    [
      "a multisig of one",
      () =>
        changed(open(), (all) => {
          all[1]?.data.set([1], 1);
          return all;
        }),
    ],
    ["no transaction", () => new Uint8Array(10)],
    [
      "a message of version 0",
      () => {
        const { instructions } = TransactionMessage.decompile(open().message);
        const payerKey = new PublicKey(creator);
        const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions });
        return new VersionedTransaction(message.compileToV0Message()).serialize();
      },
    ],
  ])("and for nothing else: %s", (_, make) => expect(() => sign(make())).toThrow(NotAsShown));

  test("another vault than the market named is not opened", () => {
    const other = () => assertOpensVault(open().serialize(), { vault: stranger, parties, depositLamports });
    expect(other).toThrow(NotAsShown);
  });
});

describe("a deposit is moved where the page has shown", () => {
  const move = (more: Partial<Parameters<typeof movingTransaction>[0]> = {}) => {
    const { vault, multisig } = place;
    const signers = [creator, arbiter] as const;
    return movingTransaction(
      { vault, multisig, signers, destination: creator, nonceAddress, ...more },
      blockhash,
    );
  };
  const sign = (raw: Uint8Array, more: { signer?: string; destination?: string | null } = {}) =>
    assertMovesVault(raw, { vault: place.vault, signer: creator, parties, destination: creator, ...more });

  test("as this market prepares it, whichever of the two signs", () => {
    for (const signer of [creator, arbiter]) expect(() => sign(move().serialize(), { signer })).not.toThrow();
    const slash = move({ destination: stranger, signers: [arbiter, council] }).serialize();
    expect(() => sign(slash, { signer: council, destination: null })).not.toThrow();
  });

  test.each<[string, () => Uint8Array]>([
    ["to somebody else", () => move({ destination: stranger }).serialize()],
    ["out of another vault", () => move({ vault: stranger }).serialize()],
    ["with a stranger", () => move({ signers: [creator, stranger] }).serialize()],
    ["by two others", () => move({ signers: [arbiter, council] }).serialize()],
    ["and more", () => changed(move(), (all) => [...all, drain(creator)])],
    ["after something else", () => changed(move(), (all) => [drain(creator), ...all])],
    ["without its nonce", () => changed(move(), ([, close]) => (close ? [close] : []))],
    [
      "as another instruction",
      () =>
        changed(move(), (all) => {
          all[1]?.data.set([6]);
          return all;
        }),
    ],
    ["no transaction", () => new Uint8Array()],
  ])("and nowhere else: %s", (_, make) => expect(() => sign(make())).toThrow(NotAsShown));
});

describe("the account of a nonce is the signer's own", () => {
  const open = (authority = creator, lamports = 1_447_680) => {
    const { instructions } = SystemProgram.createNonceAccount({
      fromPubkey: new PublicKey(creator),
      basePubkey: new PublicKey(creator),
      seed: "move:x",
      noncePubkey: new PublicKey(nonceAddress),
      authorizedPubkey: new PublicKey(authority),
      lamports,
    });
    return compileTransaction(creator, blockhash, instructions);
  };

  test("as this market prepares it", () =>
    expect(() => assertOpensNonce(open().serialize(), creator)).not.toThrow());

  test.each<[string, () => Uint8Array]>([
    ["of somebody else", () => open(stranger).serialize()],
    ["for more than the chain asks", () => open(creator, 2_000_000).serialize()],
    ["and more", () => changed(open(), (all) => [...all, drain(creator)])],
    ["and nothing in it", () => changed(open(), ([create]) => (create ? [create] : []))],
  ])("and nothing else: %s", (_, make) =>
    expect(() => assertOpensNonce(make(), creator)).toThrow(NotAsShown),
  );
});
