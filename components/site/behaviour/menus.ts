const MENUS = "details.menu[open]";

/** Closes open menus on a click elsewhere. */
export function closeMenusOnClick(event: MouseEvent): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(MENUS)) {
    if (!(event.target instanceof Node) || !menu.contains(event.target)) menu.open = false;
  }
}

/** Closes open menus on Escape and gives the focus back to what opened them. */
export function closeMenusOnEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(MENUS)) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
}

/** Links that open a dialog: `data-opens` is its id. */
export function openDialogOnClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-opens]") : null;
  const dialog = document.getElementById(button?.dataset["opens"] ?? "");
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}
