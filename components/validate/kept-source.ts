/** In this tab alone: a second tab writes its own skill, and what was written goes with the tab. */
const KEY = "emporion.source";
/** Long for a SKILL.md; each stroke of a key writes it. */
const MAX_CHARACTERS = 200_000;

/** A package the market keeps has its own place: what is changed in it is not the beginning of another skill. */
const keyOf = (publication: string | undefined) =>
  publication === undefined ? KEY : `${KEY}.${publication}`;

/**
 * The SKILL.md that was typed in this tab and published or saved by nobody yet; empty for none, and where storage
 * is forbidden.
 */
export function readSource(publication?: string): string {
  try {
    return window.sessionStorage.getItem(keyOf(publication)) ?? "";
  } catch {
    return "";
  }
}

/** Keeps what is typed through a reload, a step back or a sign-in; empty forgets it. */
export function keepSource(text: string, publication?: string): void {
  const key = keyOf(publication);
  try {
    if (text.trim() === "" || text.length > MAX_CHARACTERS) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, text);
  } catch {
    // The text is then kept as long as the page.
  }
}
