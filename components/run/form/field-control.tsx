import type { Labels } from "@/lib/platform/i18n/labels";
import { type ReactNode, useRef } from "react";
import { INPUT } from "@/components/run/form/form-controls";
import type { FormField } from "@/components/run/form/form-fields";
import { loadPress } from "@/components/run/load-press";
import { useHydrated } from "@/components/ui/use-hydrated";

interface FieldProps {
  id: string;
  label: string;
  note: string;
  hint: string | null;
  error: ReactNode;
  children: ReactNode;
}

/** A control with its name, whether it is needed, and its hint or what was wrong with it. */
export function Field({ id, label, note, hint, error, children }: FieldProps) {
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
export function CheckBox({ field, name, error }: ShownField) {
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

/** What a value of the field's kind is given with. */
export function Control({ field, name, error, labels }: ShownField & { labels: Labels<"run.form"> }) {
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

type StepperProps = { field: FormField; labels: Labels<"run.form"> } & Pick<
  React.ComponentProps<"input">,
  "id" | "name" | "required" | "aria-invalid" | "aria-describedby"
>;

/** A whole number with a button on either side of it; typed text stays as typed until it is read. */
function IntegerStepper({ field, labels, ...shared }: StepperProps) {
  const input = useRef<HTMLInputElement>(null);
  const step = async (by: 1 | -1) => {
    const press = await loadPress().catch(() => null); // without it the number can still be typed
    if (press && input.current) input.current.value = press.stepNumber(input.current.value, by, field);
  };
  const name = field.title ?? field.name;
  return (
    <div className="flex rounded-1 border border-control bg-surface has-[[aria-invalid=true]]:border-danger">
      <input
        {...shared}
        ref={input}
        className="input grow border-0 bg-transparent font-mono"
        inputMode="numeric"
        defaultValue={field.defaultText}
        autoComplete="off"
      />
      <StepButton sign="−" label={`${labels.less}: ${name}`} onStep={() => void step(-1)} />
      <StepButton sign="+" label={`${labels.more}: ${name}`} onStep={() => void step(1)} />
    </div>
  );
}

function StepButton({ sign, label, onStep }: { sign: string; label: string; onStep: () => void }) {
  const disabled = !useHydrated();
  return (
    <button
      type="button"
      aria-label={label}
      className="needs-script grid w-11 flex-none place-items-center border-s border-line text-18 text-ink-2 hover:bg-hover hover:text-ink"
      disabled={disabled}
      onClick={onStep}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
