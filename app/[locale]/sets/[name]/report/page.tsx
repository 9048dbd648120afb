import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { reportSetAction } from "@/app/[locale]/sets/[name]/actions";
import { ProblemNote } from "@/components/forms/problem-note";
import { ReportForm, ReportSent } from "@/components/moderation/report-form";
import { unlistedPage } from "@/components/site/page-metadata";
import { PageShell } from "@/components/site/page-shell";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageTitle } from "@/components/ui/page-parts";
import { MAX_REPORT_CHARACTERS, REPORT_REASONS } from "@/lib/moderation/report-reasons";
import { loadSet } from "../load-set";
import type { PageProps } from "@/app/[locale]/page-props";

type ReportSetProps = PageProps<Record<string, string | string[] | undefined>, "name">;

export const generateMetadata: (props: ReportSetProps) => Promise<Metadata> = unlistedPage(
  "report",
  "set-title",
);

/** Tells the administrators that a set should not be here. */
export default async function ReportSetPage({ params, searchParams }: ReportSetProps) {
  const { name } = await params;
  await recallWritten();
  const set = await loadSet(name);
  // What was withdrawn is there to be read, and no more to be taken away.
  if (!set || set.withdrawn !== null) notFound();
  const [query, t, list] = await Promise.all([
    searchParams,
    getTranslations("report"),
    getTranslations("sets.list"),
  ]);
  const [report, wrong, problem] = ["report", "field", "problem"].map((each) => [query[each]].flat()[0]);
  return (
    <PageShell plain path={`/sets/${set.name}/report`}>
      <div className="wrap max-w-[760px]">
        <Breadcrumbs
          crumbs={[
            { name: list("title"), href: "/sets" },
            { name: set.name, href: `/sets/${set.name}` },
            { name: t("set-title") },
          ]}
        />
        <PageTitle title={t("set-title")} lead={t("lead")} />
        <div className="grid gap-6 pt-6">
          <ProblemNote
            code={problem}
            field={wrong}
            fields={[
              { name: "reason", id: "reason", label: t("reason") },
              { name: "text", id: "text", label: t("text") },
            ]}
          />
          {report === undefined ? (
            <ReportForm
              subject={["set", set.name]}
              reasons={REPORT_REASONS}
              maxCharacters={MAX_REPORT_CHARACTERS}
              wrong={wrong}
              action={reportSetAction}
            />
          ) : (
            <ReportSent id={report} />
          )}
        </div>
      </div>
    </PageShell>
  );
}
