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
  defaultValue?: string | undefined;
  hint?: string;
  /** Why what was typed was refused; stands in place of the hint. */
  problem?: string | undefined;
}

/** One line of text with its label and, tied to it, its hint or why it was refused. */
export function InputField({ id, label, note, hint, problem, type = "text", ...input }: InputFieldProps) {
  const said = problem ?? hint;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label} {note === undefined ? null : <span>{note}</span>}
      </label>
      <input
        className="input min-h-[44px]"
        id={id}
        type={type}
        aria-describedby={said === undefined ? undefined : `${id}-hint`}
        aria-invalid={problem === undefined ? undefined : true}
        {...input}
      />
      {said === undefined ? null : (
        <p className={problem === undefined ? "hint" : "hint hint-bad"} id={`${id}-hint`}>
          {said}
        </p>
      )}
    </div>
  );
}
