import { generateKeyPairSync } from "node:crypto";
import type { Keypair } from "@solana/web3.js";
import { beforeAll } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { TEST_TOKEN_MINT } from "@/lib/chain/ledger/test-token";
import { CallMarket } from "@/lib/running/testing/call-market";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import type { PaymentRequirements } from "@/lib/payments/rails/x402";
import { signTransfer, type TransferChanges } from "@/lib/payments/testing/token-payer";
import { associatedTokenAddress } from "@/lib/chain/solana/associated-token";

/** What a call of the market's skill costs in the token: 50,000 lamports at 150 a SOL. */
export const CALL_UNITS = "7500";
const FUNDED_UNITS = 1_000_000;

export interface PaymentRequired {
  x402Version: number;
  resource: { url: string; description: string };
  accepts: [PaymentRequirements];
}

type Headers = Record<string, string>;

/** What a header of x402 holds. */
export const fromBase64 = (text: string | null) =>
  JSON.parse(Buffer.from(text ?? "", "base64").toString()) as unknown;

/** The key that pays the network for token transfers. */
export const feePayer = () => currentSettlement().token?.feePayer.keyId ?? "";

const TEST_TOKEN = { X402_MINT: TEST_TOKEN_MINT, X402_UNITS_PER_SOL: "150000000" };

/** A market that takes the test token beside lamports, and in which everybody has some. */
export function tokenMarket(settings: Record<string, string> = TEST_TOKEN): CallMarket {
  const { privateKey } = generateKeyPairSync("ed25519");
  const market = new CallMarket({
    ...settings,
    X402_FEE_PAYER_KEY: String(privateKey.export({ type: "pkcs8", format: "pem" })),
  });
  beforeAll(async () => {
    await market.rpc("requestAirdrop", [feePayer(), 1_000_000_000]);
    for (const { publicKey } of [market.buyer, market.stranger, market.creator]) {
      await market.rpc("requestTokenAirdrop", [publicKey.toBase58(), FUNDED_UNITS]);
    }
    market.ledger.advance(2);
  });
  return market;
}

/** An agent that calls a market's skill and pays in a token over HTTP (x402 `exact`), as published clients do. */
export function x402Buyer(market: CallMarket) {
  const ask = (headers: Headers = {}, body: unknown = { input: { text: "hi" } }) =>
    call("POST", `/v1/skills/${market.skill.slug}/call`, { json: body, headers });

  /** The terms the market asks for. */
  async function asked(headers?: Headers, body?: unknown): Promise<PaymentRequirements> {
    const answer = await ask(headers, body);
    expectProblem(answer, 402, "PAYMENT_REQUIRED");
    return (fromBase64(answer.headers.get("payment-required")) as PaymentRequired).accepts[0];
  }

  function paying(offer: PaymentRequirements, raw: Buffer, accepted: unknown = offer): Headers {
    const payment = { x402Version: 2, accepted, payload: { transaction: raw.toString("base64") } };
    return { "payment-signature": Buffer.from(JSON.stringify(payment)).toString("base64") };
  }
  const pay = (offer: PaymentRequirements, changes: TransferChanges = {}, payer = market.buyer) =>
    paying(offer, signTransfer(offer, payer, changes));

  const tokensOf = async ({ publicKey }: Keypair) => {
    const account = associatedTokenAddress(publicKey.toBase58(), TEST_TOKEN_MINT);
    const answer = await market.rpc("getTokenAccountBalance", [account]);
    return Number((answer as { value: { amount: string } }).value.amount);
  };

  const quoteOf = ({ extra }: PaymentRequirements) => extra.memo.replace("skillcall:v1:", "");
  const grants = (offer: PaymentRequirements) =>
    market.database().grant.count({ where: { quoteId: quoteOf(offer) } });
  const settlementOf = (offer: PaymentRequirements) =>
    market.database().settlement.findUniqueOrThrow({ where: { quoteId: quoteOf(offer) } });

  return { ask, asked, paying, pay, tokensOf, quoteOf, grants, settlementOf };
}
