import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@/lib/kernel/clock";
import { isDomainError } from "@/lib/kernel/errors";
import { findOutage } from "@/lib/kernel/outage";
import { loadPlatformKey } from "@/lib/log/attestation/platform-key";
import { payWithCredential } from "@/lib/payments/rails/mpp";
import { payWithToken, type PaymentRequirements } from "@/lib/payments/rails/x402";
import { SETTLEMENT_DEFAULTS, type SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { SolanaConnection } from "@/lib/chain/solana/connection";

/** What such a process is told at its start, in `PAYING_PROCESS`. */
export interface PayingSettings {
  url: string;
  treasuryAddress: string;
  /** PEM of the key that pays the network for tokens. */
  feePayer: string;
  mint: string;
  unitsPerSol: string;
  challengeKey: string;
}

/** One payment, a line of JSON. */
export interface Payment {
  line: number;
  quoteId: string;
  requestDigest: string;
  rail: "wallet" | "mpp" | "x402";
  /** Base64. */
  transaction: string;
  /** Of the rail x402. */
  offer?: PaymentRequirements;
}

/** How it ended: the state of its quote, or the code it was refused with. */
export interface Ended {
  line: number;
  outcome: string;
}

const settings = JSON.parse(process.env["PAYING_PROCESS"] ?? "") as PayingSettings;
const context: SettlementContext = {
  config: {
    ...SETTLEMENT_DEFAULTS,
    treasuryAddress: settings.treasuryAddress,
    waitMs: 60_000,
    rebroadcastMs: 1_000,
  },
  connection: new SolanaConnection({ url: settings.url, blockhashCacheMs: 0 }),
  clock: systemClock,
  token: {
    price: () => Promise.resolve({ mint: settings.mint, unitsPerSol: BigInt(settings.unitsPerSol) }),
    feePayer: loadPlatformKey({ pem: settings.feePayer, file: "" }),
  },
};

const BUSY_MS = 500;

function pay({ quoteId, requestDigest, rail, transaction, offer }: Payment) {
  const rawTransaction = Buffer.from(transaction, "base64");
  if (rail === "wallet") return submitPayment({ quoteId, rawTransaction, walletOnly: true }, context);
  if (rail === "mpp") {
    const members = { id: "", realm: "", method: "", intent: "", request: "", expires: "" };
    return payWithCredential(
      { quoteId, challenge: members, payment: { rawTransaction } },
      { requestDigest },
      context,
    );
  }
  if (!offer) throw new Error("A payment of x402 brings its offer.");
  const { network, amount, asset, payTo, extra } = offer;
  const accepted = { network, amount, asset, payTo, feePayer: extra.feePayer, challenge: extra.challenge };
  const payment = { quoteId, accepted, partlySigned: rawTransaction, key: settings.challengeKey };
  return payWithToken(payment, { requestDigest }, context);
}

/** What a payer is told. A market that is too busy asks for the same again (503), and payers send it. */
async function outcomeOf(payment: Payment): Promise<string> {
  for (;;) {
    try {
      return (await pay(payment)).state;
    } catch (error) {
      if (isDomainError(error)) return error.code;
      if (findOutage(error) === null) return String(error);
      await sleep(BUSY_MS);
    }
  }
}

async function answer(payment: Payment): Promise<void> {
  const outcome = await outcomeOf(payment);
  process.stdout.write(`${JSON.stringify({ line: payment.line, outcome } satisfies Ended)}\n`);
}

process.stdout.write("ready\n");
createInterface({ input: process.stdin }).on("line", (line) => void answer(JSON.parse(line) as Payment));
