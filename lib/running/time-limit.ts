/** What any run may take at most (`docs/sandbox.md`, What a skill has). */
export const MAX_TIMEOUT_SECONDS = 300;
/** So long a run may take at any price: what a skill has that states nothing. */
const INCLUDED_SECONDS = 60;
/** What each further second costs at least. */
const LAMPORTS_PER_FURTHER_SECOND = 1_000n;

/**
 * The least price of a call that may take so long, in lamports: a slot that is held for minutes is held from others. A
 * free skill may state any time; its runs end for others.
 */
export function leastPriceLamports(timeoutMs: number): bigint {
  const further = Math.ceil(Math.min(timeoutMs / 1_000, MAX_TIMEOUT_SECONDS)) - INCLUDED_SECONDS;
  return BigInt(Math.max(0, further)) * LAMPORTS_PER_FURTHER_SECOND;
}

/** Why a price does not pay for the time that a skill states, with the numbers; null when it does. */
export function findPriceShortfall(timeoutMs: number, priceLamports: bigint): string | null {
  const least = leastPriceLamports(timeoutMs);
  if (priceLamports === 0n || priceLamports >= least) return null;
  return `A call that may take ${timeoutMs / 1_000} s costs at least ${least} lamports: ${INCLUDED_SECONDS} s at any price, and ${LAMPORTS_PER_FURTHER_SECOND} for each further second. Found ${priceLamports}. Raise the price, state a shorter runtime.timeout_seconds, or make the skill free.`;
}

/**
 * What a run may take in all: what the skill states, as far as the price of the call pays for it; 0 is a free skill.
 */
export function timeLimitMs(timeoutMs: number, priceLamports: bigint): number {
  const statedMs = Math.min(timeoutMs, MAX_TIMEOUT_SECONDS * 1_000);
  if (priceLamports === 0n || priceLamports >= leastPriceLamports(statedMs)) return statedMs;
  const furtherSeconds = Number(priceLamports / LAMPORTS_PER_FURTHER_SECOND);
  return (INCLUDED_SECONDS + furtherSeconds) * 1_000;
}
