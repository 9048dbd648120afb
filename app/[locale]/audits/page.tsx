import { publicPage } from "@/components/site/page-metadata";
import "@/app/styles/audits.css";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { LogSection } from "@/components/audits/log-section";
import { SealTable } from "@/components/audits/seal-table";
import { PageShell } from "@/components/site/page-shell";
import { Empty } from "@/components/ui/note";
import { pageNumber, OlderNewer } from "@/components/ui/pager";
import { PageTitle } from "@/components/ui/page-parts";
import { SentenceSpace } from "@/components/ui/sentences";
import { SiteLink } from "@/components/ui/site-link";
import { listSeals } from "@/lib/audits/seals";
import { env } from "@/lib/platform/config/env";
import { currentLog } from "@/lib/log/transparency/current-log";
import { getCheckpoint, listNewestEntries } from "@/lib/log/transparency/read-log";
import type { PageProps } from "@/app/[locale]/page-props";

const PAGE_SIZE = 50;
const LOG_ENTRIES_SHOWN = 20;

export const generateMetadata = publicPage("/audits", "audits.page");

export default async function AuditsPage({ params, searchParams }: PageProps) {
  const { locale } = await params;
  const page = pageNumber((await searchParams)["page"]);
  const [seals, log, checkpoint, t] = await Promise.all([
    listSeals({ page, limit: PAGE_SIZE }),
    listNewestEntries(LOG_ENTRIES_SHOWN),
    currentLog().then(getCheckpoint),
    getTranslations("audits.page"),
  ]);
  if (page > 1 && seals.length === 0) redirect(localizedPath(locale, "/audits"));
  return (
    <PageShell plain path="/audits" section="audits">
      <div className="wrap">
        <PageTitle
          title={t("title")}
          lead={
            <>
              {t("lead")}
              <SentenceSpace />
              <SiteLink className="link" href="/review">
                {t("become")}
              </SiteLink>
            </>
          }
        />
        <div className="mt-8">
          {seals.length === 0 ? (
            <Empty
              title={t("empty-title")}
              actions={
                <SiteLink className="btn btn-sm" href="/skills">
                  {t("browse")}
                </SiteLink>
              }
            >
              {t("empty")}
            </Empty>
          ) : (
            <SealTable seals={seals} />
          )}
        </div>
        <OlderNewer
          page={page}
          more={seals.length === PAGE_SIZE}
          hrefOf={(number) => `/audits?page=${number}`}
        />
        <LogSection {...log} checkpoint={checkpoint} origin={env().APP_URL} />
      </div>
    </PageShell>
  );
}
