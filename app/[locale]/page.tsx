import "@/app/styles/home.css";
import type { Metadata } from "next";
import { setRequestLocale } from "next-intl/server";
import { Categories } from "@/components/home/categories";
import { ForAgents } from "@/components/home/for-agents";
import { Hero } from "@/components/home/hero";
import { LatestSeals } from "@/components/home/latest-seals";
import { Legend } from "@/components/home/legend";
import { Tally } from "@/components/home/tally";
import { Trending } from "@/components/home/trending";
import { WantedList } from "@/components/home/wanted-list";
import { PageShell } from "@/components/site/page-shell";
import { SearchEngine } from "@/components/site/search-engine";
import { pageAlternates } from "@/components/site/page-alternates";
import { env } from "@/lib/config/env";
import { getHome } from "@/lib/catalogue/get-home";

export const dynamic = "force-dynamic";

interface HomeProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: HomeProps): Promise<Metadata> {
  return { alternates: pageAlternates((await params).locale, "/") };
}

export default async function HomePage({ params }: HomeProps) {
  setRequestLocale((await params).locale);
  const home = await getHome();
  return (
    <PageShell plain path="/" search={false}>
      <SearchEngine />
      <Hero>
        <Tally tally={home.tally} />
      </Hero>
      <Legend />
      <div className="wrap">
        <div className="home-grid">
          <Trending skills={home.trending} />
          <div>
            <WantedList wanted={home.wanted} />
            <ForAgents origin={env().APP_URL} />
          </div>
        </div>
        <Categories categories={home.categories} />
        <LatestSeals seals={home.latestSeals} />
      </div>
    </PageShell>
  );
}
