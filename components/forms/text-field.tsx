import { Field, saidBelow, type FieldWords } from "@/components/forms/field";

interface TextFieldProps extends Omit<FieldWords, "hint"> {
  name: string;
  maxLength: number;
  rows?: number;
  required?: boolean;
  defaultValue?: string | undefined;
}

/** A text of several lines with its label and what is said beside it. */
export function TextField(props: TextFieldProps) {
  const { id, name, maxLength, rows = 5, required = false, defaultValue } = props;
  return (
    <Field {...props}>
      <textarea
        id={id}
        name={name}
        className="input"
        rows={rows}
        maxLength={maxLength}
        required={required}
        defaultValue={defaultValue}
        {...saidBelow(props)}
      />
    </Field>
  );
}
