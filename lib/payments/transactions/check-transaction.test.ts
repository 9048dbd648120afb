import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkTransaction,
  sumTransfers,
  type CheckMode,
} from "@/lib/payments/transactions/check-transaction";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import type { PaymentTerms } from "@/lib/payments/quotes/payment-terms";
import { LIGHTHOUSE_PROGRAM, MEMO_PROGRAM, SYSTEM_PROGRAM } from "@/lib/chain/solana/address";
import { runs } from "@/lib/testing/full-form";
import { findTransaction } from "@/lib/chain/solana/transaction";

const payer = Keypair.generate();
const [payee, treasury, reference, stranger] = Array.from({ length: 4 }, () => Keypair.generate().publicKey);
if (!payee || !treasury || !reference || !stranger) throw new Error("unreachable");
const blockhash = Keypair.generate().publicKey.toBase58();
const terms: PaymentTerms = {
  payerAddress: payer.publicKey.toBase58(),
  payeeAddress: payee.toBase58(),
  treasuryAddress: treasury.toBase58(),
  creatorLamports: 47_500n,
  feeLamports: 2_500n,
  reference: reference.toBase58(),
  memo: "skillcall:v1:quo_test",
};

function check(transaction: VersionedTransaction, agreed: PaymentTerms, mode: CheckMode) {
  const read = findTransaction(transaction.serialize());
  if (!read) throw new Error("no transaction");
  return checkTransaction(read, agreed, mode);
}
function transfer(to: PublicKey, lamports: bigint, keys: PublicKey[] = [], from = payer.publicKey) {
  const made = SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });
  for (const pubkey of keys) made.keys.push({ pubkey, isSigner: false, isWritable: false });
  return made;
}
function memo(text = terms.memo) {
  return new TransactionInstruction({
    programId: new PublicKey(MEMO_PROGRAM),
    keys: [],
    data: Buffer.from(text),
  });
}
const fee = transfer(treasury, 2_500n);
const creator = transfer(payee, 47_500n, [reference]);

function judge(
  instructions: TransactionInstruction[],
  mode: CheckMode = "strict",
  feePayer = payer.publicKey,
) {
  const transaction = new Transaction({ feePayer, blockhash, lastValidBlockHeight: 1 }).add(...instructions);
  const raw = transaction.serialize({ requireAllSignatures: false, verifySignatures: false });
  return check(VersionedTransaction.deserialize(raw), terms, mode);
}
// A version 0 message, whose compiled instructions can be changed in place.
function editable(): VersionedTransaction {
  const { message } = VersionedTransaction.deserialize(buildPaymentTransaction({ ...terms, blockhash }));
  return new VersionedTransaction(TransactionMessage.decompile(message).compileToV0Message());
}
const accepted = { ok: true, excess: 0n };
const refused = (reason: string) => ({ ok: false, reason });

test("the payment this product builds is accepted, and web3.js reads it as fee, memo, creator", () => {
  const transaction = VersionedTransaction.deserialize(buildPaymentTransaction({ ...terms, blockhash }));
  expect(check(transaction, terms, "strict")).toEqual(accepted);
  const decompiled = TransactionMessage.decompile(transaction.message);
  expect(decompiled.recentBlockhash).toBe(blockhash);
  expect(decompiled.instructions.map(({ programId, data }) => [programId, Buffer.from(data)])).toEqual(
    [fee, memo(), creator].map(({ programId, data }) => [programId, data]),
  );
  expect(decompiled.instructions.map(({ keys }) => keys.map((key) => key.pubkey))).toEqual(
    [fee, memo(), creator].map(({ keys }) => keys.map((key) => key.pubkey)),
  );
  expect(decompiled.instructions[2]?.keys[2]).toMatchObject({
    pubkey: reference,
    isSigner: false,
    isWritable: false,
  });
});

