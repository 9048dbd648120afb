"use client";

import { useEffect, useRef } from "react";

const KEY = "emporion-typed";

/**
 * Keeps what a form's named fields hold, in this tab alone, while the form is sent; `restore` puts it back after a refusal,
 * so that nobody writes it again. It stands inside the form.
 */
export function KeepTyped({ restore, fields }: { restore: boolean; fields: readonly string[] }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const fill = () => {
      for (const [name, value] of Object.entries(readKept())) {
        const field = form.elements.namedItem(name);
        if (isFilledByHand(field) && field.value === "") field.value = String(value);
      }
    };
    if (restore) fill();
    form.addEventListener("submit", () => keep(form, fields), { signal });
    // React empties a form after its action; the event comes before the fields are emptied.
    form.addEventListener("reset", () => setTimeout(fill), { signal });
    return () => stop.abort();
  }, [restore, fields]);
  return <span ref={place} hidden />;
}

function isFilledByHand(
  field: Element | RadioNodeList | null,
): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return (
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  );
}

function keep(form: HTMLFormElement, fields: readonly string[]): void {
  const typed = new FormData(form);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(fields.map((f) => [f, typed.get(f)]))));
  } catch {
    // Storage may be switched off; it is written again then.
  }
}

function readKept(): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}
