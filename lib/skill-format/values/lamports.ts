import { MAX_LAMPORTS, SOL_DECIMALS } from "../constants";
import type { YamlNode } from "../yaml/node";

/** A price as written: the amount, or why it is none. */
type LamportsReading =
  | { state: "amount"; lamports: bigint }
  | { state: "type" }
  | { state: "fraction" }
  | { state: "range" };

/**
 * Reads a price without losing a digit: the source text becomes a big integer, no float in between (Exo §2).
 * Whole numbers from 0 to 2^64-1 only; quotes, fractions and words are no price.
 */
export function readLamports(node: YamlNode): LamportsReading {
  if (node.kind !== "scalar" || node.type !== "number") return { state: "type" };
  const match = /^([-+]?)(\d+|0o[0-7]+|0x[0-9a-fA-F]+)$/.exec(node.source);
  if (match === null) return { state: "fraction" };
  if (node.source.length > 80) return { state: "range" };
  const magnitude = BigInt(match[2] ?? "0");
  const lamports = match[1] === "-" ? -magnitude : magnitude;
  return lamports < 0n || lamports > MAX_LAMPORTS ? { state: "range" } : { state: "amount", lamports };
}

/**
 * Lamports in SOL, exact and without trailing zeros: `5000` gives `0.000005` (Exo §2).
 * Throws a RangeError for anything but a whole number that is not negative.
 */
export function formatLamportsAsSol(lamports: bigint | string): string {
  const digits = String(lamports);
  if (!/^\d+$/.test(digits)) throw new RangeError(`not an amount of lamports: ${digits.slice(0, 40)}`);
  const padded = digits.replace(/^0+(?=\d)/, "").padStart(SOL_DECIMALS + 1, "0");
  const whole = padded.slice(0, -SOL_DECIMALS);
  const fraction = padded.slice(-SOL_DECIMALS).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
