const SHOWN_MS = 1_600;

/** Answers every Copy button of the page: `data-copy` is the text, `data-copy-from` the id of the element to copy. */
export function answerCopyButtons(event: MouseEvent): void {
  const button =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>("[data-copy],[data-copy-from]")
      : null;
  if (button) void copyFor(button);
}

export async function copyFor(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset["copyFrom"] ?? "");
  await navigator.clipboard.writeText(button.dataset["copy"] ?? source?.textContent ?? "");
  const label = button.querySelector("span");
  const done = button.dataset["copied"] ?? "";
  if (!label || button.dataset["done"] !== undefined) return;
  const before = label.textContent;
  label.textContent = done;
  button.dataset["done"] = "";
  announce(done);
  setTimeout(() => {
    label.textContent = before;
    delete button.dataset["done"];
  }, SHOWN_MS);
}

/** Says a short text to readers who hear the page. */
function announce(text: string): void {
  const region = document.getElementById("announcements");
  if (region) region.textContent = text;
}
