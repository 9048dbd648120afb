/** In this tab alone: a second tab writes its own skill, and what was written goes with the tab. */
const KEY = "emporion.source";
/** Long for a SKILL.md; each stroke of a key writes it. */
const MAX_CHARACTERS = 200_000;

/** The SKILL.md that was typed in this tab and published by nobody yet; empty for none, and where storage is forbidden. */
export function readSource(): string {
  try {
    return window.sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Keeps what is typed through a reload, a step back or a sign-in; empty forgets it. */
export function keepSource(text: string): void {
  try {
    if (text.trim() === "" || text.length > MAX_CHARACTERS) window.sessionStorage.removeItem(KEY);
    else window.sessionStorage.setItem(KEY, text);
  } catch {
    // The text is then kept as long as the page.
  }
}
