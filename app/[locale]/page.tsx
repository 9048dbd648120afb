import type { Metadata } from "next";
import { setRequestLocale } from "next-intl/server";
import { Categories } from "@/components/home/categories";
import { Hero } from "@/components/home/hero";
import { LatestSeals } from "@/components/home/latest-seals";
import { Legend } from "@/components/home/legend";
import { Newest } from "@/components/home/newest";
import { ShownSkill } from "@/components/home/shown-skill";
import { Tally } from "@/components/home/tally";
import { ThreeWays } from "@/components/home/three-ways";
import { Trending } from "@/components/home/trending";
import { WantedList } from "@/components/home/wanted-list";
import { PageShell } from "@/components/site/page-shell";
import { SearchEngine } from "@/components/site/search-engine";
import { pageAlternates } from "@/components/site/page-alternates";
import { env } from "@/lib/config/env";
import { getHome } from "@/lib/catalogue/get-home";
import type { Locale } from "@/lib/i18n/routing";
import { systemClock } from "@/lib/kernel/clock";
import type { ContentLanguage } from "@/lib/registry/views";

export const dynamic = "force-dynamic";

/** The language of skills that a reader of a page in one of ours can read. */
const READ: Record<Locale, ContentLanguage> = { en: "en", "zh-Hans": "zh", ko: "ko" };

interface HomeProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: HomeProps): Promise<Metadata> {
  return { alternates: pageAlternates((await params).locale, "/") };
}

export default async function HomePage({ params }: HomeProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const home = await getHome(systemClock, READ[locale as Locale]);
  return (
    <PageShell plain path="/" search={false}>
      <SearchEngine />
      <Hero>{home.shown === null ? null : <ShownSkill shown={home.shown} />}</Hero>
      <Legend />
      <div className="wrap">
        <ThreeWays origin={env().APP_URL} shown={home.shown} />
        <Categories categories={home.categories} />
        <div className="mt-14 grid grid-cols-[minmax(0,1fr)_372px] gap-x-18 gap-y-14 to-1100:grid-cols-[minmax(0,1fr)] to-1100:gap-10 to-720:mt-9">
          <Trending skills={home.trending} />
          <div>
            <Newest skills={home.newest} />
            <WantedList wanted={home.wanted} />
            <Tally tally={home.tally} />
          </div>
        </div>
        <LatestSeals seals={home.latestSeals} />
      </div>
    </PageShell>
  );
}
