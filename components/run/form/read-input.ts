import {
  collectDraft,
  collectInput,
  readExactJson,
  type CollectedInput,
  type FormReader,
} from "@/components/run/form/collect-input";
import { fitsForm } from "@/components/run/form/fits-form";
import { INPUT, isInput, ITEMS } from "@/components/run/form/form-controls";
import type { FormField } from "@/components/run/form/form-fields";

/** The call's input as the form holds it, or the names of the controls that cannot be read. */
export function readInput(data: FormData, fields: FormField[], asJson: boolean): CollectedInput {
  if (!asJson) return collectInput(fields, readerOf(data));
  const input = readExactJson(textOf(data, "json") ?? "");
  if (isInput(input)) return { ok: true, input };
  return { ok: false, faults: [{ field: "json", missing: false }] };
}

/** The input that is written as JSON, if the controls can show all of it. */
export function readForForm(data: FormData, fields: FormField[]): CollectedInput {
  const read = readInput(data, fields, true);
  if (!read.ok || fitsForm(fields, read.input)) return read;
  return { ok: false, faults: [{ field: "json", missing: false, beyondForm: true }] };
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
  // Browsers send the line ends of a form as two characters.
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : null;
}
