import {
  Connection,
  PublicKey,
  SendTransactionError,
  VersionedTransaction,
  type AccountInfo,
  type ConfirmedSignatureInfo,
  type Finality,
  type TokenBalance,
} from "@solana/web3.js";
import bs58 from "bs58";
import { systemClock, type Clock } from "@/lib/clock";
import { DomainError } from "@/lib/errors";
import { CachedAnswer } from "@/lib/solana/cached-answer";
import { Coalesced } from "@/lib/solana/coalesced";
import { classifyRefusal, type BroadcastOutcome } from "@/lib/solana/broadcast-outcome";
import type {
  AccountState,
  OnChainTransaction,
  RecentBlockhash,
  SignatureState,
} from "@/lib/solana/on-chain";

export interface SolanaConnectionOptions {
  url: string;
  timeoutMs?: number;
  /** How long one blockhash is handed out; it must stay far below its life of about a minute. */
  blockhashCacheMs?: number;
  clock?: Clock;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_BLOCKHASH_CACHE_MS = 5_000;
const CONSTANTS_CACHE_MS = 60_000; // they never change, but a local ledger may be replaced by another
/** Payments that wait for the same block are looked up together. */
const STATES_WINDOW_MS = 5;
const STATES_PER_REQUEST = 256;
const SIGNATURES_PER_PAGE = 1000;
const MAX_PAGES = 5;

/**
 * The few questions the market asks a Solana node, by polling only. Every failure of the node is
 * `DomainError("LEDGER_UNAVAILABLE")`, except in `broadcast`, where it is an outcome: the bytes may be on their way.
 */
export class SolanaConnection {
  private readonly node: Connection;
  private readonly genesis: CachedAnswer<string>;
  private readonly rent: CachedAnswer<bigint>;
  private readonly blockhash: CachedAnswer<RecentBlockhash>;
  private readonly states = new Coalesced<SignatureState | null>(
    (signatures) => this.signatureStates(signatures),
    STATES_WINDOW_MS,
    STATES_PER_REQUEST,
  );

