import { ADDRESS_SIZE_BYTES, encodeAddress, MAX_TRANSACTION_SIZE_BYTES } from "@/lib/chain/solana/address";

const SIGNATURE_SIZE_BYTES = 64;
const VERSIONED = 0x80;
const SEVEN_BITS = 0x7f;
const MAX_U16 = 0xffff;

/** One instruction of a message; accounts are places in the list of keys, and of lookup tables after it. */
export interface CompiledInstruction {
  programIndex: number;
  accountIndexes: readonly number[];
  data: Uint8Array;
}

/** A transaction as its bytes say it. */
export interface Transaction {
  version: "legacy" | 0;
  /** As many as the message asks for; 64 zero bytes where one is still missing. */
  signatures: readonly Uint8Array[];
  /** The bytes that are signed. */
  message: Uint8Array;
  /** The accounts that the message writes out: signers first, of them the one that pays the network. */
  keys: readonly Uint8Array[];
  /** Base58. */
  blockhash: string;
  instructions: readonly CompiledInstruction[];
  /** Tables of further accounts, which cannot be told from the message alone. */
  lookupTables: number;
}

/**
 * The transaction in `raw`, or null when the bytes are not exactly one well-formed legacy or version 0 transaction: too
 * long, cut short, followed by something else, a length that is not written in its shortest form, a key twice, or
 * another number of signatures than its header asks for. It runs in browsers and in the client too, so that whoever
 * signs reads the same as the market.
 *
 * | part         | bytes                                                                                        |
 * | ------------ | -------------------------------------------------------------------------------------------- |
 * | signatures   | length, 64 each                                                                              |
 * | version      | 0x80 + version; left out in a legacy message                                                 |
 * | header       | signers, read-only signers, other read-only accounts                                         |
 * | keys         | length, 32 each                                                                              |
 * | blockhash    | 32                                                                                           |
 * | instructions | length; each: program, length and accounts, length and data                                  |
 * | lookups      | version 0 only: length; each: key of 32, length and writable places, length and other places |
 *
 * A length is a "compact-u16": https://solana.com/docs/core/transactions/transaction-structure
 */
export function findTransaction(raw: Uint8Array): Transaction | null {
  if (raw.length > MAX_TRANSACTION_SIZE_BYTES) return null;
  try {
    return readWhole(new Bytes(raw));
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

/** The same bytes with a signature in the place of one signer. Throws a `RangeError` where there is no such place. */
export function placeSignature(raw: Uint8Array, place: number, signature: Uint8Array): Uint8Array {
  const known = findTransaction(raw)?.signatures[place];
  if (known?.length !== signature.length) throw new RangeError("The transaction has no such signer.");
  const signed = Uint8Array.from(raw);
  signed.set(signature, 1 + place * SIGNATURE_SIZE_BYTES); // less than 128 signatures fit: their length is one byte
  return signed;
}

const addresses = new WeakMap<Transaction, readonly string[]>();

/** The accounts its message names, by address and in their order; written out once, as base 58 is dear. */
export function addressesOf(transaction: Transaction): readonly string[] {
  const known = addresses.get(transaction);
  if (known) return known;
  const named = transaction.keys.map(encodeAddress);
  addresses.set(transaction, named);
  return named;
}

class Malformed extends Error {}

function readWhole(bytes: Bytes): Transaction {
  const signatures = bytes.list(() => bytes.take(SIGNATURE_SIZE_BYTES));
  const message = bytes.rest();
  const first = bytes.byte();
  const version = (first & VERSIONED) === 0 ? "legacy" : first & SEVEN_BITS;
  if (version !== "legacy" && version !== 0) throw new Malformed();
  const signers = version === "legacy" ? first : bytes.byte();
  const [readonlySigners, otherReadonly] = [bytes.byte(), bytes.byte()];
  const keys = bytes.list(() => bytes.take(ADDRESS_SIZE_BYTES));
  const blockhash = encodeAddress(bytes.take(ADDRESS_SIZE_BYTES));
  const instructions = bytes.list(() => ({
    programIndex: bytes.byte(),
    accountIndexes: bytes.list(() => bytes.byte()),
    data: bytes.take(bytes.length()),
  }));
  const lookups = version === "legacy" ? [] : bytes.list(() => skipLookup(bytes));
  const sound =
    bytes.isAtEnd() &&
    signers === signatures.length &&
    readonlySigners < signers && // whoever pays the network is written to
    signers + otherReadonly <= keys.length &&
    new Set(keys.map(String)).size === keys.length;
  if (!sound) throw new Malformed();
  return { version, signatures, message, keys, blockhash, instructions, lookupTables: lookups.length };
}

function skipLookup(bytes: Bytes): void {
  bytes.take(ADDRESS_SIZE_BYTES);
  bytes.take(bytes.length());
  bytes.take(bytes.length());
}

/** Reads bytes one after the other; throws `Malformed` behind their end. */
class Bytes {
  private at = 0;

  constructor(private readonly all: Uint8Array) {}

  take(count: number): Uint8Array {
    if (this.at + count > this.all.length) throw new Malformed();
    return this.all.subarray(this.at, (this.at += count));
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** Seven bits in each byte, lowest first, and only in the shortest form: one meaning has one encoding. */
  length(): number {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      length |= (byte & SEVEN_BITS) << shift;
      if (length > MAX_U16 || (byte === 0 && shift > 0)) throw new Malformed();
      if ((byte & VERSIONED) === 0) return length;
    }
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.length() }, read);
  }

  rest(): Uint8Array {
    return this.all.subarray(this.at);
  }

  isAtEnd(): boolean {
    return this.at === this.all.length;
  }
}
