import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { setRequestLocale } from "next-intl/server";
import { SealTable } from "@/components/audits/seal-table";
import { Categories } from "@/components/home/categories";
import { Hero } from "@/components/home/hero";
import { Legend } from "@/components/home/legend";
import { ShownSkill } from "@/components/home/shown-skill";
import { Tally } from "@/components/home/tally";
import { ThreeWays } from "@/components/home/three-ways";
import { Trending } from "@/components/home/trending";
import { WantedList } from "@/components/home/wanted-list";
import { SkillMark } from "@/components/marks/skill-mark";
import { PageShell } from "@/components/site/page-shell";
import { SearchEngine } from "@/components/site/search-engine";
import { pageAlternates } from "@/components/site/page-alternates";
import { skillPath } from "@/components/skill/skill-path";
import { LineList } from "@/components/ui/line-list";
import { Price } from "@/components/ui/price";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { env } from "@/lib/platform/config/env";
import { getHome } from "@/lib/catalogue/get-home";
import type { Locale } from "@/lib/platform/i18n/routing";
import { systemClock } from "@/lib/kernel/clock";
import type { ContentLanguage, HomeView, SealView } from "@/lib/registry/views";

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

function LatestSeals({ seals }: { seals: readonly SealView[] }) {
  const t = useTranslations("home.seals");
  return (
    <section aria-labelledby="seals" className="mt-16">
      <SectionHead
        id="seals"
        title={t("title")}
        remark={t("remark")}
        more={
          <SiteLink className="link" href="/audits">
            {t("all")}
          </SiteLink>
        }
      />
      {seals.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("empty")}</p>
      ) : (
        <SealTable seals={seals} />
      )}
    </section>
  );
}

/** What came last, beside what is used most; nothing where the list of the most used is this one already. */
function Newest({ skills }: { skills: HomeView["newest"] }) {
  const t = useTranslations("home.trending");
  if (skills.length === 0) return null;
  return (
    <section aria-labelledby="newest" className="mb-10">
      <SectionHead
        id="newest"
        title={t("title-new")}
        more={
          <SiteLink className="link" href="/skills?sort=newest">
            {t("all-new")}
          </SiteLink>
        }
      />
      <LineList>
        {skills.map((skill) => (
          <li key={skill.id}>
            <h3 className="flex items-center gap-2">
              <SkillMark skill={skill} />
              <SiteLink href={skillPath(skill.slug)}>{skill.displayName}</SiteLink>
            </h3>
            <span className="row-price text-end">
              <Price lamports={skill.priceLamports} />
            </span>
          </li>
        ))}
      </LineList>
    </section>
  );
}
