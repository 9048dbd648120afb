import { expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { mppBuyer } from "@/api/testing/mpp-buyer";
import { fromBase64, tokenMarket, x402Buyer } from "@/api/testing/x402-buyer";
import { limitWallet, wanted } from "@/lib/payments/limits/testing/sign-limit";

const market = tokenMarket();
const x402 = x402Buyer(market);
const mpp = mppBuyer(market);
const LAMPORTS = "49999"; // one less than a call costs

test("agents' payments beyond a wallet's limit are refused by both rails, and nothing moves", async () => {
  await limitWallet(market.buyer, wanted({ perDayLamports: LAMPORTS }));
  const tokens = await x402.tokensOf(market.buyer);
  const offer = await x402.asked();
  const inTokens = await x402.ask(x402.pay(offer));
  expectProblem(inTokens, 403, "SPENDING_LIMIT_EXCEEDED");
  expect(inTokens.body).toMatchObject({
    reason: "per_day",
    limit_lamports: LAMPORTS,
    asked_lamports: "50000",
  });
  expect(fromBase64(inTokens.headers.get("payment-response"))).toMatchObject({
    success: false,
    errorReason: "per_day",
  });
  expect(await x402.tokensOf(market.buyer)).toBe(tokens);

  const credential = mpp.pull(await mpp.asked());
  const inLamports = await mpp.ask(undefined, credential);
  expectProblem(inLamports, 403, "SPENDING_LIMIT_EXCEEDED");
  expect(inLamports.body).toMatchObject({ reason: "per_day", spent_lamports: "0", held_lamports: "0" });

  // The same bytes are taken once another limit is signed.
  await limitWallet(market.buyer, { removed: true });
  const again = await mpp.ask(undefined, credential);
  expect([200, 202]).toContain(again.status);
});

test("a quote knows the key that it was asked for with", async () => {
  const { key, keyId } = await makeKeyHolder();
  const json = { input: { text: "with a key" } };
  const answer = await call("POST", `/v1/skills/${market.skill.slug}/call`, { json, key });
  expectProblem(answer, 402, "PAYMENT_REQUIRED");
  const id = x402.quoteOf(
    (fromBase64(answer.headers.get("payment-required")) as { accepts: [Parameters<typeof x402.quoteOf>[0]] })
      .accepts[0],
  );
  const quote = await market.database().quote.findUniqueOrThrow({ where: { id } });
  expect(quote).toMatchObject({ askedWithKeyId: keyId, heldAt: null });
});
