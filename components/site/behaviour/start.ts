import {
  holdEnterWhileComposing,
  leaveOutEmptyFields,
  returnToLastChosen,
  returnToPlatform,
  submitOnChange,
} from "./forms";
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
  // What few pages need comes with those.
  if (new Date().getTimezoneOffset() !== 0 && document.querySelector("time[data-clock]"))
    void import("./times").then(({ keepTimesHere }) => keepTimesHere(signal));
  const check = document.querySelector<HTMLElement>("[data-check-receipt]");
  if (check) void import("./check-receipt").then(({ keepChecking }) => keepChecking(check, signal));
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

/** What helps in a search field, or one for a user name, is fetched and wired when it is first used. */
async function suggestAt(target: EventTarget | null): Promise<void> {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.matches("[data-username]")) (await import("./usernames")).lookUpIn(target);
  if (target.matches("[data-suggestions]")) (await import("./suggest")).suggestIn(target);
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

const MENUS = "details:is(.menu, .fact)[open]";

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

const KEYS_OFF = "emporion-keys-off";

/**
 * Single keys: `/` search, J and K along the results, C copies, F filters, G goes on to the next case, ? lists them; in
 * a review N and P along the findings, [ and ] along the files, E more or less of the file, M the reason. Off while
 * typing.
 */
function answerKeys(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  if (event.key === "?" && openKeyList()) return event.preventDefault();
  if (singleKeysOff()) return;
  const key = event.key.toLowerCase();
  if (ACTIONS[key]?.() ?? answerInReview(key)) event.preventDefault();
}

/** Keeps the switch in the list of keys: people who speak to their computer need single keys off (WCAG 2.1.4). */
function keepKeySwitch(): void {
  const box = document.querySelector<HTMLInputElement>("[data-keys-switch]");
  if (!box) return;
  box.checked = !singleKeysOff();
  box.addEventListener("change", () => localStorage.setItem(KEYS_OFF, box.checked ? "" : "1"));
}

const ACTIONS: Record<string, () => boolean> = {
  "/": () => [...document.querySelectorAll<HTMLElement>("[data-search]")].some(focusOn),
  j: () => moveBy(1),
  k: () => moveBy(-1),
  c: copyNearest,
  g: goOn,
  f: () =>
    [...document.querySelectorAll<HTMLElement>("[data-filters-toggle] > summary, #filters summary")].some(
      focusOn,
    ),
};

const REVIEW_KEYS = "np[]em";

/** What the keys of the verifier's workspace do comes with the first of them; other pages have none of it. */
function answerInReview(key: string): boolean {
  if (!REVIEW_KEYS.includes(key) || !document.querySelector("[data-review-file]")) return false;
  void import("./review-keys").then(({ answerReviewKey }) => answerReviewKey(key));
  return true;
}

/** Follows the link to what waits next for a decision. */
function goOn(): boolean {
  const next = document.querySelector<HTMLElement>("[data-next-case]");
  next?.click();
  return next !== null;
}

function moveBy(step: number): boolean {
  const links = [...document.querySelectorAll<HTMLElement>("[data-row-link]")];
  const current = links.findIndex((link) => link === document.activeElement);
  const next = current < 0 ? (step > 0 ? 0 : links.length - 1) : current + step;
  return focusOn(links[Math.min(Math.max(next, 0), links.length - 1)]);
}

function copyNearest(): boolean {
  const shown = [...document.querySelectorAll<HTMLElement>("[data-install]")].find((button) =>
    button.checkVisibility(),
  );
  if (!shown) return false;
  void copyFor(shown);
  return true;
}

function openKeyList(): boolean {
  const list = document.getElementById("key-list");
  if (!(list instanceof HTMLDialogElement) || list.open) return false;
  list.showModal();
  return true;
}

function focusOn(element: HTMLElement | null | undefined): boolean {
  if (!element?.checkVisibility()) return false;
  element.focus();
  element.scrollIntoView({ block: "nearest" });
  if (element instanceof HTMLInputElement) element.select();
  return true;
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest("input:not([type=checkbox],[type=radio]),textarea,select,dialog") !== null
  );
}

function singleKeysOff(): boolean {
  try {
    return localStorage.getItem(KEYS_OFF) === "1";
  } catch {
    return false;
  }
}

const SHOWN_MS = 1_600;

/** Answers every Copy button of the page: `data-copy` is the text, `data-copy-from` the id of the element to copy. */
function answerCopyButtons(event: MouseEvent): void {
  const button =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>("[data-copy],[data-copy-from]")
      : null;
  if (button) void copyFor(button);
}

/** Copies the text of a button, and says on it and to who hears the page whether it is copied. */
async function copyFor(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset["copyFrom"] ?? "");
  const copied = await copy(button.dataset["copy"] ?? source?.textContent ?? "", button);
  const label = button.querySelector("span");
  const region = document.getElementById("announcements");
  const said = (copied ? button.dataset["copied"] : region?.dataset["notCopied"]) ?? "";
  if (!label || button.dataset["done"] !== undefined) return;
  const before = label.textContent;
  label.textContent = said;
  button.dataset["done"] = "";
  if (region) region.textContent = said;
  setTimeout(() => {
    label.textContent = before;
    delete button.dataset["done"];
    if (region) region.textContent = ""; // the next time the same words are news again
  }, SHOWN_MS);
}

/** False where the reader, or the browser, does not let the page copy. */
async function copy(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, button); // a market under http:// has no clipboard object
  }
}

function copyBySelection(text: string, button: HTMLElement): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "vh";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  button.focus();
  return copied;
}
