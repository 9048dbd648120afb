import { randomBytes, createHash } from "node:crypto";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { replayJournal, type ChainState } from "@/lib/chain/ledger/chain-state";
import { executeTransaction } from "@/lib/chain/ledger/execution";
import { forgetfulJournal, openJournal, type Journal, type JournalEntry } from "@/lib/chain/ledger/journal";
import type { LandedTransaction } from "@/lib/chain/ledger/landed-transaction";
import type { SvmOptions, SvmOutcome } from "@/lib/chain/ledger/svm";
import type { VersionedTransaction } from "@solana/web3.js";
import { BLOCKHASH_LIFETIME_BLOCKS, encodeAddress } from "@/lib/chain/solana/address";

export type Commitment = "processed" | "confirmed" | "finalized";

export interface LedgerOptions {
  /** Where the journal lives; without it the ledger is gone when its process ends. */
  directory?: string;
  /** Length of a slot. A directory keeps the one it was started with. */
  slotMs?: number;
  /** Slots until a landed transaction is confirmed, and until it is finalized. */
  confirmSlots?: number;
  finalSlots?: number;
  clock?: Clock;
}

const DEFAULT_SLOT_MS = 400;
const DEFAULT_CONFIRM_SLOTS = 1;
const DEFAULT_FINAL_SLOTS = 32;
const FIRST_SLOT = 1000; // so that "32 slots ago" exists from the start

/**
 * A real Solana virtual machine with the outside of a cluster: slots that follow the clock, blockhashes that expire,
 * commitment levels, and a journal from which it comes back after a stop. It has no consensus and one validator, so
 * everything that shows it calls it the local ledger.
 */
export class Ledger {
  confirmSlots: number;
  finalSlots: number;
  /** Test hooks: bytes that are accepted and then lost, and a node that does not answer. */
  dropNext = 0;
  outage = false;

  readonly seed: string;
  private readonly slots: SlotClock;
  private readonly ring: BlockhashRing;
  private readonly journal: Journal;
  private state: ChainState;
  private listeners: (() => void)[] = [];

  constructor(options: LedgerOptions = {}) {
    this.confirmSlots = options.confirmSlots ?? DEFAULT_CONFIRM_SLOTS;
    this.finalSlots = options.finalSlots ?? DEFAULT_FINAL_SLOTS;
    const clock = options.clock ?? systemClock;
    const { journal, entries } = options.directory
      ? openJournal(options.directory)
      : { journal: forgetfulJournal, entries: [] };
    this.journal = journal;
    const origin = this.readOrWriteOrigin(entries, options.slotMs ?? DEFAULT_SLOT_MS, clock);
    this.seed = origin.seed;
    this.ring = new BlockhashRing(origin.seed);
    this.slots = new SlotClock({ ...origin, warpSlots: sumWarps(entries) }, clock);
    this.state = replayJournal(origin.seed, entries);
    this.slots.notBefore(this.state.landed.at(-1)?.slot ?? 0);
  }

  private readOrWriteOrigin(entries: readonly JournalEntry[], slotMs: number, clock: Clock) {
    const [first] = entries;
    if (first?.kind === "origin") return first;
    if (first)
      throw new Error("The ledger's journal has no origin; restore the file or remove its directory.");
    const originMs = clock.now().getTime() - FIRST_SLOT * slotMs;
    const origin = {
      kind: "origin",
      format: 1,
      seed: randomBytes(32).toString("hex"),
      originMs,
      slotMs,
    } as const;
    this.journal.append(origin);
    return origin;
  }

  get svm() {
    return this.state.svm;
  }

  get slotMs(): number {
    return this.slots.slotMs;
  }

  get transactionCount(): number {
    return this.state.landed.length;
  }

  /** The newest slot that has reached `commitment`. */
  slot(commitment: Commitment = "processed"): number {
    return Math.max(0, this.slots.slot() - this.depthOf(commitment));
  }

  unixSeconds(slot: number): number {
    return this.slots.unixSeconds(slot);
  }

  blockhashAt(slot: number): string {
    return this.ring.at(slot);
  }

  isBlockhashRecent(blockhash: string): boolean {
    return this.ring.isRecent(blockhash, this.slots.slot());
  }

  find(signature: string): LandedTransaction | null {
    return this.state.find(signature);
  }

  listByAddress(address: string): readonly LandedTransaction[] {
    return this.state.listByAddress(address);
  }

  commitmentOf(landed: LandedTransaction): Commitment {
    const depth = this.slots.slot() - landed.slot;
    if (depth >= this.finalSlots) return "finalized";
    return depth >= this.confirmSlots ? "confirmed" : "processed";
  }

  hasReached(landed: LandedTransaction, commitment: Commitment): boolean {
    return this.slots.slot() - landed.slot >= this.depthOf(commitment);
  }

  /** What would happen, without its happening. */
  simulate(transaction: VersionedTransaction, options: Partial<SvmOptions> = {}): SvmOutcome {
    const slot = this.slots.slot();
    this.state.svm.setTime(slot, this.unixSeconds(slot));
    return this.state.svm.simulate(transaction, { ...this.optionsFor(transaction), ...options });
  }

