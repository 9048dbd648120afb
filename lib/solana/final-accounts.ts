import { setTimeout as wait } from "node:timers/promises";
import { isBehind, type CheckedNode } from "@/lib/solana/checked-node";
import type { AccountState } from "@/lib/solana/on-chain";
import * as answers from "@/lib/solana/rpc-answers";

/** Nodes behind one address are a few slots apart at any time: one that is behind is asked again after a slot. */
const TRIES = 5;
const SLOT_MS = 400;

export interface FinalAccount {
  /** The final block up to which this is true. */
  slot: number;
  /** Null where there is no such account. */
  account: AccountState | null;
}

/**
 * Accounts as of final blocks, never older than what was told before: behind one address there may be several nodes, and one that has not
 * come so far is not believed.
 */
export class FinalAccounts {
  private newest = { chain: "", slot: 0 };

  constructor(
    private readonly node: CheckedNode,
    /** A local ledger may be replaced by another, whose slots begin anew. */
    private readonly genesisHash: () => Promise<string>,
  ) {}

  /** Throws LEDGER_UNAVAILABLE, also when every node that answers is behind. */
  async find(address: string): Promise<FinalAccount> {
    const chain = await this.genesisHash();
    if (this.newest.chain !== chain) this.newest = { chain, slot: 0 };
    const options = { commitment: "finalized", encoding: "base64", minContextSlot: this.newest.slot };
    for (let tries = 1; ; tries++) {
      try {
        const { context, value } = await this.node.ask(
          answers.accountAtSlot,
          "getAccountInfo",
          address,
          options,
        );
        if (context.slot > this.newest.slot) this.newest = { chain, slot: context.slot };
        return { slot: context.slot, account: value };
      } catch (error) {
        if (tries === TRIES || !isBehind(error)) throw error;
        await wait(SLOT_MS);
      }
    }
  }
}
