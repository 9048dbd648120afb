/** The keys of the verifier's workspace. Everything they do is a link or a field of the page. */

/** To the next or previous finding: in this file its box, in another file the page that shows it. */
export function moveToFinding(step: number): boolean {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-finding-link]")];
  const here = document.activeElement?.closest("[data-finding]")?.id ?? location.hash.slice(1);
  const current = links.findIndex((link) => link.dataset["findingLink"] === here);
  const next = links[current < 0 ? (step > 0 ? 0 : links.length - 1) : current + step];
  if (!next) return false;
  const box = document.getElementById(next.dataset["findingLink"] ?? "");
  if (!box) location.assign(next.href);
  else {
    history.replaceState(history.state, "", `#${box.id}`);
    box.focus();
    box.scrollIntoView({ block: "center" });
  }
  return true;
}

/** To the file before or after the one shown. */
export function moveToFile(step: number): boolean {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-review-file]")];
  const current = links.findIndex((link) => link.ariaCurrent === "page");
  const next = links[current + step];
  if (!next) return false;
  next.click();
  return true;
}

/** Shows the whole file, or only what changed. */
export function switchContext(): boolean {
  const link = document.querySelector<HTMLAnchorElement>("[data-review-context]");
  link?.click();
  return link !== null;
}

/** Into the field for the reason of the finding that has the focus, else of the first one. */
export function writeReason(): boolean {
  const within = document.activeElement?.closest("[data-finding]") ?? document;
  const field = within.querySelector<HTMLElement>("[data-finding-reason]");
  field?.focus();
  return field !== null;
}
