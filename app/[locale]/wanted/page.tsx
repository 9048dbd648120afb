import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { PageShell } from "@/components/site/page-shell";
import { pageAlternates } from "@/components/site/page-alternates";
import { PageTitle } from "@/components/ui/page-title";
import { Wishes } from "@/components/wanted/wishes";
import { listWanted } from "@/lib/catalogue/list-wanted";

export const dynamic = "force-dynamic";

const SHOWN = 200;

interface WantedPageProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: WantedPageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "wanted" });
  return { title: t("title"), description: t("lead"), alternates: pageAlternates(locale, "/wanted") };
}

export default async function WantedPage({ params }: WantedPageProps) {
  setRequestLocale((await params).locale);
  const [wishes, t] = await Promise.all([
    listWanted({ limit: SHOWN, matched: true }),
    getTranslations("wanted"),
  ]);
  return (
    <PageShell plain path="/wanted" section="wanted">
      <div className="wrap">
        <PageTitle title={t("title")} lead={t("lead")} />
        <div className="max-w-[960px]">
          <Wishes wishes={wishes} />
        </div>
      </div>
    </PageShell>
  );
}
