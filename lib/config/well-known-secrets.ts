/** Known to everybody, so it protects nothing: for a demonstration on one's own machine only. */
export const DEMO_SERVER_KEY = "emporion-demo-server-key-known-to-everybody";

const PUBLISHED = new Set([
  DEMO_SERVER_KEY,
  "SIXTY_FOUR_HEXADECIMAL_DIGITS_OF_YOUR_OWN",
  "a secret that is long enough for tests",
  "a server key that is long enough for tests",
]);

/** Words that stand in examples where a secret belongs. */
const PLACEHOLDER =
  /change.?(?:me|this|it)|replace.?(?:me|this|it)|your.?(?:own|secret|key|\w+.?token)|example|placeholder/i;
/** One short text again and again, as in `changemechangeme`, `0000` or `abcabc`. */
const REPEATED = /^(.{1,10})\1+.{0,9}$/s;
/** Neighbours in the alphabet or on a keyboard. */
const ROWS = ["abcdefghijklmnopqrstuvwxyz", "0123456789", "qwertyuiop", "asdfghjkl", "zxcvbnm", "9876543210"];
const MIN_DIFFERENT_CHARACTERS = 8;
const ROW_CHARACTERS = 6;

/**
 * Whether somebody who has read this repository, or who tries the usual ones, has this secret: one that is printed
 * somewhere, a placeholder, or a text with a plain pattern. False does not mean that it is strong. No secret is not
 * a known one.
 */
export function isWellKnown(secret: string): boolean {
  if (secret === "") return false;
  return (
    PUBLISHED.has(secret) ||
    PLACEHOLDER.test(secret) ||
    REPEATED.test(secret) ||
    new Set(secret).size < MIN_DIFFERENT_CHARACTERS ||
    withoutRows(secret.toLowerCase()).length < secret.length / 2
  );
}

function withoutRows(secret: string): string {
  let rest = secret;
  for (const row of ROWS) {
    for (let length = row.length; length >= ROW_CHARACTERS; length--)
      for (let start = 0; start + length <= row.length; start++)
        rest = rest.replaceAll(row.slice(start, start + length), "");
  }
  return rest;
}
