import { Field, saidBelow, type FieldWords } from "@/components/forms/field";

interface SelectFieldProps extends Omit<FieldWords, "note" | "hint"> {
  name: string;
  /** What can be chosen, in this order; an empty value asks for a choice. */
  options: readonly { value: string; text: string }[];
  /** Of the options; any other text chooses the first. */
  defaultValue: string;
}

/** One of several, with its label; a choice must be made. */
export function SelectField(props: SelectFieldProps) {
  const { id, name, options, defaultValue } = props;
  return (
    <Field {...props}>
      <select
        // React takes a new default only for a new element.
        key={defaultValue}
        id={id}
        name={name}
        className="input"
        required
        defaultValue={defaultValue}
        {...saidBelow(props)}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
