import { isInput } from "@/components/run/form/form-controls";
import { fitsForm } from "@/components/run/form/fits-form";
import type { FormField } from "@/components/run/form/form-fields";

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
