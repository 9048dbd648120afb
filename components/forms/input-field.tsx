export interface InputFieldProps {
  id: string;
  name: string;
  label: string;
  note?: string;
  type?: "text" | "email" | "password";
  autoComplete: string;
  minLength?: number;
  maxLength: number;
  required?: boolean;
  defaultValue?: string;
  hint?: string;
  invalid?: boolean;
}

/** One line of text with its label, its hint tied to it, and whether it was refused. */
export function InputField({
  id,
  label,
  note,
  hint,
  invalid = false,
  type = "text",
  ...input
}: InputFieldProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label} {note === undefined ? null : <span>{note}</span>}
      </label>
      <input
        className="input min-h-[44px]"
        id={id}
        type={type}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        aria-invalid={invalid ? true : undefined}
        {...input}
      />
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
