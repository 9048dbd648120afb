import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type Keypair,
} from "@solana/web3.js";
import { MEMO_PROGRAM } from "@/lib/chain/solana/address";

interface Charge {
  amount: string;
  recipient: string;
  externalId: string;
  methodDetails: { recentBlockhash: string; splits?: { recipient: string; amount: string }[] };
}

/** The signed transaction that answers a question for payment, as a client of the rail puts it together; base64. */
export function signCharge(challenge: { request: string }, signer: Keypair): string {
  const charge = JSON.parse(Buffer.from(challenge.request, "base64url").toString()) as Charge;
  const { splits = [], recentBlockhash } = charge.methodDetails;
  const fee = splits.reduce((sum, split) => sum + BigInt(split.amount), 0n);
  const transfer = (to: string, lamports: bigint) =>
    SystemProgram.transfer({ fromPubkey: signer.publicKey, toPubkey: new PublicKey(to), lamports });
  const data = Buffer.from(charge.externalId);
  const instructions = [
    transfer(charge.recipient, BigInt(charge.amount) - fee),
    new TransactionInstruction({ programId: new PublicKey(MEMO_PROGRAM), keys: [], data }),
    ...splits.map((split) => transfer(split.recipient, BigInt(split.amount))),
  ];
  const message = new TransactionMessage({ payerKey: signer.publicKey, recentBlockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  transaction.sign([signer]);
  return Buffer.from(transaction.serialize()).toString("base64");
}
