import { unlistedPage } from "@/components/site/page-metadata";
import { Fact } from "@/components/ui/fact";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PageShell } from "@/components/site/page-shell";
import { skillPath } from "@/components/skill/links";
import { PageTitle } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { isDomainError } from "@/lib/kernel/errors";
import { getReport } from "@/lib/moderation/reports";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("report", "stateTitle");

const PLACES = {
  skill: (name: string) => skillPath(name),
  set: (name: string) => `/sets/${name}`,
  post: (name: string) => skillPath(name, "questions"),
} as const;

/** How a report stands, for whoever has its number; what was written in it is not shown. */
export default async function ReportStatePage({
  params,
}: PageProps<Record<string, string | string[] | undefined>, "id">) {
  const { id } = await params;
  const report = await getReport(id).catch((error: unknown) => {
    if (isDomainError(error, "REPORT_NOT_FOUND")) notFound();
    throw error;
  });
  const t = await getTranslations("report");
  const { about, name, reason, state, filedAt, decidedAt, decision } = report;
  return (
    <PageShell plain path={`/reports/${id}`}>
      <div className="wrap max-w-[760px]">
        <PageTitle title={t("stateTitle")} lead={t("stateLead")} />
        <dl className="facts facts-start pt-6">
          <Fact name={t("stateName")}>{t(`state.${state}`)}</Fact>
          <Fact name={t(about)}>
            <SiteLink className="link" href={PLACES[about](name)}>
              {name}
            </SiteLink>
          </Fact>
          <Fact name={t("reason")}>{t(`reasons.${reason}`)}</Fact>
          <Fact name={t("filed")}>
            <When iso={filedAt} as="day" />
          </Fact>
          {decidedAt === null ? null : (
            <Fact name={t("decided")}>
              <When iso={decidedAt} as="day" />
            </Fact>
          )}
          {decision === null ? null : (
            <Fact name={t("decision")} className="whitespace-pre-line">
              {decision}
            </Fact>
          )}
          <Fact name={t("number")}>
            <span className="font-mono wrap-anywhere">{report.id}</span>
          </Fact>
        </dl>
      </div>
    </PageShell>
  );
}
