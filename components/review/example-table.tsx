import { useTranslations } from "next-intl";
import { atEnd, DataTable } from "@/components/ui/data-table";
import type { ReviewExample, ReviewView } from "@/lib/audits/review/get-review";
import type { JobProgress } from "@/lib/platform/jobs/queue";
import { ExactText } from "@/components/review/exact-text";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { Icon } from "@/components/ui/icon";
import { RefreshWhile } from "@/components/ui/refresh-while";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";

type ExampleTableProps = Pick<
  ReviewView,
  "versionId" | "examples" | "base" | "version" | "compared" | "comparing"
>;

/** A review is a long page: it is read again less often than one that shows nothing but its progress. */
const REFRESH_MS = 3_000;

/** The examples of this version, run on the version before and on this one. */
export function ExampleTable({ versionId, examples, base, version, compared, comparing }: ExampleTableProps) {
  const t = useTranslations("review");
  if (examples.length === 0) return <p className="py-2 text-14 text-ink-2">{t("noExamples")}</p>;
  return (
    <>
      <div className="overflow-x-auto" {...SCROLLABLE} role="region" aria-label={t("examplesBoth")}>
        <DataTable
          className="w-full text-13"
          columns={[
            t("example"),
            base?.version ?? null,
            version,
            atEnd(t("time")),
            base && atEnd(t("outputs")),
          ]}
        >
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
        </DataTable>
      </div>
      {base && (
        <div role="status" className="mt-2 text-12 text-ink-3">
          {comparing ? (
            <Comparing progress={comparing} href={`/review/${versionId}#examples`} />
          ) : (
            t(compared ? "compared" : "comparisonWaits")
          )}
        </div>
      )}
      {examples.filter(differs).map((example) => (
        <BothOutputs key={example.name} example={example} />
      ))}
    </>
  );
}

/** How far the run on both versions is; the page follows it, and without scripts a link does. */
function Comparing({ progress, href }: { progress: JobProgress; href: string }) {
  const t = useTranslations("review.comparing");
  if (progress.state === "later")
    return t.rich("later", { when: slot(<When iso={progress.at.toISOString()} as="minute" />) });
  return (
    <>
      <RefreshWhile everyMs={REFRESH_MS} />
      <Icon name="hourglass" size={15} className="me-1.5 inline" />
      {t(progress.state)}{" "}
      <noscript>
        <SiteLink className="link" href={href}>
          {t("again")}
        </SiteLink>
      </noscript>
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
          <ExactText key={place === 0 ? "before" : "after"}>{text ?? "–"}</ExactText>
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
