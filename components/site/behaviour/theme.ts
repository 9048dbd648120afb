/** Where the choice is kept; the script in <head> reads it before anything is painted. */
const THEME_KEY = "emporion-theme";

const DARK = "(prefers-color-scheme: dark)";

/** Runs in <head>: a chosen theme is there with the first paint, so nothing flashes. */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`;

/** Changes between light and dark. Choosing what the system shows anyway forgets the choice, so it follows again. */
export function answerThemeButton(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest("[data-theme-toggle]") : null;
  if (!button) return;
  const systemDark = matchMedia(DARK).matches;
  const dark = !isDark();
  const root = document.documentElement;
  if (dark === systemDark) {
    delete root.dataset["theme"];
    keep(null);
  } else {
    root.dataset["theme"] = dark ? "dark" : "light";
    keep(root.dataset["theme"]);
  }
  showTheme();
}

/** Tells each theme button whether dark is on. */
export function showTheme(): void {
  for (const button of document.querySelectorAll("[data-theme-toggle]")) {
    button.setAttribute("aria-pressed", String(isDark()));
  }
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === undefined ? matchMedia(DARK).matches : chosen === "dark";
}

function keep(theme: string | null): void {
  try {
    if (theme === null) localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be switched off; the choice then lasts for this page.
  }
}
