import { publicPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { DocsFrame, Entry, EntryList, EnglishNote } from "@/components/docs/docs-frame";
import { Empty } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { listDialectDocuments } from "@/lib/web/documents/read-document";

export const generateMetadata = publicPage("/docs/dialects", "docs.dialects");

export default async function DialectsPage() {
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
