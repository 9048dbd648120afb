import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { ProblemNote } from "@/components/forms/problem-note";
import { ReportForm, ReportSent } from "@/components/moderation/report-form";
import { PageShell } from "@/components/site/page-shell";
import { skillPath } from "@/components/skill/links";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageTitle } from "@/components/ui/page-parts";
import { isDomainError } from "@/lib/kernel/errors";
import { getShownPost } from "@/lib/registry/questions/list-questions";
import { MAX_REPORT_CHARACTERS, REPORT_REASONS } from "@/lib/moderation/report-reasons";
import { firstOf, loadSkill, type SkillPageProps } from "../load-skill";
import { reportAction } from "@/app/[locale]/skills/[slug]/actions";

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await props.params).locale, namespace: "report" });
  const { skill } = await loadSkill(props);
  return { title: `${t("title")} · ${skill.displayName}`, robots: { index: false } };
}

/** Tells the administrators that a skill should not be here. */
export default async function ReportPage(props: SkillPageProps) {
  await recallWritten();
  const [{ skill }, query, t, words] = await Promise.all([
    loadSkill(props),
    props.searchParams,
    getTranslations("report"),
    getTranslations("questions"),
  ]);
  const asked = firstOf(query["post"]);
  const post = asked === undefined ? null : await readPost(skill.id, asked);
  const title = post === null ? t("title") : words("report-title");
  const [report, wrong] = [firstOf(query["report"]), firstOf(query["field"])];
  return (
    <PageShell path={`${skillPath(skill.slug)}/report`} section="browse">
      <div className="wrap max-w-[760px]">
        <Breadcrumbs crumbs={[{ name: skill.slug, href: skillPath(skill.slug) }, { name: title }]} />
        <PageTitle title={title} lead={t("lead")} />
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
            <ReportSent id={report} />
          ) : (
            <ReportForm
              subject={["skill", skill.slug]}
              post={post}
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

/** The question or answer that is about to be reported; 404 for one that is not shown. */
async function readPost(skill: string, id: string) {
  try {
    return await getShownPost(skill, id);
  } catch (error) {
    if (isDomainError(error, "NOT_FOUND")) notFound();
    throw error;
  }
}
