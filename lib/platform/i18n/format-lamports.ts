const LAMPORTS_DIGITS = 9;
const ONE_SOL = 1_000_000_000n;
const MICRO_STEP = 1_000n;

/** Thousands separated by commas, in every language: "1234567" is "1,234,567". Takes digits only. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** An amount of lamports with its thousands separated. Throws a `SyntaxError` if the text is not a whole number. */
export function formatLamports(lamports: string): string {
  return groupDigits(BigInt(lamports).toString());
}

/** All nine decimals, trailing zeros cut: what is copied and what `title` says. */
export function exactSol(lamports: string): string {
  const { whole, fraction } = splitSol(lamports);
  const shown = fraction.replace(/0+$/, "");
  return shown === "" ? whole : `${whole}.${shown}`;
}

/**
 * SOL as lists show it: six decimals for whole thousands of lamports, nine for finer amounts, three from 1 SOL on.
 * Digits are cut, never rounded up, so a price is never shown higher than it is; the exact value goes in `title`.
 */
export function formatSol(lamports: string): string {
  const { whole, fraction } = splitSol(lamports);
  return `${groupDigits(whole)}.${fraction.slice(0, decimalsOf(BigInt(lamports)))}`;
}

function decimalsOf(lamports: bigint): number {
  if (lamports >= ONE_SOL) return 3;
  return lamports % MICRO_STEP === 0n ? 6 : LAMPORTS_DIGITS;
}

function splitSol(lamports: string): { whole: string; fraction: string } {
  const digits = BigInt(lamports)
    .toString()
    .padStart(LAMPORTS_DIGITS + 1, "0");
  return { whole: digits.slice(0, -LAMPORTS_DIGITS), fraction: digits.slice(-LAMPORTS_DIGITS) };
}
