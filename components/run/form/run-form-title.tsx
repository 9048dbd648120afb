import { ActButton } from "@/components/run/act-button";
import { exampleAct, VIEW_ACT } from "@/components/run/form/form-controls";
import { fill } from "@/components/run/form/fill";
import type { OfferedExample } from "@/components/run/form/offer-examples";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import type { useDraft } from "@/components/run/form/use-draft";

interface RunFormTitleProps extends Pick<RunFormProps, "examples" | "authorLanguage" | "fields" | "labels"> {
  draft: Pick<ReturnType<typeof useDraft>, "asJson" | "showExample" | "changeView">;
  /** Whether the form may be sent without scripts. */
  plain: boolean;
}

/** The form's name, and what fills it at once or shows it in its other view. */
export function RunFormTitle({ examples, authorLanguage, fields, labels, draft, plain }: RunFormTitleProps) {
  const [first, ...others] = examples;
  return (
    <div className="mb-3 flex flex-wrap items-baseline gap-x-3.5 gap-y-1 text-13">
      <h2 id="run-title" className="me-auto text-15 font-semibold">
        {labels.title}
      </h2>
      {first && (
        <ActButton
          act={exampleAct(first.position)}
          plain={plain}
          className="link"
          onAct={() => draft.showExample(first)}
        >
          {first.position === 0 ? labels.useExample : nameOf(first, labels)}
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
      {others.length > 0 && (
        <details className="w-full" data-examples>
          <summary className="link w-fit">{labels.otherExamples}</summary>
          <ul className="mt-1.5 grid gap-1 border-s border-line-2 ps-3">
            {others.map((example) => (
              <li key={example.position}>
                <ActButton
                  act={exampleAct(example.position)}
                  plain={plain}
                  className="link text-start wrap-anywhere"
                  onAct={(form) => {
                    form?.querySelector("[data-examples]")?.removeAttribute("open");
                    draft.showExample(example);
                  }}
                >
                  <span lang={example.title === null ? undefined : authorLanguage}>
                    {nameOf(example, labels)}
                  </span>
                </ActButton>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const nameOf = ({ title, position }: OfferedExample, labels: RunFormProps["labels"]) =>
  title ?? fill(labels.exampleNumber, { position: position + 1 });
