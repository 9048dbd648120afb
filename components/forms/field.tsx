import type { ReactNode, InputHTMLAttributes, ComponentProps } from "react";
import { Icon } from "@/components/ui/icon";

/** What is said of a field beside its name. */
interface FieldWords {
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
function Field({ id, label, note, hint, problem, children }: FieldProps) {
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

export interface InputFieldProps
  extends FieldWords, Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className" | "name"> {
  /** Left out for what is shown and not sent. */
  name: string | undefined;
  maxLength: number;
  /** True for addresses and codes. */
  mono?: boolean;
  /** True where it is as high for a pointer as for a finger. */
  tall?: boolean;
}

/** One line of text with its label and, tied to it, its hint or why it was refused. */
export function InputField({
  id,
  label,
  note,
  hint,
  problem,
  mono = false,
  tall = false,
  ...input
}: InputFieldProps) {
  const words = { id, label, note, hint, problem };
  return (
    <Field {...words}>
      <input
        className={`input${mono ? " font-mono" : ""}${tall ? " min-h-[44px]" : ""}`}
        id={id}
        {...saidBelow(words)}
        {...input}
      />
    </Field>
  );
}

interface SelectFieldProps extends Omit<FieldWords, "hint"> {
  name: string;
  /** What can be chosen, in this order; an empty value asks for a choice. */
  options: readonly { value: string; text: string }[];
  /** Of the options; any other text chooses the first. */
  defaultValue: string;
  /** An empty value is a choice like the others. */
  isOptional?: boolean;
}

/** One of several, with its label; a choice must be made. */
export function SelectField(props: SelectFieldProps) {
  const { id, name, options, defaultValue, isOptional = false } = props;
  return (
    <Field {...props}>
      <select
        // React takes a new default only for a new element.
        key={defaultValue}
        id={id}
        name={name}
        className="input"
        required={!isOptional}
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

/**
 * What was wrong with a field, as a link that leads to it: people who fill forms by keyboard or voice need not look
 * for it.
 */
export function ToField({ id, children }: { id: string; children: string }) {
  return (
    <a className="link" href={`#${id}`}>
      {children}
    </a>
  );
}

interface InlineSelectProps extends ComponentProps<"select"> {
  id: string;
  label: string;
}

/** A small choice in a line of other things; on a tablet its label is only read aloud. */
export function InlineSelect({ label, ...select }: InlineSelectProps) {
  return (
    <div className="flex items-center gap-2 text-13 whitespace-nowrap text-ink-3 to-960:order-1 to-960:justify-self-end">
      <label className="to-960:sr-only" htmlFor={select.id}>
        {label}
      </label>
      <select className="input min-h-8.5 w-auto py-0.75 text-13 text-ink-2 to-960:min-h-11" {...select} />
    </div>
  );
}

/** A field to search in, with its label read aloud and a glass in it; stands in a box that is `relative`. */
export function SearchField({ label, ...input }: ComponentProps<"input"> & { id: string; label: string }) {
  return (
    <>
      <label className="vh" htmlFor={input.id}>
        {label}
      </label>
      <Icon name="search" className="pointer-events-none absolute left-2.75 text-ink-3" />
      <input
        className="input min-h-9 py-0 pr-9 pl-8.5"
        type="search"
        maxLength={200}
        autoComplete="off"
        {...input}
      />
    </>
  );
}
