import { collectInput, toText, type FormField } from "@/components/run/form-fields";

/** The call's input as the form holds it, or the name of the field that cannot be read. */
export function readForm(form: HTMLFormElement | null, fields: FormField[], asJson: boolean) {
  const data = new FormData(form ?? undefined);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === "string" ? value : null;
  };
  if (!asJson) return collectInput(fields, (name) => text(`input.${name}`));
  try {
    const input: unknown = JSON.parse(text("json") ?? "");
    if (typeof input === "object" && input !== null && !Array.isArray(input)) {
      return { ok: true as const, input: input as Record<string, unknown> };
    }
  } catch {
    // told below, at the field
  }
  return { ok: false as const, field: "json" };
}

/** Writes an example's input into the form's controls. */
export function fillForm(
  form: HTMLFormElement | null,
  fields: FormField[],
  asJson: boolean,
  example: unknown,
): void {
  if (!form || typeof example !== "object" || example === null) return;
  const values = example as Record<string, unknown>;
  if (asJson) return setControl(form, "json", JSON.stringify(values, null, 2));
  for (const { name, kind } of fields) setControl(form, `input.${name}`, toText(values[name], kind));
}

function setControl(form: HTMLFormElement, name: string, value: string): void {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value === "true";
  else if (control instanceof HTMLElement && "value" in control) control.value = value;
}