test("without a fee there is one transfer, and a creator who is the treasury gets two", () => {
  for (const changed of [
    { ...terms, feeLamports: 0n },
    { ...terms, treasuryAddress: terms.payeeAddress },
    { ...terms, treasuryAddress: terms.payeeAddress, creatorLamports: 25_000n, feeLamports: 25_000n },
    { ...terms, treasuryAddress: terms.payerAddress },
    { ...terms, reference: null },
  ]) {
    const transaction = VersionedTransaction.deserialize(buildPaymentTransaction({ ...changed, blockhash }));
    expect(check(transaction, changed, "strict")).toEqual(accepted);
    expect(transaction.message.compiledInstructions).toHaveLength(changed.feeLamports > 0n ? 3 : 2);
  }
});

test("amounts up to 2^64-1 are encoded exactly", () => {
  const rich = { ...terms, creatorLamports: 2n ** 64n - 1n };
  const transaction = VersionedTransaction.deserialize(buildPaymentTransaction({ ...rich, blockhash }));
  expect(check(transaction, rich, "strict")).toEqual(accepted);
});

test("changing any byte of any instruction is refused", () => {
  expect(check(editable(), terms, "strict")).toEqual(accepted);
  const first = editable().message.compiledInstructions;
  const positions = first.flatMap(({ data }, instruction) =>
    [...data].map((_, byte) => ({ instruction, byte })),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...positions),
      fc.integer({ min: 1, max: 255 }),
      ({ instruction, byte }, change) => {
        const transaction = editable();
        const data = transaction.message.compiledInstructions[instruction]?.data;
        if (data) data[byte] = (data[byte] ?? 0) ^ change;
        expect(check(transaction, terms, "strict").ok).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

test("it never throws, whatever well-formed message it is given", () => {
  const instruction = fc.record({
    programIdIndex: fc.integer({ min: 0, max: 8 }),
    accountKeyIndexes: fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 4 }),
    data: fc.uint8Array({ maxLength: 16 }),
  });
  fc.assert(
    fc.property(fc.array(instruction, { maxLength: 5 }), (extra) => {
      const transaction = editable();
      transaction.message.compiledInstructions.push(...extra);
      expect(check(transaction, terms, "landed")).toHaveProperty("ok");
    }),
  );
});

describe("beside the payment", () => {
  const keys = [payer.publicKey, payee, treasury, reference, stranger];
  const programs = [SystemProgram.programId, ComputeBudgetProgram.programId, stranger].concat(
    [MEMO_PROGRAM, LIGHTHOUSE_PROGRAM].map((address) => new PublicKey(address)),
  );
  const codes = fc.constantFrom(0, 1, 2, 3, 4, 11, 12);
  const data = fc
    .tuple(codes, fc.uint8Array({ maxLength: 12 }))
    .map(([code, rest]) => Buffer.from([code, ...rest]));
  const transferData = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((lamports) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt32LE(2);
    bytes.writeBigUInt64LE(lamports, 4);
    return bytes;
  });
  const instruction = fc.record({
    program: fc.constantFrom(...programs),
    accounts: fc.array(fc.constantFrom(...keys), { maxLength: 4 }),
    data: fc.oneof(data, transferData),
    at: fc.nat({ max: 4 }),
  });

  test.each(["strict", "landed"] as const)("nothing moves another lamport: %s", (mode) => {
    fc.assert(
      fc.property(fc.array(instruction, { minLength: 1, maxLength: 3 }), (added) => {
        const whole = [fee, memo(), creator];
        for (const { program, accounts, data: bytes, at } of added) {
          const named = accounts.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true }));
          const made = new TransactionInstruction({ programId: program, keys: named, data: bytes });
          whole.splice(at, 0, made);
        }
        const known = new Set([ComputeBudgetProgram.programId.toBase58(), LIGHTHOUSE_PROGRAM]);
        const isHarmless = added.every(({ program }) => known.has(program.toBase58()));
        expect(judge(whole, "exact").ok).toBe(false);
        if (!isHarmless) expect(judge(whole, mode).ok).toBe(false);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe("what wallets add", () => {
  test("compute budget and Lighthouse are accepted", () => {
    const lighthouse = new TransactionInstruction({
      programId: new PublicKey(LIGHTHOUSE_PROGRAM),
      keys: [{ pubkey: payer.publicKey, isSigner: true, isWritable: true }],
      data: Buffer.from([6, 0]),
    });
    const budget = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 30_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1000 }),
    ];
    expect(judge([...budget, fee, memo(), creator, lighthouse])).toEqual(accepted);
  });

  test.each([
    ["compute_limit_too_high", ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_001 })],
    ["compute_price_too_high", ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10_000_000 })],
    ["unexpected_compute_budget", ComputeBudgetProgram.requestHeapFrame({ bytes: 1024 })],
  ])("%s beyond what a payment needs", (reason, asked) => {
    expect(judge([asked, fee, memo(), creator])).toEqual(refused(reason));
  });
});

