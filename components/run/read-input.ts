import { collectDraft, collectInput, readExactJson, type FormReader } from "@/components/run/collect-input";
import { INPUT, isInput, ITEMS } from "@/components/run/form-controls";
import type { FormField } from "@/components/run/form-fields";

/** The call's input as the form holds it, or the names of the controls that cannot be read. */
export function readInput(data: FormData, fields: FormField[], asJson: boolean) {
  if (!asJson) return collectInput(fields, readerOf(data));
  const input = readExactJson(textOf(data, "json") ?? "");
  if (isInput(input)) return { ok: true as const, input };
  return { ok: false as const, faults: [{ field: "json", missing: false }] };
}

/** What the form holds so far, for the other view of it. */
export function readDraft(data: FormData, fields: FormField[]): Record<string, unknown> {
  return collectDraft(fields, readerOf(data));
}

/** What stands in the form in either view; JSON that cannot be read is given as its text. */
export function readWritten(
  data: FormData,
  fields: FormField[],
): { input: Record<string, unknown>; json: string | null } {
  const json = textOf(data, "json");
  if (json === null) return { input: readDraft(data, fields), json: null };
  const read = readInput(data, fields, true);
  return read.ok ? { input: read.input, json: null } : { input: {}, json };
}

function readerOf(data: FormData): FormReader {
  return {
    text: (name) => textOf(data, `${INPUT}${name}`),
    keys: (name) =>
      data.getAll(`${INPUT}${name}${ITEMS}`).filter((key): key is string => typeof key === "string"),
  };
}

function textOf(data: FormData, name: string): string | null {
  const value = data.get(name);
  return typeof value === "string" ? value : null;
}
