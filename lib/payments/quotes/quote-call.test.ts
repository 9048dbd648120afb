import { Keypair } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket } from "@/lib/payments/testing/paid-market";

const market = new PaidMarket();

async function fundedAddress(lamports: bigint): Promise<string> {
  const address = Keypair.generate().publicKey.toBase58();
  await market.context.connection.requestAirdrop(address, lamports);
  return address;
}

test("a quote names the parts, binds the input and the package, and can be paid", async () => {
  const quote = await market.quote();
  expect(quote).toMatchObject({
    state: "QUOTED",
    priceLamports: 50_000n,
    creatorLamports: 47_500n,
    feeLamports: 2_500n,
    memo: `skillcall:v1:${quote.id}`,
    commitment: "confirmed",
    packageDigest: market.offer.packageDigest,
  });
  const status = await submitPayment(
    { quoteId: quote.id, rawTransaction: market.sign(quote) },
    market.context,
  );
  expect(status.state).toBe("GRANTED");
});

test("inputs that are equal as JSON have one digest", async () => {
  const [one, two] = await Promise.all([
    market.quote({ input: { a: 1, b: [true, null] } }),
    market.quote({ input: { b: [true, null], a: 1 } }),
  ]);
  expect(one.inputDigest).toBe(two.inputDigest);
  expect((await market.quote({ input: { a: 2 } })).inputDigest).not.toBe(one.inputDigest);
  expect((await market.quote({ input: null })).input).toBeNull();
});

test("a price above the limit waits for finality", async () => {
  const context = market.newContext({ finalizedAboveLamports: 49_999n });
  expect((await market.quote({ context })).commitment).toBe("finalized");
});

describe("an idempotency key", () => {
  test("gives one quote to any number of concurrent requests", async () => {
    const quotes = await Promise.all(
      Array.from({ length: 8 }, () => market.quote({ idempotencyKey: "key-1" })),
    );
    expect(new Set(quotes.map((quote) => quote.id)).size).toBe(1);
  });

  test("does not serve another call", async () => {
    await market.quote({ idempotencyKey: "key-2" });
    const other = market.quote({ idempotencyKey: "key-2", input: { text: "other" } });
    await expect(other).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  test("of one wallet means nothing to another", async () => {
    const one = await market.quote({ idempotencyKey: "key-3" });
    const payerAddress = market.stranger.publicKey.toBase58();
    expect((await market.quote({ idempotencyKey: "key-3", payerAddress })).id).not.toBe(one.id);
  });
});

describe("nobody gets a quote that cannot be paid:", () => {
  test("the payer has too little", async () => {
    const payerAddress = await fundedAddress(900_000n);
    const offer = { ...market.offer, priceLamports: 900_000n };
    await expect(market.quote({ payerAddress, offer })).rejects.toMatchObject({
      code: "PAYER_BALANCE_TOO_LOW",
      details: { reason: "insufficient_funds", balanceLamports: "900000", neededLamports: "905000" },
    });
  });

  test("the payer would be left below rent exemption", async () => {
    const payerAddress = await fundedAddress(900_000n);
    await expect(market.quote({ payerAddress })).rejects.toMatchObject({
      code: "PAYER_BALANCE_TOO_LOW",
      details: { reason: "left_below_rent_exemption" },
    });
  });

  test("a payer that would be emptied exactly may pay", async () => {
    const payerAddress = await fundedAddress(955_000n);
    const offer = { ...market.offer, priceLamports: 950_000n };
    await expect(market.quote({ payerAddress, offer })).resolves.toMatchObject({ state: "QUOTED" });
  });

  test("the publisher's account would stay below rent exemption", async () => {
    const payeeAddress = Keypair.generate().publicKey.toBase58();
    await expect(market.quote({ offer: { ...market.offer, payeeAddress } })).rejects.toMatchObject({
      code: "PRICE_NOT_PAYABLE",
      details: { reason: "recipient_below_rent_exemption", recipient: "creator", missingLamports: "843380" },
    });
    const offer = { ...market.offer, payeeAddress, priceLamports: 1_000_000n };
    await expect(market.quote({ offer })).resolves.toMatchObject({ payeeAddress });
  });

  test.each([
    ["free", { priceLamports: 0n }],
    ["price_above_supply", { priceLamports: 2n ** 64n - 1n }],
    ["no_payee", { payeeAddress: "nobody" }],
    ["payer_is_payee", { payeeAddress: market.buyer.publicKey.toBase58() }],
  ])("%s", async (reason, change) => {
    await expect(market.quote({ offer: { ...market.offer, ...change } })).rejects.toMatchObject({
      code: "PRICE_NOT_PAYABLE",
      details: { reason },
    });
  });

  test("the ledger does not answer", async () => {
    market.ledger.outage = true;
    const context = market.newContext();
    await expect(market.quote({ context })).rejects.toMatchObject({ code: "LEDGER_UNAVAILABLE" });
    market.ledger.outage = false;
  });
});

test("the payer must be an address", async () => {
  await expect(market.quote({ payerAddress: "me" })).rejects.toMatchObject({ code: "REQUEST_INVALID" });
});
