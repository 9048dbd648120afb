import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { DocsFrame } from "@/components/docs/docs-frame";
import { MarkTable } from "@/components/docs/mark-table";
import { WrittenForms } from "@/components/docs/written-forms";
import { pageAlternates } from "@/components/site/page-alternates";
import { SectionHead } from "@/components/ui/section-head";

export const dynamic = "force-dynamic";

interface MarksProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: MarksProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "docs.marks" });
  return { title: t("title"), description: t("lead"), alternates: pageAlternates(locale, "/docs/marks") };
}

export default async function MarksPage({ params }: MarksProps) {
  setRequestLocale((await params).locale);
  const t = await getTranslations("docs.marks");
  return (
    <DocsFrame path="/docs/marks" title={t("title")} lead={t("lead")}>
      <section className="part" aria-labelledby="states">
        <SectionHead id="states" title={t("states")} />
        <MarkTable />
      </section>
      <section className="part" aria-labelledby="forms">
        <SectionHead id="forms" title={t("forms")} />
        <WrittenForms />
      </section>
    </DocsFrame>
  );
}
