/** In this tab alone: a second tab writes its own skill, and what was written goes with the tab. */
const KEY = "emporion.source";
/** Long for a SKILL.md; each stroke of a key writes it. */
const MAX_CHARACTERS = 200_000;

/** A package the market keeps already, as the text was written over it. */
interface KeptPackage {
  id: string;
  digest: string;
}

/** It has its own place: what is changed in it is not the beginning of another skill. */
const keyOf = (kept: KeptPackage | undefined) => (kept === undefined ? KEY : `${KEY}.${kept.id}`);
const overKeyOf = (kept: KeptPackage) => `${keyOf(kept)}.over`;

/**
 * The SKILL.md that was typed in this tab and published or saved by nobody yet, and the digest of the package that it
 * was written over; both empty for none, and where storage is forbidden.
 */
export function readSource(kept?: KeptPackage): { text: string; over: string } {
  try {
    const over = kept && window.sessionStorage.getItem(overKeyOf(kept));
    return { text: window.sessionStorage.getItem(keyOf(kept)) ?? "", over: over ?? "" };
  } catch {
    return { text: "", over: "" };
  }
}

/** Keeps what is typed through a reload, a step back or a sign-in; empty forgets it. */
export function storeSource(text: string, kept?: KeptPackage): void {
  const key = keyOf(kept);
  try {
    if (text.trim() === "" || text.length > MAX_CHARACTERS) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, text);
    if (kept) window.sessionStorage.setItem(overKeyOf(kept), kept.digest);
  } catch {
    // The text is then kept as long as the page.
  }
}
