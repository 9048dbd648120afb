import { useTranslations } from "next-intl";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { FailureView } from "@/lib/running/failures/failures";

interface FailureListProps {
  failures: readonly FailureView[];
  /** That were looked back. */
  days: number;
}

/** Own skills whose calls have failed lately, each with the end of what it wrote the last time; nothing when none has. */
export function FailureList({ failures, days }: FailureListProps) {
  const t = useTranslations("dashboard.failures");
  if (failures.length === 0) return null;
  return (
    <PageSection id="failures" title={t("title")} remark={t("remark", { days })} className="mt-10">
      <ul className="divide-y divide-line">
        {failures.map((each) => (
          <li key={each.runId} className="grid gap-1 py-3 text-14">
            <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <SiteLink className="link font-medium" href={`/skills/${each.slug}`}>
                {each.slug}
              </SiteLink>
              <span className="mono text-13">{each.version}</span>
              <span className="text-ink-2">
                {t("count", { count: each.count })} ({t("paid", { count: each.paidCount })})
              </span>
              <span className="ms-auto text-13 text-ink-3">
                <When iso={each.finishedAt} as="relative" />
              </span>
            </span>
            {each.failure === null ? null : (
              <span lang="en" className="wrap-anywhere text-ink-2">
                {each.failure}
              </span>
            )}
            {each.errorOutput === null ? (
              <span className="text-13 text-ink-3">{t("nothing")}</span>
            ) : (
              <details>
                <summary className="link text-13">
                  {t("wrote")}
                  <span className="vh"> {each.slug}</span>
                </summary>
                <pre
                  className="mt-1 max-h-60 overflow-auto text-12 whitespace-pre-wrap wrap-anywhere"
                  dir="ltr"
                  {...SCROLLABLE}
                >
                  {each.errorOutput}
                </pre>
              </details>
            )}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
