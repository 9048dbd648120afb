import {
  VersionedTransaction,
  type VersionedMessage,
  SystemInstruction,
  TransactionInstruction,
  PublicKey,
} from "@solana/web3.js";
import bs58 from "bs58";
import type { LandedTransaction } from "@/lib/chain/ledger/landed-transaction";
import { TOKEN_PROGRAMS, toTokenAmount } from "@/lib/chain/ledger/token-accounts";
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from "@/lib/chain/solana/address";

const MEMO_V1_PROGRAM = "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo";
const SYSTEM_TRANSFER = 2;
const TOKEN_TRANSFER = 3;
const TOKEN_TRANSFER_CHECKED = 12;
const ATA_CREATE_IDEMPOTENT = 1;
const SYSTEM_TYPES: Readonly<Record<string, string>> = {
  Create: "createAccount",
  AdvanceNonceAccount: "advanceNonce",
  InitializeNonceAccount: "initializeNonce",
  Allocate: "allocate",
  Assign: "assign",
  WithdrawNonceAccount: "withdrawFromNonce",
};

interface InstructionParts {
  programId: string;
  accounts: readonly (string | undefined)[];
  data: Buffer;
}

/** An instruction in the `jsonParsed` form; what is not known stays in its raw form, as on a cluster. */
function toParsedInstruction(parts: InstructionParts): unknown {
  const { programId, accounts, data } = parts;
  try {
    if (programId === MEMO_PROGRAM || programId === MEMO_V1_PROGRAM) {
      return { program: "spl-memo", programId, parsed: data.toString("utf8"), stackHeight: null };
    }
    const known = parseKnown(parts);
    if (known) return { program: known.program, programId, parsed: known.parsed, stackHeight: null };
  } catch {
    // data too short for what its first byte promises
  }
  return { programId, accounts, data: bs58.encode(data), stackHeight: null };
}

function parseKnown(parts: InstructionParts) {
  if (parts.programId === SYSTEM_PROGRAM) return parseSystem(parts);
  if (TOKEN_PROGRAMS.includes(parts.programId)) return parseToken(parts);
  if (parts.programId === ASSOCIATED_TOKEN_PROGRAM) return parseAssociatedToken(parts);
  return null;
}

function parseSystem({ programId, accounts, data }: InstructionParts) {
  if (data.readUInt32LE(0) === SYSTEM_TRANSFER) {
    const info = { source: accounts[0], destination: accounts[1], lamports: Number(data.readBigUInt64LE(4)) };
    return { program: "system", parsed: { type: "transfer", info } };
  }
  const instruction = new TransactionInstruction({ programId: new PublicKey(programId), keys: [], data });
  const type = SYSTEM_TYPES[SystemInstruction.decodeInstructionType(instruction)];
  return type ? { program: "system", parsed: { type, info: { accounts } } } : null;
}

function parseToken({ programId, accounts, data }: InstructionParts) {
  const program = programId === TOKEN_PROGRAM ? "spl-token" : "spl-token-2022";
  if (data[0] === TOKEN_TRANSFER) {
    const [source, destination, authority] = accounts;
    const info = { source, destination, authority, amount: data.readBigUInt64LE(1).toString() };
    return { program, parsed: { type: "transfer", info } };
  }
  if (data[0] === TOKEN_TRANSFER_CHECKED) {
    const [source, mint, destination, authority] = accounts;
    const tokenAmount = toTokenAmount(data.readBigUInt64LE(1), data.readUInt8(9));
    return {
      program,
      parsed: { type: "transferChecked", info: { source, mint, destination, authority, tokenAmount } },
    };
  }
  return null;
}

function parseAssociatedToken({ accounts, data }: InstructionParts) {
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts;
  const type = data[0] === ATA_CREATE_IDEMPOTENT ? "createIdempotent" : "create";
  const info = { source, account, wallet, mint, systemProgram, tokenProgram };
  return { program: "spl-associated-token-account", parsed: { type, info } };
}

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
