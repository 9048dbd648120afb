import bs58 from "bs58";
import { addressesOf, findTransaction, placeSignature } from "@/lib/chain/solana/transaction";

const STORAGE_KEY = "emporion-demo-wallet";
const PKCS8_PREFIX = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]);

/** The demo wallet's account, of a key that is made when it is first asked for and kept in this browser. */
export async function demoAccount() {
  const { publicKey } = await loadKey();
  const features = ["solana:signMessage", "solana:signTransaction"] as const;
  return { address: bs58.encode(publicKey), publicKey, features };
}

/** Each message with the demo wallet's Ed25519 signature over it, 64 bytes. */
export function signMessages(inputs: readonly { readonly message: Uint8Array }[]) {
  return Promise.all(
    inputs.map(async ({ message }) => ({
      signedMessage: message,
      signature: await sign(message),
      signatureType: "ed25519" as const,
    })),
  );
}

/** Each transaction with the demo wallet's signature in its place. */
export function signTransactions(inputs: readonly { readonly transaction: Uint8Array }[]) {
  return Promise.all(
    inputs.map(async ({ transaction }) => ({ signedTransaction: await signOwnPlace(transaction) })),
  );
}

async function sign(message: Uint8Array): Promise<Uint8Array> {
  const { privateKey } = await loadKey();
  return new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, Uint8Array.from(message)));
}

/** Puts the signature in the place of this key among the signers: a payment has one, a deposit is moved by two. */
export async function signOwnPlace(raw: Uint8Array): Promise<Uint8Array> {
  const { address } = await demoAccount();
  const transaction = findTransaction(raw);
  const place = transaction === null ? -1 : addressesOf(transaction).indexOf(address);
  if (!transaction?.signatures[place]) throw new Error("The demo wallet is no signer of this transaction.");
  return placeSignature(raw, place, await sign(transaction.message));
}

async function loadKey(): Promise<{ privateKey: CryptoKey; publicKey: Uint8Array }> {
  const pkcs8 = Uint8Array.from([...PKCS8_PREFIX, ...loadSeed()]);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x = "" } = await crypto.subtle.exportKey("jwk", key);
  const publicKey = Uint8Array.from(atob(x.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
    c.charCodeAt(0),
  );
  return { privateKey: key, publicKey };
}

function loadSeed(): Uint8Array {
  const kept = localStorage.getItem(STORAGE_KEY);
  if (kept) return bs58.decode(kept);
  const seed = crypto.getRandomValues(new Uint8Array(32));
  localStorage.setItem(STORAGE_KEY, bs58.encode(seed));
  return seed;
}
