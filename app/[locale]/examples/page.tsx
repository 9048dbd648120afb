import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { leadToLastPage } from "@/app/[locale]/lead-to-last-page";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { ExampleResults } from "@/components/examples/example-results";
import { readExampleSearch, writeExampleSearch } from "@/components/examples/example-search";
import { ExampleSearchForm } from "@/components/examples/example-search-form";
import { PageShell } from "@/components/site/page-shell";
import { pageAlternates } from "@/components/site/page-alternates";
import { readerLanguageOf } from "@/components/skill/files/language-of";
import { PageTitle } from "@/components/ui/page-title";
import { searchExamples } from "@/lib/search/search-examples";

export const dynamic = "force-dynamic";

interface ExamplesPageProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: ExamplesPageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "examples.page" });
  return { title: t("title"), description: t("lead"), alternates: pageAlternates(locale, "/examples") };
}

export default async function ExamplesPage({ params, searchParams }: ExamplesPageProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const search = readExampleSearch(await searchParams);
  const readerLanguage = readerLanguageOf(locale);
  const [found, t] = await Promise.all([
    searchExamples({ ...search, ...(readerLanguage === undefined ? {} : { readerLanguage }) }),
    getTranslations("examples.page"),
  ]);
  leadToLastPage(found, (page) =>
    localizedPath(locale, `/examples${writeExampleSearch({ ...search, page })}`),
  );
  return (
    <PageShell plain path={`/examples${writeExampleSearch(search)}`} section="examples">
      <div className="wrap">
        <PageTitle title={t("title")} lead={t("lead")} />
        <ExampleSearchForm search={search} />
        <ExampleResults search={search} found={found} />
      </div>
    </PageShell>
  );
}
