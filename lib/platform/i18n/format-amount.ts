// Apart from the rest of `format.ts`: the form that pays needs amounts, and no dates.
const LAMPORTS_DIGITS = 9;

/** Thousands separated by commas, in every language: "1234567" is "1,234,567". Takes digits only. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** An amount of lamports with its thousands separated. Throws a `SyntaxError` if the text is not a whole number. */
export function formatLamports(lamports: string): string {
  return groupDigits(BigInt(lamports).toString());
}

/**
 * SOL as it is shown everywhere: every digit that says something, none cut, so that what was paid is what a balance lost.
 * Throws a `SyntaxError` if the text is not a whole number.
 */
export function formatSol(lamports: string): string {
  const digits = BigInt(lamports)
    .toString()
    .padStart(LAMPORTS_DIGITS + 1, "0");
  const fraction = digits.slice(-LAMPORTS_DIGITS).replace(/0+$/, "");
  const whole = groupDigits(digits.slice(0, -LAMPORTS_DIGITS));
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
