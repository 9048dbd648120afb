import { timingSafeEqual } from "node:crypto";

/** Compares what was given with what it should be, in a time that says nothing about where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
