import {
  type MethodContext,
  type Methods,
  atSlot,
  Params,
  invalid,
  RPC_CODES,
  RpcError,
} from "@/lib/chain/ledger/rpc/params";
import { transactionMethods } from "@/lib/chain/ledger/rpc/transaction-methods";
import { logger } from "@/lib/kernel/observability/logger";
import { toAccountJson } from "@/lib/chain/ledger/rpc/account-json";
import {
  findTokenAccount,
  mintDecimals,
  TOKEN_PROGRAMS,
  toTokenAmount,
} from "@/lib/chain/ledger/token-accounts";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { createHash } from "node:crypto";
import { encodeAddress, BLOCKHASH_LIFETIME_BLOCKS, SIGNATURE_FEE_LAMPORTS } from "@/lib/chain/solana/address";

const SLOTS_PER_EPOCH = 432_000;
const MAX_MESSAGE_CHARACTERS = 2048;
const VERSION_PREFIX = 0x80;

function derivedAddress(seed: string, purpose: string): string {
  return encodeAddress(createHash("sha256").update(`${purpose} ${seed}`).digest());
}

const clusterMethods: Methods = {
  getHealth: () => "ok",
  getVersion: () => ({ "solana-core": "4.0.0-local-ledger", "feature-set": 0 }),
  /** Not a Solana method: tells a person or a page that this is not a cluster. */
  getLedgerInfo: (_params, { ledger, faucet }) => ({
    label: "local ledger",
    slotMs: ledger.slotMs,
    confirmSlots: ledger.confirmSlots,
    finalSlots: ledger.finalSlots,
    transactionCount: ledger.transactionCount,
    faucetAddress: faucet.address,
    faucetMaxLamportsPerRequest: faucet.limits.maxLamportsPerRequest.toString(),
  }),
  getGenesisHash: (_params, { ledger }) => derivedAddress(ledger.seed, "genesis"),
  getIdentity: (_params, { ledger }) => ({ identity: derivedAddress(ledger.seed, "local ledger identity") }),
  getSlot: (params, { ledger }) => ledger.slot(params.config(0).commitment()),
  getBlockHeight: (params, { ledger }) => ledger.slot(params.config(0).commitment()),
  getBlockTime: (params, { ledger }) => ledger.unixSeconds(params.whole(0)),
  getFirstAvailableBlock: () => 0,
  getTransactionCount: (_params, { ledger }) => ledger.transactionCount,
  getEpochInfo: (params, { ledger }) => {
    const slot = ledger.slot(params.config(0).commitment());
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: ledger.transactionCount,
    };
  },
  getLatestBlockhash: (params, { ledger }) => {
    const slot = ledger.slot(params.config(0).commitment());
    return atSlot(ledger, {
      blockhash: ledger.blockhashAt(slot),
      lastValidBlockHeight: slot + BLOCKHASH_LIFETIME_BLOCKS,
    });
  },
  isBlockhashValid: (params, { ledger }) => atSlot(ledger, ledger.isBlockhashRecent(params.address(0))),
  getFeeForMessage: (params, { ledger }) => {
    const message = Buffer.from(params.text(0, MAX_MESSAGE_CHARACTERS), "base64");
    const signatures = (message[0] ?? 0) & VERSION_PREFIX ? message[1] : message[0];
    if (!signatures) throw invalid("parameter 0: expected a base64 message");
    return atSlot(ledger, Number(SIGNATURE_FEE_LAMPORTS) * signatures);
  },
  getMinimumBalanceForRentExemption: (params, { ledger }) =>
    Number(ledger.svm.rentExemptMinimum(BigInt(params.whole(0)))),
  getRecentPrioritizationFees: (_params, { ledger }) => [{ slot: ledger.slot(), prioritizationFee: 0 }],
};

const MAX_ACCOUNTS = 100;

const accountMethods: Methods = {
  getBalance: (params, { ledger }) => atSlot(ledger, Number(ledger.svm.balance(params.address(0)))),
  getAccountInfo: (params, { ledger }) => {
    const account = ledger.svm.account(params.address(0));
    return atSlot(ledger, toAccountJson(ledger.svm, account, params.config(1).text("encoding")));
  },
  getMultipleAccounts: (params, { ledger }) => {
    const encoding = params.config(1).text("encoding");
    const addresses = params.list(0, MAX_ACCOUNTS).map((value) => {
      if (!isSolanaAddress(value)) throw invalid("parameter 0: expected base58 addresses of 32 bytes");
      return value;
    });
    const accounts = addresses.map((address) =>
      toAccountJson(ledger.svm, ledger.svm.account(address), encoding),
    );
    return atSlot(ledger, accounts);
  },
  getTokenAccountBalance: (params, { ledger }) => {
    const token = findTokenAccount(ledger.svm.account(params.address(0)));
    if (!token) throw invalid("could not find account");
    return atSlot(ledger, toTokenAmount(token.amount, mintDecimals(ledger.svm, token.mint)));
  },
  getTokenAccountsByOwner: (params, { ledger }) => {
    const owner = params.address(0);
    const filter = params.config(1);
    const encoding = params.config(2).text("encoding");
    const programs = TOKEN_PROGRAMS.filter((each) => (filter.text("programId") ?? each) === each);
    const found = programs
      .flatMap((program) => ledger.svm.accountsOwnedBy(program))
      .filter((account) => {
        const token = findTokenAccount(account);
        return token?.owner === owner && (filter.text("mint") ?? token.mint) === token.mint;
      });
    const value = found.map((account) => ({
      pubkey: account.address,
      account: toAccountJson(ledger.svm, account, encoding),
    }));
    return atSlot(ledger, value);
  },
};

/** Every method the local ledger knows. */
const METHODS: Methods = { ...clusterMethods, ...accountMethods, ...transactionMethods };

const MAX_BATCH = 50;

/** The JSON-RPC 2.0 answer to the text of a request; never throws. */
export function answer(text: string, context: MethodContext): string {
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch {
    return JSON.stringify(failure(null, new RpcError(RPC_CODES.parseError, "Parse error")));
  }
  if (!Array.isArray(request)) return JSON.stringify(answerOne(request, context));
  if (request.length === 0 || request.length > MAX_BATCH) {
    const message = `Invalid request: a batch has 1 to ${MAX_BATCH} calls, found ${request.length}`;
    return JSON.stringify(failure(null, new RpcError(RPC_CODES.invalidRequest, message)));
  }
  return JSON.stringify(request.map((each) => answerOne(each, context)));
}

function answerOne(request: unknown, context: MethodContext): object {
  const {
    id = null,
    method,
    params,
  } = (typeof request === "object" && request !== null ? request : {}) as {
    id?: unknown;
    method?: unknown;
    params?: unknown;
  };
  try {
    if (typeof method !== "string") throw new RpcError(RPC_CODES.invalidRequest, "Invalid request");
    if (!Object.hasOwn(METHODS, method)) throw new RpcError(RPC_CODES.methodNotFound, "Method not found");
    const result = METHODS[method]?.(new Params(Array.isArray(params) ? params : []), context);
    return { jsonrpc: "2.0", id, result };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error);
    logger.error({ error, method }, "the local ledger failed on a call");
    return failure(id, new RpcError(RPC_CODES.internal, "Internal error"));
  }
}

function failure(id: unknown, error: RpcError): object {
  const { code, message, data } = error;
  return { jsonrpc: "2.0", id, error: data === undefined ? { code, message } : { code, message, data } };
}
