import { fitsForm, withDefaults } from "@/components/run/form/fits-form";
import { isInput } from "@/components/run/form/form-controls";
import type { FormField } from "@/components/run/form/form-fields";

/** A declared example the form can be filled with. */
export interface OfferedExample {
  /** Which of them it is, from 0. */
  position: number;
  /** Its name, in the author's language; null where it has none. */
  title: string | null;
  /** With the schema's defaults for what it does not name. */
  input: Record<string, unknown>;
  /** Whether the controls can show all of the input. */
  fits: boolean;
  /** What the author declares to come out; left out where it is too long to be sent with every page. */
  output?: unknown;
}

const MOST = 8;
/** Characters of JSON beside the first input: the page carries them for everybody who only reads it. */
const BUDGET = 6_000;

interface Declared {
  position: number;
  name: string | null;
  input: unknown;
  output: unknown;
}

/**
 * The examples a form offers: the first with an object as its input, and what there is room for of the others. The tab
 * with all examples leads to the rest.
 */
export function offerExamples(
  fields: readonly FormField[],
  examples: readonly Declared[],
): readonly OfferedExample[] {
  const offered: OfferedExample[] = [];
  let left = BUDGET;
  for (const { position, name, input: written, output } of examples) {
    if (offered.length === MOST) break;
    if (!isInput(written)) continue;
    const input = withDefaults(fields, written);
    const size = offered.length === 0 ? 0 : lengthOf(input);
    if (size > left) continue;
    left -= size;
    const example = { position, title: name, input, fits: fitsForm(fields, input) };
    const outputSize = lengthOf(output);
    const shown = output !== undefined && outputSize <= left;
    if (shown) left -= outputSize;
    offered.push(shown ? { ...example, output } : example);
  }
  return offered;
}

const lengthOf = (value: unknown): number => (JSON.stringify(value) as string | undefined)?.length ?? 0;
