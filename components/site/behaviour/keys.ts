import { copyFor } from "./copy";

const KEYS_OFF = "emporion-keys-off";

/**
 * Single keys: `/` search, J and K along the results, C copies, F filters, G goes on to the next case, ? lists them; in
 * a review N and P along the findings, [ and ] along the files, E more or less of the file, M the reason. Off while
 * typing.
 */
export function answerKeys(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  if (event.key === "?" && openKeyList()) return event.preventDefault();
  if (singleKeysOff()) return;
  const key = event.key.toLowerCase();
  if (ACTIONS[key]?.() ?? answerInReview(key)) event.preventDefault();
}

/** Keeps the switch in the list of keys: people who speak to their computer need single keys off (WCAG 2.1.4). */
export function keepKeySwitch(): void {
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
