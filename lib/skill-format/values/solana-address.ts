import bs58 from "bs58";

/** 32 bytes are at least 32 and at most 44 base58 digits; a longer text is not decoded. */
const [MIN_LENGTH, MAX_LENGTH] = [32, 44];

/** True for base58 text that decodes to exactly 32 bytes, the form of a Solana address. It may be a key that nobody holds. */
export function isSolanaAddress(text: unknown): text is string {
  if (typeof text !== "string" || text.length < MIN_LENGTH || text.length > MAX_LENGTH) return false;
  return bs58.decodeUnsafe(text)?.length === 32;
}
