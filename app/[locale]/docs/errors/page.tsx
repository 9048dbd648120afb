import { publicPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { DocsFrame } from "@/components/docs/docs-frame";
import { DataTable } from "@/components/ui/data-table";
import { SiteLink } from "@/components/ui/site-link";
import { readErrorPage } from "@/lib/web/documents/error-pages";
import { ERROR_CODES } from "@/lib/kernel/error-codes";
import { PROBLEMS } from "@/lib/web/http/problems/problem-table";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = publicPage("/docs/errors", "docs.errors");

export default async function ErrorsPage({ params }: PageProps) {
  const { locale } = await params;
  const t = await getTranslations("docs.errors");
  const codes = [...ERROR_CODES].sort((a, b) => PROBLEMS[a].status - PROBLEMS[b].status || (a < b ? -1 : 1));
  return (
    <DocsFrame path="/docs/errors" title={t("title")} lead={t("lead")}>
      <DataTable
        stacked
        className="error-table mt-8"
        caption={t("title")}
        columns={[t("status"), t("code"), t("happened")]}
      >
        {codes.map((code) => {
          const page = readErrorPage(code, locale);
          return (
            <tr key={code}>
              <td className="num">{PROBLEMS[code].status}</td>
              <th scope="row" className="mono">
                <SiteLink className="link" href={`/errors/${code}`}>
                  {code}
                </SiteLink>
              </th>
              <td lang={page.language}>{page.title}</td>
            </tr>
          );
        })}
      </DataTable>
    </DocsFrame>
  );
}
