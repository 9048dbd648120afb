import { beforeEach, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { settled } from "@/api/testing/mpp-buyer";
import { fromBase64, tokenMarket, x402Buyer, type PaymentRequired } from "@/api/testing/x402-buyer";
import { TEST_TOKEN_MINT } from "@/lib/chain/ledger/test-token";

// One setting takes USDC. The ledger of the tests has its test token where devnet has this one.
const SOURCE = "rates.example";
const market = tokenMarket({
  X402_TOKEN: "USDC",
  SOL_RATE_URL: `https://${SOURCE}/solana`,
  SOL_RATE_CURRENCY: "USD",
  KEPT_ANSWERS_MB: "0", // the list of what can be paid for is cached for half a minute
});
const { ask, asked, pay, settlementOf } = x402Buyer(market);
const HOUR_MS = 3_600_000;

beforeEach(() => market.database().solRate.deleteMany());

const saidAgo = (ms: number, micros = 200_000_000n) =>
  market.database().solRate.create({
    data: { currency: "USD", source: SOURCE, micros, fetchedAt: new Date(Date.now() - ms) },
  });

test("a call is offered in USDC at the rate of the market, and paid", async () => {
  await saidAgo(60_000);
  const offer = await asked();
  expect(offer).toMatchObject({ asset: TEST_TOKEN_MINT, amount: "10000" }); // 50,000 lamports at 200 a SOL
  expect((await settled(() => ask(pay(offer)))).status).toBe(200);
  expect(await settlementOf(offer)).toMatchObject({ tokenMint: TEST_TOKEN_MINT, tokenUnits: 10_000n });
  const listed = await call("GET", "/.well-known/x402.json");
  expect(listed.body["items"]).toMatchObject([{ accepts: [{ asset: TEST_TOKEN_MINT, amount: "10000" }] }]);
});

test("what is paid stays what was offered, though the rate has changed or is too old by then", async () => {
  await saidAgo(0);
  const offer = await asked();
  await market.database().solRate.updateMany({ data: { micros: 1_000_000n, fetchedAt: new Date(0) } });
  expect((await settled(() => ask(pay(offer)))).status).toBe(200);
});

test.each<[string, () => Promise<unknown>]>([
  ["no rate", () => Promise.resolve()],
  ["a rate of more than an hour ago", () => saidAgo(HOUR_MS + 1_000)],
])("with %s, lamports alone are asked for", async (_, say) => {
  await say();
  const answer = await ask();
  expectProblem(answer, 402, "PAYMENT_REQUIRED");
  expect(answer.headers.get("payment-required")).toBeNull();
  expect(answer.headers.get("www-authenticate")).toContain('method="solana"');
  expectProblem(await call("GET", "/.well-known/x402.json"), 404, "NOT_FOUND");
});

test("a price is rounded up, so that none becomes nothing", async () => {
  await saidAgo(0, 1n);
  const { accepts } = fromBase64((await ask()).headers.get("payment-required")) as PaymentRequired;
  expect(accepts[0].amount).toBe("1");
});
