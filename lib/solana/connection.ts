import { systemClock, type Clock } from "@/lib/clock";
import { CachedAnswer } from "@/lib/solana/cached-answer";
import { CheckedNode, isOfUnknownVersion } from "@/lib/solana/checked-node";
import { Coalesced } from "@/lib/solana/coalesced";
import { classifyRefusal, type BroadcastOutcome } from "@/lib/solana/broadcast-outcome";
import { FinalAccounts, type FinalAccount } from "@/lib/solana/final-accounts";
import { JsonRpc, NodeRefusal } from "@/lib/solana/json-rpc";
import { isFailure, readTransaction } from "@/lib/solana/read-transaction";
import * as answers from "@/lib/solana/rpc-answers";
import { BLOCKHASH_LIFETIME_BLOCKS } from "@/lib/solana/programs";
import type {
  AccountState,
  ChainPoint,
  OnChainTransaction,
  RecentBlockhash,
  SignatureState,
} from "@/lib/solana/on-chain";
import { readPages, type PageBounds, type SignatureOfAddress } from "@/lib/solana/signature-pages";

export interface SolanaConnectionOptions {
  url: string;
  timeoutMs?: number;
  /** How long one blockhash is handed out; it must stay far below its life of about a minute. */
  blockhashCacheMs?: number;
  /** How many signatures of an address the node gives at once: 1000, and fewer with some providers. */
  signaturesPerPage?: number;
  clock?: Clock;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_BLOCKHASH_CACHE_MS = 5_000;
const CONSTANTS_CACHE_MS = 60_000; // they never change, but a local ledger may be replaced by another
/** Payments that wait for the same block are looked up together, and so are the balances of calls that are quoted together. */
const STATES_WINDOW_MS = 5;
const STATES_PER_REQUEST = 256;
const BALANCES_WINDOW_MS = 1;
const ACCOUNTS_PER_REQUEST = 100;
const DEFAULT_SIGNATURES_PER_PAGE = 1000;
/** The time of a block is an estimate of those who vote for it. */
const CHAIN_CLOCK_SKEW_MS = 300_000;

/** How far a block must have got for what it holds to be told. */
export type Finality = "confirmed" | "finalized";

/**
 * The few questions the market asks a Solana node, by polling only. Every failure of the node is
 * `DomainError("LEDGER_UNAVAILABLE")`, except in `broadcast`, where it is an outcome: the bytes may be on their way.
 */
export class SolanaConnection {
  private readonly node: JsonRpc;
  private readonly checked: CheckedNode;
  private readonly signaturesPerPage: number;
  private readonly finalAccounts: FinalAccounts;
  private readonly genesis: CachedAnswer<string>;
  private readonly rent: CachedAnswer<bigint>;
  private readonly blockhash: CachedAnswer<RecentBlockhash>;
  private readonly states = new Coalesced<SignatureState | null>(
    (signatures) => this.signatureStates(signatures),
    STATES_WINDOW_MS,
    STATES_PER_REQUEST,
  );
  private readonly lamports = new Coalesced<bigint>(
    (addresses) => this.askBalances(addresses),
    BALANCES_WINDOW_MS,
    ACCOUNTS_PER_REQUEST,
  );

  private readonly ask: CheckedNode["ask"] = (...question) => this.checked.ask(...question);

