import { ungroupDigits } from "@/lib/platform/i18n/format";
import type { FormField } from "@/components/run/form/form-fields";

/** The next whole number within the bounds; from nothing, the number that is closest to zero. */
export function stepNumber(text: string, by: 1 | -1, { min, max }: Pick<FormField, "min" | "max">): string {
  const value = text.trim() === "" ? Number.NaN : Number(ungroupDigits(text));
  const wanted = Number.isFinite(value) ? Math.trunc(value) + by : 0;
  return String(Math.min(max ?? wanted, Math.max(min ?? wanted, wanted)));
}
