"use client";

import { useEffect } from "react";

/** What stood in the other forms of the page when one was sent, by the ids of their fields. */
let written: { path: string; texts: Map<string, string> } | null = null;

/**
 * Whoever has begun to write in one form of a list, and sends another first, goes on writing: the answer draws the page
 * anew, and with it fields that were empty when it was made. Only forms marked `data-keep-written` are kept, whose
 * fields the browser alone holds.
 */
export function KeepWritten() {
  // With each answer of the server, which may be drawn in several steps.
  useEffect(giveBack);
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener("submit", remember, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, []);
  return null;
}

const keptFields = () =>
  document.querySelectorAll<HTMLTextAreaElement>("form[data-keep-written] textarea[id]");

function remember({ target: sent }: SubmitEvent): void {
  const others = [...keptFields()].filter(({ form, value }) => form !== sent && value !== "");
  written = { path: location.pathname, texts: new Map(others.map(({ id, value }) => [id, value])) };
}

function giveBack(): void {
  if (written?.path !== location.pathname) return;
  for (const field of keptFields()) {
    if (field.value === "") field.value = written.texts.get(field.id) ?? "";
  }
}
