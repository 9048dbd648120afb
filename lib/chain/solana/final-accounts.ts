import { setTimeout as wait } from "node:timers/promises";
import { isBehind, type CheckedNode } from "@/lib/chain/solana/checked-node";
import type { AccountState, SeenAt } from "@/lib/chain/solana/on-chain";
import * as answers from "@/lib/chain/solana/rpc-answers";

/** Nodes behind one address are a few slots apart at any time: one that is behind is asked again after a slot. */
const TRIES = 5;

/** An account up to the final block at `slot`. */
export interface FinalAccount extends SeenAt {
  /** Null where there is no such account. */
  account: AccountState | null;
}

/**
 * Accounts as of final blocks, never older than what was told before: behind one address there may be several nodes,
 * and one that has not come so far is not believed.
 */
export class FinalAccounts {
  private newest: SeenAt = { chain: "", slot: 0 };

  constructor(
    private readonly node: CheckedNode,
    /** A local ledger may be replaced by another, whose slots begin anew. */
    private readonly genesisHash: () => Promise<string>,
    private readonly slotMs: number,
  ) {}

  /**
   * `notBefore` is what another process was told. Throws LEDGER_UNAVAILABLE, also when every node that answers is
   * behind that, or behind what was told here.
   */
  async find(address: string, notBefore: SeenAt | null = null): Promise<FinalAccount> {
    const chain = await this.genesisHash();
    if (this.newest.chain !== chain) this.newest = { chain, slot: 0 };
    if (notBefore?.chain === chain && notBefore.slot > this.newest.slot) this.newest = notBefore;
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
        return { chain, slot: context.slot, account: value };
      } catch (error) {
        if (tries === TRIES || !isBehind(error)) throw error;
        await wait(this.slotMs);
      }
    }
  }
}
