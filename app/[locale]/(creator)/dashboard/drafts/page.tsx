import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { declineDraftAction } from "@/app/[locale]/(creator)/dashboard/drafts/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { DraftList } from "@/components/dashboard/draft-list";
import { Note } from "@/components/ui/note";

export const dynamic = "force-dynamic";

interface DraftsProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ done?: string; problem?: string }>;
}

export async function generateMetadata({ params }: DraftsProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "dashboard.drafts" });
  return { title: t("title"), robots: { index: false } };
}

export default async function DraftsPage({ params, searchParams }: DraftsProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const { drafts, frame } = await loadCreator(locale, "/dashboard/drafts");
  const { done, problem } = await searchParams;
  const t = await getTranslations("dashboard.drafts");
  return (
    <DashboardFrame {...frame} entry="drafts" path="/dashboard/drafts" title={t("title")} lead={t("lead")}>
      <div className="mt-6" role="status">
        {done ? <Note tone="ok" title={t("declined")} /> : null}
        {problem ? <Note tone="bad" title={t("gone")} /> : null}
      </div>
      <DraftList drafts={drafts} decline={declineDraftAction} />
    </DashboardFrame>
  );
}
