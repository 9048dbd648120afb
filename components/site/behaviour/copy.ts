const SHOWN_MS = 1_600;

/** Answers every Copy button of the page: `data-copy` is the text, `data-copy-from` the id of the element to copy. */
export function answerCopyButtons(event: MouseEvent): void {
  const button =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>("[data-copy],[data-copy-from]")
      : null;
  if (button) void copyFor(button);
}

/** Copies the text of a button, and says on it and to who hears the page whether it is copied. */
export async function copyFor(button: HTMLElement): Promise<void> {
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
