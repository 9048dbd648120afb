import type { InputHTMLAttributes } from "react";
import { Field, saidBelow, type FieldWords } from "@/components/forms/field";

export interface InputFieldProps
  extends FieldWords, Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  name: string;
  maxLength: number;
  /** True for addresses and codes. */
  mono?: boolean;
  /** True where it is as high for a pointer as for a finger. */
  tall?: boolean;
}

/** One line of text with its label and, tied to it, its hint or why it was refused. */
export function InputField({
  id,
  label,
  note,
  hint,
  problem,
  mono = false,
  tall = false,
  ...input
}: InputFieldProps) {
  const words = { id, label, note, hint, problem };
  return (
    <Field {...words}>
      <input
        className={`input${mono ? " font-mono" : ""}${tall ? " min-h-[44px]" : ""}`}
        id={id}
        {...saidBelow(words)}
        {...input}
      />
    </Field>
  );
}
