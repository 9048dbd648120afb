import type { ReactNode } from "react";
import type { FormField } from "@/components/run/form-fields";
import { toText } from "@/components/run/form-fields";
import { controlName, INPUT, isInput } from "@/components/run/form-controls";
import { IntegerStepper } from "@/components/run/integer-stepper";
import { ListField } from "@/components/run/list-field";
import { noteOf } from "@/components/run/note-of-field";
import type { RunLabels } from "@/components/run/run-labels";
import type { RunProblem } from "@/components/run/run-result";

interface RunFieldsProps {
  fields: FormField[];
  asJson: boolean;
  labels: RunLabels;
  /** What the controls begin with; null for the schema's defaults. */
  initial: Record<string, unknown> | null;
  problem: RunProblem | null;
}

/** The controls for a call's input: one per property, or the whole object as JSON. */
export function RunFields({ fields, asJson, labels, initial, problem }: RunFieldsProps) {
  if (asJson) {
    const error = messageFor(problem, { name: "json", pointer: null }, labels);
    return (
      <Field id="run-json" label={labels.jsonInput} note="JSON" hint={null} error={error}>
        <textarea
          id="run-json"
          name="json"
          rows={6}
          spellCheck={false}
          className="input font-mono"
          defaultValue={JSON.stringify(initial ?? {}, null, 2)}
        />
      </Field>
    );
  }
  return fields.map((field) => (
    <FieldTree
      key={field.name}
      field={field}
      name={controlName("", field.name)}
      pointer={pointerOf("", field.name)}
      initial={initial === null ? undefined : (initial[field.name] ?? null)}
      labels={labels}
      problem={problem}
    />
  ));
}

export interface FieldTreeProps {
  field: FormField;
  /** Of the control; items of lists are named by keys that stay when others go. */
  name: string;
  /** Where the value will stand in the input. */
  pointer: string;
  /** Undefined for the schema's default, null for nothing. */
  initial: unknown;
  labels: RunLabels;
  problem: RunProblem | null;
}

/** One field, with whatever is inside it. */
function FieldTree(props: FieldTreeProps) {
  const { field, name, initial, labels, problem } = props;
  if (field.kind === "group") return <Group {...props} />;
  const error = messageFor(problem, props, labels);
  if (field.kind === "list") {
    const ownError = messageFor(problem, { name, pointer: props.pointer, listed: true }, labels);
    return (
      <ListField {...props} error={ownError} renderItem={(item) => <FieldTree key={item.name} {...item} />} />
    );
  }
  const value = toText(initial === undefined ? field.defaultValue : initial, field.kind);
  const shown = { field: { ...field, defaultText: value }, name, error };
  if (field.kind === "boolean") return <CheckBox {...shown} />;
  return (
    <Field
      id={`run-${name}`}
      label={field.title ?? (field.name || labels.item)}
      note={noteOf(field, labels)}
      hint={field.hint}
      error={error}
    >
      <Control {...shown} labels={labels} />
    </Field>
  );
}

/** The members of an object, under its name. */
function Group({ field, name, pointer, initial, labels, problem }: FieldTreeProps) {
  const values = initial === undefined ? field.defaultValue : initial;
  return (
    <fieldset className="field border-s border-line ps-3">
      <legend className="field-label">
        {field.title ?? (field.name || labels.item)} <span>{field.required ? labels.required : ""}</span>
      </legend>
      {field.hint && <p className="hint mb-2">{field.hint}</p>}
      {field.fields.map((member) => (
        <FieldTree
          key={member.name}
          field={member}
          name={controlName(name, member.name)}
          pointer={pointerOf(pointer, member.name)}
          initial={isInput(values) ? (values[member.name] ?? null) : undefined}
          labels={labels}
          problem={problem}
        />
      ))}
    </fieldset>
  );
}

interface FieldProps {
  id: string;
  label: string;
  note: string;
  hint: string | null;
  error: ReactNode;
  children: ReactNode;
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

interface ShownField {
  field: FormField;
  name: string;
  error: ReactNode;
}

/** Yes or no: the label stands beside its box, and the whole row is the target. */
function CheckBox({ field, name, error }: ShownField) {
  const id = `run-${name}`;
  return (
    <div className="field">
      <label className="check min-h-6">
        <input
          id={id}
          name={`${INPUT}${name}`}
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

function Hint({ id, hint, error }: { id: string; hint: string | null; error: ReactNode }) {
  const words = error ?? hint;
  if (!words) return null;
  return (
    <p id={id} className={error ? "hint hint-bad" : "hint"}>
      {words}
    </p>
  );
}

function Control({ field, name, error, labels }: ShownField & { labels: RunLabels }) {
  const shared = {
    id: `run-${name}`,
    name: `${INPUT}${name}`,
    required: field.required,
    "aria-invalid": error !== null || undefined,
    "aria-describedby": field.hint || error ? `run-${name}-hint` : undefined,
  };
  if (field.kind === "choice") {
    return (
      <select {...shared} className="input" defaultValue={field.defaultText}>
        {(field.defaultText === "" || !field.required) && <option value="">{labels.choose}</option>}
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

/** The JSON Pointer of a member. */
function pointerOf(parent: string, member: string): string {
  return `${parent}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** What is wrong at one place; what is wrong inside a value without controls of its own, which is not `listed`, is told at the value. */
function messageFor(
  problem: RunProblem | null,
  { name, pointer, listed = false }: { name: string; pointer: string | null; listed?: boolean },
  labels: RunLabels,
): ReactNode {
  if (problem?.kind === "input") {
    const fault = problem.faults.find(({ field }) => field === name);
    if (fault?.missing) return labels.fieldMissing;
    return fault ? labels[name === "json" ? "jsonUnreadable" : "fieldUnreadable"] : null;
  }
  if (problem?.kind !== "api" || pointer === null) return null;
  const here = problem.errors.find(
    (error) => error.pointer === pointer || (!listed && error.pointer.startsWith(`${pointer}/`)),
  );
  // The schema's objections are the market's own words, in English.
  return here ? <span lang="en">{here.detail}</span> : null;
}
