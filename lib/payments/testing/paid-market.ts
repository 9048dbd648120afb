import { Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, beforeAll } from "vitest";
import { systemClock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { Ledger } from "@/lib/chain/ledger/ledger";
import { serveLedger, type LedgerServer } from "@/lib/chain/ledger/server";
import { quoteCall, type CallOffer, type QuoteCallRequest } from "@/lib/payments/quotes/quote-call";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { SETTLEMENT_DEFAULTS, type SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { SolanaConnection } from "@/lib/chain/solana/connection";
import { MEMO_PROGRAM } from "@/lib/chain/solana/address";
import { testDatabase } from "@/lib/testing/database";

const SLOT_MS = 50;
/**
 * Far longer than a payment takes on a busy machine: a test that is told that it is under way has lost it, or says that
 * it does not wait.
 */
export const WAIT_MS = 60_000;
const PRICE_LAMPORTS = 50_000n;
const NETWORK_FEE_LAMPORTS = 5_000n;

/** What a dishonest or unlucky buyer changes about the payment a quote asks for. */
export interface PaymentChanges {
  creatorLamports?: bigint;
  feeLamports?: bigint;
  payee?: PublicKey;
  omitFee?: boolean;
  memos?: string[];
  omitReference?: boolean;
  extra?: TransactionInstruction[];
  signer?: Keypair;
  blockhash?: string;
}

/** A database, a ledger, funded wallets and one paid version: real parts, for the tests of settlement. */
export class PaidMarket {
  readonly database = testDatabase();
  readonly buyer = Keypair.generate();
  readonly stranger = Keypair.generate();
  readonly creator = Keypair.generate();
  readonly treasury = Keypair.generate();
  ledger!: Ledger;
  context!: SettlementContext;
  offer!: CallOffer;
  private server!: LedgerServer;

  /** With the usual short slots a signed payment can land for seven seconds only. */
  constructor({ slotMs = SLOT_MS } = {}) {
    beforeAll(async () => {
      this.ledger = new Ledger({ slotMs });
      this.server = await serveLedger(this.ledger);
      this.context = this.newContext();
      for (const { publicKey } of [this.buyer, this.stranger, this.creator, this.treasury]) {
        await this.context.connection.requestAirdrop(publicKey.toBase58(), 5_000_000_000n);
      }
      this.offer = await insertPaidVersion(this.database(), this.creator.publicKey.toBase58());
    });
    afterAll(() => this.server.close());
  }

  get url(): string {
    return this.server.url;
  }

  /** The dependencies of a process that has just started: no memory of anything before it. */
  newContext(config: Partial<SettlementContext["config"]> = {}): SettlementContext {
    return {
      config: {
        ...SETTLEMENT_DEFAULTS,
        treasuryAddress: this.treasury.publicKey.toBase58(),
        waitMs: WAIT_MS,
        pollMs: 20,
        rebroadcastMs: 100,
        ...config,
      },
      connection: new SolanaConnection({ url: this.url, blockhashCacheMs: 0 }),
      clock: systemClock,
    };
  }

  quote(changes: Partial<QuoteCallRequest> & { context?: SettlementContext } = {}): Promise<QuoteRecord> {
    const { context = this.context, ...request } = changes;
    const payerAddress = this.buyer.publicKey.toBase58();
    return quoteCall({ offer: this.offer, payerAddress, input: { text: "hello" }, ...request }, context);
  }

  /** The signed payment of a quote, built with web3.js, with the given changes. */
  sign(quote: QuoteRecord, changes: PaymentChanges = {}): Buffer {
    const signer = changes.signer ?? this.buyer;
    const transaction = new Transaction().add(...paymentInstructions(quote, signer.publicKey, changes));
    transaction.feePayer = signer.publicKey;
    transaction.recentBlockhash = changes.blockhash ?? quote.blockhash;
    transaction.sign(signer);
    return transaction.serialize();
  }

  /** Broadcasts as a wallet does, behind our back; returns the signature once it is confirmed. */
  async push(raw: Buffer): Promise<string> {
    await this.context.connection.broadcast(raw, { rehearse: false });
    this.ledger.advance(1);
    return bs58.encode(raw.subarray(1, 65));
  }

  /** Any question to the ledger, as another program would put it. */
  async rpc(method: string, params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(this.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /**
   * Leaves the buyer with so little that a payment of the price fails, by a transfer that has nothing to do
   * with a quote.
   */
  async drainBuyer({ leftLamports = 900_000n, buyer = this.buyer } = {}): Promise<void> {
    const { connection } = this.context;
    const [balance = 0n] = await connection.balances([buyer.publicKey.toBase58()]);
    const toPubkey = this.stranger.publicKey;
    const lamports = balance - NETWORK_FEE_LAMPORTS - leftLamports;
    const transaction = new Transaction().add(
      SystemProgram.transfer({ fromPubkey: buyer.publicKey, toPubkey, lamports }),
    );
    transaction.recentBlockhash = (await connection.latestBlockhash()).blockhash;
    transaction.sign(buyer);
    await this.push(transaction.serialize());
  }

  async refillBuyer(): Promise<void> {
    await this.context.connection.requestAirdrop(this.buyer.publicKey.toBase58(), 5_000_000_000n);
    this.ledger.advance(1);
  }

  /** A blockhash that no quote has, as a wallet may put one in. */
  async freshBlockhash(): Promise<string> {
    this.ledger.advance(2);
    return (await this.context.connection.latestBlockhash()).blockhash;
  }
}

function paymentInstructions(
  quote: QuoteRecord,
  from: PublicKey,
  changes: PaymentChanges,
): TransactionInstruction[] {
  const fee = changes.feeLamports ?? quote.feeLamports;
  const creator = SystemProgram.transfer({
    fromPubkey: from,
    toPubkey: changes.payee ?? new PublicKey(quote.payeeAddress),
    lamports: changes.creatorLamports ?? quote.creatorLamports,
  });
  if (!changes.omitReference) {
    creator.keys.push({ pubkey: new PublicKey(quote.reference), isSigner: false, isWritable: false });
  }
  const memos = (changes.memos ?? [quote.memo]).map(
    (text) =>
      new TransactionInstruction({
        programId: new PublicKey(MEMO_PROGRAM),
        keys: [],
        data: Buffer.from(text),
      }),
  );
  const toPubkey = new PublicKey(quote.treasuryAddress);
  const fees = changes.omitFee ? [] : [SystemProgram.transfer({ fromPubkey: from, toPubkey, lamports: fee })];
  return [...fees, ...memos, creator, ...(changes.extra ?? [])];
}

async function insertPaidVersion(db: Database, payeeAddress: string): Promise<CallOffer> {
  const suffix = newId("skl").slice(-10);
  const owner = await db.account.create({ data: { id: newId("acc"), username: `creator-${suffix}` } });
  const name = `paid${suffix}`;
  const skill = await db.skill.create({
    data: { id: newId("skl"), slug: name, canonicalName: name, ownerId: owner.id },
  });
  const packageDigest = `sha256:${"ab".repeat(32)}`;
  const version = await db.skillVersion.create({
    data: {
      id: newId("ver"),
      skillId: skill.id,
      version: "1.0.0",
      versionScheme: "semver",
      versionChange: "first",
      packageDigest,
      packageSizeBytes: 1,
      archiveDigest: packageDigest,
      skillMd: "",
      manifest: {},
      dialectReports: [],
      priceLamports: PRICE_LAMPORTS.toString(),
      payeeAddress,
      runnable: true,
    },
  });
  return { versionId: version.id, priceLamports: PRICE_LAMPORTS, payeeAddress, packageDigest };
}
