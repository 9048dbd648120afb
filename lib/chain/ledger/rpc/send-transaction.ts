import type { VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import type { TransactionErrorJson } from "@/lib/chain/ledger/error-names";
import { describeOutcome, signatureOf } from "@/lib/chain/ledger/execution";
import type { Ledger } from "@/lib/chain/ledger/ledger";
import { invalid, type Params, RPC_CODES, RpcError } from "@/lib/chain/ledger/rpc/params";
import { MAX_TRANSACTION_SIZE_BYTES } from "@/lib/chain/solana/address";
import { findVersionedTransaction } from "@/lib/chain/solana/read-transaction";

const MAX_ENCODED_CHARACTERS = 1700; // 1232 bytes are 1644 characters of base64, 1683 of base58
const MESSAGES: Readonly<Record<string, string>> = {
  BlockhashNotFound: "Blockhash not found",
  AlreadyProcessed: "This transaction has already been processed",
  AccountNotFound: "Attempt to debit an account but found no record of a prior credit.",
};

/**
 * Accepts signed bytes as a node does: refused when the rehearsal fails (unless it is skipped), otherwise answered with
 * the signature, which says nothing yet about their landing.
 */
export function sendTransaction(ledger: Ledger, raw: Buffer, skipPreflight: boolean): string {
  const transaction = decode(raw);
  const signature = signatureOf(transaction);
  if (!skipPreflight) rehearse(ledger, transaction);
  if (ledger.dropNext > 0) ledger.dropNext--;
  else if (!ledger.find(signature)) ledger.land(transaction, raw);
  return signature;
}

function rehearse(ledger: Ledger, transaction: VersionedTransaction): void {
  const simulated = describeOutcome(ledger.simulate(transaction));
  if (simulated.error === null) return;
  if (simulated.error === "SignatureFailure") {
    throw new RpcError(RPC_CODES.signatureVerificationFailure, "Transaction signature verification failure");
  }
  throw new RpcError(
    RPC_CODES.preflightFailure,
    `Transaction simulation failed: ${describe(simulated.error)}`,
    {
      accounts: null,
      err: simulated.error,
      innerInstructions: null,
      logs: simulated.logs,
      returnData: simulated.returnData,
      unitsConsumed: simulated.computeUnits,
    },
  );
}

/** The sentence a validator answers with; wallets and clients read it. */
function describe(error: TransactionErrorJson): string {
  if (typeof error === "string") return MESSAGES[error] ?? error;
  const [name, detail] = Object.entries(error)[0] ?? ["Unknown", null];
  if (name === "InstructionError" && Array.isArray(detail)) {
    return `Error processing Instruction ${detail[0]}: ${describeInstructionError(detail[1])}`;
  }
  if (name === "InsufficientFundsForRent") {
    return `Transaction results in an account (${accountIndex(detail)}) with insufficient funds for rent`;
  }
  return JSON.stringify(error);
}

function describeInstructionError(error: unknown): string {
  if (typeof error === "string") return error;
  const code = typeof error === "object" && error !== null && "Custom" in error ? Number(error.Custom) : null;
  return code === null ? JSON.stringify(error) : `custom program error: 0x${code.toString(16)}`;
}

function accountIndex(detail: unknown): number {
  const found =
    typeof detail === "object" && detail !== null && "account_index" in detail ? detail.account_index : 0;
  return Number(found);
}

/** The signed bytes in the first parameter, in the encoding its configuration names (base58 unless said otherwise). */
export function readTransactionBytes(params: Params): Buffer {
  const text = params.text(0, MAX_ENCODED_CHARACTERS);
  if (params.config(1).text("encoding") === "base64") return Buffer.from(text, "base64");
  const bytes = bs58.decodeUnsafe(text);
  if (!bytes) throw invalid("parameter 0: expected a base58 transaction");
  return Buffer.from(bytes);
}

export function decode(raw: Buffer): VersionedTransaction {
  if (raw.length > MAX_TRANSACTION_SIZE_BYTES) {
    const size = `${raw.length} bytes (max: encoded/raw 1644/${MAX_TRANSACTION_SIZE_BYTES})`;
    throw invalid(`base64 encoded solana_transaction::versioned::VersionedTransaction too large: ${size}`);
  }
  const transaction = findVersionedTransaction(raw);
  if (!transaction)
    throw invalid("failed to deserialize solana_transaction::versioned::VersionedTransaction");
  if (transaction.version !== "legacy" && transaction.version !== 0) {
    throw new RpcError(
      RPC_CODES.unsupportedTransactionVersion,
      `Transaction version (${transaction.version}) is not supported`,
    );
  }
  return transaction;
}
