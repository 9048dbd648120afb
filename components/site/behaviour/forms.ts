const LAST_CHOSEN = "emporion-last-chosen";
const PLATFORM = "emporion-platform";

/**
 * Search never submits half a word: while an input method is composing, Enter belongs to it.
 * Chinese and Korean readers would otherwise search for what they have not finished typing.
 */
export function holdEnterWhileComposing(event: KeyboardEvent): void {
  if (
    event.key === "Enter" &&
    (event.isComposing || event.keyCode === 229) &&
    event.target instanceof HTMLInputElement
  ) {
    event.preventDefault();
  }
}

/** A change in a `data-live` form is a new address at once; without a script its button does the same. */
export function submitOnChange(event: Event): void {
  const control = event.target;
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return;
  if (control.name === "install-way") return remember(PLATFORM, control.dataset["platform"] ?? "");
  if (!control.form?.hasAttribute("data-live") || !control.checkValidity()) return;
  remember(LAST_CHOSEN, control.id);
  control.form.requestSubmit();
}

/** Puts the focus back on the filter that was changed, without scrolling. */
export function returnToLastChosen(): void {
  const id = recall(LAST_CHOSEN);
  if (!id) return;
  forget(LAST_CHOSEN);
  document.getElementById(id)?.focus({ preventScroll: true });
}

/** Shows the way to install that was chosen last. */
export function returnToPlatform(): void {
  const platform = recall(PLATFORM);
  const choice = platform
    ? document.querySelector<HTMLInputElement>(
        `[name="install-way"][data-platform="${CSS.escape(platform)}"]`,
      )
    : null;
  if (choice) choice.checked = true;
}

/** Empty fields of a search make no parameter, so that addresses stay short. */
export function leaveOutEmptyFields(event: FormDataEvent): void {
  if (!(event.target instanceof HTMLFormElement) || event.target.method !== "get") return;
  const empty = Array.from(event.formData).filter(([, value]) => value === "");
  for (const [name] of empty) event.formData.delete(name);
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be switched off; nothing is remembered then.
  }
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
