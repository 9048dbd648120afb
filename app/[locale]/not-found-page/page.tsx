import { unlistedPage } from "@/components/site/page-metadata";
import { useTranslations } from "next-intl";
import { headers } from "next/headers";
import { setRequestLocale } from "next-intl/server";
import { EmptyStamp } from "@/components/marks/stamp";
import { PageShell } from "@/components/site/page-shell";
import { SearchBox } from "@/components/site/search-box";
import { askedPath } from "@/lib/platform/i18n/paths";

interface NotFoundPageProps {
  params: Promise<{ locale: string }>;
}

export const generateMetadata = unlistedPage("states.not-found");

/**
 * The whole document that is sent, with status 404, in place of a page that found nothing: Next leaves that one to be
 * drawn by scripts, and without them it would stay empty.
 */
export default async function NotFoundPage({ params }: NotFoundPageProps) {
  setRequestLocale((await params).locale);
  return <NotFoundView path={askedPath(await headers())} />;
}

/** Says that no page answers at `path`, which has no language, and offers the search. */
function NotFoundView({ path }: { path: string }) {
  const t = useTranslations("states.not-found");
  return (
    <PageShell plain path={path}>
      <div className="wrap grid items-center gap-8 pt-16 sm:grid-cols-[auto_1fr]">
        <EmptyStamp middle="404" below={t("stamp")} label={`404, ${t("stamp")}`} size={150} />
        <div className="max-w-[56ch]">
          <h1 className="font-serif text-34 font-medium">{t("title")}</h1>
          <p className="mb-4 mt-2 text-ink-2">{t("text")}</p>
          <SearchBox className="flex" id="not-found-search" landmark={false} />
        </div>
      </div>
    </PageShell>
  );
}
