import { publicPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { DocsFrame, Entry, EntryList } from "@/components/docs/docs-frame";
import { PageSection } from "@/components/ui/page-parts";
import { env } from "@/lib/platform/config/env";
import { EXPLANATIONS, TASKS, type Guide } from "@/lib/web/documents/guides";
import { readGuide } from "@/lib/web/documents/read-document";
import type { PageProps } from "@/app/[locale]/page-props";

const REFERENCE = [
  { key: "api", href: "/docs/api" },
  { key: "errors", href: "/docs/errors" },
  { key: "dialects", href: "/docs/dialects" },
  { key: "marks", href: "/docs/marks" },
] as const;

export const generateMetadata = publicPage("/docs", "docs");

export default async function DocsPage({ params }: PageProps) {
  const { locale } = await params;
  const [t, nav] = await Promise.all([getTranslations("docs"), getTranslations("common.nav")]);
  const origin = env().APP_URL;
  const listOf = (guides: readonly Guide[]) => (
    <EntryList>
      {guides.map((guide) => {
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
  );
  return (
    <DocsFrame path="/docs" title={t("title")} lead={t("lead")}>
      <PageSection id="tasks" title={t("tasks")} className="part">
        {listOf(TASKS)}
      </PageSection>
      <PageSection id="reference" title={t("reference")} className="part">
        <EntryList>
          {REFERENCE.map(({ key, href }) => (
            <Entry key={key} href={href} name={t(`${key}.title`)} about={t(`about.${key}`)} />
          ))}
          <Entry href="/validate" name={nav("validate")} about={t("about.validate")} />
          <Entry href="/v1/openapi.json" name={t("openapi")} about={t("about.openapi")} />
          <Entry href="/llms.txt" name={t("llms")} about={t("about.llms")} />
        </EntryList>
      </PageSection>
      <PageSection id="how" title={t("how")} className="part">
        {listOf(EXPLANATIONS)}
      </PageSection>
    </DocsFrame>
  );
}
