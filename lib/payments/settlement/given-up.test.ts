import bs58 from "bs58";
import { beforeEach, describe, expect, test } from "vitest";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { reconcileQuote, reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { LyingNode } from "@/lib/payments/testing/lying-node";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { SolanaConnection } from "@/lib/chain/solana/connection";

// What is given up for lost and is not lost, or is not what was looked at.
const market = new PaidMarket();
const node = new LyingNode(() => market.url);

const impatient = () => market.newContext({ waitMs: 0 });
const misled = (): SettlementContext => ({
  ...impatient(),
  connection: new SolanaConnection({ url: node.url, blockhashCacheMs: 0 }),
});
const later = (context: SettlementContext, ms = 600_000): SettlementContext => ({
  ...context,
  clock: { now: () => new Date(Date.now() + ms) },
});
const submit = ({ id }: QuoteRecord, rawTransaction: Buffer, context = impatient()) =>
  submitPayment({ quoteId: id, rawTransaction }, context);
const signatureOf = (raw: Buffer) => bs58.encode(raw.subarray(1, 65));
const statusOf = ({ id }: QuoteRecord) => getPaymentStatus(id);

/** The node shows nothing that has happened, as one on a fork of its own. */
function showNothing(): void {
  node.lies.set("getSignaturesForAddress", () => []);
  node.lies.set("getTransaction", () => null);
  node.lies.set("getSignatureStatuses", ([signatures], result) => ({
    ...(result as object),
    value: (signatures as string[]).map(() => null),
  }));
}

beforeEach(async () => {
  node.lies.clear();
  await market.database().grant.deleteMany();
  await market.database().settlement.deleteMany();
  await market.database().quote.deleteMany();
});

describe("a payment that landed and was given up, because the node did not show it", () => {
  async function givenUp() {
    const quote = await market.quote();
    const raw = market.sign(quote);
    showNothing();
    await submit(quote, raw, misled());
    market.ledger.advance(200);
    await reconcileQuotes(later(misled()), { evenIfJustSeen: true });
    expect(await statusOf(quote)).toMatchObject({ state: "EXPIRED", reason: "never_landed" });
    node.lies.clear();
    return { quote, raw };
  }

  test("is granted when its buyer sends the same bytes again", async () => {
    const { quote, raw } = await givenUp();
    expect(await submit(quote, raw)).toMatchObject({ state: "GRANTED", callsLeft: 1 });
  });

  test("is granted when its signature is reported", async () => {
    const { quote, raw } = await givenUp();
    const claimed = await submitSignature({ quoteId: quote.id, signature: signatureOf(raw) }, impatient());
    expect(claimed).toMatchObject({ state: "GRANTED", callsLeft: 1 });
  });

  test("is granted when another one is reported that came too late", async () => {
    const { quote, raw } = await givenUp();
    const expiresAt = new Date(Date.now() - 3_600_000);
    await market.database().quote.update({ where: { id: quote.id }, data: { expiresAt } });
    const second = market.sign(quote, { blockhash: await market.freshBlockhash() });
    await market.push(second);
    const claim = (signature: string) => submitSignature({ quoteId: quote.id, signature }, impatient());
    await expect(claim(signatureOf(second))).rejects.toMatchObject({ code: "QUOTE_ALREADY_PAID" });
    expect(await claim(signatureOf(raw))).toMatchObject({ state: "GRANTED", callsLeft: 1 });
  });

  test("is not said to be lost while the node does not answer", async () => {
    const { quote, raw } = await givenUp();
    const context = impatient();
    market.ledger.outage = true;
    const again = await submit(quote, raw, context).catch((error: unknown) => error);
    market.ledger.outage = false;
    expect(again).toMatchObject({ code: "LEDGER_UNAVAILABLE" });
  });
});

test("a quote that was judged unpaid is not given up when a payment was handed in meanwhile", async () => {
  const quote = await market.quote();
  market.ledger.advance(200); // what was signed with its own blockhash can land no more, and that is final
  market.ledger.dropNext = 1_000_000;
  await submit(quote, market.sign(quote, { blockhash: await market.freshBlockhash() }));
  await reconcileQuote(quote, later(impatient()), { rebroadcast: true }); // a worker that has read it before
  market.ledger.dropNext = 0;
  expect((await statusOf(quote)).state).toBe("SUBMITTED");
});

test("a payment that never landed does not hide another that its payer sent too late", async () => {
  const quote = await market.quote();
  market.ledger.dropNext = 1_000_000;
  await submit(quote, market.sign(quote));
  market.ledger.dropNext = 0;
  const expiresAt = new Date(Date.now() - 3_600_000);
  await market.database().quote.update({ where: { id: quote.id }, data: { expiresAt } });
  const late = market.sign(quote, { blockhash: await market.freshBlockhash() });
  await market.push(late);
  market.ledger.dropNext = 1_000_000;
  market.ledger.advance(200);
  await reconcileQuotes(later(impatient()), { evenIfJustSeen: true });
  market.ledger.dropNext = 0;
  expect(await statusOf(quote)).toMatchObject({
    state: "LATE_UNAPPLIED",
    signature: signatureOf(late),
    reason: "landed_too_late",
  });
});
