import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import { compareWithChain } from "@/lib/payments/books/books";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { FailingStatements, isLostConnection } from "@/lib/payments/testing/failing-statements";
import { LaggingNode } from "@/lib/payments/testing/lagging-node";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { watchFinality } from "@/lib/payments/settlement/watch-finality";
import { SolanaConnection } from "@/lib/chain/solana/connection";
import bs58 from "bs58";

// Buyers, two web processes and workers in any order, while the chain, the nodes and the database fail at any moment.
// Whatever happens: once all of it is well again, every payment on the chain has its grant or a reason on record,
// nothing has been granted that was not paid, and the books say what the chain says.
const market = new PaidMarket();
const node = new LaggingNode(
  () => market.url,
  () => market.ledger.slot(),
);
const statements = new FailingStatements();
beforeAll(() => statements.install());
afterAll(() => statements.uninstall());

const MINUTES_MS = 60_000;
const RUNS = 6;
const PATIENCE_MS = 120_000; // also for a machine that is busy with other work
let contexts: SettlementContext[];
const later = (context: SettlementContext, ms: number): SettlementContext => ({
  ...context,
  clock: { now: () => new Date(Date.now() + ms) },
});

type Step =
  | { kind: "quote"; agent: boolean; dear: boolean }
  | { kind: "submit" | "push" | "claim"; which: number; process: number }
  | { kind: "drop" | "advance" | "lag" | "lose"; count: number }
  | { kind: "outage" | "fork" | "rollback" | "wait" }
  | { kind: "work" | "watch"; process: number };

const process = fc.nat(1);
const payment = (kind: "submit" | "push" | "claim") =>
  fc.record({ kind: fc.constant(kind), which: fc.nat(2), process });
const counted = (kind: "drop" | "advance" | "lag" | "lose", counts: number[]) =>
  fc.record({ kind: fc.constant(kind), count: fc.constantFrom(...counts) });
const work = (kind: "work" | "watch") => fc.record({ kind: fc.constant(kind), process });
const plain = (kind: "outage" | "fork" | "rollback" | "wait") => fc.constant({ kind });
const quote = fc.record({ kind: fc.constant("quote" as const), agent: fc.boolean(), dear: fc.boolean() });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: quote },
  { weight: 8, arbitrary: payment("submit") },
  { weight: 5, arbitrary: payment("push") },
  { weight: 4, arbitrary: payment("claim") },
  { weight: 2, arbitrary: counted("drop", [1, 3]) },
  { weight: 5, arbitrary: counted("advance", [1, 2, 20, 160]) },
  { weight: 3, arbitrary: counted("lag", [0, 30, 200]) },
  { weight: 3, arbitrary: counted("lose", [1, 2, 3, 5]) },
  { weight: 1, arbitrary: plain("outage") },
  { weight: 3, arbitrary: plain("fork") },
  { weight: 2, arbitrary: plain("rollback") },
  { weight: 10, arbitrary: plain("wait") },
  { weight: 5, arbitrary: work("work") },
  { weight: 4, arbitrary: work("watch") },
);

/** What a caller may be told while all this fails; anything else is a fault of the test or the product. */
function forgive(error: unknown): void {
  if (!isDomainError(error) && !isLostConnection(error)) throw error;
}

class Play {
  private readonly quotes: { quote: QuoteRecord; raw?: Buffer }[] = [];
  private underWay: Promise<unknown>[] = [];
  private fork: { slot: number; mark: ReturnType<PaidMarket["ledger"]["fork"]> } | null = null;

  async take(step: Step): Promise<void> {
    const context = contexts["process" in step ? step.process : 0] ?? market.context;
    const { ledger } = market;
    switch (step.kind) {
      case "quote":
        return this.quote(step, context);
      case "submit":
        return this.pay(step.which, ({ quote, raw }) =>
          submitPayment({ quoteId: quote.id, rawTransaction: raw }, context),
        );
      case "push":
        return this.pay(step.which, ({ raw }) =>
          market.context.connection.broadcast(raw, { rehearse: false }),
        );
      case "claim":
        return this.pay(step.which, ({ quote, raw }) =>
          submitSignature({ quoteId: quote.id, signature: bs58.encode(raw.subarray(1, 65)) }, context),
        );
      case "drop":
        ledger.dropNext = step.count;
        return;
      case "advance":
        ledger.advance(step.count);
        return;
      case "lag":
        node.behindSlots = step.count;
        return;
      case "lose":
        statements.failAt(step.count, step.count % 2 ? "after" : "before");
        return;
      case "outage":
        ledger.outage = true;
        return;
      case "fork":
        this.fork = { slot: ledger.slot(), mark: ledger.fork() };
        return;
      case "rollback":
        // What is final stays.
        if (this.fork && ledger.slot() - this.fork.slot < 30) ledger.rollback(this.fork.mark);
        this.fork = null;
        return;
      case "wait":
        await this.settle();
        ledger.outage = false;
        return;
      case "work":
        return this.begin(reconcileQuotes(context, { evenIfJustSeen: true }));
      case "watch":
        return this.begin(watchFinality(context));
    }
  }

