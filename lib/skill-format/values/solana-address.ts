const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const DIGITS = new Map(ALPHABET.split("").map((character, value) => [character, value]));

/** As many digits as a number holds exactly: big integers are slow, so they take several digits at once. */
const GROUP = 9;

/** 32 bytes are at most 44 and at least 32 base58 digits. */
const MIN_LENGTH = 32;
const MAX_LENGTH = 44;
const TWO_TO_256 = 1n << 256n;

/** True for base58 text that decodes to exactly 32 bytes, the form of a Solana address. It may be a key that nobody holds. */
export function isSolanaAddress(text: unknown): text is string {
  if (typeof text !== "string") return false;
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return false;
  let number = 0n;
  for (let start = 0; start < text.length; start += GROUP) {
    const group = text.slice(start, start + GROUP);
    let value = 0;
    for (const character of group) {
      const digit = DIGITS.get(character);
      if (digit === undefined) return false;
      value = value * 58 + digit;
    }
    number = number * BigInt(58 ** group.length) + BigInt(value);
  }
  if (number >= TWO_TO_256) return false;
  const leadingZeros = /^1*/.exec(text)?.[0].length ?? 0;
  const numberBytes = number === 0n ? 0 : Math.ceil(number.toString(16).length / 2);
  return leadingZeros + numberBytes === 32;
}
