import { Keypair, VersionedTransaction } from "@solana/web3.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import { addressesOf, findTransaction, placeSignature } from "@/lib/chain/solana/transaction";
import { findVersionedTransaction } from "@/lib/chain/solana/read-transaction";

// What our reader says of bytes is held against what web3.js says of them.
const address = () => Keypair.generate().publicKey.toBase58();
const built = buildPaymentTransaction({
  payerAddress: address(),
  payeeAddress: address(),
  treasuryAddress: address(),
  creatorLamports: 47_500n,
  feeLamports: 2_500n,
  reference: address(),
  memo: "skillcall:v1:quo_test",
  blockhash: address(),
});

/** The same instructions in a message of version 0, with one lookup table. */
function withLookups(): Uint8Array {
  const message = built.subarray(65);
  const lookup = [...new Uint8Array(32).fill(9), 1, 0, 2, 3, 4];
  return Uint8Array.from([...built.subarray(0, 65), 0x80, ...message, 1, ...lookup]);
}

function assertAlike(raw: Uint8Array): void {
  const read = findTransaction(raw);
  if (!read) return;
  const known = VersionedTransaction.deserialize(raw);
  expect(Buffer.from(known.serialize()).equals(raw)).toBe(true);
  expect(read).toMatchObject({
    version: known.version,
    blockhash: known.message.recentBlockhash,
    lookupTables: known.message.addressTableLookups.length,
  });
  expect(addressesOf(read)).toEqual(known.message.staticAccountKeys.map((key) => key.toBase58()));
  expect(Buffer.from(read.message).equals(known.message.serialize())).toBe(true);
  expect(read.signatures.map((each) => [...each])).toEqual(known.signatures.map((each) => [...each]));
  expect(
    read.instructions.map(({ programIndex, accountIndexes, data }) => [
      programIndex,
      accountIndexes,
      [...data],
    ]),
  ).toEqual(
    known.message.compiledInstructions.map((each) => [
      each.programIdIndex,
      each.accountKeyIndexes,
      [...each.data],
    ]),
  );
}

test("a legacy message and one of version 0 with lookup tables are read as web3.js reads them", () => {
  for (const raw of [built, withLookups()]) {
    expect(findTransaction(raw)).not.toBeNull();
    assertAlike(raw);
  }
  expect(findTransaction(withLookups())?.lookupTables).toBe(1);
});

test("with any bytes changed, cut or added it is read alike or refused, and never thrown at", () => {
  const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) });
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(change, { maxLength: 4 }),
      fc.integer({ min: -9, max: 9 }),
      (v0, changes, length) => {
        const whole = v0 ? withLookups() : built;
        const raw = new Uint8Array(whole.length + length);
        raw.set(whole.subarray(0, raw.length));
        for (const { at, byte } of changes) raw[at % raw.length] = byte;
        assertAlike(raw);
        expect(findVersionedTransaction(raw) === null).toBe(findTransaction(raw) === null);
      },
    ),
  );
});

test.each<[string, (raw: Uint8Array) => Uint8Array]>([
  ["nothing", () => new Uint8Array()],
  ["a byte less", (raw) => raw.subarray(0, -1)],
  ["a byte more", (raw) => Uint8Array.from([...raw, 0])],
  ["more than a packet", (raw) => Uint8Array.from([...raw, ...new Uint8Array(1_233)])],
  ["a length in a longer form than it needs", (raw) => Uint8Array.from([0x81, 0, ...raw.subarray(1)])],
  ["more signatures than signers", (raw) => Uint8Array.from([2, ...new Uint8Array(64), ...raw.subarray(1)])],
  ["no signature", (raw) => Uint8Array.from([0, ...raw.subarray(65)])],
  ["a payer that is only read", (raw) => raw.with(66, 1)],
  ["more read-only accounts than there are", (raw) => raw.with(67, 99)],
  ["version 1", (raw) => Uint8Array.from([...raw.subarray(0, 65), 0x81, ...raw.subarray(65)])],
  [
    "a key twice",
    (raw) => Uint8Array.from([...raw.subarray(0, 101), ...raw.subarray(69, 101), ...raw.subarray(133)]),
  ],
])("%s is no transaction", (_, change) => {
  expect(findTransaction(change(built))).toBeNull();
});

test("a signature is put where its signer stands, and nowhere else", () => {
  const signature = new Uint8Array(64).fill(7);
  const signed = placeSignature(built, 0, signature);
  expect(findTransaction(signed)?.signatures).toEqual([signature]);
  expect(findTransaction(signed)?.message).toEqual(findTransaction(built)?.message);
  expect(() => placeSignature(built, 1, signature)).toThrow(RangeError);
  expect(() => placeSignature(built, 0, signature.subarray(1))).toThrow(RangeError);
  expect(() => placeSignature(built.subarray(1), 0, signature)).toThrow(RangeError);
});
