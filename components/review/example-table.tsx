import { useTranslations } from "next-intl";
import type { ReviewExample, ReviewView } from "@/lib/audits/get-review";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { Icon } from "@/components/ui/icon";

type ExampleTableProps = Pick<ReviewView, "examples" | "base" | "version" | "compared">;

/** The examples of this version, run on the version before and on this one. */
export function ExampleTable({ examples, base, version, compared }: ExampleTableProps) {
  const t = useTranslations("review");
  if (examples.length === 0) return <p className="py-2 text-14 text-ink-2">{t("noExamples")}</p>;
  return (
    <>
      <div className="overflow-x-auto" {...SCROLLABLE} role="region" aria-label={t("examplesBoth")}>
        <table className="ledger w-full text-13">
          <thead>
            <tr>
              <th scope="col">{t("example")}</th>
              {base && <th scope="col">{base.version}</th>}
              <th scope="col">{version}</th>
              <th scope="col" className="end">
                {t("time")}
              </th>
              {base && (
                <th scope="col" className="end">
                  {t("outputs")}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {examples.map((example) => (
              <tr key={example.name}>
                <th scope="row">{example.name}</th>
                {base && (
                  <td>
                    <State value={example.before} />
                  </td>
                )}
                <td>
                  <State value={example.after} />
                </td>
                <td className="end num">{timeOf(example, base !== null)}</td>
                {base && <td className="end">{example.outputs ? t(`output.${example.outputs}`) : "–"}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {base && <p className="mt-2 text-12 text-ink-3">{t(compared ? "compared" : "comparisonWaits")}</p>}
      {examples.filter(differs).map((example) => (
        <BothOutputs key={example.name} example={example} />
      ))}
    </>
  );
}

function State({ value }: { value: string | null }) {
  const t = useTranslations("review.replay");
  if (value === null) return "–";
  const state = value as "proven" | "drifted" | "failing" | "not_run";
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon name={state === "proven" ? "check" : state === "not_run" ? "dot" : "alert"} size={15} />
      {t(state)}
    </span>
  );
}

/** Both answers of an example, where they are not the same. */
function BothOutputs({ example: { name, beforeText, afterText } }: { example: ReviewExample }) {
  const t = useTranslations("review");
  return (
    <details className="mt-2">
      <summary className="text-13">{t("showOutputs", { name })}</summary>
      <div className="mt-2 grid gap-3 md:grid-cols-2">
        {[beforeText, afterText].map((text, place) => (
          <pre key={place === 0 ? "before" : "after"} className="signed-text">
            {text ?? "–"}
          </pre>
        ))}
      </div>
    </details>
  );
}

const differs = ({ outputs, beforeText, afterText }: ReviewExample) =>
  outputs !== "equal" && (beforeText !== null || afterText !== null);

function timeOf({ beforeMs, afterMs }: ReviewExample, both: boolean): string {
  return [...(both ? [beforeMs] : []), afterMs].map((ms) => (ms === null ? "–" : `${ms} ms`)).join(" → ");
}
