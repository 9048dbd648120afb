import type { Labels } from "@/lib/platform/i18n/labels";
import { type ReactNode, useRef, useState } from "react";
import { CheckBox, Control, Field } from "@/components/run/form/field-control";
import { controlName, isInput, addAct, INPUT, ITEMS, removeAct } from "@/components/run/form/form-controls";
import { toText, type FormField } from "@/components/run/form/form-fields";
import type { RunProblem } from "@/components/run/result/run-result";
import { groupDigits } from "@/lib/platform/i18n/format-amount";
import { ActButton } from "@/components/run/act-button";

interface RunFieldsProps {
  fields: FormField[];
  asJson: boolean;
  labels: Labels<"run.form">;
  /** What the controls begin with; null for the schema's defaults. */
  initial: Record<string, unknown> | null;
  /** What was written as JSON and could not be read; null where `initial` says it all. */
  json: string | null;
  problem: RunProblem | null;
  /** Whether the form may be sent without scripts. */
  plain: boolean;
}

/** The controls for a call's input: one per property, or the whole object as JSON. */
export function RunFields({ fields, asJson, labels, initial, json, problem, plain }: RunFieldsProps) {
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
          defaultValue={json ?? JSON.stringify(initial ?? {}, null, 2)}
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
      plain={plain}
    />
  ));
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
  // A box that is left out stands as the skill takes it: its default. Read back unticked, it would say no.
  const given = field.kind === "boolean" ? (initial ?? undefined) : initial;
  const value = toText(given === undefined ? field.defaultValue : given, field.kind);
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
function Group({ field, name, pointer, initial, ...shared }: FieldTreeProps) {
  const values = initial === undefined ? field.defaultValue : initial;
  return (
    <fieldset className="field border-s border-line ps-3">
      <legend className="field-label">
        {field.title ?? (field.name || shared.labels.item)}{" "}
        <span>{field.required ? shared.labels.required : ""}</span>
      </legend>
      {field.hint && <p className="hint mb-2">{field.hint}</p>}
      {field.fields.map((member) => (
        <FieldTree
          key={member.name}
          field={member}
          name={controlName(name, member.name)}
          pointer={pointerOf(pointer, member.name)}
          initial={isInput(values) ? (values[member.name] ?? null) : undefined}
          {...shared}
        />
      ))}
    </fieldset>
  );
}

