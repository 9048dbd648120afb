import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { DocsFrame } from "@/components/docs/docs-frame";
import { Entry, EntryList } from "@/components/docs/entry-list";
import { EnglishNote } from "@/components/docs/english-note";
import { pageAlternates } from "@/components/site/page-alternates";
import { Empty } from "@/components/ui/empty";
import { SiteLink } from "@/components/ui/site-link";
import { listDialectDocuments } from "@/lib/web/documents/read-document";

export const dynamic = "force-dynamic";

interface DialectsProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: DialectsProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "docs.dialects" });
  return { title: t("title"), description: t("lead"), alternates: pageAlternates(locale, "/docs/dialects") };
}

export default async function DialectsPage({ params }: DialectsProps) {
  setRequestLocale((await params).locale);
  const t = await getTranslations("docs.dialects");
  const documents = listDialectDocuments();
  return (
    <DocsFrame path="/docs/dialects" title={t("title")} lead={t("lead")}>
      {documents.length === 0 ? null : <EnglishNote />}
      <div className="pt-8">
        {documents.length === 0 ? (
          <Empty
            title={t("none")}
            actions={
              <SiteLink className="btn btn-sm" href="/validate">
                {t("check")}
              </SiteLink>
            }
          >
            {t("none-text")}
          </Empty>
        ) : (
          <EntryList lang="en">
            {documents.map(({ id, title, summary }) => (
              <Entry key={id} href={`/docs/dialects/${id}`} name={title} about={summary} />
            ))}
          </EntryList>
        )}
      </div>
    </DocsFrame>
  );
}
