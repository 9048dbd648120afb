import { cache } from "react";
import type { RefusedForm } from "@/lib/refused-forms/refused-form";

/** One for each page that is made; pages of others never see it. */
const page = cache((): { refused: RefusedForm | null } => ({ refused: null }));

/** Says what was written into the form of this page that was refused. */
export function showWritten(refused: RefusedForm): void {
  page().refused = refused;
}

/** What was written into a form the last time, by the names of its fields, if it was refused; null for any other form. Server components only. */
export function writtenIn(form: string): RefusedForm["fields"] | null {
  const { refused } = page();
  return refused?.form === form ? refused.fields : null;
}
