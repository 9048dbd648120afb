import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Keypair, VersionedTransaction } from "@solana/web3.js";
import { stringify } from "yaml";
import { closeDatabase, database } from "@/lib/db/client";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { drainJobs } from "@/lib/platform/jobs/work";
import { Ledger } from "@/lib/chain/ledger/ledger";
import { serveLedger, type LedgerServer } from "@/lib/chain/ledger/server";
import { logger } from "@/lib/kernel/observability/logger";
import type { Actor } from "@/lib/identity/actor";
import { assemblePackage } from "@/lib/package";
import { changePrice } from "@/lib/publishing/price/change-price";
import { publishVersion, runVetting } from "@/lib/publishing/publish-version";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { closeSchemaThread } from "@/lib/running/contract/json-schema";
import { offerCall, type CallRequest } from "@/lib/running/calls/offer-call";
import { currentSettlement, type SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { startThrowAwayPostgres, type ThrowAwayPostgres } from "@/lib/testing/throw-away-postgres";
import { replayExamples } from "@/lib/running/examples/replay-examples";
import { frontMatterOf, SCRIPT } from "./skill-for-sale";

const DATABASE = "market";

const SLOT_MS = 50;
/** What a wallet holds beside a price: enough for fees, for accounts that must not be empty, and for small change. */
const FUNDS_LAMPORTS = 1_000_000_000_000_000n;
/** No account can hold more. */
const MAX_BALANCE = 2n ** 64n - 1n;
const POLL_MS = 20;

export type Terms = QuoteRecord & { payerAddress: string };
type PayableTerms = Parameters<typeof buildPaymentTransaction>[0];

/** A throw-away market with funded wallets. */
export class Market {
  readonly buyer = Keypair.generate();
  readonly stranger = Keypair.generate();
  readonly creator = Keypair.generate();
  readonly treasury = Keypair.generate();
  private skills = 0;
  private owner: Actor | null = null;
  private readonly data = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-cases-"));

  private constructor(
    private readonly postgres: ThrowAwayPostgres,
    private readonly server: LedgerServer,
    private readonly ledger: Ledger,
  ) {}

  static async open({ slotMs = SLOT_MS } = {}): Promise<Market> {
    logger.level = "silent"; // the refusals are made on purpose
    const postgres = await startThrowAwayPostgres();
    await postgres.createMigrated(DATABASE);
    const ledger = new Ledger({ slotMs });
    const server = await serveLedger(ledger);
    const market = new Market(postgres, server, ledger);
    try {
      await market.prepare();
    } catch (error) {
      await market.close();
      throw error;
    }
    return market;
  }

  private async prepare(): Promise<void> {
    const { data } = this;
    Object.assign(process.env, {
      DEMONSTRATION: "true",
      DATABASE_URL: this.postgres.url(DATABASE),
      DATA_DIRECTORY: data,
      BLOB_STORE: `file:${path.join(data, "blobs")}`,
      SOLANA_RPC_URL: this.server.url,
      LEDGER_PORT: String(this.server.port),
      TREASURY_ADDRESS: this.treasury.publicKey.toBase58(),
      NEXTAUTH_SECRET: "a secret for the cases of this process",
    });
    this.fund(0n);
    const wallet = { address: this.creator.publicKey.toBase58(), kind: "wallet" as const };
    const account = await createAccount({ username: "creator", role: "member", wallet });
    this.owner = account;
  }

  /** Everybody holds enough to pay this price, and those who are paid have room for it. */
  fund(price: bigint): void {
    const needed = 2n * price + FUNDS_LAMPORTS; // a case may ask for a second, dearer purchase
    const rich = needed < MAX_BALANCE ? needed : MAX_BALANCE;
    for (const { publicKey } of [this.buyer, this.stranger]) {
      this.ledger.svm.setBalance(publicKey.toBase58(), rich);
    }
    const room = MAX_BALANCE - price;
    const small = room < FUNDS_LAMPORTS ? room : FUNDS_LAMPORTS;
    for (const { publicKey } of [this.creator, this.treasury]) {
      this.ledger.svm.setBalance(publicKey.toBase58(), small);
    }
    this.ledger.advance(1);
  }

  /** What the settlement of this market works with, with the given changes. */
  context(changes: Partial<SettlementContext> = {}): SettlementContext {
    const current = currentSettlement();
    return { ...current, config: { ...current.config, pollMs: POLL_MS }, ...changes };
  }

  /** Publishes a skill at this price and returns its name; `version` publishes a version of an earlier one. */
  async publish(
    lamports: bigint,
    given: { name?: string; version?: string; model?: string } = {},
  ): Promise<string> {
    const name = given.name ?? `for-sale-${++this.skills}`;
    const { version = "1.0.0", model = "per_call" } = given;
    const author = this.creator.publicKey.toBase58();
    const frontMatter = frontMatterOf({ name, version, model, lamports, author });
    const skillPackage = assemblePackage([
      {
        path: "SKILL.md",
        bytes: Buffer.from(`---\n${stringify(frontMatter)}---\n# Echo\n\nGives a text back.\n`),
      },
      { path: "scripts/main.py", bytes: Buffer.from(SCRIPT) },
    ]);
    await publishVersion({
      source: "multipart",
      actor: { accountId: this.owner?.accountId ?? "" },
      package: skillPackage,
    });
    await drainJobs({
      vet_version: ({ vettingJobId }) => runVetting(vettingJobId),
      replay_examples: ({ versionId }) => replayExamples(versionId),
    });
    return name;
  }

  /** Gives a skill another price. */
  async changePrice(skill: string, priceLamports: bigint): Promise<void> {
    if (!this.owner) throw new Error("the market has not started");
    await changePrice({ actor: this.owner, skill, priceLamports });
  }

  /** A quote for the buyer. */
  async quote(skill: string, more: Partial<CallRequest> = {}): Promise<Terms> {
    const payerAddress = this.buyer.publicKey.toBase58();
    const { quote } = await offerCall({ skill, payerAddress, input: { text: "hello" }, ...more });
    return { ...quote, payerAddress: quote.payerAddress ?? payerAddress };
  }

  /** The payment for these terms, unsigned. */
  build(terms: PayableTerms): VersionedTransaction {
    return VersionedTransaction.deserialize(buildPaymentTransaction(terms));
  }

  /** The payment for these terms, signed by the buyer. */
  sign(terms: PayableTerms, signer: Keypair = this.buyer): Buffer {
    const transaction = this.build(terms);
    transaction.sign([signer]);
    return Buffer.from(transaction.serialize());
  }

  /** What has landed so far is confirmed. */
  confirm(): void {
    this.ledger.advance(1);
  }

  /** Settlements of quotes and what they moved, all of them. */
  async settled(): Promise<{ count: number; lamports: bigint }> {
    const { _count, _sum } = await database().settlement.aggregate({
      _count: true,
      _sum: { creatorLamports: true, feeLamports: true },
    });
    return { count: _count, lamports: (_sum.creatorLamports ?? 0n) + (_sum.feeLamports ?? 0n) };
  }

  async close(): Promise<void> {
    await currentRunner().close();
    await closeSchemaThread();
    await closeDatabase();
    await this.server.close();
    await this.postgres.stop();
    fs.rmSync(this.data, { recursive: true, force: true });
  }
}
