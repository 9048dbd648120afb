import { MAX_LAMPORTS, SOL_DECIMALS } from "../constants";
import type { YamlNode } from "../yaml/node";

/**
 * Reads a price without losing a digit: the source text becomes a big integer, no float in between (Exo §2).
 * Null for anything but a whole number from 0 to 2^64-1: quotes, fractions and words are no price.
 */
export function readLamports(node: YamlNode): bigint | null {
  if (node.kind !== "scalar" || node.type !== "number" || node.source.length > 80) return null;
  const [, sign, digits] = /^([-+]?)(\d+|0o[0-7]+|0x[0-9a-fA-F]+)$/.exec(node.source) ?? [];
  if (digits === undefined) return null;
  const lamports = BigInt(digits);
  return (sign === "-" && lamports > 0n) || lamports > MAX_LAMPORTS ? null : lamports;
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
