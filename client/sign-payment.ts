import { sumTransfers } from "../lib/payments/transactions/check-transaction";
import { findTransaction, placeSignature, type Transaction } from "../lib/chain/solana/transaction";
import type { Keypair } from "./keypair";

/** The payment of a quote, signed; base64. Throws a `RangeError` for what is no transaction of one signer. */
export function signPayment(transaction: Uint8Array, keypair: Keypair): string {
  const { message } = readPayment(transaction);
  return Buffer.from(placeSignature(transaction, 0, keypair.sign(message))).toString("base64");
}

/** What a payment moves out of its payer's wallet, in lamports. Throws a `RangeError` for what is none. */
export function sumPaid(transaction: Uint8Array): bigint {
  const lamports = sumTransfers(readPayment(transaction));
  if (lamports === null) throw new RangeError("a transaction that does more than pay");
  return lamports;
}

function readPayment(bytes: Uint8Array): Transaction {
  const transaction = findTransaction(bytes);
  if (transaction?.signatures.length === 1) return transaction;
  throw new RangeError("not a payment of one signer");
}
