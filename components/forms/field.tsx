import type { ReactNode } from "react";

/** What is said of a field beside its name. */
export interface FieldWords {
  /** Of the control; what is said below it has an id made of this one. */
  id: string;
  label: string;
  note?: string | undefined;
  hint?: string | undefined;
  /** Why what was given was refused; stands in place of the hint. */
  problem?: string | undefined;
}

interface FieldProps extends FieldWords {
  children: ReactNode;
}

/** A control with its label and its hint, or why it was refused; the control itself says `saidBelow`. */
export function Field({ id, label, note, hint, problem, children }: FieldProps) {
  const said = problem ?? hint;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label} {note === undefined ? null : <span>{note}</span>}
      </label>
      {children}
      {said === undefined ? null : (
        <p className={problem === undefined ? "hint" : "hint hint-bad"} id={`${id}-hint`}>
          {said}
        </p>
      )}
    </div>
  );
}

/** Ties a control to what `Field` says below it. */
export const saidBelow = ({ id, hint, problem }: Pick<FieldWords, "id" | "hint" | "problem">) => ({
  "aria-describedby": (problem ?? hint) === undefined ? undefined : `${id}-hint`,
  "aria-invalid": problem === undefined ? undefined : true,
});
