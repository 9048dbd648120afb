interface SelectFieldProps {
  id: string;
  name: string;
  label: string;
  /** What can be chosen, in this order; an empty value asks for a choice. */
  options: readonly { value: string; text: string }[];
  /** Of the options; any other text chooses the first. */
  defaultValue: string;
  /** Why what was chosen was refused. */
  problem?: string | undefined;
}

/** One of several, with its label; a choice must be made. */
export function SelectField({ id, name, label, options, defaultValue, problem }: SelectFieldProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        // React takes a new default only for a new element.
        key={defaultValue}
        id={id}
        name={name}
        className="input"
        required
        defaultValue={defaultValue}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        aria-invalid={problem === undefined ? undefined : true}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {problem === undefined ? null : (
        <p className="hint hint-bad" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
