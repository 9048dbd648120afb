import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { askForNameAction } from "@/app/[locale]/(creator)/dashboard/names/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { recallWritten } from "@/app/[locale]/refused-form";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { NameForm } from "@/components/dashboard/name-form";
import { NameList } from "@/components/dashboard/name-list";
import { ProblemNote } from "@/components/forms/problem-note";
import { Note } from "@/components/ui/note";
import { MAX_NAMES } from "@/lib/identity/accounts/rename-account";
import { listOwnNames } from "@/lib/registry/names/ask-for-name";

export const dynamic = "force-dynamic";

interface NamesProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Partial<Record<"done" | "problem" | "field" | "skill", string>>>;
}

export async function generateMetadata({ params }: NamesProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "dashboard.names" });
  return { title: t("title"), robots: { index: false } };
}

/** Where a creator asks for another name of a skill, and sees the names their skills have and had. */
export default async function NamesPage({ params, searchParams }: NamesProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const { actor, frame } = await loadCreator(locale, "/dashboard/names");
  await recallWritten();
  const { done, problem, field, skill } = await searchParams;
  const [t, skills] = await Promise.all([getTranslations("dashboard.names"), listOwnNames(actor.accountId)]);
  return (
    <DashboardFrame {...frame} entry="skills" path="/dashboard/names" title={t("title")} lead={t("lead")}>
      <div className="mt-6 grid gap-4">
        <div role="status">{done ? <Note tone="ok" title={t("done")} /> : null}</div>
        <ProblemNote
          code={problem}
          field={field}
          fields={[{ name: "name", id: "skill-name", label: t("name") }]}
        />
      </div>
      <NameList skills={skills} keep={askForNameAction} />
      <NameForm
        skills={skills.map(({ slug }) => slug)}
        chosen={skill}
        wrong={field}
        most={MAX_NAMES}
        ask={askForNameAction}
      />
    </DashboardFrame>
  );
}
