import { findOutage } from "@/lib/kernel/outage";

const MOST = 256;
const LEADING_DIGITS = /^\d+/;

/** Numbers of failures that came of what is away. One number is one failure in one place, however often. */
const numbers = new Set<string>();

/** Keeps the number the framework gave a page's failure, if that came of something that is away. */
export function noteFailure(failure: unknown, digest: unknown): void {
  const number = LEADING_DIGITS.exec(String(digest))?.[0];
  if (number === undefined || findOutage(failure) === null) return;
  if (numbers.size >= MOST) numbers.clear();
  numbers.add(number);
}

/** True for one that is no fault of the market: it may be back before the page that failed for it is sent. */
export function failedByOutage(number: string): boolean {
  return numbers.has(number);
}
