import { createPrivateKey, sign } from "node:crypto";
import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type Keypair,
} from "@solana/web3.js";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { TOKEN_PROGRAM } from "@/lib/chain/solana/address";
import type { Market, Terms } from "./market";

export interface Scene {
  market: Market;
  lamports: bigint;
}

/** Prepares what is honest, and returns the tampered attempt, which throws when it is refused and counts what was accepted. */
export type Tampering = (scene: Scene) => Promise<() => Promise<number | void>>;

/** A payment signed for other terms than those of the quote it is sent for. */
export function signedFor(
  change: (terms: Terms, scene: Scene) => Partial<Terms> | Promise<Partial<Terms>>,
): Tampering {
  return async (scene) => {
    const quote = await scene.market.quote(await scene.market.publish(scene.lamports));
    const raw = scene.market.sign({ ...quote, ...(await change(quote, scene)) });
    return () => pay(scene.market, quote, raw);
  };
}

/** The right message with a signature that is not the buyer's over it. */
export function withSignature(make: (message: Uint8Array, market: Market) => Uint8Array): Tampering {
  return async ({ market, lamports }) => {
    const quote = await market.quote(await market.publish(lamports));
    const transaction = market.build(quote);
    transaction.signatures = [make(transaction.message.serialize(), market)];
    return () => pay(market, quote, Buffer.from(transaction.serialize()));
  };
}

type Rewrite = (instructions: TransactionInstruction[], market: Market) => TransactionInstruction[];

/** A payment of other instructions than the quote asks for, signed by everybody who must. */
export function rewritten(
  change: Rewrite,
  { payer = "buyer" }: { payer?: "buyer" | "stranger" } = {},
): Tampering {
  return async ({ market, lamports }) => {
    const quote = await market.quote(await market.publish(lamports));
    const { message } = market.build(quote);
    const { instructions } = TransactionMessage.decompile(message);
    const written = new TransactionMessage({
      payerKey: market[payer].publicKey,
      recentBlockhash: message.recentBlockhash,
      instructions: change(instructions, market),
    });
    const transaction = new VersionedTransaction(written.compileToLegacyMessage());
    transaction.sign(payer === "buyer" ? [market.buyer] : [market[payer], market.buyer]);
    return () => pay(market, quote, Buffer.from(transaction.serialize()));
  };
}

export const transferTo = (market: Market, toPubkey: PublicKey) =>
  SystemProgram.transfer({ fromPubkey: market.buyer.publicKey, toPubkey, lamports: 1 });

/** The last instruction pays the creator. */
export const inTokens: Rewrite = (instructions, market) => {
  const keys = [market.buyer, market.creator, market.buyer].map(({ publicKey }, index) => ({
    pubkey: publicKey,
    isSigner: index === 2,
    isWritable: index < 2,
  }));
  const programId = new PublicKey(TOKEN_PROGRAM);
  const data = Buffer.from([3, 136, 19, 0, 0, 0, 0, 0, 0]); // transfer 5000 units
  return [...instructions.slice(0, -1), new TransactionInstruction({ programId, keys, data })];
};
export const behindDurableNonce: Rewrite = (instructions, market) => [
  SystemProgram.nonceAdvance({
    noncePubkey: market.stranger.publicKey,
    authorizedPubkey: market.buyer.publicKey,
  }),
  ...instructions,
];

/** A payment that is right for one quote, sent for another. */
export function sentFor(
  other: (scene: Scene, first: string) => Promise<{ from: Terms; to: Terms }>,
): Tampering {
  return async (scene) => {
    const { from, to } = await other(scene, await scene.market.publish(scene.lamports));
    const raw = scene.market.sign(from);
    return () => pay(scene.market, to, raw);
  };
}

export async function pay(market: Market, quote: Terms, raw: Buffer): Promise<void> {
  await submitPayment({ quoteId: quote.id, rawTransaction: raw }, market.context());
  await runPaidCall(quote.id);
}

export function signBytes({ secretKey }: Keypair, message: Uint8Array): Uint8Array {
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  const der = Buffer.concat([prefix, secretKey.subarray(0, 32)]);
  return sign(null, message, createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
}

export const stranger = ({ market }: Scene): string => market.stranger.publicKey.toBase58();
