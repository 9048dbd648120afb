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

/**
 * An example's input with the schema's defaults for what it does not name, as the form that nobody has filled shows
 * them: what the skill would take for these anyway stays in sight. A default that no control can show is left out.
 */
export function withDefaults(
  fields: readonly FormField[],
  input: Record<string, unknown>,
): Record<string, unknown> {
  const defaults = fields.flatMap((field) => {
    const value = defaultOf(field, input[field.name]);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return { ...input, ...Object.fromEntries(defaults) };
}

/** What a field begins with beside what is `given` for it; undefined where that stays as it is. */
function defaultOf(field: FormField, given: unknown): unknown {
  if (given !== undefined && (field.kind !== "group" || !isInput(given))) return undefined;
  if (isInput(given)) return withDefaults(field.fields, given);
  const { name, defaultValue } = field;
  if (defaultValue !== null) return fitsForm([field], { [name]: defaultValue }) ? defaultValue : undefined;
  const members = withDefaults(field.fields, {});
  return Object.keys(members).length === 0 ? undefined : members;
}
