import fs from "node:fs";
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { LIGHTHOUSE_PROGRAM, MEMO_PROGRAM } from "@/lib/chain/solana/address";
import { isDomainError } from "@/lib/kernel/errors";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";

const market = new PaidMarket();
const stranger = Keypair.generate().publicKey;

/** The two columns of the table of a language, row by row. */
function readTable(file: string): [what: string, answer: string][] {
  const lines = fs.readFileSync(file, "utf8").split("\n");
  const from = lines.findLastIndex((line, at) => line.startsWith("| ---") && at < lines.findIndex(isOfTable));
  return lines.slice(from + 1, lines.indexOf("", from)).map((line) => {
    const [, what = "", answer = ""] = line.split("|").map((cell) => cell.trim());
    return [what, answer];
  });
}

const isOfTable = (line: string) => line.startsWith("|") && line.includes("`lookup_tables_not_allowed`");

const PAGES = ["docs/payment.md", "docs/zh-Hans/payment.md", "docs/ko/payment.md"];
const [ENGLISH = []] = PAGES.map(readTable);
/** The number that a row names. */
const limitIn = (row: number) => Number(/\d[\d,]{3,}/.exec(ENGLISH[row]?.[0] ?? "")?.[0].replaceAll(",", ""));
const CODES = /`([a-z_]+)`/g;
const codesOf = (answer: string) => [...answer.matchAll(CODES)].map(([, code]) => code);

interface Parts {
  fee: TransactionInstruction;
  memo: TransactionInstruction;
  creator: TransactionInstruction;
  quote: QuoteRecord;
}
interface Sent {
  instructions: TransactionInstruction[];
  version?: 0;
  blockhash?: string;
  signers?: Keypair[];
  tables?: boolean;
}

const price = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
const limit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units });
/** An instruction of the Compute Budget program. */
const budget = (code: number, amount: number) => {
  const data = Buffer.alloc(5);
  data[0] = code;
  data.writeUInt32LE(amount, 1);
  return new TransactionInstruction({ programId: ComputeBudgetProgram.programId, keys: [], data });
};
const heap = (kib: number) => budget(1, kib * 1024);
const loaded = (bytes: number) => budget(4, bytes);
const foreign = (programId: PublicKey) =>
  new TransactionInstruction({ programId, keys: [], data: Buffer.from([0]) });
const pay = (to: PublicKey | string, lamports: bigint, reference?: string) => {
  const made = SystemProgram.transfer({
    fromPubkey: market.buyer.publicKey,
    toPubkey: new PublicKey(to),
    lamports,
  });
  if (reference !== undefined)
    made.keys.push({ pubkey: new PublicKey(reference), isSigner: false, isWritable: false });
  return made;
};
const write = (text: string) =>
  new TransactionInstruction({ programId: new PublicKey(MEMO_PROGRAM), keys: [], data: Buffer.from(text) });
/** The payment as the market builds it, with others beside it. */
const beside =
  (...more: TransactionInstruction[]) =>
  ({ fee, memo, creator }: Parts) => ({
    instructions: [...more, fee, memo, creator],
  });
const paying =
  (lamports: (quote: QuoteRecord) => bigint, to?: PublicKey) =>
  ({ fee, memo, quote }: Parts) => ({
    instructions: [fee, memo, pay(to ?? quote.payeeAddress, lamports(quote), quote.reference)],
  });