  constructor(options: SolanaConnectionOptions) {
    const clock = options.clock ?? systemClock;
    this.node = new JsonRpc(options.url, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    this.checked = new CheckedNode(this.node);
    this.finalAccounts = new FinalAccounts(this.checked, () => this.genesisHash());
    this.signaturesPerPage = options.signaturesPerPage ?? DEFAULT_SIGNATURES_PER_PAGE;
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

  /** The last block in which what was signed with this blockhash can land, or a later one; null when its time is over. */
  async findLastValidHeight(blockhash: string): Promise<bigint | null> {
    const processed = { commitment: "processed" };
    const { value, context } = await this.ask(answers.truthAtSlot, "isBlockhashValid", blockhash, processed);
    return value ? this.heightInReach(context.slot) : null;
  }

  /**
   * No blockhash that has been used up to this slot is valid after this height. Behind one address there may be several nodes: one
   * that has not come so far is not believed.
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
   * Confirmed balances in the order of `addresses`, asked for together with others that are looked up at the same moment; an
   * account that does not exist holds 0.
   */
  balances(addresses: readonly string[]): Promise<bigint[]> {
    return Promise.all(addresses.map(async (address) => (await this.lamports.get(address)) ?? 0n));
  }

  async findAccount(address: string): Promise<AccountState | null> {
    return (await this.findAccounts([address]))[0] ?? null;
  }

  /** An account as of a final block, never of an older one than was told before. Throws LEDGER_UNAVAILABLE. */
  findFinalAccount(address: string): Promise<FinalAccount> {
    return this.finalAccounts.find(address);
  }

  /** Several accounts at once, confirmed, in the order of `addresses`; null for one that does not exist. */
  findAccounts(addresses: readonly string[]): Promise<(AccountState | null)[]> {
    const options = { commitment: "confirmed", encoding: "base64" };
    return this.ask(answers.accounts, "getMultipleAccounts", addresses, options);
  }

  /** Hands signed bytes to the node. `rehearse` lets it refuse what would fail; without it the node only passes them on. */
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
  async signatureState(signature: string): Promise<SignatureState | null> {
    return (await this.states.get(signature)) ?? null;
  }

  /** The states of up to 256 transactions, searched in the node's whole history; null for one it has never seen. */
  async signatureStates(signatures: readonly string[]): Promise<(SignatureState | null)[]> {
    return (await this.signatureStatesAtSlot(signatures)).states;
  }

  /** The same with the slot to which the node had come: it cannot tell that something has not landed after that. */
  async signatureStatesAtSlot(
    signatures: readonly string[],
  ): Promise<{ slot: number; states: (SignatureState | null)[] }> {
    const everywhere = { searchTransactionHistory: true };
    const found = await this.ask(answers.signatureStates, "getSignatureStatuses", signatures, everywhere);
    const states = found.value.map(
      (status) =>
        status && {
          slot: status.slot,
          commitment:
            status.confirmationStatus ?? (status.confirmations === null ? "finalized" : "processed"),
          failed: isFailure(status.err),
        },
    );
    return { slot: found.context.slot, states };
  }

  /**
   * The transaction with this signature once it has got so far; null for one the node does not show, `"unreadable"` for one of a
   * form that is not known here, which anybody may put beside others. Throws LEDGER_UNAVAILABLE, also for another transaction.
   */
  async findTransaction(
    signature: string,
    commitment: Finality,
  ): Promise<OnChainTransaction | "unreadable" | null> {
    const options = { commitment, encoding: "base64", maxSupportedTransactionVersion: 0 };
    const found = await this.checked
      .ask(answers.transaction, "getTransaction", signature, options)
      .catch((error: unknown) => {
        if (isOfUnknownVersion(error)) return "unreadable" as const;
        throw error;
      });
    if (found === "unreadable") return found;
    return this.checked.read(() => readTransaction(found, signature));
  }

  /**
   * Signatures of successful transactions that name `address`, oldest first. Anybody can add to this list. A node that has not come
   * to `minContextSlot` refuses, which is LEDGER_UNAVAILABLE.
   */
  async listSignatures(
    address: string,
    commitment: Finality,
    bounds: Pick<PageBounds, "minContextSlot"> = {},
  ): Promise<string[]> {
    const all = await this.askAllSignatures(address, commitment, bounds);
    const successful = all.filter((each) => !isFailure(each.err));
    return successful.map((each) => each.signature).toReversed();
  }

  /** Signatures of successful transactions since `since` that name `address` and whose memo says `memo`, oldest first. */
  async listSignaturesWithMemo(
    address: string,
    { memo, since, ...bounds }: { memo: string; since: Date } & Pick<PageBounds, "minContextSlot">,
  ): Promise<string[]> {
    const found = await this.listMemos(address, since, bounds);
    return found.filter((each) => each.memo.includes(memo)).map(({ signature }) => signature);
  }

  /**
   * Successful transactions since `since` that name `address` and have a memo, oldest first; of so many pages. What a
   * node says of a memo is a hint: the transaction itself is judged afterwards.
   */
  async listMemos(
    address: string,
    since: Date,
    bounds: Omit<PageBounds, "sinceMs"> = {},
  ): Promise<{ signature: string; memo: string }[]> {
    const sinceMs = since.getTime() - CHAIN_CLOCK_SKEW_MS;
    const found = await this.askAllSignatures(address, "confirmed", { sinceMs, ...bounds });
    return found
      .flatMap(({ signature, memo, err }) => (memo && !isFailure(err) ? [{ signature, memo }] : []))
      .toReversed();
  }

  /** Asks the faucet of a test chain; the signature of its transfer. */
  requestAirdrop(address: string, lamports: bigint): Promise<string> {
    return this.ask(answers.text, "requestAirdrop", address, Number(lamports));
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

  private async askBalances(addresses: readonly string[]): Promise<bigint[]> {
    const withoutData = {
      commitment: "confirmed",
      encoding: "base64",
      dataSlice: { offset: 0, length: 0 },
    };
    const found = await this.ask(answers.balances, "getMultipleAccounts", addresses, withoutData);
    return found.map((account) => account?.lamports ?? 0n);
  }

  private askAllSignatures(address: string, commitment: Finality, bounds: PageBounds = {}) {
    const { minContextSlot } = bounds;
    const options = {
      commitment,
      limit: this.signaturesPerPage,
      ...(minContextSlot === undefined ? {} : { minContextSlot }),
    };
    return readPages((before) => this.askSignatures(address, { ...options, ...(before ? { before } : {}) }), {
      perPage: this.signaturesPerPage,
      ...bounds,
    });
  }

  private askSignatures(address: string, options: object): Promise<SignatureOfAddress[]> {
    return this.ask(answers.signaturesOfAddress, "getSignaturesForAddress", address, options);
  }
}
