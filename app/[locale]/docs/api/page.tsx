import { publicPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { operationGroups } from "@/components/docs/api-view";
import { DocsFrame, EnglishNote } from "@/components/docs/docs-frame";
import { SectionHead } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { readApiDescription } from "@/lib/web/documents/read-api-description";
import { env } from "@/lib/platform/config/env";

export const generateMetadata = publicPage("/docs/api", "docs.api");

/** All operations; each has a page of its own. */
export default async function ApiPage() {
  const [t, docs] = await Promise.all([getTranslations("docs.api"), getTranslations("docs")]);
  return (
    <DocsFrame path="/docs/api" title={t("title")} lead={t("lead")}>
      <p className="pt-2">
        <SiteLink className="link" href="/v1/openapi.json">
          {t("machine")}
        </SiteLink>
      </p>
      <EnglishNote />
      {operationGroups(readApiDescription(), env().APP_URL).map(({ tag, operations }) => (
        <section key={tag} className="part" aria-labelledby={`tag-${tag}`}>
          <SectionHead id={`tag-${tag}`} title={docs.has(`tag.${tag}`) ? docs(`tag.${tag}`) : tag} />
          <table className="ledger ledger-rows operation-table">
            <caption className="vh">{t("operations")}</caption>
            <thead className="vh">
              <tr>
                <th scope="col">{t("operation")}</th>
                <th scope="col">{t("address")}</th>
              </tr>
            </thead>
            <tbody>
              {operations.map(({ id, method, path, summary, needsKey }) => (
                <tr key={id}>
                  <th scope="row">
                    <SiteLink className="link" href={`/docs/api/${id}`} lang="en">
                      {summary}
                    </SiteLink>
                  </th>
                  <td>
                    <code>
                      <b>{method}</b> {path}
                    </code>{" "}
                    {needsKey ? <span className="pill">{t("key")}</span> : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </DocsFrame>
  );
}
