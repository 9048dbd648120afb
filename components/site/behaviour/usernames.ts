const PAUSE_MS = 300;

interface Lookup {
  state: string;
  name: string | null;
}

/** States in which the form would be refused. */
const REFUSED: ReadonlySet<string> = new Set(["taken", "reserved", "malformed", "own_account", "no_account"]);

/** Has the word below a field for a user name say what is known of the name while it is typed. */
export function lookUpIn(field: HTMLInputElement): void {
  const said = field.closest("div")?.parentElement?.querySelector<HTMLElement>("[data-words]");
  if (!said || field.dataset["looksUp"] !== undefined) return;
  field.dataset["looksUp"] = "";
  const words = JSON.parse(said.dataset["words"] ?? "{}") as Record<string, string>;
  let timer = 0;
  let asked = new AbortController();

  function say(lookup: Lookup | null): void {
    const word = lookup === null ? "" : (words[lookup.state] ?? "");
    if (said) {
      said.textContent = word.replace("{name}", lookup?.name ?? "");
      said.classList.toggle("text-danger", lookup !== null && REFUSED.has(lookup.state));
    }
  }

  function ask(): void {
    clearTimeout(timer);
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const name = field.value.trim();
    say(null);
    if (name === "") return;
    timer = window.setTimeout(() => {
      const query = new URLSearchParams({ name, asks: field.dataset["username"] ?? "" });
      fetch(`/api/usernames?${query}`, { signal })
        .then(async (response) => say(response.ok ? ((await response.json()) as Lookup) : null))
        // Without an answer the form says it once it is sent.
        .catch(() => undefined);
    }, PAUSE_MS);
  }

  field.addEventListener("input", ask);
  // What was typed while this was on its way counts, too.
  if (field.value !== field.defaultValue) ask();
}