describe("before a payer signs, it is what this product builds and nothing beside it", () => {
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 30_000 });
  test.each([
    ["as it is built", [fee, memo(), creator], accepted],
    ["another order", [memo(), fee, creator], refused("unexpected_program")],
    ["the parties in another order", [creator, memo(), fee], refused("unexpected_program")],
    ["a compute budget", [limit, fee, memo(), creator], refused("unexpected_program")],
    [
      "an account beside the reference",
      [fee, memo(), transfer(payee, 47_500n, [reference, stranger])],
      refused("unexpected_program"),
    ],
    [
      "the reference on both transfers",
      [transfer(treasury, 2_500n, [reference]), memo(), creator],
      refused("unexpected_program"),
    ],
    ["one lamport more", [fee, memo(), transfer(payee, 47_501n, [reference])], refused("overpaid")],
    ["no reference", [fee, memo(), transfer(payee, 47_500n)], refused("missing_reference")],
  ])("%s", (_, instructions, verdict) => {
    expect(judge(instructions, "exact")).toEqual(verdict);
  });

  test("in another format of messages, which not every wallet shows", () => {
    expect(check(editable(), terms, "exact")).toEqual(refused("unsupported_version"));
  });
});

describe("every payment that can be built", () => {
  const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const addresses = seeds.map((seed) => bs58.encode(seed));
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const any = fc.record({
    payerAddress: addresses,
    payeeAddress: addresses,
    treasuryAddress: addresses,
    creatorLamports: amounts,
    feeLamports: fc.oneof(fc.constant(0n), amounts),
    reference: fc.option(addresses),
    memo: fc.stringMatching(/^\w{0,64}$/).map((id) => `skillcall:v1:${id}`),
    blockhash: addresses,
  });

  test("is read back as what it was built from, and as nothing else", () => {
    fc.assert(
      fc.property(any, any, (built, other) => {
        fc.pre(built.payerAddress !== built.payeeAddress && built.payerAddress !== SYSTEM_PROGRAM);
        const read = findTransaction(buildPaymentTransaction(built));
        if (!read) throw new Error("no transaction");
        expect(checkTransaction(read, built, "exact")).toEqual(accepted);
        expect(read.blockhash).toBe(built.blockhash);
        expect(sumTransfers(read)).toBe(built.creatorLamports + built.feeLamports);
        for (const [name, value] of Object.entries(other)) {
          if (name === "blockhash" || value === built[name as keyof typeof built]) continue;
          if (name === "treasuryAddress" && built.feeLamports === 0n) continue; // nobody is paid a fee
          expect([name, checkTransaction(read, { ...built, [name]: value }, "exact").ok]).toEqual([
            name,
            false,
          ]);
        }
      }),
    );
  });

  test.each([
    ["a negative amount", { creatorLamports: -1n }],
    ["a negative fee", { feeLamports: -999_999_990n }],
    ["2^64", { creatorLamports: 2n ** 64n }],
    ["an amount that wraps", { creatorLamports: -(2n ** 64n) + 10n }],
    ["a fee that wraps", { feeLamports: 2n ** 64n + 10n }],
    ["a memo that no packet holds", { memo: "m".repeat(1_000) }],
    ["an address of 31 bytes", { payeeAddress: bs58.encode(new Uint8Array(31).fill(7)) }],
    ["a reference in hexadecimal", { reference: "ab".repeat(32) }],
    ["an empty blockhash", { blockhash: "" }],
  ])("does not have %s", (_, change) => {
    expect(() => buildPaymentTransaction({ ...terms, blockhash, ...change })).toThrow(RangeError);
  });
});