/** The JSON Pointer of a member. */
function pointerOf(parent: string, member: string): string {
  return `${parent}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * What is wrong at one place; what is wrong inside a value without controls of its own, which is not `listed`, is told
 * at the value.
 */
function messageFor(
  problem: RunProblem | null,
  { name, pointer, listed = false }: { name: string; pointer: string | null; listed?: boolean },
  labels: Labels<"run.form">,
): ReactNode {
  if (problem?.kind === "input") {
    const fault = problem.faults.find(({ field }) => field === name);
    if (fault?.missing) return labels.fieldMissing;
    if (fault?.beyondForm) return labels.jsonBeyondForm;
    return fault ? labels[name === "json" ? "jsonUnreadable" : "fieldUnreadable"] : null;
  }
  if (problem?.kind !== "api" || pointer === null) return null;
  const here = problem.errors.find(
    (error) => error.pointer === pointer || (!listed && error.pointer.startsWith(`${pointer}/`)),
  );
  // The schema's objections are the market's own words, in English.
  return here ? <span lang="en">{here.detail}</span> : null;
}

const SHORT_DIGITS = 9;

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** What stands beside the label: type, range, whether the field is required. */
export function noteOf(field: FormField, labels: { required: string }): string {
  return [field.typeNote, rangeOf(field), field.required ? labels.required : ""].filter(Boolean).join(", ");
}

/** `1–480`, `≥ 1` or `≤ 480`; spaces in it do not break. */
function rangeOf({ min, max }: FormField): string {
  if (min !== null && max !== null) return `${boundText(min)}–${boundText(max)}`;
  if (min !== null) return `≥\u00a0${boundText(min)}`;
  return max === null ? "" : `≤\u00a0${boundText(max)}`;
}

/** Thousands are grouped; a large power of ten is written as one, since fifteen noughts are not read but counted. */
function boundText(bound: number): string {
  const text = String(bound);
  if (!/^-?\d+$/.test(text)) return text;
  const [sign, digits] = bound < 0 ? ["−", text.slice(1)] : ["", text];
  return (
    sign + (digits.length > SHORT_DIGITS && /^10+$/.test(digits) ? powerOfTen(digits) : groupDigits(digits))
  );
}

function powerOfTen(digits: string): string {
  const exponent = String(digits.length - 1);
  return `10${Array.from(exponent, (digit) => SUPERSCRIPTS[Number(digit)]).join("")}`;
}

/** One field of the form, with whatever is inside it. */
interface FieldTreeProps {
  field: FormField;
  /** Of the control; items of lists are named by keys that stay when others go. */
  name: string;
  /** Where the value will stand in the input. */
  pointer: string;
  /** Undefined for the schema's default, null for nothing. */
  initial: unknown;
  labels: Labels<"run.form">;
  problem: RunProblem | null;
  /** Whether the form may be sent without scripts. */
  plain: boolean;
}

interface ListFieldProps extends FieldTreeProps {
  error: ReactNode;
  /** Draws one item. */
  renderItem: (props: FieldTreeProps) => ReactNode;
}

interface Item {
  key: string;
  initial: unknown;
}

/** A list whose items can be added and taken away. A hidden control for each item says that it is there. */
function ListField({ error, renderItem, ...props }: ListFieldProps) {
  const { field, name, pointer, initial, labels, plain } = props;
  const [items, setItems] = useState(() => toItems(initial === undefined ? field.defaultValue : initial));
  const nextKey = useRef(items.length);
  const group = useRef<HTMLFieldSetElement>(null);
  const title = field.title ?? (field.name || labels.item);

  function add(): void {
    setItems([...items, { key: String(nextKey.current++), initial: undefined }]);
  }

  function remove(key: string): void {
    setItems(items.filter((item) => item.key !== key));
    // The button that was pressed is gone; whoever uses a keyboard stays in the list.
    group.current?.querySelector<HTMLButtonElement>(":scope > [data-act]")?.focus();
  }

  return (
    <fieldset ref={group} className="field border-s border-line ps-3">
      <legend className="field-label">
        {title} <span>{field.required ? labels.required : ""}</span>
      </legend>
      {(error ?? field.hint) && (
        <p className={error ? "hint hint-bad mb-2" : "hint mb-2"}>{error ?? field.hint}</p>
      )}
      {items.map(({ key, initial: value }, position) => (
        <div key={key} className="mb-2 flex items-end gap-2">
          <input type="hidden" name={`${INPUT}${name}${ITEMS}`} value={key} />
          <div className="grow">
            {field.item &&
              renderItem({
                ...props,
                field: { ...field.item, title: `${field.item.title ?? title} ${position + 1}` },
                name: `${name}.${key}`,
                pointer: `${pointer}/${position}`,
                initial: value,
              })}
          </div>
          <ActButton
            act={removeAct(name, key)}
            plain={plain}
            className="btn"
            aria-label={`${labels.removeItem}: ${title} ${position + 1}`}
            onAct={() => remove(key)}
          >
            <span aria-hidden="true">×</span>
          </ActButton>
        </div>
      ))}
      <ActButton
        act={addAct(name)}
        plain={plain}
        className="link text-13"
        aria-label={`${labels.addItem}: ${title}`}
        onAct={add}
      >
        {labels.addItem}
      </ActButton>
    </fieldset>
  );
}

function toItems(value: unknown): Item[] {
  const values: unknown[] = Array.isArray(value) ? value : [];
  return values.map((initial, position) => ({ key: String(position), initial: initial ?? null }));
}
