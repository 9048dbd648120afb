import type { Publisher } from "@/client";
import type { LockedSkill } from "./lock-file";

/** Whose a version is that could be installed. */
export interface Offered {
  /** Address of the market that has it. */
  market: string;
  version: string;
  publisher: Publisher | null;
}

/**
 * Says that a version is by somebody else than the one that is installed; null when it is by the same account, whatever
 * it is called by now, and for what was locked without a publisher. An account is known by its id, within its market.
 */
export function findOtherPublisher(
  locked: Pick<LockedSkill, "market" | "version" | "publisher"> | undefined,
  offered: Offered,
): string | null {
  if (locked?.publisher === undefined) return null;
  const elsewhere = locked.market !== offered.market;
  if (!elsewhere && locked.publisher.id === offered.publisher?.id) return null;
  const at = (market: string) => (elsewhere ? ` at ${market}` : "");
  const other = offered.publisher?.name ?? "an unnamed publisher";
  return (
    `${offered.version} is published by ${other}${at(offered.market)}, ` +
    `${locked.version} was by ${locked.publisher.name}${at(locked.market)}`
  );
}