  /** All is well again, and the workers have had their time. */
  async heal(): Promise<void> {
    await this.settle();
    statements.failAt(Infinity, "before");
    Object.assign(market.ledger, { outage: false, dropNext: 0 });
    node.behindSlots = 0;
    for (let round = 1; round <= 5; round++) {
      market.ledger.advance(60);
      const context = later(market.newContext({ waitMs: 0 }), round * 10 * MINUTES_MS);
      await reconcileQuotes(context, { evenIfJustSeen: true });
      await watchFinality(context);
    }
  }

  private async quote(
    { agent, dear }: { agent: boolean; dear: boolean },
    context: SettlementContext,
  ): Promise<void> {
    const offer = dear ? { ...market.offer, priceLamports: 2_000_000n } : market.offer;
    const asked = market.quote({ context, offer, ...(agent ? { payerAddress: null } : {}) });
    const quote = await asked.catch(forgive);
    if (quote) this.quotes.push({ quote });
  }

  /** Signed when it is first paid, with a blockhash of that moment; from then on these are its bytes. */
  private pay(which: number, how: (payment: { quote: QuoteRecord; raw: Buffer }) => Promise<unknown>): void {
    const payment = this.quotes.at(-1 - which);
    if (!payment) return;
    const { quote } = payment;
    const blockhash = market.ledger.blockhashAt(market.ledger.slot("confirmed"));
    payment.raw ??= market.sign(quote, { blockhash, omitReference: quote.payerAddress === null });
    this.begin(how({ quote, raw: payment.raw }));
  }

  private begin(work: Promise<unknown>): void {
    this.underWay.push(work.catch(forgive));
  }

  private async settle(): Promise<void> {
    await Promise.all(this.underWay);
    this.underWay = [];
  }
}

const ENDS: ReadonlySet<string> = new Set(["EXPIRED", "LATE_UNAPPLIED", "ORPHANED"]);
const hasEnded = ({ state, reason }: { state: string; reason: string | null }) =>
  ENDS.has(state) && reason !== null;

async function assertSound(): Promise<void> {
  const report = await compareWithChain(market.newContext());
  expect(report.differences).toEqual([]);
  expect(report.bookLamports).toBe(report.chainLamports);
  const quotes = await market.database().quote.findMany({ include: { settlement: true, grants: true } });
  for (const { id, state, reason, settlement, grants } of quotes) {
    const facts = {
      id,
      state,
      reason,
      paid: settlement?.orphanedAt === null,
      final: !!settlement?.finalizedAt,
      grants: grants.length,
    };
    if (facts.paid) expect(facts).toMatchObject({ state: "GRANTED", final: true, grants: 1 });
    else expect(facts).toSatisfy(hasEnded);
  }
}

test(
  "whatever fails in whatever order, each payment has its grant or a reason, and the books are the chain's",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const settings = { waitMs: 0, finalizedAboveLamports: 1_000_000n };
        contexts = [
          market.newContext(settings),
          {
            ...market.newContext(settings),
            connection: new SolanaConnection({ url: node.url, blockhashCacheMs: 0 }),
          },
        ];
        await market.database().grant.deleteMany();
        await market.database().settlement.deleteMany();
        await market.database().quote.deleteMany();
        const play = new Play();
        for (const agent of [false, true, false])
          await play.take({ kind: "quote", agent, dear: steps.length % 2 === 0 });
        for (const step of steps) {
          await play.take(step);
          await sleep(1);
        }
        await play.heal();
        await assertSound();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  PATIENCE_MS,
);