test.each([
  ["underpaid", "the creator gets one lamport less", [fee, memo(), transfer(payee, 47_499n, [reference])]],
  ["underpaid", "the fee is one lamport less", [transfer(treasury, 2_499n), memo(), creator]],
  ["overpaid", "one lamport more", [fee, memo(), transfer(payee, 47_501n, [reference])]],
  [
    "unexpected_recipient",
    "the creator's part goes elsewhere",
    [fee, memo(), transfer(stranger, 47_500n, [reference])],
  ],
  ["unexpected_recipient", "a third transfer", [fee, memo(), creator, transfer(stranger, 1n)]],
  ["unexpected_recipient", "the creator is paid twice", [fee, memo(), creator, creator]],
  ["missing_transfer", "no fee", [memo(), creator]],
  ["missing_transfer", "no transfer at all", [memo()]],
  ["missing_reference", "no reference", [fee, memo(), transfer(payee, 47_500n)]],
  [
    "missing_reference",
    "the reference on the wrong transfer",
    [transfer(treasury, 2_500n, [reference]), memo(), transfer(payee, 47_500n)],
  ],
  ["memo_mismatch", "no memo", [fee, creator]],
  ["memo_mismatch", "another quote's memo", [fee, memo("skillcall:v1:quo_other"), creator]],
  ["memo_mismatch", "the memo twice", [fee, memo(), memo(), creator]],
  ["memo_mismatch", "the memo and more", [fee, memo(`${terms.memo} `), creator]],
  [
    "unexpected_program",
    "a token transfer",
    [
      fee,
      memo(),
      creator,
      new TransactionInstruction({ programId: stranger, keys: [], data: Buffer.from([12]) }),
    ],
  ],
  [
    "durable_nonce_not_allowed",
    "a durable nonce",
    [
      SystemProgram.nonceAdvance({ noncePubkey: stranger, authorizedPubkey: payer.publicKey }),
      fee,
      memo(),
      creator,
    ],
  ],
  [
    "unexpected_system_instruction",
    "an assign",
    [SystemProgram.assign({ accountPubkey: payer.publicKey, programId: stranger }), fee, memo(), creator],
  ],
])("%s: %s", (reason, _what, instructions) => {
  expect(judge(instructions)).toEqual(refused(reason));
});

test("another fee payer or another signer is refused", () => {
  const other = Keypair.generate().publicKey;
  expect(judge([fee, memo(), creator], "strict", other)).toEqual(refused("wrong_payer"));
  expect(judge([fee, memo(), transfer(payee, 47_500n, [reference], other)])).toEqual(
    refused("extra_signers"),
  );
});

test("a transfer out of an account that is not the payer's is refused", () => {
  const transaction = editable();
  const keys = transaction.message.compiledInstructions[0]?.accountKeyIndexes;
  if (keys) keys[0] = 1;
  expect(check(transaction, terms, "strict")).toEqual(refused("wrong_source"));
});

test("lookup tables are refused", () => {
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [fee, memo(), creator],
  }).compileToV0Message();
  expect(check(new VersionedTransaction(message), terms, "strict")).toEqual(accepted);
  message.addressTableLookups.push({ accountKey: stranger, writableIndexes: [0], readonlyIndexes: [] });
  expect(check(new VersionedTransaction(message), terms, "strict")).toEqual(
    refused("lookup_tables_not_allowed"),
  );
});

test("money that has moved counts with its excess and without its reference, but never short", () => {
  const generous = [fee, memo(), transfer(payee, 47_507n)];
  expect(judge(generous, "landed")).toEqual({ ok: true, excess: 7n });
  expect(judge([fee, memo(), transfer(payee, 47_499n, [reference])], "landed")).toEqual(refused("underpaid"));
  expect(judge([fee, memo("other"), creator], "landed")).toEqual(refused("memo_mismatch"));
});
