import {
  ComputeBudgetProgram,
  type Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import type { PaymentRequirements } from "@/lib/payments/rails/x402";
import { MEMO_PROGRAM, TOKEN_PROGRAM } from "@/lib/chain/solana/address";
import { associatedTokenAddress } from "@/lib/chain/solana/associated-token";

const TRANSFER_CHECKED = 12;
const DECIMALS = 6;

/** What a dishonest payer changes about the transfer it was asked for. */
export interface TransferChanges {
  units?: bigint;
  mint?: string;
  destination?: string;
  source?: string;
  memos?: string[];
  microLamports?: number;
  computeUnits?: number;
  kind?: number;
  extra?: TransactionInstruction[];
  signers?: Keypair[];
  feePayer?: PublicKey;
}

/**
 * The transfer of an x402 offer, put together and signed as the published client does: version 0, limit, price,
 * transfer, memo.
 */
export function signTransfer(
  offer: PaymentRequirements,
  payer: Keypair,
  changes: TransferChanges = {},
): Buffer {
  const mint = changes.mint ?? offer.asset;
  const source = changes.source ?? associatedTokenAddress(payer.publicKey.toBase58(), mint);
  const destination = changes.destination ?? associatedTokenAddress(offer.payTo, mint);
  const data = Buffer.alloc(10);
  data.writeUInt8(changes.kind ?? TRANSFER_CHECKED, 0);
  data.writeBigUInt64LE(changes.units ?? BigInt(offer.amount), 1);
  data.writeUInt8(DECIMALS, 9);
  const account = (address: string, isWritable: boolean) => ({
    pubkey: new PublicKey(address),
    isSigner: false,
    isWritable,
  });
  const authority = { pubkey: payer.publicKey, isSigner: true, isWritable: false };
  const keys = [account(source, true), account(mint, false), account(destination, true), authority];
  const memos = (changes.memos ?? [offer.extra.memo]).map(
    (text) =>
      new TransactionInstruction({
        programId: new PublicKey(MEMO_PROGRAM),
        keys: [],
        data: Buffer.from(text),
      }),
  );
  const instructions = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: changes.computeUnits ?? 20_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: changes.microLamports ?? 1 }),
    new TransactionInstruction({ programId: new PublicKey(TOKEN_PROGRAM), keys, data }),
    ...memos,
    ...(changes.extra ?? []),
  ];
  const payerKey = changes.feePayer ?? new PublicKey(offer.extra.feePayer);
  const recentBlockhash = offer.extra.recentBlockhash;
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions }).compileToV0Message();
  const transaction = new VersionedTransaction(message);
  transaction.sign([payer, ...(changes.signers ?? [])]);
  return Buffer.from(transaction.serialize());
}
