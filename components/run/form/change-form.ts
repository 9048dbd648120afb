import {
  ACT,
  addAct,
  exampleAct,
  INPUT,
  isInput,
  ITEMS,
  removeAct,
  VIEW_ACT,
} from "@/components/run/form/form-controls";
import type { FormField } from "@/components/run/form/form-fields";
import type { PlainRun } from "@/components/run/plain-run";
import { fitsForm, withDefaults } from "@/components/run/form/fits-form";
import { readForForm, readWritten } from "@/components/run/form/read-input";

const ADD = addAct("");

/**
 * What a form that was sent without scripts holds after the press of a button that only changes it: the example, the
 * other view, a list with an item more or less. Null when the form was sent to be run. JSON that cannot be read stays
 * as it is, and is told.
 */
export function changeForm(
  form: FormData,
  { fields, examples }: { fields: FormField[]; examples: readonly { position: number; input: unknown }[] },
): PlainRun | null {
  const act = form.get(ACT);
  if (typeof act !== "string") return null;
  const asJson = form.has("json");
  const unchanged = { run: null, problem: null, asJson, json: null };
  const example = examples.find(({ position }) => act === exampleAct(position))?.input;
  if (isInput(example)) {
    const input = withDefaults(fields, example);
    return { ...unchanged, input, asJson: asJson || !fitsForm(fields, input) };
  }
  if (act === VIEW_ACT && asJson) {
    const read = readForForm(form, fields);
    if (read.ok) return { ...unchanged, input: read.input, asJson: false };
    return { ...unchanged, ...readWritten(form, fields), problem: { kind: "input", faults: read.faults } };
  }
  if (act === VIEW_ACT) return { ...unchanged, ...readWritten(form, fields), asJson: true };
  return { ...unchanged, ...readWritten(withItems(form, act), fields) };
}

/** The form with an item more or less in the list that `act` names. */
function withItems(form: FormData, act: string): FormData {
  const changed = new FormData();
  for (const [name, value] of form) {
    if (!isRemoved(name, value, act)) changed.append(name, value);
  }
  // No item has this key: those of forms are numbers.
  if (act.startsWith(ADD)) changed.append(`${INPUT}${act.slice(ADD.length)}${ITEMS}`, "new");
  return changed;
}

/** True for the hidden control of the item that `act` takes away. */
function isRemoved(name: string, value: FormDataEntryValue, act: string): boolean {
  if (typeof value !== "string" || !name.startsWith(INPUT) || !name.endsWith(ITEMS)) return false;
  return act === removeAct(name.slice(INPUT.length, -ITEMS.length), value);
}
