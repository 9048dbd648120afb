import { cache } from "react";
import type { RefusedForm } from "@/lib/web/http/refused-forms";

/** One for each page that is made; pages of others never see it. */
const page = cache((): { refused: RefusedForm | null; wrong: string | undefined } => ({
  refused: null,
  wrong: undefined,
}));

/**
 * Says what was written into the form of this page that was refused, and which of its fields was wrong, where one
 * was named.
 */
export function showWritten(refused: RefusedForm, wrong?: string): void {
  Object.assign(page(), { refused, wrong });
}

/**
 * What was written into a form the last time, by the names of its fields, if it was refused; null for any other form.
 * Server components only.
 */
export function writtenIn(form: string): RefusedForm["fields"] | null {
  const { refused } = page();
  return refused?.form === form ? refused.fields : null;
}

/**
 * The name of the field that was wrong in this form of the page; undefined for every other form. Server
 * components only.
 */
export function wrongIn(form: string): string | undefined {
  const { refused, wrong } = page();
  return refused?.form === form ? wrong : undefined;
}

/** Whether a field of the form that was refused was left empty. Server components only. */
export const wasLeftEmpty = (field: string): boolean => page().refused?.fields[field]?.trim() === "";

/** The form of the page that was refused, for the note above it; null where none was. Server components only. */
export const refusedForm = (): string | null => page().refused?.form ?? null;
