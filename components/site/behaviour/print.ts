/** Answers every Print button of the page with the browser's own dialog. */
export function printOnClick(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest("[data-print]")) window.print();
}
