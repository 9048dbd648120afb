import { isExactNumber } from "@/lib/kernel/json/exact-numbers";
import { findJsonIssue } from "@/lib/kernel/json/find-json-issue";
import { ungroupDigits } from "@/lib/platform/i18n/format";
import { controlName } from "@/components/run/form/form-controls";
import type { FormField } from "@/components/run/form/form-fields";

/** A control whose value is needed and not there, or cannot be read as its type. */
export interface InputIssue {
  field: string;
  missing: boolean;
  /** True for JSON that is readable, and more than the form's controls can show. */
  beyondForm?: boolean;
}

export type CollectedInput =
  | { ok: true; input: Record<string, unknown> }
  | { ok: false; faults: readonly InputIssue[] };

/** What a form holds, by the names of its controls. */
export interface FormReader {
  /** Null when there is no such control, or its box is not ticked. */
  text: (name: string) => string | null;
  /** The keys of a list's items, in their order. */
  keys: (name: string) => string[];
}

/** What has been written so far, as it stands: nothing is missed, and what cannot be read as its type stays text. */
export function collectDraft(fields: readonly FormField[], reader: FormReader): Record<string, unknown> {
  return members(fields, { parent: "", reader, draft: true, faults: [] });
}

/**
 * Reads the controls back into the call's input. An empty optional control, group or list is left out; each control
 * that is needed and empty, or cannot be read as its type, is named. Everything else is for the schema to judge.
 */
export function collectInput(fields: readonly FormField[], reader: FormReader): CollectedInput {
  const faults: InputIssue[] = [];
  const input = members(fields, { parent: "", reader, draft: false, faults });
  return faults.length === 0 ? { ok: true, input } : { ok: false, faults };
}

interface How {
  reader: FormReader;
  draft: boolean;
  /** Grows as controls are read. */
  faults: InputIssue[];
}

interface Place extends How {
  parent: string;
  /** Of an optional group nobody has written in: what it requires is not missed. */
  lenient?: boolean;
}

function members(fields: readonly FormField[], { parent, lenient = false, ...how }: Place) {
  const values = new Map<string, unknown>();
  for (const field of fields) {
    const own = lenient || how.draft ? { ...field, required: false } : field;
    const value = valueOf(own, controlName(parent, field.name), how);
    if (value !== undefined) values.set(field.name, value);
  }
  return Object.fromEntries(values) as Record<string, unknown>;
}

/** Undefined for what is left out. */
function valueOf(field: FormField, name: string, how: How): unknown {
  const { reader, draft, faults } = how;
  if (field.kind === "group") return groupOf(field, name, how);
  if (field.kind === "list") return listOf(field, name, how);
  const raw = reader.text(name);
  if (field.kind === "boolean") {
    // Left out, a box that is ticked at first would be ticked again.
    const said = raw !== null || field.required || field.defaultValue === true;
    return said ? raw !== null : undefined;
  }
  if (raw === null || raw === "") {
    if (!field.required) return undefined;
    if (field.mayBeEmpty && (field.kind === "text" || field.kind === "multiline")) return "";
    faults.push({ field: name, missing: true });
    return undefined;
  }
  const value = parse(raw, field.kind);
  if (value !== undefined) return value;
  if (!draft) faults.push({ field: name, missing: false });
  return raw;
}

function groupOf({ fields, required }: FormField, name: string, how: How): unknown {
  if (!required) {
    const written = members(fields, { ...how, parent: name, lenient: true, faults: [] });
    if (Object.keys(written).length === 0) return undefined;
  }
  return members(fields, { ...how, parent: name });
}

function listOf({ item, required, mayBeEmpty }: FormField, name: string, how: How): unknown {
  const keys = how.reader.keys(name);
  if (keys.length === 0 && required && !mayBeEmpty) how.faults.push({ field: name, missing: true });
  if (item === null || (keys.length === 0 && !required)) return undefined;
  const own = how.draft ? { ...item, required: false } : item;
  return keys.map((key) => valueOf(own, `${name}.${key}`, how) ?? null);
}

function parse(raw: string, kind: FormField["kind"]): unknown {
  if (kind === "number" || kind === "integer") {
    const written = ungroupDigits(raw);
    return isExactNumber(written) ? Number(written) : undefined;
  }
  if (kind !== "json") return raw;
  return readExactJson(raw);
}

/** Undefined for what is no JSON, and for a number that would be another one after reading. */
export function readExactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return findJsonIssue(text, { isKept: isExactNumber }) === null ? value : undefined;
  } catch {
    return undefined;
  }
}