/** What is sent for each row of the table, in its order; of several each is answered alike. */
const ROWS: ((parts: Parts) => Sent | Promise<Sent>)[][] = [
  [({ fee, memo, creator }) => ({ instructions: [fee, memo, creator], version: 0 })],
  [({ fee, memo, creator }) => ({ instructions: [fee, memo, creator], version: 0, tables: true })],
  [({ fee, memo, creator }) => ({ instructions: [creator, memo, fee] })],
  [
    async ({ fee, memo, creator }) => ({
      instructions: [fee, memo, creator],
      blockhash: await market.freshBlockhash(),
    }),
  ],
  [beside(limit(limitIn(4)))],
  [beside(limit(limitIn(4) + 1))],
  [beside(limit(100_000), price(limitIn(6) * 10)), beside(price(9))],
  [beside(limit(100_000), price(limitIn(6) * 10 + 1))],
  [beside(heap(32)), beside(heap(256))],
  [beside(loaded(2 ** 20))],
  [beside(heap(288)), beside(limit(9_000), price(1), price(1)), beside(budget(0, 9))],
  [], // the ledger of the tests has no Lighthouse; `check-transaction.test.ts` judges its instructions
  [beside(foreign(stranger))],
  [beside(SystemProgram.assign({ accountPubkey: market.buyer.publicKey, programId: stranger }))],
  [beside(SystemProgram.nonceAdvance({ noncePubkey: stranger, authorizedPubkey: market.buyer.publicKey }))],
  [paying(({ creatorLamports }) => creatorLamports - 1n)],
  [paying(({ creatorLamports }) => creatorLamports + 1n)],
  [paying(({ creatorLamports }) => creatorLamports, stranger), beside(pay(stranger, 1n))],
  [({ memo, creator }) => ({ instructions: [memo, creator] })],
  [
    ({ fee, memo, quote }) => ({ instructions: [fee, memo, pay(quote.payeeAddress, quote.creatorLamports)] }),
    ({ memo, quote }) => ({
      instructions: [
        pay(quote.treasuryAddress, quote.feeLamports, quote.reference),
        memo,
        pay(quote.payeeAddress, quote.creatorLamports),
      ],
    }),
  ],
  [
    ({ fee, creator }) => ({ instructions: [fee, write("skillcall:v1:quo_other"), creator] }),
    ({ fee, memo, creator }) => ({ instructions: [fee, memo, memo, creator] }),
  ],
  [
    ({ fee, memo, creator }) => ({
      instructions: [fee, memo, creator],
      signers: [market.stranger, market.buyer],
    }),
  ],
  [
    ({ fee, memo, creator }) => {
      const signed = { pubkey: market.stranger.publicKey, isSigner: true, isWritable: false };
      creator.keys.push(signed);
      return { instructions: [fee, memo, creator], signers: [market.buyer, market.stranger] };
    },
  ],
];

async function answerTo(make: (parts: Parts) => Sent | Promise<Sent>): Promise<string> {
  const quote = await market.quote();
  const { treasuryAddress, feeLamports, payeeAddress, creatorLamports, reference, memo } = quote;
  const sent = await make({
    quote,
    fee: pay(treasuryAddress, feeLamports),
    memo: write(memo),
    creator: pay(payeeAddress, creatorLamports, reference),
  });
  const { instructions, version, signers = [market.buyer], blockhash = quote.blockhash } = sent;
  const payerKey = (signers[0] ?? market.buyer).publicKey;
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions });
  const compiled = version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage();
  if (sent.tables === true && "addressTableLookups" in compiled && compiled.version === 0)
    compiled.addressTableLookups.push({ accountKey: stranger, writableIndexes: [0], readonlyIndexes: [] });
  const transaction = new VersionedTransaction(compiled);
  transaction.sign(signers);
  try {
    const rawTransaction = Buffer.from(transaction.serialize());
    return (await submitPayment({ quoteId: quote.id, rawTransaction }, market.context)).state;
  } catch (error) {
    if (!isDomainError(error, "TRANSACTION_REJECTED")) throw error;
    return String(error.details["reason"]);
  }
}

describe("the page on payment says what is taken", () => {
  test("alike in every language", () => {
    expect(ENGLISH).toHaveLength(ROWS.length);
    for (const page of PAGES) {
      const table = readTable(page);
      expect(table.map(([, answer]) => codesOf(answer))).toEqual(
        ENGLISH.map(([, answer]) => codesOf(answer)),
      );
      const numbers = (rows: [string, string][]) => rows.map(([what]) => what.match(/\d[\d,]{3,}/g));
      expect(numbers(table)).toEqual(numbers(ENGLISH));
    }
    expect(ENGLISH.some(([what]) => what.includes(LIGHTHOUSE_PROGRAM))).toBe(true);
  });

  test.each(ENGLISH.map(([what, answer], row) => [what, answer, row] as const))(
    "%s: %s",
    async (_, answer, row) => {
      const expected = answer.startsWith("taken") ? "GRANTED" : codesOf(answer)[0];
      for (const make of ROWS[row] ?? []) expect(await answerTo(make)).toBe(expected);
    },
  );

  test("a blockhash that the chain does not take any more", async () => {
    const [, answer = ""] = ENGLISH[3] ?? [];
    const unknown = ({ fee, memo, creator }: Parts) => ({
      instructions: [fee, memo, creator],
      blockhash: stranger.toBase58(),
    });
    expect(codesOf(answer)).toEqual([await answerTo(unknown)]);
  });
});