  /** Lands a transaction and writes it down, or returns null when it cannot land. */
  land(transaction: VersionedTransaction, raw: Buffer): LandedTransaction | null {
    const slot = this.slots.slot();
    const execution = { transaction, raw, slot, unixSeconds: this.unixSeconds(slot) };
    const landed = executeTransaction(this.state.svm, execution, this.optionsFor(transaction));
    if (!landed) return null;
    this.journalOrStop(toEntry(landed));
    this.state.add(landed);
    this.changed();
    return landed;
  }

  /** Skips slots, as if they had been waited for. */
  advance(slots: number): void {
    this.journalOrStop({ kind: "warp", slots });
    this.slots.advance(slots);
    this.changed();
  }

  /** Test hook: the present state, to return to with `rollback`. */
  fork(): number {
    return this.state.landed.length;
  }

  /** Test hook: a reorganisation. What landed since the fork has not happened, and may land again. */
  rollback(fork: number): void {
    this.journalOrStop({ kind: "rollback", keepTransactions: fork });
    this.state = replayJournal(this.seed, this.state.landed.slice(0, fork).map(toEntry));
    this.changed();
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  close(): void {
    this.listeners = [];
    this.journal.close();
  }

  /**
   * True once what ended in an outage could be written again. What the ledger has done since is not: it begins anew
   * from its journal.
   */
  get isOutageOver(): boolean {
    return this.outage && this.journal.isWritable();
  }

  /** A ledger that cannot write is worse than none: it would forget what it has confirmed. */
  private journalOrStop(entry: JournalEntry): void {
    try {
      this.journal.append(entry);
    } catch (error) {
      this.outage = true;
      throw error;
    }
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }

  private depthOf(commitment: Commitment): number {
    return { processed: 0, confirmed: this.confirmSlots, finalized: this.finalSlots }[commitment];
  }

  /** The machine knows only its own newest blockhash; ours are checked here, and durable nonces are left to it. */
  private optionsFor(transaction: VersionedTransaction): SvmOptions {
    return {
      checkBlockhash: !this.isBlockhashRecent(transaction.message.recentBlockhash),
      verifySignatures: true,
    };
  }
}

function toEntry(landed: LandedTransaction): Extract<JournalEntry, { kind: "transaction" }> {
  const { slot, unixSeconds, error, raw } = landed;
  return { kind: "transaction", slot, unixSeconds, failed: error !== null, raw: raw.toString("base64") };
}

function sumWarps(entries: readonly JournalEntry[]): number {
  return entries.reduce((total, entry) => total + (entry.kind === "warp" ? entry.slots : 0), 0);
}

/**
 * The last 151 blockhashes, each derived from the ledger's secret seed and its slot. They survive a restart without
 * being stored, and differ between two ledgers, so that bytes signed for one can never be replayed on another.
 */
class BlockhashRing {
  private readonly slots = new Map<string, number>();
  private newest = -1;

  constructor(private readonly seed: string) {}

  at(slot: number): string {
    return encodeAddress(createHash("sha256").update(`blockhash ${this.seed} ${slot}`).digest());
  }

  /** Whether a transaction naming `blockhash` may land in `slot`. */
  isRecent(blockhash: string, slot: number): boolean {
    this.advanceTo(slot);
    return this.slots.has(blockhash);
  }

  private advanceTo(slot: number): void {
    const first = Math.max(0, slot - BLOCKHASH_LIFETIME_BLOCKS, this.newest + 1);
    for (let next = first; next <= slot; next++) this.slots.set(this.at(next), next);
    this.newest = Math.max(this.newest, slot);
    for (const [hash, at] of this.slots) {
      if (at >= slot - BLOCKHASH_LIFETIME_BLOCKS) break;
      this.slots.delete(hash);
    }
  }
}

interface SlotClockOrigin {
  /** When slot 0 began, in milliseconds since 1970. */
  originMs: number;
  slotMs: number;
  /** Slots that were skipped with `advance`. */
  warpSlots: number;
}

/** Slots follow the wall clock, so that a ledger that was stopped has moved on when it starts again. */
class SlotClock {
  readonly slotMs: number;
  private readonly originMs: number;
  private warpSlots: number;
  private highest = 0;

  constructor(
    origin: SlotClockOrigin,
    private readonly clock: Clock,
  ) {
    this.originMs = origin.originMs;
    this.slotMs = origin.slotMs;
    this.warpSlots = origin.warpSlots;
  }

  /** The present slot; it never goes back, whatever the machine's clock does. */
  slot(): number {
    const elapsed = Math.floor((this.clock.now().getTime() - this.originMs) / this.slotMs) + this.warpSlots;
    this.highest = Math.max(this.highest, elapsed);
    return this.highest;
  }

  /** Slots already written down are in the past even if the machine's clock was set back meanwhile. */
  notBefore(slot: number): void {
    this.highest = Math.max(this.highest, slot);
  }

  advance(slots: number): void {
    this.warpSlots += slots;
  }

  /** The time of a slot as the ledger tells it: skipped slots count as if they had been waited for. */
  unixSeconds(slot: number): number {
    return Math.floor((this.originMs + slot * this.slotMs) / 1000);
  }
}
