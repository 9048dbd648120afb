import { useRef, useState, type ReactNode } from "react";
import { ActButton } from "@/components/run/act-button";
import { addAct, INPUT, ITEMS, removeAct } from "@/components/run/form/form-controls";
import type { FormField } from "@/components/run/form/form-fields";
import type { RunProblem } from "@/components/run/result/run-result";
import type { RunLabels } from "@/components/run/run-labels";

/** One field of the form, with whatever is inside it. */
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
export function ListField({ error, renderItem, ...props }: ListFieldProps) {
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
