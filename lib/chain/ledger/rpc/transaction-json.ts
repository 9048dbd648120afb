import { VersionedTransaction, type VersionedMessage } from "@solana/web3.js";
import bs58 from "bs58";
import type { LandedTransaction } from "@/lib/chain/ledger/landed-transaction";
import { toParsedInstruction } from "@/lib/chain/ledger/rpc/parsed-instruction";

interface RawInstruction {
  programIdIndex: number;
  accounts: number[];
  data: string;
}

/** A landed transaction as `getTransaction` answers it, in one of the four encodings. */
export function toTransactionJson(landed: LandedTransaction, encoding: string) {
  const transaction = VersionedTransaction.deserialize(landed.raw);
  return {
    slot: landed.slot,
    blockTime: landed.unixSeconds,
    meta: toMeta(landed, encoding === "jsonParsed"),
    transaction: encodeTransaction(landed, transaction, encoding),
    version: transaction.version,
  };
}

export function toStatusJson(landed: Pick<LandedTransaction, "error">) {
  return landed.error === null ? { Ok: null } : { Err: landed.error };
}

function toMeta(landed: LandedTransaction, parsed: boolean) {
  return {
    err: landed.error,
    status: toStatusJson(landed),
    fee: Number(landed.feeLamports),
    preBalances: landed.preBalances.map(Number),
    postBalances: landed.postBalances.map(Number),
    preTokenBalances: landed.preTokenBalances,
    postTokenBalances: landed.postTokenBalances,
    logMessages: landed.logs,
    rewards: [],
    computeUnitsConsumed: landed.computeUnits,
    ...(landed.returnData ? { returnData: landed.returnData } : {}),
    ...(parsed
      ? { innerInstructions: landed.innerInstructions.map((each) => parseInner(landed, each)) }
      : { innerInstructions: landed.innerInstructions, loadedAddresses: landed.loadedAddresses }),
  };
}

function encodeTransaction(
  landed: LandedTransaction,
  transaction: VersionedTransaction,
  encoding: string,
): unknown {
  if (encoding === "base64") return [landed.raw.toString("base64"), encoding];
  if (encoding === "base58") return [bs58.encode(landed.raw), encoding];
  const { message } = transaction;
  const instructions = message.compiledInstructions.map((each) => ({
    programIdIndex: each.programIdIndex,
    accounts: [...each.accountKeyIndexes],
    data: bs58.encode(each.data),
    stackHeight: null,
  }));
  const common = { recentBlockhash: message.recentBlockhash, ...lookups(transaction) };
  const signatures = transaction.signatures.map((each) => bs58.encode(each));
  if (encoding === "jsonParsed") {
    const parsed = instructions.map((each) => parse(landed, each));
    return {
      signatures,
      message: { accountKeys: describeKeys(landed, message), ...common, instructions: parsed },
    };
  }
  const accountKeys = message.staticAccountKeys.map((key) => key.toBase58());
  return { signatures, message: { header: message.header, accountKeys, ...common, instructions } };
}

function lookups(transaction: VersionedTransaction) {
  if (transaction.version === "legacy") return {};
  const addressTableLookups = transaction.message.addressTableLookups.map((lookup) => ({
    accountKey: lookup.accountKey.toBase58(),
    readonlyIndexes: lookup.readonlyIndexes,
    writableIndexes: lookup.writableIndexes,
  }));
  return { addressTableLookups };
}

function describeKeys(landed: LandedTransaction, message: VersionedMessage) {
  const staticCount = message.staticAccountKeys.length;
  const writableCount = staticCount + landed.loadedAddresses.writable.length;
  return landed.accountKeys.map((pubkey, i) => ({
    pubkey,
    signer: i < message.header.numRequiredSignatures,
    writable: i < staticCount ? message.isAccountWritable(i) : i < writableCount,
    source: i < staticCount ? "transaction" : "lookupTable",
  }));
}

function parseInner(landed: LandedTransaction, inner: LandedTransaction["innerInstructions"][number]) {
  return { index: inner.index, instructions: inner.instructions.map((each) => parse(landed, each)) };
}

function parse(landed: LandedTransaction, instruction: RawInstruction): unknown {
  return toParsedInstruction({
    programId: landed.accountKeys[instruction.programIdIndex] ?? "",
    accounts: instruction.accounts.map((i) => landed.accountKeys[i]),
    data: Buffer.from(bs58.decode(instruction.data)),
  });
}
