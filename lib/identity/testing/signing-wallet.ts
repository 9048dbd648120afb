import { createPrivateKey, sign } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import {
  issueSignInChallenge,
  type IssuedChallenge,
  type SignInAttempt,
} from "@/lib/identity/wallets/sign-in-challenge";

export interface SigningWallet {
  address: string;
  sign: (bytes: Uint8Array) => Uint8Array;
}

/** A wallet that signs what it is asked to. */
export function newWallet(pair = Keypair.generate()): SigningWallet {
  const pkcs8 = Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    pair.secretKey.subarray(0, 32),
  ]);
  const key = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  return { address: pair.publicKey.toBase58(), sign: (bytes) => sign(null, bytes, key) };
}

/** What the browser that was asked sends back. */
export function answer(
  wallet: SigningWallet,
  { text, cookie }: IssuedChallenge,
  signed = text,
): SignInAttempt {
  const message = new TextEncoder().encode(signed);
  return { message, signature: wallet.sign(message), cookie };
}

/** Asks a wallet, and what it answers. */
export const askWallet = async (wallet: SigningWallet): Promise<SignInAttempt> =>
  answer(wallet, await issueSignInChallenge(wallet.address));
