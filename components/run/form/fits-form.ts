import { isInput } from "@/components/run/form/form-controls";
import { MAX_ITEMS, type FormField } from "@/components/run/form/form-fields";

/**
 * Whether the controls can show all of an input, so that reading them gives it back. What does not fit stays JSON: a
 * member without a control, a value of another type, a list longer than the form shows. An empty group or list may be
 * left out, as reading does.
 */
export function fitsForm(fields: readonly FormField[], input: Record<string, unknown>): boolean {
  return Object.entries(input).every(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    return field !== undefined && fits(field, value);
  });
}

function fits({ kind, fields, item, options, ...field }: FormField, value: unknown): boolean {
  if (kind === "group") return isInput(value) && fitsForm(fields, value);
  if (kind === "list") return Array.isArray(value) && item !== null && fitsList(item, value);
  if (kind === "boolean") return typeof value === "boolean";
  if (kind === "json") return value !== null;
  if (kind === "number" || kind === "integer") return typeof value === "number";
  if (typeof value !== "string") return false;
  if (value === "") return field.required && field.mayBeEmpty;
  if (kind === "choice") return options.includes(value);
  return kind === "multiline" ? !value.includes("\r") : !/[\r\n]/.test(value);
}

/** An item that nobody has written yet is null. */
const fitsList = (item: FormField, values: readonly unknown[]): boolean =>
  values.length <= MAX_ITEMS && values.every((value) => value === null || fits(item, value));
