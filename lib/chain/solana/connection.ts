import { systemClock, type Clock } from "@/lib/kernel/clock";
import { AddressHistory, type HistoryPage, type PageBounds } from "@/lib/chain/solana/address-history";
import { CheckedNode } from "@/lib/chain/solana/checked-node";
import { FinalAccounts, type FinalAccount } from "@/lib/chain/solana/final-accounts";
import { JsonRpc, NodeRefusal } from "@/lib/chain/solana/json-rpc";
import { BLOCKHASH_LIFETIME_BLOCKS } from "@/lib/chain/solana/address";
import * as answers from "@/lib/chain/solana/rpc-answers";
import type {
  AccountState,
  ChainPoint,
  Finality,
  OnChainTransaction,
  RecentBlockhash,
  SeenAt,
  SignatureState,
} from "@/lib/chain/solana/on-chain";
import { TransactionLookup } from "@/lib/chain/solana/transaction-lookup";
import { Coalesced } from "@/lib/chain/solana/coalesced";

export interface SolanaConnectionOptions {
  url: string;
  timeoutMs?: number;
  /** How long one blockhash is handed out; it must stay far below its life of about a minute. */
  blockhashCacheMs?: number;
  /** How many signatures of an address the node gives at once: 1000, and fewer with some providers. */
  signaturesPerPage?: number;
  /** How long a slot of the chain takes: a node that is behind is asked again after one. */
  slotMs?: number;
  clock?: Clock;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_BLOCKHASH_CACHE_MS = 5_000;
const CONSTANTS_CACHE_MS = 60_000; // they never change, but a local ledger may be replaced by another
const DEFAULT_SIGNATURES_PER_PAGE = 1000;
const DEFAULT_SLOT_MS = 400;

/**
 * The few questions the market asks a Solana node, by polling only. Every failure of the node is
 * `DomainError("LEDGER_UNAVAILABLE")`, except in `broadcast`, where it is an outcome: the bytes may be on their way.
 */
export class SolanaConnection {
  private readonly node: JsonRpc;
  private readonly checked: CheckedNode;
  private readonly accounts: LiveAccounts;
  private readonly finalAccounts: FinalAccounts;
  private readonly transactions: TransactionLookup;
  private readonly history: AddressHistory;
  private readonly genesis: CachedAnswer<string>;
  private readonly rent: CachedAnswer<bigint>;
  private readonly blockhash: CachedAnswer<RecentBlockhash>;

  private readonly ask: CheckedNode["ask"] = (...question) => this.checked.ask(...question);

