import { isInput } from "@/components/run/form-controls";
import type { RunFormProps } from "@/components/run/run-form-props";
import type { useDraft } from "@/components/run/use-draft";
import { useHydrated } from "@/components/ui/use-hydrated";

interface RunFormTitleProps extends Pick<RunFormProps, "example" | "fields" | "labels"> {
  draft: Pick<ReturnType<typeof useDraft>, "asJson" | "begin" | "changeView">;
}

/** The form's name, and what fills it at once or shows it in its other view. */
export function RunFormTitle({ example, fields, labels, draft }: RunFormTitleProps) {
  const disabled = !useHydrated();
  return (
    <div className="mb-3 flex flex-wrap items-baseline gap-x-3.5 gap-y-1 text-13">
      <h2 id="run-title" className="me-auto text-15 font-semibold">
        {labels.title}
      </h2>
      {example !== null && (
        <button
          type="button"
          className="link"
          disabled={disabled}
          onClick={() => isInput(example) && draft.begin(example)}
        >
          {labels.useExample}
        </button>
      )}
      {fields.length > 0 && (
        <button
          type="button"
          className="link"
          disabled={disabled}
          onClick={({ currentTarget }) => void draft.changeView(currentTarget.form)}
        >
          {draft.asJson ? labels.asForm : labels.asJson}
        </button>
      )}
    </div>
  );
}
