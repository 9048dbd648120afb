import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll } from "vitest";
import type { RunView } from "@/lib/running/runs/get-run";
import { offerCall } from "@/lib/running/calls/offer-call";
import { buildObedientSkill, type CountedQuery } from "@/lib/running/testing/obedient-skill";
import { testRunner } from "@/lib/running/testing/test-runner";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { SETTLEMENT_DEFAULTS } from "@/lib/payments/settlement/settlement-context";
import { PaidMarket, WAIT_MS } from "@/lib/payments/testing/paid-market";
import { makeAccount, publishNow } from "@/lib/testing/builders";

const PRICE_LAMPORTS = 50_000n;

/**
 * A database, a ledger, the sandbox and one published skill with a price: everything a paid call needs, and nothing
 * that only pretends. Make it at the top of a test file.
 */
export class CallMarket extends PaidMarket {
  skill!: { slug: string; versionId: string };

  constructor(settings: Record<string, string> = {}, ledger: { slotMs?: number } = {}) {
    super(ledger);
    testRunner(settings);
    SETTLEMENT_DEFAULTS.waitMs = WAIT_MS;
    beforeAll(async () => {
      Object.assign(process.env, {
        SOLANA_RPC_URL: this.url,
        LEDGER_PORT: new URL(this.url).port,
        TREASURY_ADDRESS: this.treasury.publicKey.toBase58(),
      });
      const payee = this.creator.publicKey.toBase58();
      const account = await makeAccount({ address: payee });
      this.skill = await publishNow(
        buildObedientSkill({ paid: { lamports: PRICE_LAMPORTS, payee } }),
        account,
      );
    });
  }

  /** Quotes a call as the market does, not yet paid. */
  offerCall(wish: CountedQuery = {}) {
    const payerAddress = this.buyer.publicKey.toBase58();
    return offerCall({ skill: this.skill.slug, payerAddress, input: wish });
  }

  /** Quotes and pays a call; returns the quote's id. */
  async buyCall(wish: CountedQuery = {}): Promise<string> {
    const { quote } = await this.offerCall(wish);
    await this.pay(quote);
    return quote.id;
  }

  async pay(quote: QuoteRecord): Promise<void> {
    await submitPayment({ quoteId: quote.id, rawTransaction: this.sign(quote) }, this.context);
  }

  /** Waits until a run holds the grant of the quote; returns the run's id. */
  async untilBegun(quoteId: string): Promise<string> {
    for (;;) {
      const { grant } = await this.record(quoteId);
      if (grant?.state === "RUNNING" && grant.runId !== null) return grant.runId;
      await sleep(10);
    }
  }

  /** What the database knows of a quote: its state, its grant, its runs in their order and their receipts. */
  async record(quoteId: string) {
    const db = this.database();
    const quote = await db.quote.findUniqueOrThrow({ where: { id: quoteId } });
    const grant = await db.grant.findFirst({ where: { quoteId }, orderBy: { position: "asc" } });
    const runs = await db.run.findMany({ where: { grantId: grant?.id ?? "" }, orderBy: { id: "asc" } });
    const receipts = await db.receipt.findMany({ where: { quoteId } });
    return { quote, grant, runs, receipts };
  }
}

/** The nonce of a run's output. */
export const nonceOf = (run: RunView) => (run.output as { nonce: string }).nonce;
