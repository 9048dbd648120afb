/** One skill for a search that is still being typed, as the agent API has it. */
interface Suggestion {
  slug: string;
  name: string;
  description: string;
  language: string;
}

interface Suggestions {
  results: Suggestion[];
  /** What others asked. */
  questions: string[];
}

const PAUSE_MS = 120;
const MIN_CHARACTERS = 2;

/**
 * Turns a search field into a combo box (WAI-ARIA): arrows move along the suggestions, Enter opens the one that is
 * marked or searches, Escape closes them and then empties the field. The form underneath stays what it was.
 */
export function suggestIn(field: HTMLInputElement): void {
  const form = field.form;
  if (!form || field.getAttribute("role") === "combobox") return;
  const list = document.createElement("ul");
  list.id = `${field.id}-suggestions`;
  list.className = "suggestions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", field.dataset["suggestions"] ?? "");
  list.hidden = true;
  form.append(list);
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-expanded", "false");

  let marked = -1;
  let timer = 0;
  let asked = new AbortController();
  const options = () => [...list.children];

  function show(open: boolean): void {
    list.hidden = !open;
    field.setAttribute("aria-expanded", String(open));
    if (!open) mark(-1);
  }

  function mark(index: number): void {
    marked = index;
    options().forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
    const option = options()[index];
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
  }

  function fill({ results, questions }: Suggestions): void {
    const found = [...questions.map(toQuestion), ...results.map(toOption)];
    found.forEach((option, at) => {
      option.id = `${list.id}-${at}`;
      option.role = "option";
      option.ariaSelected = "false";
    });
    list.replaceChildren(...found);
    show(found.length > 0 && document.activeElement === field);
  }

  function stopAsking(): void {
    clearTimeout(timer);
    asked.abort();
  }

  function ask(): void {
    stopAsking();
    asked = new AbortController();
    const { signal } = asked;
    const typed = field.value.trim();
    if (typed.length < MIN_CHARACTERS && !/[^\0-\x7f]/.test(typed)) return show(false);
    timer = window.setTimeout(() => {
      fetchSuggestions(typed, signal)
        .then(fill)
        // Without an answer the search works as ever.
        .catch(() => undefined);
    }, PAUSE_MS);
  }

  function onKey(event: KeyboardEvent): void {
    // While an input method composes, its keys are its own.
    if (event.isComposing || event.keyCode === 229) return;
    const count = options().length;
    if (event.key === "Escape") {
      stopAsking(); // an answer on its way would open the list again
      if (list.hidden) field.value = "";
      else show(false);
      return event.preventDefault();
    }
    if (list.hidden || count === 0) return;
    if (event.key === "ArrowDown") mark(marked + 1 < count ? marked + 1 : -1);
    else if (event.key === "ArrowUp") mark(marked < 0 ? count - 1 : marked - 1);
    else if (event.key === "Enter" && marked >= 0) open(options()[marked]);
    else return;
    event.preventDefault();
  }

  function open(option: Element | undefined): void {
    const path = option instanceof HTMLElement ? option.dataset["path"] : undefined;
    if (form && path !== undefined) location.assign(form.action + path);
  }

  field.addEventListener("input", ask);
  field.addEventListener("keydown", onKey);
  field.addEventListener("blur", () => show(false));
  // Before the field loses the focus, and the list with it.
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    if (event.target instanceof Element) open(event.target.closest("[role=option]") ?? undefined);
  });
  // What was typed while this was on its way counts, too.
  if (field.value !== field.defaultValue) ask();
}

async function fetchSuggestions(typed: string, signal: AbortSignal): Promise<Suggestions> {
  const response = await fetch(`/v1/agent/suggestions?${new URLSearchParams({ q: typed })}`, { signal });
  return response.ok ? ((await response.json()) as Suggestions) : { results: [], questions: [] };
}

function toQuestion(question: string): HTMLLIElement {
  const option = document.createElement("li");
  option.dataset["path"] = `?${new URLSearchParams({ q: question })}`;
  option.textContent = question;
  return option;
}

function toOption({ slug, name, description, language }: Suggestion): HTMLLIElement {
  const option = document.createElement("li");
  option.dataset["path"] = `/${encodeURIComponent(slug)}`;
  const title = document.createElement("b");
  title.textContent = name;
  const about = document.createElement("span");
  about.textContent = description;
  if (language !== "und") about.lang = language;
  option.append(title, " ", about);
  return option;
}
