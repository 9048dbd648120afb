import type { SolanaSignInInput } from "@solana/wallet-standard-features";
import type { WalletConnection } from "@/components/wallet/solana-wallets";
import { NotAsShown } from "@/lib/payments/transactions/not-as-shown";

const FIRST_PRINTABLE = 0x20;
const LAST_ASCII = 0x7f;
/** The lowest byte that begins a character of several bytes in UTF-8. */
const FIRST_OF_MANY = 0xc2;

/** The three things we ever ask a wallet for, apart from which account it has. */

/**
 * Signs a text. Some of them come from the market, so what could be a transaction is never signed as a text: that
 * begins with the number of its signers, of whom a packet has room for less than twenty, or with its version from 0x80.
 * Throws `NotAsShown` for it.
 */
export async function signMessage(
  { wallet, account }: WalletConnection,
  message: Uint8Array,
): Promise<{ signedMessage: Uint8Array; signature: Uint8Array }> {
  const [first = 0] = message;
  if (first < FIRST_PRINTABLE || (first > LAST_ASCII && first < FIRST_OF_MANY))
    throw new NotAsShown("What should be signed is no text.");
  const { "solana:signMessage": plain, "solana:signOffchainMessage": enveloped } = wallet.features;
  // A wallet may sign texts as they are, and hold accounts of a device that does not.
  const isPlain = plain && (!enveloped || account.features.includes("solana:signMessage"));
  const [output] = isPlain ? await plain.signMessage({ account, message }) : [];
  if (output) return copyOf(output.signedMessage, output.signature);
  const [signed] = isPlain
    ? []
    : ((await enveloped?.signOffchainMessage(inEnvelope(account, message))) ?? []);
  if (signed) return copyOf(signed.signedOffchainMessage, signed.signature);
  throw new Error("The wallet returned no signature.");
}

const inEnvelope = (account: WalletConnection["account"], message: Uint8Array) => ({
  messageVersion: 1 as const,
  account,
  message: new TextDecoder().decode(message),
  requiredSigners: [account.publicKey],
});

const copyOf = (signedMessage: Iterable<number>, signature: Iterable<number>) => ({
  signedMessage: Uint8Array.from(signedMessage),
  signature: Uint8Array.from(signature),
});

/** Signs in with the wallet's own sign-in dialog where it has one, else by signing the same text. */
export async function signInWith(
  connection: WalletConnection,
  input: SolanaSignInInput,
  text: string,
): Promise<{ signedMessage: Uint8Array; signature: Uint8Array }> {
  const feature = connection.wallet.features["solana:signIn"];
  if (!feature) return signMessage(connection, new TextEncoder().encode(text));
  const [output] = await feature.signIn(input);
  if (!output) throw new Error("The wallet returned no signature.");
  return copyOf(output.signedMessage, output.signature);
}

/** Returns the signed bytes; nothing is broadcast by the wallet. */
export async function signTransaction(
  { wallet, account }: WalletConnection,
  transaction: Uint8Array,
  chain: `solana:${string}`,
): Promise<Uint8Array> {
  const signing = wallet.features["solana:signTransaction"];
  const [output] = await signing.signTransaction({ account, transaction, chain });
  if (!output) throw new Error("The wallet returned no transaction.");
  return Uint8Array.from(output.signedTransaction);
}
