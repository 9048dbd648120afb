"use client";

import { useEffect } from "react";

/**
 * What the last press was about, for the page that answers it: an action draws the page anew, often without its button.
 */
let pressed: { path: string; key: string | null; part: string | null; y: number } | null = null;

/**
 * Whoever works with the keyboard is not sent to the beginning of the page by a press. They go on at the same thing
 * where it is still there, else at what the page says of the press, else at the part of the page they were in.
 */
export function KeepFocus() {
  // With each answer of the server: the second of two presses may lead to the same address, and then nothing is drawn
  // from scratch.
  useEffect(() => {
    if (pressed?.path === location.pathname && document.activeElement === document.body) goOn(pressed);
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("click", remember, { capture: true, signal });
    // The answer may be drawn in several steps: it ends with what its reader does next.
    for (const next of ["keydown", "pointerdown"]) {
      document.addEventListener(next, forget, { capture: true, signal });
    }
    return () => listening.abort();
  }, []);
  return null;
}

function forget(): void {
  pressed = null;
}

/** Sending a form with Enter in one of its fields is a click on its button, too. */
function remember({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest<HTMLElement>("main button") : null;
  if (!button) return;
  pressed = {
    path: location.pathname,
    key: button.closest<HTMLElement>("[data-keep-focus]")?.dataset["keepFocus"] ?? null,
    part: button.closest("[aria-labelledby]")?.getAttribute("aria-labelledby") ?? null,
    y: window.scrollY,
  };
}

function goOn({ key, part, y }: NonNullable<typeof pressed>): void {
  const same =
    key === null ? null : document.querySelector<HTMLElement>(`[data-keep-focus="${CSS.escape(key)}"]`);
  if (same) {
    same.focus({ preventScroll: true });
    window.scrollTo({ top: y, behavior: "instant" });
    return;
  }
  const place = said() ?? document.getElementById(part ?? "") ?? document.querySelector<HTMLElement>("h1");
  if (!place) return;
  place.tabIndex = -1;
  place.focus();
}

/** What the page says of the press. */
function said(): HTMLElement | undefined {
  const told = document.querySelectorAll<HTMLElement>(
    "main :is([role=alert], [role=status]):is(:has(.note), .signed-fresh)",
  );
  return [...told].find(({ role }) => role === "alert") ?? told[0];
}
