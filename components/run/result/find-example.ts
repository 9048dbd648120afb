import type { OfferedExample } from "@/components/run/form/offer-examples";
import type { FormField } from "@/components/run/form/form-fields";
import { withDefaults } from "@/components/run/form/with-defaults";
import { listDifferences } from "@/components/run/result/list-differences";

/** What a run was given, as far as the page knows it, and the examples it may be one of. */
export interface Given {
  /** What the last press sent; null where this page does not know it. */
  input: Record<string, unknown> | null;
  examples: readonly OfferedExample[];
  fields: FormField[];
}

/** The example with this input, defaults included, whose output is declared; null for an input of one's own. */
export function findExample({ input, examples, fields }: Given): OfferedExample | null {
  if (input === null) return null;
  const whole = withDefaults(fields, input);
  return (
    examples.find(
      (example) => example.output !== undefined && listDifferences(example.input, whole).length === 0,
    ) ?? null
  );
}
