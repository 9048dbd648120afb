/** Does what a key of the verifier's workspace stands for. Everything they do is a link or a field of the page. */
export function answerReviewKey(key: string): void {
  ACTIONS[key]?.();
}

const ACTIONS: Record<string, () => void> = {
  n: () => moveToFinding(1),
  p: () => moveToFinding(-1),
  "[": () => moveToFile(-1),
  "]": () => moveToFile(1),
  e: switchContext,
  m: writeReason,
};

/** To the next or previous finding: in this file its box, in another file the page that shows it. */
function moveToFinding(step: number): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-finding-link]")];
  const here = document.activeElement?.closest("[data-finding]")?.id ?? location.hash.slice(1);
  const current = links.findIndex((link) => link.dataset["findingLink"] === here);
  const next = links[current < 0 ? (step > 0 ? 0 : links.length - 1) : current + step];
  if (!next) return;
  const box = document.getElementById(next.dataset["findingLink"] ?? "");
  if (!box) location.assign(next.href);
  else {
    history.replaceState(history.state, "", `#${box.id}`);
    box.focus();
    box.scrollIntoView({ block: "center" });
  }
}

/** To the file before or after the one shown. */
function moveToFile(step: number): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-review-file]")];
  const current = links.findIndex((link) => link.ariaCurrent === "page");
  const next = links[current + step];
  next?.click();
}

/** Shows the whole file, or only what changed. */
function switchContext(): void {
  document.querySelector<HTMLAnchorElement>("[data-review-context]")?.click();
}

/** Into the field for the reason of the finding that has the focus, else of the first one. */
function writeReason(): void {
  const within = document.activeElement?.closest("[data-finding]") ?? document;
  within.querySelector<HTMLElement>("[data-finding-reason]")?.focus();
}
