import type { FormField } from "@/components/run/form-fields";
import { IntegerStepper } from "@/components/run/integer-stepper";
import { noteOf } from "@/components/run/note-of-field";
import type { RunLabels } from "@/components/run/run-labels";
import type { RunProblem } from "@/components/run/run-result";

interface RunFieldsProps {
  fields: FormField[];
  asJson: boolean;
  labels: RunLabels;
  example: unknown;
  problem: RunProblem | null;
}

/** The controls for a call's input: one per property, or the whole object as JSON. */
export function RunFields({ fields, asJson, labels, example, problem }: RunFieldsProps) {
  const errorOf = (name: string) => messageFor(problem, name, labels);
  if (asJson) {
    return (
      <Field id="run-json" label={labels.jsonInput} note="JSON" hint={null} error={errorOf("json")}>
        <textarea
          id="run-json"
          name="json"
          rows={6}
          spellCheck={false}
          className="input font-mono"
          defaultValue={example === null ? "{}" : JSON.stringify(example, null, 2)}
        />
      </Field>
    );
  }
  return fields.map((field) =>
    field.kind === "boolean" ? (
      <CheckBox key={field.name} field={field} error={errorOf(field.name)} />
    ) : (
      <Field
        key={field.name}
        id={`run-${field.name}`}
        label={field.title ?? field.name}
        note={noteOf(field, labels)}
        hint={field.hint}
        error={errorOf(field.name)}
      >
        <Control field={field} labels={labels} invalid={errorOf(field.name) !== null} />
      </Field>
    ),
  );
}

interface FieldProps {
  id: string;
  label: string;
  note: string;
  hint: string | null;
  error: string | null;
  children: React.ReactNode;
}

function Field({ id, label, note, hint, error, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={id} className="field-label flex-wrap gap-y-0">
        {label} <span>{note}</span>
      </label>
      {children}
      <Hint id={`${id}-hint`} hint={hint} error={error} />
    </div>
  );
}

/** Yes or no: the label stands beside its box, and the whole row is the target. */
function CheckBox({ field, error }: { field: FormField; error: string | null }) {
  const id = `run-${field.name}`;
  return (
    <div className="field">
      <label className="check min-h-6">
        <input
          id={id}
          name={`input.${field.name}`}
          type="checkbox"
          defaultChecked={field.defaultText === "true"}
          aria-invalid={error !== null || undefined}
          aria-describedby={field.hint || error ? `${id}-hint` : undefined}
        />
        {field.title ?? field.name}
      </label>
      <Hint id={`${id}-hint`} hint={field.hint} error={error} />
    </div>
  );
}

function Hint({ id, hint, error }: { id: string; hint: string | null; error: string | null }) {
  const words = error ?? hint;
  if (!words) return null;
  return (
    <p id={id} className={error ? "hint hint-bad" : "hint"}>
      {words}
    </p>
  );
}

function Control({ field, labels, invalid }: { field: FormField; labels: RunLabels; invalid: boolean }) {
  const shared = {
    id: `run-${field.name}`,
    name: `input.${field.name}`,
    required: field.required,
    "aria-invalid": invalid || undefined,
    "aria-describedby": field.hint || invalid ? `run-${field.name}-hint` : undefined,
  };
  if (field.kind === "choice") {
    return (
      <select {...shared} className="input" defaultValue={field.defaultText}>
        {field.defaultText === "" && <option value="">{labels.choose}</option>}
        {field.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  }
  const limits = field.maxLength === null ? {} : { maxLength: field.maxLength };
  if (field.kind === "multiline" || field.kind === "json") {
    const mono = field.kind === "json" ? "input font-mono" : "input";
    return (
      <textarea
        {...shared}
        {...limits}
        rows={field.kind === "json" ? 4 : 3}
        className={mono}
        defaultValue={field.defaultText}
      />
    );
  }
  if (field.kind === "integer") return <IntegerStepper {...shared} field={field} labels={labels} />;
  const numeric = field.kind === "number";
  return (
    <input
      {...shared}
      {...limits}
      className={numeric ? "input font-mono" : "input"}
      inputMode={numeric ? "decimal" : "text"}
      defaultValue={field.defaultText}
      autoComplete="off"
    />
  );
}

function messageFor(problem: RunProblem | null, name: string, labels: RunLabels): string | null {
  if (problem?.kind === "input" && problem.field === name) {
    return name === "json" ? labels.jsonUnreadable : labels.fieldUnreadable;
  }
  if (problem?.kind !== "api") return null;
  return problem.errors.find((error) => error.pointer.split("/")[1] === name)?.detail ?? null;
}
