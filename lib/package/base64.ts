const OUTSIDE_ALPHABET = /[^A-Za-z0-9+/]/;

/** Bytes that a well-formed base64 text stands for; known without decoding, so large texts are refused first. */
export function decodedLength(text: string): number {
  return Math.floor(text.length / 4) * 3 - paddingLength(text);
}

/**
 * Decodes strict base64 (RFC 4648 section 4): the standard alphabet, whole groups of four, `=` only as the
 * right padding at the end, no white space. Null for anything else, where Node would silently skip characters.
 */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const digits = text.slice(0, text.length - paddingLength(text));
  return OUTSIDE_ALPHABET.test(digits) ? null : Uint8Array.from(Buffer.from(digits, "base64"));
}

function paddingLength(text: string): number {
  if (text.endsWith("==")) return 2;
  return text.endsWith("=") ? 1 : 0;
}
