/** The name that a part of an address stands for; null for what cannot be read, or is longer than any name. */
export function nameInAddress(part: string, maxCharacters: number): string | null {
  try {
    const name = decodeURIComponent(part);
    return name.length > maxCharacters ? null : name;
  } catch {
    return null;
  }
}
