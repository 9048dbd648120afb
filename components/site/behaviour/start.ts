import { answerCopyButtons } from "./copy";
import {
  holdEnterWhileComposing,
  leaveOutEmptyFields,
  returnToLastChosen,
  returnToPlatform,
  submitOnChange,
} from "./forms";
import { answerKeys, keepKeySwitch } from "./keys";
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

/** Answers every Print button of the page with the browser's own dialog. */
function printOnClick(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest("[data-print]")) window.print();
}

const SIDE = 16;

/** True if the reader's system draws Chinese and Korean; without a face every character is the same empty box. */
function drawsHanAndHangul(): boolean {
  return picture("永") !== picture("国") && picture("한") !== picture("국");
}

function picture(character: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (!context) return character;
  context.font = `${SIDE}px sans-serif`;
  context.textBaseline = "top";
  context.fillText(character, 0, 0);
  return context.getImageData(0, 0, SIDE, SIDE).data.join();
}

const MENUS = "details.menu[open]";

/** Closes open menus on a click elsewhere. */
function closeMenusOnClick(event: MouseEvent): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(MENUS)) {
    if (!(event.target instanceof Node) || !menu.contains(event.target)) menu.open = false;
  }
}

/** Closes open menus on Escape and gives the focus back to what opened them. */
function closeMenusOnEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(MENUS)) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
}

/** Links that open a dialog: `data-opens` is its id. */
function openDialogOnClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-opens]") : null;
  const dialog = document.getElementById(button?.dataset["opens"] ?? "");
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}
