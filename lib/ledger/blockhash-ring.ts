import { createHash } from "node:crypto";
import { BLOCKHASH_LIFETIME_BLOCKS } from "@/lib/solana/programs";
import { encodeAddress } from "@/lib/solana/address";

/**
 * The last 151 blockhashes, each derived from the ledger's secret seed and its slot. They survive a restart without
 * being stored, and differ between two ledgers, so that bytes signed for one can never be replayed on another.
 */
export class BlockhashRing {
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
