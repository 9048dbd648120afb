import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { recallWritten } from "@/app/[locale]/refused-form";
import { ProblemNote } from "@/components/forms/problem-note";
import { ReportForm } from "@/components/moderation/report-form";
import { PageShell } from "@/components/site/page-shell";
import { skillPath } from "@/components/skill/skill-path";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Note } from "@/components/ui/note";
import { PageTitle } from "@/components/ui/page-title";
import { SiteLink } from "@/components/ui/site-link";
import { MAX_REPORT_CHARACTERS, REPORT_REASONS } from "@/lib/moderation/report-reasons";
import { firstOf, loadSkill, type SkillPageProps } from "../load-skill";
import { reportAction } from "./actions";

export const dynamic = "force-dynamic";

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await props.params).locale, namespace: "report" });
  const { skill } = await loadSkill(props);
  return { title: `${t("title")} · ${skill.displayName}`, robots: { index: false } };
}

/** Tells the administrators that a skill should not be here. */
export default async function ReportPage(props: SkillPageProps) {
  setRequestLocale((await props.params).locale);
  await recallWritten();
  const [{ skill }, query, t] = await Promise.all([
    loadSkill(props),
    props.searchParams,
    getTranslations("report"),
  ]);
  const [report, wrong] = [firstOf(query["report"]), firstOf(query["field"])];
  return (
    <PageShell path={`${skillPath(skill.slug)}/report`} section="browse">
      <div className="wrap max-w-[760px]">
        <Breadcrumbs crumbs={[{ name: skill.slug, href: skillPath(skill.slug) }, { name: t("title") }]} />
        <PageTitle title={t("title")} lead={t("lead")} />
        <div className="grid gap-6 pt-6">
          <ProblemNote
            code={firstOf(query["problem"])}
            field={wrong}
            fields={[
              { name: "reason", id: "reason", label: t("reason") },
              { name: "text", id: "text", label: t("text") },
            ]}
          />
          {report !== undefined ? (
            <div role="status">
              <Note tone="ok" title={t("sent")}>
                {t.rich("sent-text", { link: linkTo(`/reports/${encodeURIComponent(report)}`) })}
              </Note>
            </div>
          ) : (
            <ReportForm
              slug={skill.slug}
              reasons={REPORT_REASONS}
              maxCharacters={MAX_REPORT_CHARACTERS}
              wrong={wrong}
              action={reportAction}
            />
          )}
        </div>
      </div>
    </PageShell>
  );
}

const linkTo = (href: string) => (words: ReactNode) => (
  <SiteLink className="link" href={href}>
    {words}
  </SiteLink>
);
