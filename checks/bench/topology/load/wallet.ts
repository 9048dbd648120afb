import { createPrivateKey, sign } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Keypair, VersionedTransaction } from "@solana/web3.js";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import type { BlockhashTerms } from "../../terms-of-quote";

const FUNDS_LAMPORTS = 9_000_000_000;
const POLL_MS = 200;
const POLLS = 100;

/** Somebody's wallet on the ledger of this run. */
export class Wallet {
  readonly buyer = Keypair.generate();
  readonly address = this.buyer.publicKey.toBase58();

  /** The payment of these terms. */
  sign(terms: BlockhashTerms): Buffer {
    const transaction = VersionedTransaction.deserialize(buildPaymentTransaction(terms));
    transaction.sign([this.buyer]);
    return Buffer.from(transaction.serialize());
  }

  /** The signature of a text, in base64. */
  signText(text: string): string {
    const d = Buffer.from(this.buyer.secretKey.subarray(0, 32)).toString("base64url");
    const x = this.buyer.publicKey.toBuffer().toString("base64url");
    const key = createPrivateKey({ format: "jwk", key: { kty: "OKP", crv: "Ed25519", d, x } });
    return sign(null, Buffer.from(text), key).toString("base64");
  }
}

/** Gives test money to each address and waits until it is there. */
export async function fund(ledgerUrl: string, addresses: readonly string[]): Promise<void> {
  const call = async (method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    return (await fetch(ledgerUrl, { method: "POST", headers, body })).json() as Promise<{
      result?: { value?: number };
    }>;
  };
  for (const address of addresses) {
    await call("requestAirdrop", [address, FUNDS_LAMPORTS]);
    const hasIt = async () =>
      ((await call("getBalance", [address, { commitment: "confirmed" }])).result?.value ?? 0) > 0;
    for (let i = 0; !(await hasIt()); i++) {
      if (i === POLLS) throw new Error("the ledger gave no test money");
      await sleep(POLL_MS);
    }
  }
}
