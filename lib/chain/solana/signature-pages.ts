import type { z } from "zod";
import type { signaturesOfAddress } from "@/lib/chain/solana/rpc-answers";

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
export async function readPages(
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
