interface TextFieldProps {
  id: string;
  name: string;
  label: string;
  note?: string;
  maxLength: number;
  rows?: number;
  required?: boolean;
  defaultValue?: string | undefined;
  /** Why what was written was refused. */
  problem?: string | undefined;
}

/** A text of several lines with its label and what is said beside it. */
export function TextField({
  id,
  name,
  label,
  note,
  maxLength,
  rows = 5,
  required = false,
  defaultValue,
  problem,
}: TextFieldProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label} {note === undefined ? null : <span>{note}</span>}
      </label>
      <textarea
        id={id}
        name={name}
        className="input"
        rows={rows}
        maxLength={maxLength}
        required={required}
        defaultValue={defaultValue}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        aria-invalid={problem === undefined ? undefined : true}
      />
      {problem === undefined ? null : (
        <p className="hint hint-bad" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
