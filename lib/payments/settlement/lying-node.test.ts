import { Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { beforeEach, describe, expect, test } from "vitest";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { LyingNode } from "@/lib/payments/testing/lying-node";
import { PaidMarket, WAIT_MS } from "@/lib/payments/testing/paid-market";
import { watchFinality } from "@/lib/payments/settlement/watch-finality";
import { SolanaConnection } from "@/lib/chain/solana/connection";

// A node that is behind, on another chain, of two minds or dishonest must neither make a grant nor lose one.
const DEVNET = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";
const MAINNET = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";
const market = new PaidMarket();
const node = new LyingNode(() => market.url);

/** A process that knows the lying node alone. */
function misled(config: Partial<SettlementContext["config"]> = {}): SettlementContext {
  const connection = new SolanaConnection({ url: node.url, blockhashCacheMs: 0 });
  return { ...market.newContext({ waitMs: 0, ...config }), connection };
}
const later = (context: SettlementContext, ms = 3_600_000): SettlementContext => ({
  ...context,
  clock: { now: () => new Date(Date.now() + ms) },
});
const look = (context = misled()) => reconcileQuotes(context, { evenIfJustSeen: true });
const statusOf = ({ id }: QuoteRecord) => getPaymentStatus(id);
const submit = (quote: QuoteRecord, context: SettlementContext) =>
  submitPayment({ quoteId: quote.id, rawTransaction: market.sign(quote) }, context);

beforeEach(async () => {
  node.lies.clear();
  await market.database().receipt.deleteMany();
  await market.database().grant.deleteMany();
  await market.database().settlement.deleteMany();
  await market.database().quote.deleteMany();
});

test("a signature that never comes is looked for ever less often: anybody may name one", async () => {
  const quote = await market.quote();
  let asked = 0;
  for (const method of ["getTransaction", "getSignatureStatuses"]) node.lies.set(method, () => void asked++);
  const signature = bs58.encode(Buffer.alloc(64, 7));
  const claimed = await submitSignature({ quoteId: quote.id, signature }, misled({ waitMs: 3_000 }));
  expect(claimed.reason).toBe("not_seen_yet");
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThan(30);
});

describe("another chain", () => {
  test("a payment there settles no quote of this one, however it is handed in", async () => {
    const quote = await market.quote();
    const signature = await market.push(market.sign(quote));
    node.lies.set("getGenesisHash", () => DEVNET);
    const claimed = await submitSignature({ quoteId: quote.id, signature }, misled());
    expect(claimed).toMatchObject({ grantId: null, reason: "ledger_unavailable" });
    node.lies.clear();
    expect((await submitSignature({ quoteId: quote.id, signature }, misled())).state).toBe("GRANTED");
  });

  test("seen for a moment does not end a quote of a public chain whose payment is under way", async () => {
    node.lies.set("getGenesisHash", () => MAINNET);
    const context = misled();
    const [quote, unpaid] = [await market.quote({ context }), await market.quote({ context })];
    market.ledger.dropNext = 1_000_000;
    expect((await submit(quote, context)).state).toBe("SUBMITTED");
    market.ledger.dropNext = 0;
    node.lies.set("getGenesisHash", () => DEVNET);
    await look();
    expect([(await statusOf(quote)).state, (await statusOf(unpaid)).state]).toEqual(["SUBMITTED", "QUOTED"]);
    node.lies.set("getGenesisHash", () => MAINNET);
    await look(context); // sent again
    market.ledger.advance(1);
    await look(context);
    expect((await statusOf(quote)).state).toBe("GRANTED");
  });
});

describe("another transaction than the one that was asked for", () => {
  test("is no answer: a made-up signature does not enter the books", async () => {
    const quote = await market.quote();
    const signature = await market.push(market.sign(quote));
    const invented = bs58.encode(Buffer.alloc(64, 7));
    const truth = await market.rpc("getTransaction", [
      signature,
      { encoding: "base64", commitment: "confirmed", maxSupportedTransactionVersion: 0 },
    ]);
    node.lies.set("getTransaction", () => truth);
    const claimed = await submitSignature({ quoteId: quote.id, signature: invented }, misled());
    expect(claimed).toMatchObject({ state: "QUOTED", grantId: null, reason: "ledger_unavailable" });
    expect(await market.database().settlement.count({ where: { quoteId: quote.id } })).toBe(0);
  });
});

describe("a transaction that cannot be read", () => {
  const refuse = (bad: string) => (params: unknown[]) => {
    if (params[0] !== bad) return undefined;
    throw new Error("Transaction version (1) is not supported by the requesting client.");
  };
  const garble = (bad: string) => (params: unknown[], result: unknown) =>
    params[0] === bad ? { ...(result as object), transaction: ["/////w==", "base64"] } : undefined;

  test.each([
    ["the node does not serve", refuse],
    ["nobody can decode", garble],
  ])(
    "one that %s, put beside a payment, keeps no payment from being found, and no quote open",
    async (_, lie) => {
      const [quote, unpaid, other] = [await market.quote(), await market.quote(), await market.quote()];
      const junk = new Transaction().add(
        SystemProgram.transfer({
          fromPubkey: market.stranger.publicKey,
          toPubkey: market.stranger.publicKey,
          lamports: 1,
        }),
      );
      for (const { reference } of [quote, unpaid])
        junk.instructions[0]?.keys.push({
          pubkey: new PublicKey(reference),
          isSigner: false,
          isWritable: false,
        });
      junk.recentBlockhash = await market.freshBlockhash();
      junk.sign(market.stranger);
      const bad = await market.push(junk.serialize());
      node.lies.set("getTransaction", lie(bad));
      await market.push(market.sign(quote));
      await market.push(market.sign(other));
      await look();
      expect([(await statusOf(quote)).state, (await statusOf(other)).state]).toEqual(["GRANTED", "GRANTED"]);
      const claimed = submitSignature({ quoteId: unpaid.id, signature: bad }, misled());
      await expect(claimed).rejects.toMatchObject({ code: "TRANSACTION_REJECTED" });
      market.ledger.advance(200);
      await look(later(misled()));
      expect((await statusOf(unpaid)).state).toBe("EXPIRED");
    },
    20_000,
  );
});

describe("a node that is behind", () => {
  test("does not end a quote whose payment it has not seen yet, whatever the clock says", async () => {
    const quote = await market.quote();
    const height = await market.rpc("getBlockHeight", [{ commitment: "finalized" }]);
    await market.push(market.sign(quote));
    node.lies.set("getEpochInfo", () => ({ absoluteSlot: height, blockHeight: height }));
    node.lies.set("getSignaturesForAddress", () => []);
    node.lies.set("getTransaction", () => null);
    node.lies.set("getSignatureStatuses", (params) => ({
      context: { slot: 1 },
      value: (params[0] as string[]).map(() => null),
    }));
    await look(later(misled()));
    expect((await statusOf(quote)).state).toBe("QUOTED");
    node.lies.clear(); // it has caught up
    await look(later(misled()));
    expect((await statusOf(quote)).state).toBe("GRANTED");
  });
});

describe("a node that does not know the time of a block", () => {
  test("does not make a payment late that is found after an outage of the market", async () => {
    const quote = await market.quote();
    await market.push(market.sign(quote));
    node.lies.set("getTransaction", (_, result) => result && { ...result, blockTime: null });
    await look(later(misled()));
    expect((await statusOf(quote)).state).toBe("GRANTED");
  });
});

describe("a node of two minds", () => {
  async function unfinalized(context = market.newContext()) {
    const quote = await market.quote({ context });
    expect((await submit(quote, { ...context, config: { ...context.config, waitMs: WAIT_MS } })).state).toBe(
      "GRANTED",
    );
    market.ledger.advance(200);
    return quote;
  }
  const unknown = (params: unknown[], result: unknown) => ({
    ...(result as object),
    value: (params[0] as string[]).map(() => null),
  });

  test("that shows the payment but says it has no state of it takes no grant away", async () => {
    const quote = await unfinalized();
    node.lies.set("getSignatureStatuses", unknown);
    expect(await watchFinality(misled())).toMatchObject({ orphaned: 0, waiting: 1 });
    node.lies.clear();
    expect(await watchFinality(misled())).toMatchObject({ finalized: 1 });
    expect((await statusOf(quote)).callsLeft).toBe(1);
  });

  test("is not believed alone when the second node shows a dear payment", async () => {
    const quote = await unfinalized();
    node.lies.set("getSignatureStatuses", unknown);
    node.lies.set("getTransaction", () => null);
    const witness = new SolanaConnection({ url: market.url });
    const context = { ...misled({ witnessAboveLamports: 1n }), witness };
    expect(await watchFinality(context)).toMatchObject({ orphaned: 0, waiting: 1 });
    expect((await statusOf(quote)).callsLeft).toBe(1);
  });

  const failed = (params: unknown[], result: unknown) => ({
    ...(result as object),
    value: (params[0] as string[]).map(() => ({
      slot: 1,
      confirmations: null,
      err: { InstructionError: [0, { Custom: 1 }] },
      confirmationStatus: "finalized",
    })),
  });

  test("that says it failed, and shows that it did not, takes no grant away", async () => {
    const quote = await unfinalized();
    node.lies.set("getSignatureStatuses", failed);
    expect(await watchFinality(misled())).toMatchObject({ orphaned: 0, waiting: 1 });
    node.lies.clear();
    expect(await watchFinality(misled())).toMatchObject({ finalized: 1 });
    expect((await statusOf(quote)).callsLeft).toBe(1);
  });

  test("that says so of a payment under way does not have it paid again", async () => {
    const quote = await market.quote();
    node.lies.set("getSignatureStatuses", failed);
    const status = await submit(quote, misled({ waitMs: WAIT_MS }));
    expect(status).toMatchObject({ state: "GRANTED", callsLeft: 1 });
  });

  test("that says so, rightly, and cannot show it gives the quote back when it can land no more", async () => {
    const quote = await market.quote();
    market.ledger.dropNext = 1;
    expect((await submit(quote, misled())).state).toBe("SUBMITTED");
    await market.drainBuyer();
    await market.push(market.sign(quote));
    node.lies.set("getTransaction", () => null);
    await look();
    expect((await statusOf(quote)).state).toBe("SUBMITTED");
    market.ledger.advance(200);
    expect(await look()).toMatchObject({ failed_on_chain: 1 });
    expect(await statusOf(quote)).toMatchObject({ state: "QUOTED", reason: "failed_on_chain" });
    await market.refillBuyer();
  });
});

test("settlements of a chain that is gone do not keep the others from being watched", async () => {
  const [gone, quote] = [await market.quote(), await market.quote()];
  for (const each of [gone, quote]) await submit(each, market.newContext());
  const data = { genesisHash: Keypair.generate().publicKey.toBase58() };
  await market.database().quote.update({ where: { id: gone.id }, data });
  market.ledger.advance(40);
  expect(await watchFinality(market.newContext(), 1)).toMatchObject({ finalized: 1 });
});
