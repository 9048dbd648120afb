import { publicPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { pageLocale } from "@/app/[locale]/form-outcome";
import { redirect } from "next/navigation";
import { AdvisoryTable } from "@/components/advisories/advisory-table";
import { PageShell } from "@/components/site/page-shell";
import { Empty } from "@/components/ui/note";
import { PageTitle } from "@/components/ui/page-parts";
import { SentenceSpace } from "@/components/ui/sentences";
import { SiteLink } from "@/components/ui/site-link";
import { advisoryWords } from "@/lib/advisories/advisory-words";
import { listAdvisories } from "@/lib/advisories/read-advisories";
import { isDomainError } from "@/lib/kernel/errors";
import { feedPath, localizedPath } from "@/lib/platform/i18n/paths";
import type { PageProps } from "@/app/[locale]/page-props";

const PAGE_SIZE = 50;

export const generateMetadata = publicPage("/advisories", "advisories.page");

export default async function AdvisoriesPage({ searchParams }: PageProps) {
  const locale = await pageLocale();
  const cursor = [(await searchParams)["cursor"]].flat()[0];
  const [t, pager, { advisories, next }] = await Promise.all([
    getTranslations("advisories.page"),
    getTranslations("common.pager"),
    readPage(locale, cursor),
  ]);
  return (
    <PageShell plain path="/advisories">
      <div className="wrap">
        <PageTitle
          title={t("title")}
          lead={
            <>
              {t("lead")}
              <SentenceSpace />
              <SiteLink className="link" href="/docs/advisories">
                {t("how")}
              </SiteLink>
              {" · "}
              <a className="link" href={feedPath("advisories", { locale })}>
                {t("feed")}
              </a>
              {" · "}
              <SiteLink className="link" href="/v1/advisories">
                {t("json")}
              </SiteLink>
            </>
          }
        />
        <div className="mt-8">
          {advisories.length === 0 ? (
            <Empty title={t("empty-title")}>{t("empty")}</Empty>
          ) : (
            <AdvisoryTable
              advisories={advisories.map((each) => ({ ...each, words: advisoryWords(each, locale) }))}
            />
          )}
        </div>
        {cursor === undefined && next === null ? null : (
          <nav className="acts" aria-label={pager("label")}>
            {cursor === undefined ? null : (
              <SiteLink className="btn btn-sm" href="/advisories">
                {pager("newer")}
              </SiteLink>
            )}
            {next === null ? null : (
              <SiteLink
                className="btn btn-sm"
                href={`/advisories?cursor=${encodeURIComponent(next)}`}
                rel="next"
              >
                {pager("older")}
              </SiteLink>
            )}
          </nav>
        )}
      </div>
    </PageShell>
  );
}

/** One page; a place in the list that no page gave leads to the first. */
async function readPage(locale: string, cursor: string | undefined) {
  try {
    return await listAdvisories({ cursor, limit: PAGE_SIZE });
  } catch (error) {
    if (isDomainError(error, "REQUEST_INVALID")) redirect(localizedPath(locale, "/advisories"));
    throw error;
  }
}
