import { VersionedTransaction } from "@solana/web3.js";
import type { LandedTransaction } from "@/lib/chain/ledger/landed-transaction";
import type { Ledger } from "@/lib/chain/ledger/ledger";
import { describeOutcome, signatureOf } from "@/lib/chain/ledger/execution";
import { toAccountJson } from "@/lib/chain/ledger/rpc/account-json";
import {
  atSlot,
  type Method,
  type Methods,
  invalid,
  type Params,
  RPC_CODES,
  RpcError,
} from "@/lib/chain/ledger/rpc/params";
import { toStatusJson, toTransactionJson } from "@/lib/chain/ledger/rpc/transaction-json";
import { MAX_TEST_TOKEN_UNITS } from "@/lib/chain/ledger/test-token";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import {
  isTransactionSignature,
  BLOCKHASH_LIFETIME_BLOCKS,
  MEMO_PROGRAM,
  MAX_TRANSACTION_SIZE_BYTES,
} from "@/lib/chain/solana/address";
import bs58 from "bs58";
import type { TransactionErrorJson } from "@/lib/chain/ledger/error-names";
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
function sendTransaction(ledger: Ledger, raw: Buffer, skipPreflight: boolean): string {
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
function readTransactionBytes(params: Params): Buffer {
  const text = params.text(0, MAX_ENCODED_CHARACTERS);
  if (params.config(1).text("encoding") === "base64") return Buffer.from(text, "base64");
  const bytes = bs58.decodeUnsafe(text);
  if (!bytes) throw invalid("parameter 0: expected a base58 transaction");
  return Buffer.from(bytes);
}

function decode(raw: Buffer): VersionedTransaction {
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

const MAX_STATUSES = 256;
const MAX_SIGNATURES = 1000;
const MAX_SIMULATED_ACCOUNTS = 20;

export const transactionMethods: Methods = {
  sendTransaction: (params, { ledger }) =>
    sendTransaction(ledger, readTransactionBytes(params), params.config(1).flag("skipPreflight")),

  requestAirdrop: (params, { ledger, faucet }) => {
    const address = params.address(0);
    const lamports = BigInt(params.whole(1));
    const refusal = faucet.refusal(address, lamports);
    if (refusal) throw new RpcError(RPC_CODES.internal, `airdrop refused: the local faucet gives ${refusal}`);
    const signature = sendTransaction(ledger, faucet.build(address, lamports), false);
    faucet.record(address, lamports);
    return signature;
  },

  /** Not a Solana method: test tokens, in the owner's usual account, from the faucet. */
  requestTokenAirdrop: (params, { ledger, faucet }) => {
    const owner = params.address(0);
    const units = BigInt(params.whole(1));
    if (units < 1n || units > MAX_TEST_TOKEN_UNITS)
      throw invalid(`parameter 1: expected 1 to ${MAX_TEST_TOKEN_UNITS} units`);
    return sendTransaction(ledger, faucet.buildTokens(owner, units), false);
  },

  simulateTransaction: (params, context) => simulate(params, context),

  getSignatureStatuses: (params, { ledger }) => {
    const statuses = params.list(0, MAX_STATUSES).map((signature) => {
      if (!isTransactionSignature(signature))
        throw invalid("parameter 0: expected base58 signatures of 64 bytes");
      const landed = ledger.find(signature);
      return landed && toSignatureStatus(ledger, landed);
    });
    return atSlot(ledger, statuses);
  },

  getTransaction: (params, { ledger }) => {
    const landed = ledger.find(params.signature(0));
    const config = params.config(1);
    if (!landed || !ledger.hasReached(landed, config.commitment())) return null;
    const answer = toTransactionJson(landed, config.text("encoding") ?? "json");
    if (answer.version !== "legacy" && config.whole("maxSupportedTransactionVersion") === undefined) {
      throw new RpcError(
        RPC_CODES.unsupportedTransactionVersion,
        `Transaction version (${answer.version}) is not supported by the requesting client. ` +
          `Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${answer.version}`,
      );
    }
    return answer;
  },

  getSignaturesForAddress: (params, { ledger }) => {
    const config = params.config(1);
    const commitment = config.commitment();
    const landed = ledger
      .listByAddress(params.address(0))
      .filter((each) => ledger.hasReached(each, commitment));
    const newestFirst = between(landed.toReversed(), config.text("before"), config.text("until"));
    return newestFirst
      .slice(0, Math.min(config.whole("limit") ?? MAX_SIGNATURES, MAX_SIGNATURES))
      .map((each) => ({
        signature: each.signature,
        slot: each.slot,
        err: each.error,
        memo: memoOf(each),
        blockTime: each.unixSeconds,
        confirmationStatus: ledger.commitmentOf(each),
      }));
  },
};

/** As nodes tell it: `[length] text`, several joined by `; `; null without a memo. */
function memoOf({ raw, accountKeys }: LandedTransaction): string | null {
  const memos = VersionedTransaction.deserialize(raw)
    .message.compiledInstructions.filter(({ programIdIndex }) => accountKeys[programIdIndex] === MEMO_PROGRAM)
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString("utf8")}`);
  return memos.length === 0 ? null : memos.join("; ");
}

const simulate: Method = (params: Params, { ledger }) => {
  const config = params.config(1);
  const transaction = decode(readTransactionBytes(params));
  const replaced = config.flag("replaceRecentBlockhash");
  const outcome = ledger.simulate(transaction, {
    verifySignatures: config.flag("sigVerify"),
    ...(replaced ? { checkBlockhash: false } : {}),
  });
  const simulated = describeOutcome(outcome);
  const slot = ledger.slot();
  const replacementBlockhash = {
    blockhash: ledger.blockhashAt(slot),
    lastValidBlockHeight: slot + BLOCKHASH_LIFETIME_BLOCKS,
  };
  return atSlot(ledger, {
    err: simulated.error,
    logs: simulated.logs,
    accounts: simulatedAccounts(ledger, params),
    unitsConsumed: simulated.computeUnits,
    returnData: simulated.returnData,
    innerInstructions: config.flag("innerInstructions") ? simulated.innerInstructions : null,
    ...(replaced ? { replacementBlockhash } : {}),
  });
};

function simulatedAccounts(ledger: Ledger, params: Params) {
  const wanted = params.config(1).config("accounts");
  if (!wanted) return null;
  const addresses = wanted.list("addresses").slice(0, MAX_SIMULATED_ACCOUNTS).filter(isSolanaAddress);
  return addresses.map((each) =>
    toAccountJson(ledger.svm, ledger.svm.account(each), wanted.text("encoding")),
  );
}

function toSignatureStatus(ledger: Ledger, landed: LandedTransaction) {
  const confirmationStatus = ledger.commitmentOf(landed);
  return {
    slot: landed.slot,
    confirmations: confirmationStatus === "finalized" ? null : ledger.slot() - landed.slot,
    err: landed.error,
    status: toStatusJson(landed),
    confirmationStatus,
  };
}

function between(newestFirst: LandedTransaction[], before?: string, until?: string): LandedTransaction[] {
  const start = before === undefined ? 0 : newestFirst.findIndex((each) => each.signature === before) + 1;
  const end = until === undefined ? -1 : newestFirst.findIndex((each) => each.signature === until);
  return newestFirst.slice(start, end < 0 ? undefined : end);
}
