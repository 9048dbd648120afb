import { answerCopyButtons } from "./copy";
import {
  holdEnterWhileComposing,
  leaveOutEmptyFields,
  returnToLastChosen,
  returnToPlatform,
  submitOnChange,
} from "./forms";
import { answerKeys, keepKeySwitch } from "./keys";
import { closeMenusOnClick, closeMenusOnEscape, openDialogOnClick } from "./menus";
import { printOnClick } from "./print";
import { drawsHanAndHangul } from "./scripts-of-reader";
import { answerThemeButton, showTheme } from "./theme";

/**
 * Everything scripts add to the public pages: one set of listeners on the document, no components to hydrate.
 * Without it every page still reads, searches, filters and links.
 *
 * `loadFaces` is called when the reader's system has no face for Chinese or Korean. Returns what ends the listening.
 */
export function startBehaviour(loadFaces: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener("click", answerCopyButtons, { signal });
  document.addEventListener("click", answerThemeButton, { signal });
  document.addEventListener("click", closeMenusOnClick, { signal });
  document.addEventListener("click", openDialogOnClick, { signal });
  document.addEventListener("click", printOnClick, { signal });
  document.addEventListener("keydown", holdEnterWhileComposing, { signal, capture: true });
  document.addEventListener("keydown", closeMenusOnEscape, { signal });
  document.addEventListener("keydown", answerKeys, { signal });
  document.addEventListener("change", submitOnChange, { signal });
  document.addEventListener("focusin", offerSuggestions, { signal });
  document.addEventListener("formdata", leaveOutEmptyFields, { signal });
  showTheme();
  keepKeySwitch();
  returnToPlatform();
  returnToLastChosen();
  if (document.activeElement) void suggestAt(document.activeElement);
  if (!drawsHanAndHangul()) loadFaces();
  return () => stop.abort();
}

function offerSuggestions(event: FocusEvent): void {
  void suggestAt(event.target);
}

/** Suggestions are fetched and wired when a search field is first used. */
async function suggestAt(target: EventTarget | null): Promise<void> {
  if (!(target instanceof HTMLInputElement) || !target.matches("[data-suggestions]")) return;
  const { suggestIn } = await import("./suggest");
  suggestIn(target);
}
