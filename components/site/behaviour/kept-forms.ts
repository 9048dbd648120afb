const KEY = "emporion-typed";
/** What people write by hand and may see again; never passwords, files or what a form holds hidden. */
const WRITTEN = /^(?:text|email|url|search|tel|number)$/;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Kept {
  /** `data-keep` of the form: its text is never shown in another one. */
  form: string;
  fields: Record<string, string>;
}

/** A form that is refused comes back with what was written into it. Fetched where there is such a form. */
export function keepForms(signal: AbortSignal): void {
  let answer: MutationObserver | null = null;
  const keep = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return;
    keepTyped(target);
    answer?.disconnect();
    answer = target.dataset["keep"] === undefined ? null : awaitAnswer(target);
  };
  document.addEventListener("submit", keep, { signal, capture: true });
  document.addEventListener("reset", returnTypedAfterReset, { signal });
  signal.addEventListener("abort", () => answer?.disconnect());
  returnTyped();
}

/** Where React sends a form, the page stays, and says only after it has emptied the form whether it was refused, or is no more. */
function awaitAnswer(form: HTMLFormElement): MutationObserver {
  const wasRefused = isRefused();
  const observer = new MutationObserver(() => {
    if (isRefused()) return returnTyped();
    if (!wasRefused) return;
    observer.disconnect();
    form.reset();
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-refused"] });
  return observer;
}

const isRefused = () => document.querySelector("[data-refused]") !== null;

/** Keeps what was written into a `data-keep` form as it is sent, in this tab alone; another form that is sent takes its place. */
function keepTyped(target: HTMLFormElement): void {
  const form = target.dataset["keep"];
  if (form === undefined) return forget();
  const written = fieldsOf(target).filter((field) => !isRadio(field) || field.checked);
  store({ form, fields: Object.fromEntries(written.map(({ name, value }) => [name, value])) });
}

/** React empties a form after its action, and the event comes before the fields are emptied. */
function returnTypedAfterReset({ target }: Event): void {
  if (target instanceof HTMLFormElement && target.dataset["keep"] !== undefined) setTimeout(returnTyped);
}

/** Puts what was written back into the form that was sent last, if the page says `data-refused`, so that nobody writes it again. */
function returnTyped(): void {
  const kept = isRefused() ? recall() : null;
  if (!kept) return;
  const form = document.querySelector<HTMLFormElement>(`form[data-keep="${CSS.escape(kept.form)}"]`);
  if (!form) return;
  for (const field of fieldsOf(form)) {
    const value = kept.fields[field.name];
    if (value === undefined || !isUntouched(field) || !hasChoice(field, value)) continue;
    if (isRadio(field)) field.checked = field.value === value;
    else field.value = value;
  }
  const folded = form.closest("details");
  if (folded) folded.open = true;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return Array.from(form.elements).filter(isWritten);
}

function isWritten(element: Element): element is Field {
  if (element instanceof HTMLInputElement) return WRITTEN.test(element.type) || isRadio(element);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

function isRadio(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "radio";
}

/** Whoever has begun to write before this script came keeps that. */
function isUntouched(field: Field): boolean {
  if (!(field instanceof HTMLSelectElement)) return isRadio(field) || field.value === field.defaultValue;
  const first = Array.from(field.options).findIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex === Math.max(first, 0);
}

/** What was chosen may not be offered any more. */
function hasChoice(field: Field, value: string): boolean {
  return (
    !(field instanceof HTMLSelectElement) ||
    Array.from(field.options).some((option) => option.value === value)
  );
}

// Storage may be switched off: nothing is kept then, and it is written again.

function store(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    forget();
  }
}

function recall(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