  constructor(options: SolanaConnectionOptions) {
    const clock = options.clock ?? systemClock;
    this.node = new JsonRpc(options.url, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    this.checked = new CheckedNode(this.node);
    this.accounts = new LiveAccounts(this.checked);
    this.finalAccounts = new FinalAccounts(
      this.checked,
      () => this.genesisHash(),
      options.slotMs ?? DEFAULT_SLOT_MS,
    );
    this.transactions = new TransactionLookup(this.checked);
    this.history = new AddressHistory(this.checked, options.signaturesPerPage ?? DEFAULT_SIGNATURES_PER_PAGE);
    this.genesis = new CachedAnswer(() => this.askGenesisHash(), CONSTANTS_CACHE_MS, clock);
    this.rent = new CachedAnswer(() => this.rentFor(0), CONSTANTS_CACHE_MS, clock);
    const blockhashCacheMs = options.blockhashCacheMs ?? DEFAULT_BLOCKHASH_CACHE_MS;
    this.blockhash = new CachedAnswer(() => this.askBlockhash(), blockhashCacheMs, clock);
  }

  /** Which chain this is. */
  genesisHash(): Promise<string> {
    return this.genesis.get();
  }

  /** What an empty account must hold to exist. */
  rentExemptMinimumLamports(): Promise<bigint> {
    return this.rent.get();
  }

  /** The same for an account of this size. */
  rentFor(sizeBytes: number): Promise<bigint> {
    return this.ask(answers.height, "getMinimumBalanceForRentExemption", sizeBytes);
  }

  /** A confirmed blockhash at most `blockhashCacheMs` old. */
  latestBlockhash(): Promise<RecentBlockhash> {
    return this.blockhash.get();
  }

  /**
   * The last block in which what was signed with this blockhash can land, or a later one; null when its time is over.
   */
  async findLastValidHeight(blockhash: string): Promise<bigint | null> {
    const processed = { commitment: "processed" };
    const { value, context } = await this.ask(answers.truthAtSlot, "isBlockhashValid", blockhash, processed);
    return value ? this.heightInReach(context.slot) : null;
  }

  /**
   * No blockhash that has been used up to this slot is valid after this height. Behind one address there may be several
   * nodes: one that has not come so far is not believed.
   */
  async heightInReach(minContextSlot: number): Promise<bigint> {
    const options = { commitment: "processed", minContextSlot };
    return (await this.ask(answers.height, "getBlockHeight", options)) + BigInt(BLOCKHASH_LIFETIME_BLOCKS);
  }

  /** The newest block that no reorganisation takes back. */
  finalBlock(): Promise<ChainPoint> {
    return this.ask(answers.block, "getEpochInfo", { commitment: "finalized" });
  }

  /**
   * Confirmed balances in the order of `addresses`, asked for together with others that are looked up at the same
   * moment; an account that does not exist holds 0.
   */
  balances(addresses: readonly string[]): Promise<bigint[]> {
    return this.accounts.balances(addresses);
  }

  async findAccount(address: string): Promise<AccountState | null> {
    return (await this.findAccounts([address]))[0] ?? null;
  }

  /**
   * An account as of a final block, never of an older one than was told before, here or elsewhere (`notBefore`).
   * Throws LEDGER_UNAVAILABLE.
   */
  findFinalAccount(address: string, notBefore?: SeenAt | null): Promise<FinalAccount> {
    return this.finalAccounts.find(address, notBefore);
  }

  /** Several accounts at once, confirmed, in the order of `addresses`; null for one that does not exist. */
  findAccounts(addresses: readonly string[]): Promise<(AccountState | null)[]> {
    return this.accounts.find(addresses);
  }

  /**
   * Hands signed bytes to the node. `rehearse` lets it refuse what would fail; without it the node only passes them on.
   */
  async broadcast(raw: Uint8Array, options: { rehearse: boolean }): Promise<BroadcastOutcome> {
    const encoded = Buffer.from(raw).toString("base64");
    const sending = {
      encoding: "base64",
      skipPreflight: !options.rehearse,
      preflightCommitment: "confirmed",
      maxRetries: 0, // sending again is the reconciler's decision
    };
    try {
      await this.node.ask("sendTransaction", [encoded, sending]);
      return { outcome: "accepted" };
    } catch (error) {
      if (error instanceof NodeRefusal) return classifyRefusal(error.message);
      return { outcome: "unknown", detail: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The state of one transaction, asked for together with others that are looked up at the same moment. */
  signatureState(signature: string): Promise<SignatureState | null> {
    return this.transactions.state(signature);
  }

  /** The states of up to 256 transactions, searched in the node's whole history; null for one it has never seen. */
  async signatureStates(signatures: readonly string[]): Promise<(SignatureState | null)[]> {
    return (await this.transactions.statesAtSlot(signatures)).states;
  }

  /** The same with the slot to which the node had come: it cannot tell that something has not landed after that. */
  signatureStatesAtSlot(
    signatures: readonly string[],
  ): Promise<{ slot: number; states: (SignatureState | null)[] }> {
    return this.transactions.statesAtSlot(signatures);
  }

  /**
   * The transaction with this signature once it has got so far; null for one the node does not show, `"unreadable"` for
   * one of a form that is not known here, which anybody may put beside others. Throws LEDGER_UNAVAILABLE, also for
   * another transaction.
   */
  findTransaction(
    signature: string,
    commitment: Finality,
  ): Promise<OnChainTransaction | "unreadable" | null> {
    return this.transactions.find(signature, commitment);
  }

  /**
   * Signatures of successful transactions that name `address`, oldest first. Anybody can add to this list. A node that
   * has not come to `minContextSlot` refuses, which is LEDGER_UNAVAILABLE.
   */
  listSignatures(
    address: string,
    commitment: Finality,
    bounds?: Pick<PageBounds, "minContextSlot">,
  ): Promise<string[]> {
    return this.history.listSignatures(address, commitment, bounds);
  }

  /**
   * Final transactions that name `address`, one page, newest first, from the one before `before` on. A node that has
   * not come to `minContextSlot` refuses, which is LEDGER_UNAVAILABLE.
   */
  listHistoryPage(
    address: string,
    bounds: { before: string | null; minContextSlot: number },
  ): Promise<HistoryPage> {
    return this.history.listPage(address, bounds);
  }

  /**
   * Signatures of successful transactions since `since` that name `address` and whose memo says `memo`, oldest first.
   */
  listSignaturesWithMemo(
    address: string,
    wanted: { memo: string; since: Date } & Pick<PageBounds, "minContextSlot">,
  ): Promise<string[]> {
    return this.history.listSignaturesWithMemo(address, wanted);
  }

  /**
   * Successful transactions since `since` that name `address` and have a memo, oldest first; of so many pages. What a
   * node says of a memo is a hint: the transaction itself is judged afterwards.
   */
  listMemos(
    address: string,
    since: Date,
    bounds?: Omit<PageBounds, "sinceMs">,
  ): Promise<{ signature: string; memo: string }[]> {
    return this.history.listMemos(address, since, bounds);
  }

  /** Asks the faucet of a test chain; the signature of its transfer. */
  requestAirdrop(address: string, lamports: bigint): Promise<string> {
    return this.ask(answers.text, "requestAirdrop", address, Number(lamports));
  }

  /** The same for the test token of the local ledger, with an account for it if there is none yet. */
  requestTokenAirdrop(owner: string, units: bigint): Promise<string> {
    return this.ask(answers.text, "requestTokenAirdrop", owner, Number(units));
  }

  /** The oldest block this node still has; what is older it cannot be asked about. */
  firstAvailableSlot(): Promise<number> {
    return this.ask(answers.slot, "getFirstAvailableBlock");
  }

  /** When a block was made, in milliseconds since 1970; null when the node does not know. */
  async blockTimeMs(slot: number): Promise<number | null> {
    const seconds = await this.ask(answers.blockTime, "getBlockTime", slot);
    return seconds === null ? null : seconds * 1000;
  }

  private askGenesisHash(): Promise<string> {
    return this.ask(answers.text, "getGenesisHash");
  }

  private askBlockhash(): Promise<RecentBlockhash> {
    return this.ask(answers.blockhash, "getLatestBlockhash", { commitment: "confirmed" });
  }
}

/** An answer that is asked for again only when it is older than `maxAgeMs`. A failure is not kept. */
export class CachedAnswer<T> {
  private answer: { value: Promise<T>; untilMs: number } | null = null;

  constructor(
    private readonly ask: () => Promise<T>,
    private readonly maxAgeMs: number,
    private readonly clock: Clock,
  ) {}

  get(): Promise<T> {
    const nowMs = this.clock.now().getTime();
    const leftMs = this.answer ? this.answer.untilMs - nowMs : 0;
    // One that has longer left than any is from before the clock was set back.
    if (this.answer && leftMs > 0 && leftMs <= this.maxAgeMs) return this.answer.value;
    const value = this.ask();
    this.answer = { value, untilMs: nowMs + this.maxAgeMs };
    value.catch(() => {
      if (this.answer?.value === value) this.answer = null;
    });
    return value;
  }
}

/**
 * What is known after handing bytes to a node: `accepted` they were passed on; `already_processed` they are on the
 * chain; `refused` the rehearsal failed and they were not passed on; `blockhash_not_found` their blockhash is too old,
 * or the node is behind; `unknown` anything may have happened.
 */
type BroadcastOutcome =
  | { outcome: "accepted" | "already_processed" | "blockhash_not_found" }
  | { outcome: "refused"; reason: RefusalReason; detail: string }
  | { outcome: "unknown"; detail: string };

type RefusalReason =
  | "insufficient_funds"
  | "account_below_rent_exemption"
  | "bad_signature"
  | "simulation_failed";

const MAX_DETAIL_CHARACTERS = 200;

/** Reads the sentence with which a node turned a transaction down. */
export function classifyRefusal(message: string): BroadcastOutcome {
  if (/already been processed/i.test(message)) return { outcome: "already_processed" };
  if (/blockhash not found/i.test(message)) return { outcome: "blockhash_not_found" };
  const detail = message.slice(0, MAX_DETAIL_CHARACTERS);
  if (/signature verification fail/i.test(message))
    return { outcome: "refused", reason: "bad_signature", detail };
  if (!/simulation failed/i.test(message)) return { outcome: "unknown", detail };
  return { outcome: "refused", reason: reasonOf(message), detail };
}

function reasonOf(message: string): RefusalReason {
  if (/insufficient funds for rent|InsufficientFundsForRent/.test(message))
    return "account_below_rent_exemption";
  const tooPoor =
    /custom program error: 0x1\b|insufficient funds|InsufficientFundsForFee|no record of a prior credit|AccountNotFound/i;
  return tooPoor.test(message) ? "insufficient_funds" : "simulation_failed";
}

/** Balances of calls that are quoted at the same moment are asked for together. */
const BALANCES_WINDOW_MS = 1;

const ACCOUNTS_PER_REQUEST = 100;

/** Accounts as of the newest confirmed block. */
class LiveAccounts {
  private readonly lamports = new Coalesced<bigint>(
    (addresses) => this.askBalances(addresses),
    BALANCES_WINDOW_MS,
    ACCOUNTS_PER_REQUEST,
  );

  constructor(private readonly node: CheckedNode) {}

  /** In the order of `addresses`; an account that does not exist holds 0. */
  balances(addresses: readonly string[]): Promise<bigint[]> {
    return Promise.all(addresses.map(async (address) => (await this.lamports.get(address)) ?? 0n));
  }

  /** In the order of `addresses`; null for one that does not exist. */
  find(addresses: readonly string[]): Promise<(AccountState | null)[]> {
    const options = { commitment: "confirmed", encoding: "base64" };
    return this.node.ask(answers.accounts, "getMultipleAccounts", addresses, options);
  }

  private async askBalances(addresses: readonly string[]): Promise<bigint[]> {
    const withoutData = {
      commitment: "confirmed",
      encoding: "base64",
      dataSlice: { offset: 0, length: 0 },
    };
    const found = await this.node.ask(answers.balances, "getMultipleAccounts", addresses, withoutData);
    return found.map((account) => account?.lamports ?? 0n);
  }
}
