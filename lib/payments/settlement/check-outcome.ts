import { checkTransaction, type TransactionVerdict } from "@/lib/payments/transactions/check-transaction";
import { type PaymentTerms, type TokenTerms, signersOf } from "@/lib/payments/quotes/payment-terms";
import type { OnChainTransaction } from "@/lib/chain/solana/on-chain";
import { addressesOf, type Transaction } from "@/lib/chain/solana/transaction";
import { verifyEd25519 } from "@/lib/chain/solana/ed25519";

/**
 * Judges a transaction that is on the chain: its instructions, every signature over the very message the node reports
 * (so that a node cannot invent a payment), its success, and the balances it left behind. `verified` are bytes whose
 * signatures on these terms were found right before they were sent; the same bytes are not verified again.
 */
export function checkOutcome(
  landed: OnChainTransaction,
  terms: PaymentTerms,
  verified: Uint8Array | null = null,
): TransactionVerdict {
  const verdict = checkTransaction(landed.transaction, terms, "landed");
  if (!verdict.ok) return verdict;
  const known = verified !== null && Buffer.compare(verified, landed.raw) === 0;
  if (!known && !hasEverySignature(landed.transaction, terms)) return { ok: false, reason: "bad_signature" };
  if (landed.failed) return { ok: false, reason: "failed_on_chain" };
  const received = terms.token ? receivedTokens(landed, terms.token) : receivedEverything(landed, terms);
  return received ? verdict : { ok: false, reason: "balance_mismatch" };
}

function receivedEverything(landed: OnChainTransaction, terms: PaymentTerms): boolean {
  const owed = new Map<string, bigint>([[terms.payeeAddress, terms.creatorLamports]]);
  const feeSoFar = owed.get(terms.treasuryAddress) ?? 0n;
  if (terms.feeLamports > 0n) owed.set(terms.treasuryAddress, feeSoFar + terms.feeLamports);
  const keys = addressesOf(landed.transaction);
  return [...owed].every(([address, lamports]) => {
    if (address === terms.payerAddress) return true; // what is paid to oneself leaves the balance as it was
    const index = keys.indexOf(address);
    const [before, after] = [landed.preBalances[index], landed.postBalances[index]];
    if (before === undefined || after === undefined) return false;
    // Beyond 2^53 JSON no longer tells single lamports; the instructions and their success then stand alone.
    if (!Number.isSafeInteger(before) || !Number.isSafeInteger(after)) return true;
    return BigInt(after) - BigInt(before) >= lamports;
  });
}

function receivedTokens(
  { transaction, preTokenUnits, postTokenUnits }: OnChainTransaction,
  token: TokenTerms,
): boolean {
  const index = addressesOf(transaction).indexOf(token.account);
  const [before, after] = [preTokenUnits.get(index), postTokenUnits.get(index)];
  return before !== undefined && after !== undefined && after - before >= token.units;
}

/** Whether everybody who must sign a payment on these terms has signed this very message. */
export function hasEverySignature({ message, signatures }: Transaction, terms: PaymentTerms): boolean {
  return signersOf(terms).every((address, i) => {
    const signature = signatures[i];
    return signature !== undefined && verifyEd25519(address, message, signature);
  });
}
