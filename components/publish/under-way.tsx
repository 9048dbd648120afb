import { useTranslations } from "next-intl";
import { stepPath, type WizardStep } from "@/components/publish/wizard-frame";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { PublicationFacts } from "@/lib/publishing/publications/publication";

/** The step somebody left a package at. */
export function stepOf({ vettingState, vettingStatus, listing }: PublicationFacts): WizardStep {
  if (vettingState === "none") return "check";
  if (vettingState !== "done" || vettingStatus === "rejected") return "vetting";
  return listing === null ? "price" : "review";
}

interface UnderWayProps {
  publications: readonly PublicationFacts[];
  discard: (form: FormData) => Promise<void>;
}

/** Packages that were begun and not published, each at the step it was left. */
export function UnderWay({ publications, discard }: UnderWayProps) {
  const t = useTranslations("publish");
  if (publications.length === 0) return null;
  const nameOf = ({ slug, fileName }: PublicationFacts) => slug || fileName || t("unnamed");
  return (
    <PageSection id="under-way" title={t("underWay")} remark={t("underWayRemark")} className="pt-8">
      <ul className="divide-y divide-line">
        {publications.map((publication) => (
          <li key={publication.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-14">
            <SiteLink className="link font-medium" href={stepPath(stepOf(publication), publication.id)}>
              {nameOf(publication)}
            </SiteLink>
            <span className="mono text-13">{publication.version}</span>
            <span className="text-ink-3">
              {publication.stagedBy === null
                ? t(`steps.${stepOf(publication)}.name`)
                : t("staged.waits", { by: publication.stagedBy })}
            </span>
            <span className="text-13 text-ink-3">
              <When iso={publication.changedAt.toISOString()} as="relative" />
            </span>
            <details className="ms-auto text-end">
              <summary className="btn btn-sm btn-quiet">
                {t("discard")}
                <span className="vh"> {nameOf(publication)}</span>
              </summary>
              <form action={discard} className="grid max-w-[36ch] justify-items-end gap-2 pt-2 text-13">
                <p>{t("discardDetail")}</p>
                <input type="hidden" name="publication" value={publication.id} />
                <button type="submit" className="btn btn-sm btn-danger">
                  {t("discardNow", { name: nameOf(publication) })}
                </button>
              </form>
            </details>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
