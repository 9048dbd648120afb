import type { Keypair } from "@solana/web3.js";
import { newWallet } from "@/lib/identity/testing/signing-wallet";
import type { DsseEnvelope } from "@/lib/log/attestation/dsse";
import { prepareLimit, setLimit, type TakenLimit, type WantedLimit } from "@/lib/payments/limits/set-limit";
import { bytesToSign, sealSpendingStatement } from "@/lib/payments/limits/spending-statement";

/** What a wallet wants: a lot, but for what is said. */
export const wanted = (
  changes: Partial<Exclude<WantedLimit, { removed: true }>> = {},
): Exclude<WantedLimit, { removed: true }> => ({
  until: null,
  perCallLamports: "1000000000",
  perDayLamports: "1000000000",
  scopes: [],
  leastAuditState: "Unverified",
  askAboveLamports: null,
  ...changes,
});

/** A text in the envelope that a wallet makes of it. */
export function signText(pair: Keypair, text: string): DsseEnvelope {
  const { address, sign } = newWallet(pair);
  return sealSpendingStatement(text, address, sign(bytesToSign(text)));
}

/** Prepares what a wallet wants, and signs it. */
export async function signLimit(pair: Keypair, limit: WantedLimit): Promise<DsseEnvelope> {
  return signText(pair, (await prepareLimit(pair.publicKey.toBase58(), limit)).payload);
}

/** The same, and hands it in. */
export async function limitWallet(pair: Keypair, limit: WantedLimit): Promise<TakenLimit> {
  return setLimit(pair.publicKey.toBase58(), await signLimit(pair, limit));
}