  constructor(options: SolanaConnectionOptions) {
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const clock = options.clock ?? systemClock;
    this.node = new Connection(options.url, {
      commitment: "confirmed",
      disableRetryOnRateLimit: true,
      fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
    });
    this.genesis = new CachedAnswer(() => this.askGenesisHash(), CONSTANTS_CACHE_MS, clock);
    this.rent = new CachedAnswer(() => this.askRent(), CONSTANTS_CACHE_MS, clock);
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

  /** What an account of this size must hold. */
  rentFor(sizeBytes: number): Promise<bigint> {
    return this.ask(async () => BigInt(await this.node.getMinimumBalanceForRentExemption(sizeBytes)));
  }

  /** A confirmed blockhash at most `blockhashCacheMs` old. */
  latestBlockhash(): Promise<RecentBlockhash> {
    return this.blockhash.get();
  }

  isBlockhashValid(blockhash: string): Promise<boolean> {
    return this.ask(
      async () => (await this.node.isBlockhashValid(blockhash, { commitment: "processed" })).value,
    );
  }

  blockHeight(commitment: "processed" | "confirmed" | "finalized"): Promise<bigint> {
    return this.ask(async () => BigInt(await this.node.getBlockHeight(commitment)));
  }

  /** Confirmed balances in the order of `addresses`; an account that does not exist holds 0. */
  balances(addresses: readonly string[]): Promise<bigint[]> {
    return this.ask(async () => {
      const keys = addresses.map((address) => new PublicKey(address));
      const accounts = await this.node.getMultipleAccountsInfo(keys, {
        commitment: "confirmed",
        dataSlice: { offset: 0, length: 0 },
      });
      return accounts.map((account) => BigInt(account?.lamports ?? 0));
    });
  }

  findAccount(address: string, commitment: Finality = "confirmed"): Promise<AccountState | null> {
    return this.ask(async () => {
      const account = await this.node.getAccountInfo(new PublicKey(address), commitment);
      return account && toState(account);
    });
  }

  /** Several accounts at once, confirmed, in the order of `addresses`; null for one that does not exist. */
  findAccounts(addresses: readonly string[]): Promise<(AccountState | null)[]> {
    return this.ask(async () => {
      const keys = addresses.map((address) => new PublicKey(address));
      const accounts = await this.node.getMultipleAccountsInfo(keys, "confirmed");
      return accounts.map((account) => account && toState(account));
    });
  }

  /** Hands signed bytes to the node. `rehearse` lets it refuse what would fail; without it the node only passes them on. */
  async broadcast(raw: Uint8Array, options: { rehearse: boolean }): Promise<BroadcastOutcome> {
    try {
      await this.node.sendRawTransaction(raw, {
        skipPreflight: !options.rehearse,
        preflightCommitment: "confirmed",
        maxRetries: 0, // sending again is the reconciler's decision
      });
      return { outcome: "accepted" };
    } catch (error) {
      if (error instanceof SendTransactionError) return classifyRefusal(error.transactionError.message);
      return { outcome: "unknown", detail: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The state of one transaction, asked for together with others that are looked up at the same moment. */
  async signatureState(signature: string): Promise<SignatureState | null> {
    return (await this.states.get(signature)) ?? null;
  }

  /** The states of up to 256 transactions, searched in the node's whole history; null for one it has never seen. */
  signatureStates(signatures: readonly string[]): Promise<(SignatureState | null)[]> {
    return this.ask(async () => {
      const { value } = await this.node.getSignatureStatuses([...signatures], {
        searchTransactionHistory: true,
      });
      return value.map((status) =>
        status === null
          ? null
          : {
              slot: status.slot,
              commitment:
                status.confirmationStatus ?? (status.confirmations === null ? "finalized" : "processed"),
              failed: status.err !== null,
            },
      );
    });
  }

  findTransaction(signature: string, commitment: Finality): Promise<OnChainTransaction | null> {
    return this.ask(async () => {
      const found = await this.node.getTransaction(signature, {
        commitment,
        maxSupportedTransactionVersion: 0,
      });
      if (!found?.meta) return null;
      const signatures = found.transaction.signatures.map((each) => bs58.decode(each));
      return {
        signature,
        slot: found.slot,
        blockTimeMs: found.blockTime ? found.blockTime * 1000 : null,
        failed: found.meta.err !== null,
        transaction: new VersionedTransaction(found.transaction.message, signatures),
        preBalances: found.meta.preBalances,
        postBalances: found.meta.postBalances,
        preTokenUnits: toUnits(found.meta.preTokenBalances),
        postTokenUnits: toUnits(found.meta.postTokenBalances),
      };
    });
  }

  /** Signatures of successful transactions that name `address`, oldest first. Anybody can add to this list. */
  listSignatures(address: string, commitment: Finality): Promise<string[]> {
    return this.ask(async () => {
      const all: ConfirmedSignatureInfo[] = [];
      for (let page = 0; page < MAX_PAGES; page++) {
        const before = all.at(-1)?.signature;
        const options = { limit: SIGNATURES_PER_PAGE, ...(before ? { before } : {}) };
        const found = await this.node.getSignaturesForAddress(new PublicKey(address), options, commitment);
        all.push(...found);
        if (found.length < SIGNATURES_PER_PAGE) break;
      }
      const successful = all.filter((each) => each.err === null);
      return successful.map((each) => each.signature).toReversed();
    });
  }

  /**
   * Signatures of successful transactions among the newest thousand that name `address`, whose memo says `memo`. What a node
   * says of a memo is a hint: the transaction itself is judged afterwards.
   */
  listSignaturesWithMemo(address: string, memo: string): Promise<string[]> {
    return this.ask(async () => {
      const options = { limit: SIGNATURES_PER_PAGE };
      const found = await this.node.getSignaturesForAddress(new PublicKey(address), options, "confirmed");
      const matching = found.filter((each) => each.err === null && each.memo?.includes(memo) === true);
      return matching.map((each) => each.signature).toReversed();
    });
  }

  /** Asks the faucet of a test chain; the signature of its transfer. */
  requestAirdrop(address: string, lamports: bigint): Promise<string> {
    return this.ask(() => this.node.requestAirdrop(new PublicKey(address), Number(lamports)));
  }

  /** The oldest block this node still has; what is older it cannot be asked about. */
  firstAvailableSlot(): Promise<number> {
    return this.ask(() => this.node.getFirstAvailableBlock());
  }

  private askGenesisHash(): Promise<string> {
    return this.ask(() => this.node.getGenesisHash());
  }

  private askRent(): Promise<bigint> {
    return this.ask(async () => BigInt(await this.node.getMinimumBalanceForRentExemption(0)));
  }

  private askBlockhash(): Promise<RecentBlockhash> {
    return this.ask(async () => {
      const { blockhash, lastValidBlockHeight } = await this.node.getLatestBlockhash("confirmed");
      return { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) };
    });
  }

  private async ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (cause) {
      throw new DomainError(
        "LEDGER_UNAVAILABLE",
        "The Solana node did not answer. Nothing was charged by asking.",
        {
          cause,
        },
      );
    }
  }
}

function toState({ owner, lamports, data }: AccountInfo<Buffer>): AccountState {
  return { owner: owner.toBase58(), lamports: BigInt(lamports), data };
}

function toUnits(balances: readonly TokenBalance[] | null | undefined): ReadonlyMap<number, bigint> {
  return new Map(
    (balances ?? []).map(({ accountIndex, uiTokenAmount }) => [accountIndex, BigInt(uiTokenAmount.amount)]),
  );
}
