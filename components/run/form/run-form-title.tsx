import { ActButton } from "@/components/run/act-button";
import { exampleAct, VIEW_ACT } from "@/components/run/form/form-controls";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import type { useDraft } from "@/components/run/form/use-draft";

interface RunFormTitleProps extends Pick<RunFormProps, "example" | "fields" | "labels"> {
  draft: Pick<ReturnType<typeof useDraft>, "asJson" | "showExample" | "changeView">;
  /** Whether the form may be sent without scripts. */
  plain: boolean;
}

/** The form's name, and what fills it at once or shows it in its other view. */
export function RunFormTitle({ example, fields, labels, draft, plain }: RunFormTitleProps) {
  return (
    <div className="mb-3 flex flex-wrap items-baseline gap-x-3.5 gap-y-1 text-13">
      <h2 id="run-title" className="me-auto text-15 font-semibold">
        {labels.title}
      </h2>
      {example && (
        <ActButton
          act={exampleAct(example.position)}
          plain={plain}
          className="link"
          onAct={draft.showExample}
        >
          {labels.useExample}
        </ActButton>
      )}
      {fields.length > 0 && (
        <ActButton
          act={VIEW_ACT}
          plain={plain}
          className="link"
          onAct={(form) => void draft.changeView(form)}
        >
          {draft.asJson ? labels.asForm : labels.asJson}
        </ActButton>
      )}
    </div>
  );
}
