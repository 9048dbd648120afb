import { AddressLookupTableAccount, type VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import type {
  InnerInstructions,
  LandedTransaction,
  LoadedAddresses,
} from "@/lib/chain/ledger/landed-transaction";
import type { Svm, SvmOptions, SvmOutcome } from "@/lib/chain/ledger/svm";
import { tokenBalances } from "@/lib/chain/ledger/token-accounts";
import { encodeAddress } from "@/lib/chain/solana/address";

export interface Execution {
  transaction: VersionedTransaction;
  raw: Buffer;
  slot: number;
  unixSeconds: number;
}

export function signatureOf(transaction: VersionedTransaction): string {
  return bs58.encode(transaction.signatures[0] ?? new Uint8Array());
}

/**
 * Runs a transaction on the machine. Returns what landed, or null when nothing did: a transaction that fails before its
 * fee can be taken (unknown blockhash, no such payer, bad signature, duplicate) leaves no trace on a chain.
 */
export function executeTransaction(
  svm: Svm,
  execution: Execution,
  options: SvmOptions,
): LandedTransaction | null {
  const { transaction, raw, slot, unixSeconds } = execution;
  svm.setTime(slot, unixSeconds);
  const loadedAddresses = loadAddresses(svm, transaction);
  const { staticAccountKeys } = transaction.message;
  const accountKeys = staticAccountKeys.map((key) => key.toBase58());
  accountKeys.push(...loadedAddresses.writable, ...loadedAddresses.readonly);

  const preBalances = accountKeys.map((key) => svm.balance(key));
  const preTokenBalances = tokenBalances(svm, accountKeys);
  const outcome = svm.execute(transaction, options);
  const postBalances = accountKeys.map((key) => svm.balance(key));
  // The fee is the only thing that leaves the accounts of a transaction; litesvm does not tell it.
  const feeLamports = sum(preBalances) - sum(postBalances);
  if (outcome.error !== null && feeLamports === 0n) return null;

  return {
    signature: signatureOf(transaction),
    slot,
    unixSeconds,
    raw,
    accountKeys,
    loadedAddresses,
    feeLamports,
    preBalances,
    postBalances,
    preTokenBalances,
    postTokenBalances: tokenBalances(svm, accountKeys),
    ...describeOutcome(outcome),
  };
}

/** The parts of a result that simulations and landed transactions share. */
export function describeOutcome(outcome: SvmOutcome) {
  const { metadata } = outcome;
  const returned = metadata.returnData();
  const data = Buffer.from(returned.data());
  return {
    error: outcome.error,
    computeUnits: Number(metadata.computeUnitsConsumed()),
    logs: metadata.logs(),
    innerInstructions: innerInstructions(metadata),
    returnData:
      data.length === 0
        ? null
        : {
            programId: encodeAddress(returned.programId()),
            data: [data.toString("base64"), "base64"] as [string, "base64"],
          },
  };
}

function innerInstructions(metadata: SvmOutcome["metadata"]): InnerInstructions[] {
  const all = metadata.innerInstructions().map((list, index) => ({
    index,
    instructions: list.map((inner) => ({
      programIdIndex: inner.instruction().programIdIndex(),
      accounts: [...inner.instruction().accounts()],
      data: bs58.encode(inner.instruction().data()),
      stackHeight: inner.stackHeight(),
    })),
  }));
  return all.filter((each) => each.instructions.length > 0);
}

function loadAddresses(svm: Svm, transaction: VersionedTransaction): LoadedAddresses {
  const loaded: LoadedAddresses = { writable: [], readonly: [] };
  for (const lookup of transaction.message.addressTableLookups) {
    const table = svm.account(lookup.accountKey.toBase58());
    if (!table) continue;
    const { addresses } = AddressLookupTableAccount.deserialize(table.data);
    const pick = (indexes: readonly number[]) => indexes.flatMap((i) => addresses[i]?.toBase58() ?? []);
    loaded.writable.push(...pick(lookup.writableIndexes));
    loaded.readonly.push(...pick(lookup.readonlyIndexes));
  }
  return loaded;
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
