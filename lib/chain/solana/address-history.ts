import type { z } from "zod";
import * as answers from "@/lib/chain/solana/rpc-answers";
import type { signaturesOfAddress } from "@/lib/chain/solana/rpc-answers";
import type { CheckedNode } from "@/lib/chain/solana/checked-node";
import type { Finality } from "@/lib/chain/solana/on-chain";
import { isFailure } from "@/lib/chain/solana/read-transaction";

export type SignatureOfAddress = z.output<typeof signaturesOfAddress>[number];

export interface PageBounds {
  /** Nothing older is wanted; Unix time in milliseconds. */
  sinceMs?: number;
  /** The node must have come to this slot. */
  minContextSlot?: number;
  /** Anybody can add to the list of an address: 20 if absent. */
  maxPages?: number;
}

const MAX_PAGES = 20;

/**
 * Signatures of an address, newest first, page after page, until a page is not full or its last block is older
 * than `sinceMs`.
 */
async function readPages(
  askPage: (before: string | undefined) => Promise<SignatureOfAddress[]>,
  { perPage, sinceMs = 0, maxPages = MAX_PAGES }: PageBounds & { perPage: number },
): Promise<SignatureOfAddress[]> {
  const all: SignatureOfAddress[] = [];
  for (let page = 0; page < maxPages; page++) {
    const found = await askPage(all.at(-1)?.signature);
    all.push(...found);
    const oldestMs = (found.at(-1)?.blockTime ?? 0) * 1000 || Infinity; // a node need not know the time of a block
    if (found.length < perPage || oldestMs < sinceMs) break;
  }
  return all;
}

/** The time of a block is an estimate of those who vote for it. */
const CHAIN_CLOCK_SKEW_MS = 300_000;

/** Final transactions that name an address, newest first. */
export interface HistoryPage {
  entries: { signature: string; slot: number | null; failed: boolean }[];
  /** Nothing is older. */
  isLast: boolean;
}

/** Which successful transactions name an address. Anybody can add to this list. */
export class AddressHistory {
  constructor(
    private readonly node: CheckedNode,
    /** How many signatures the node gives at once. */
    private readonly perPage: number,
  ) {}

  /**
   * Signatures of successful transactions, oldest first. A node that has not come to `minContextSlot`
   * refuses: LEDGER_UNAVAILABLE.
   */
  async listSignatures(
    address: string,
    commitment: Finality,
    bounds: Pick<PageBounds, "minContextSlot"> = {},
  ): Promise<string[]> {
    const all = await this.askAll(address, commitment, bounds);
    const successful = all.filter((each) => !isFailure(each.err));
    return successful.map((each) => each.signature).toReversed();
  }

  /**
   * One page of them, newest first, from the one before `before` on: what is older still is asked for with the last
   * of them.
   */
  async listPage(
    address: string,
    { before, minContextSlot }: { before: string | null; minContextSlot: number },
  ): Promise<HistoryPage> {
    const found = await this.node.ask(answers.signaturesOfAddress, "getSignaturesForAddress", address, {
      commitment: "finalized",
      limit: this.perPage,
      minContextSlot,
      ...(before === null ? {} : { before }),
    });
    const entries = found.map(({ signature, slot = null, err }) => ({
      signature,
      slot,
      failed: isFailure(err),
    }));
    return { entries, isLast: found.length < this.perPage };
  }

  /** Of those since `since` the ones whose memo says `memo`, oldest first. */
  async listSignaturesWithMemo(
    address: string,
    { memo, since, ...bounds }: { memo: string; since: Date } & Pick<PageBounds, "minContextSlot">,
  ): Promise<string[]> {
    const found = await this.listMemos(address, since, bounds);
    return found.filter((each) => each.memo.includes(memo)).map(({ signature }) => signature);
  }

  /**
   * Successful transactions since `since` that have a memo, oldest first; of so many pages. What a node says of a memo
   * is a hint: the transaction itself is judged afterwards.
   */
  async listMemos(
    address: string,
    since: Date,
    bounds: Omit<PageBounds, "sinceMs"> = {},
  ): Promise<{ signature: string; memo: string }[]> {
    const sinceMs = since.getTime() - CHAIN_CLOCK_SKEW_MS;
    const found = await this.askAll(address, "confirmed", { sinceMs, ...bounds });
    return found
      .flatMap(({ signature, memo, err }) => (memo && !isFailure(err) ? [{ signature, memo }] : []))
      .toReversed();
  }

  private askAll(address: string, commitment: Finality, bounds: PageBounds): Promise<SignatureOfAddress[]> {
    const { perPage } = this;
    const { minContextSlot } = bounds;
    const options = {
      commitment,
      limit: perPage,
      ...(minContextSlot === undefined ? {} : { minContextSlot }),
    };
    const askPage = (before: string | undefined) =>
      this.node.ask(answers.signaturesOfAddress, "getSignaturesForAddress", address, {
        ...options,
        ...(before ? { before } : {}),
      });
    return readPages(askPage, { perPage, ...bounds });
  }
}
