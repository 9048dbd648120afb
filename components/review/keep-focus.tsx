"use client";

import { useEffect } from "react";

/** What the last press was about, for the page that answers it: every action draws the whole page anew. */
let pressed: string | null = null;

/** Whoever ticks, accepts or takes back with the keyboard is afterwards where they were, and not at the beginning of the page. */
export function KeepFocus() {
  useEffect(() => {
    const before = document.querySelector<HTMLElement>(`[data-keep-focus="${CSS.escape(pressed ?? "")}"]`);
    if (document.activeElement === document.body) before?.focus({ preventScroll: true });
    pressed = null;
    const remember = ({ submitter }: SubmitEvent) => {
      pressed = submitter?.closest<HTMLElement>("[data-keep-focus]")?.dataset["keepFocus"] ?? null;
    };
    document.addEventListener("submit", remember, { capture: true });
    return () => document.removeEventListener("submit", remember, { capture: true });
  }, []);
  return null;
}
