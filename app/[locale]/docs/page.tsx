import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { DocsFrame } from "@/components/docs/docs-frame";
import { Entry, EntryList } from "@/components/docs/entry-list";
import { pageAlternates } from "@/components/site/page-alternates";
import { SectionHead } from "@/components/ui/section-head";
import { env } from "@/lib/platform/config/env";
import { GUIDES } from "@/lib/web/documents/guides";
import { readGuide } from "@/lib/web/documents/read-document";

export const dynamic = "force-dynamic";

const REFERENCE = [
  { key: "api", href: "/docs/api" },
  { key: "errors", href: "/docs/errors" },
  { key: "dialects", href: "/docs/dialects" },
  { key: "marks", href: "/docs/marks" },
] as const;

interface DocsProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: DocsProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "docs" });
  return { title: t("title"), description: t("lead"), alternates: pageAlternates(locale, "/docs") };
}

export default async function DocsPage({ params }: DocsProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const [t, nav] = await Promise.all([getTranslations("docs"), getTranslations("common.nav")]);
  const origin = env().APP_URL;
  return (
    <DocsFrame path="/docs" title={t("title")} lead={t("lead")}>
      <section className="part" aria-labelledby="reference">
        <SectionHead id="reference" title={t("reference")} />
        <EntryList>
          {REFERENCE.map(({ key, href }) => (
            <Entry key={key} href={href} name={t(`${key}.title`)} about={t(`about.${key}`)} />
          ))}
          <Entry href="/validate" name={nav("validate")} about={t("about.validate")} />
          <Entry href="/v1/openapi.json" name={t("openapi")} about={t("about.openapi")} />
          <Entry href="/llms.txt" name={t("llms")} about={t("about.llms")} />
        </EntryList>
      </section>
      <section className="part" aria-labelledby="how">
        <SectionHead id="how" title={t("how")} />
        <EntryList>
          {GUIDES.map((guide) => {
            const { summary, language } = readGuide(guide, origin, locale) ?? {};
            return (
              <Entry
                key={guide}
                href={`/docs/${guide}`}
                name={t(`guide.${guide}`)}
                about={summary}
                lang={language}
              />
            );
          })}
        </EntryList>
      </section>
    </DocsFrame>
  );
}
