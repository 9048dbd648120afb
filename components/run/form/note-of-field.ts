import type { FormField } from "@/components/run/form/form-fields";
import { groupDigits } from "@/lib/i18n/format-lamports";

const SHORT_DIGITS = 9;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** What stands beside the label: type, range, whether the field is required. */
export function noteOf(field: FormField, labels: { required: string }): string {
  return [field.typeNote, rangeOf(field), field.required ? labels.required : ""].filter(Boolean).join(", ");
}

/** `1–480`, `≥ 1` or `≤ 480`; spaces in it do not break. */
function rangeOf({ min, max }: FormField): string {
  if (min !== null && max !== null) return `${boundText(min)}–${boundText(max)}`;
  if (min !== null) return `≥\u00a0${boundText(min)}`;
  return max === null ? "" : `≤\u00a0${boundText(max)}`;
}

/** Thousands are grouped; a large power of ten is written as one, since fifteen noughts are not read but counted. */
function boundText(bound: number): string {
  const text = String(bound);
  if (!/^-?\d+$/.test(text)) return text;
  const [sign, digits] = bound < 0 ? ["−", text.slice(1)] : ["", text];
  return (
    sign + (digits.length > SHORT_DIGITS && /^10+$/.test(digits) ? powerOfTen(digits) : groupDigits(digits))
  );
}

function powerOfTen(digits: string): string {
  const exponent = String(digits.length - 1);
  return `10${Array.from(exponent, (digit) => SUPERSCRIPTS[Number(digit)]).join("")}`;
}
