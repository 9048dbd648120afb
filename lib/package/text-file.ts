/** The text of a file that is valid UTF-8 without NUL, or null for anything else (shown and stored as binary). */
export function readTextFile(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
