import {
  findAddressBytes,
  MAX_TRANSACTION_SIZE_BYTES,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
} from "@/lib/chain/solana/address";
import { MAX_LAMPORTS, type PaymentTerms } from "@/lib/payments/quotes/payment-terms";

const SIGNATURE_SIZE_BYTES = 64;
const SYSTEM_TRANSFER = 2;

interface Instruction {
  program: string;
  accounts: string[];
  data: Uint8Array;
}

/**
 * The unsigned payment for a quote, as the bytes a wallet signs: `[transfer fee?, memo, transfer creator + reference]`
 * in a legacy message (this order is also valid for Solana Pay). It runs in the browser, so that the buyer's own page
 * builds what the buyer signs. Throws a `RangeError` when an address is not one, for an amount outside 0..2^64-1,
 * and where all of it is more than one packet holds.
 */
export function buildPaymentTransaction(terms: PaymentTerms & { blockhash: string }): Uint8Array {
  const { creatorLamports, feeLamports } = terms;
  for (const lamports of [creatorLamports, feeLamports]) {
    if (lamports < 0n || lamports > MAX_LAMPORTS)
      throw new RangeError(`An amount is 0 to ${MAX_LAMPORTS} lamports, not ${lamports}.`);
  }
  const instructions = paymentInstructions(terms);
  const writable = unique([
    terms.payerAddress,
    ...(terms.feeLamports > 0n ? [terms.treasuryAddress] : []),
    terms.payeeAddress,
  ]);
  const readonly = unique([
    ...(terms.reference ? [terms.reference] : []),
    SYSTEM_PROGRAM,
    MEMO_PROGRAM,
  ]).filter((address) => !writable.includes(address));
  const keys = [...writable, ...readonly];
  const message = [
    1, // signers
    0, // of them read-only
    readonly.length,
    ...compactLength(keys.length),
    ...keys.flatMap((address) => [...addressBytes(address)]),
    ...addressBytes(terms.blockhash),
    ...compactLength(instructions.length),
    ...instructions.flatMap((instruction) => compileInstruction(instruction, keys)),
  ];
  const bytes = [...compactLength(1), ...new Uint8Array(SIGNATURE_SIZE_BYTES), ...message];
  if (bytes.length > MAX_TRANSACTION_SIZE_BYTES)
    throw new RangeError(
      `A transaction has at most ${MAX_TRANSACTION_SIZE_BYTES} bytes, not ${bytes.length}.`,
    );
  return Uint8Array.from(bytes);
}

function paymentInstructions(terms: PaymentTerms): Instruction[] {
  const { payerAddress, payeeAddress, treasuryAddress, creatorLamports, feeLamports, reference } = terms;
  const memo = { program: MEMO_PROGRAM, accounts: [], data: new TextEncoder().encode(terms.memo) };
  const fee = transfer(payerAddress, treasuryAddress, feeLamports);
  const creator = transfer(payerAddress, payeeAddress, creatorLamports);
  if (reference) creator.accounts.push(reference);
  return feeLamports > 0n ? [fee, memo, creator] : [memo, creator];
}

function transfer(from: string, to: string, lamports: bigint): Instruction {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, SYSTEM_TRANSFER, true);
  view.setBigUint64(4, lamports, true);
  return { program: SYSTEM_PROGRAM, accounts: [from, to], data };
}

function compileInstruction({ program, accounts, data }: Instruction, keys: readonly string[]): number[] {
  const indexes = accounts.map((address) => keys.indexOf(address));
  return [
    keys.indexOf(program),
    ...compactLength(indexes.length),
    ...indexes,
    ...compactLength(data.length),
    ...data,
  ];
}

/** Solana's "compact-u16": seven bits in each byte, lowest first. */
function compactLength(length: number): number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...compactLength(length >> 7)];
}

function addressBytes(address: string): Uint8Array {
  const bytes = findAddressBytes(address);
  if (!bytes) throw new RangeError(`Not a base58 text of 32 bytes: ${address.slice(0, 64)}`);
  return bytes;
}

function unique(addresses: readonly string[]): string[] {
  return [...new Set(addresses)];
}
