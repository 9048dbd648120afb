import type { APIRequestContext, APIResponse } from "@playwright/test";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import { person, signTransaction, type Person } from "./fixtures";

/** What the agent API answers, as far as the tests read it. */
export interface Quote {
  id: string;
  payer: string;
  payee: string;
  treasury: string;
  price_lamports: string;
  creator_lamports: string;
  fee_lamports: string;
  reference: string;
  memo: string;
  blockhash: string;
  state: string;
}

export const PRICED_SKILL = "contract-clause-extractor";

/** The input of the skill's first example, from the API itself. */
export async function exampleInput(
  request: APIRequestContext,
  slug: string,
): Promise<Record<string, unknown>> {
  const schema = (await (await request.get(`/v1/agent/skills/${slug}/schema`)).json()) as {
    examples: { input: Record<string, unknown> }[];
  };
  const [first] = schema.examples;
  if (!first) throw new Error(`${slug} has no example`);
  return first.input;
}

/** Asks for a quote of one call. */
export async function createQuote(
  request: APIRequestContext,
  payer: string,
  slug = PRICED_SKILL,
): Promise<{ quote: Quote; access_token: string }> {
  const input = await exampleInput(request, slug);
  const response = await request.post("/v1/quotes", { data: { skill: slug, payer, input } });
  if (!response.ok()) throw new Error(`quote refused: ${await response.text()}`);
  return (await response.json()) as { quote: Quote; access_token: string };
}

/** The payment of a quote, signed by its payer, as base64. */
export function signedPayment(quote: Quote, payer: Person): string {
  const unsigned = buildPaymentTransaction({
    payerAddress: quote.payer,
    payeeAddress: quote.payee,
    treasuryAddress: quote.treasury,
    creatorLamports: BigInt(quote.creator_lamports),
    feeLamports: BigInt(quote.fee_lamports),
    reference: quote.reference,
    memo: quote.memo,
    blockhash: quote.blockhash,
  });
  return Buffer.from(signTransaction(unsigned, payer.key)).toString("base64");
}

export function pay(
  request: APIRequestContext,
  quoteId: string,
  body: object,
  token: string,
): Promise<APIResponse> {
  return request.post(`/v1/quotes/${quoteId}/payment`, { data: body, headers: { "x-access-token": token } });
}

/** Test money straight from the local ledger. */
export async function fund(request: APIRequestContext, address: string): Promise<void> {
  const rpc = process.env["SOLANA_RPC_URL"] ?? "";
  const call = (method: string, params: unknown[]) =>
    request.post(rpc, { data: { jsonrpc: "2.0", id: 1, method, params } });
  await call("requestAirdrop", [address, 1_000_000_000]);
  for (let i = 0; i < 50; i++) {
    const answer = (await (await call("getBalance", [address, { commitment: "confirmed" }])).json()) as {
      result: { value: number };
    };
    if (answer.result.value > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the airdrop did not arrive");
}

/** Buys and runs one call over the API, for the id of its receipt. */
export async function paidReceipt(request: APIRequestContext, name: string): Promise<string> {
  const buyer = person(name);
  await fund(request, buyer.address);
  const { quote, access_token } = await createQuote(request, buyer.address);
  await pay(request, quote.id, { transaction: signedPayment(quote, buyer) }, access_token);
  const ran = await request.post(`/v1/quotes/${quote.id}/run`, {
    data: {},
    headers: { "x-access-token": access_token },
  });
  const { run } = (await ran.json()) as { run: { receipt_id: string } };
  return run.receipt_id;
}
