import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { ProblemNote, useFieldProblem } from "@/components/forms/problem-note";
import { PageShell } from "@/components/site/page-shell";
import { skillPath } from "@/components/skill/links";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Note } from "@/components/ui/note";
import { PageTitle } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { MAX_REPORT_CHARACTERS, REPORT_REASONS, type ReportReason } from "@/lib/moderation/report-reasons";
import { firstOf, loadSkill, type SkillPageProps } from "../load-skill";
import { reportAction } from "@/app/[locale]/skills/[slug]/actions";
import { useTranslations } from "next-intl";
import { SelectField, TextField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";

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

interface ReportFormProps {
  slug: string;
  reasons: readonly ReportReason[];
  maxCharacters: number;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  action: (form: FormData) => Promise<void>;
}

/** Reason and text of a report. */
function ReportForm({ slug, reasons, maxCharacters, wrong, action }: ReportFormProps) {
  const t = useTranslations("report");
  const problem = useFieldProblem(wrong);
  const written = writtenIn("report");
  return (
    <form action={action} className="grid gap-4" noValidate>
      <input type="hidden" name="skill" value={slug} />
      <SelectField
        id="reason"
        name="reason"
        label={t("reason")}
        options={[
          { value: "", text: t("choose") },
          ...reasons.map((reason) => ({ value: reason, text: t(`reasons.${reason}`) })),
        ]}
        defaultValue={written?.["reason"] ?? ""}
        problem={problem("reason", t("reason"))}
      />
      <TextField
        id="text"
        name="text"
        label={t("text")}
        note={t("text-note")}
        maxLength={maxCharacters}
        required
        defaultValue={written?.["text"]}
        problem={problem("text", t("text"))}
      />
      <div>
        <button type="submit" className="btn btn-primary">
          {t("send")}
        </button>
      </div>
    </form>
  );
}
