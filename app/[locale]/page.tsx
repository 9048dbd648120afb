import type { Metadata } from "next";
import { useTranslations, useLocale } from "next-intl";
import { SealTable } from "@/components/audits/seal-table";
import { Hero } from "@/components/home/hero";
import { Tally } from "@/components/home/tally";
import { ThreeWays } from "@/components/home/three-ways";
import { Trending } from "@/components/home/trending";
import { SkillMark } from "@/components/marks/skill-mark";
import { PageShell } from "@/components/site/page-shell";
import { SearchEngine } from "@/components/site/search-box";
import { pageAlternates } from "@/components/site/page-metadata";
import { skillPath } from "@/components/skill/links";
import { LineList } from "@/components/ui/lists";
import { Price } from "@/components/ui/values";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { env } from "@/lib/platform/config/env";
import { getHome } from "@/lib/catalogue/get-home";
import type { Locale } from "@/lib/platform/i18n/routing";
import { systemClock } from "@/lib/kernel/clock";
import type { ContentLanguage, HomeView, SealView } from "@/lib/registry/views";
import { categoryName } from "@/components/skill/category-name";
import { formatCount, formatRelative } from "@/lib/platform/i18n/format";
import { WishLine } from "@/components/wanted/wish-line";
import { AuditMark, auditWordClass, Seal, TrustMark } from "@/components/marks/audit-mark";
import { languageOf } from "@/components/skill/files/language-of";
import { JsonText } from "@/components/ui/code/coloured-code";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import type { ReactNode } from "react";
import type { PageProps } from "@/app/[locale]/page-props";

/** The language of skills that a reader of a page in one of ours can read. */
const READ: Record<Locale, ContentLanguage> = { en: "en", "zh-Hans": "zh", ko: "ko" };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { alternates: pageAlternates((await params).locale, "/") };
}

export default async function HomePage({ params }: PageProps) {
  const { locale } = await params;
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
    <PageSection
      id="seals"
      title={t("title")}
      remark={t("remark")}
      more={
        <SiteLink className="link" href="/audits">
          {t("all")}
        </SiteLink>
      }
      className="mt-16"
    >
      {seals.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("empty")}</p>
      ) : (
        <SealTable seals={seals} />
      )}
    </PageSection>
  );
}

/** What came last, beside what is used most; nothing where the list of the most used is this one already. */
function Newest({ skills }: { skills: HomeView["newest"] }) {
  const t = useTranslations("home.trending");
  if (skills.length === 0) return null;
  return (
    <PageSection
      id="newest"
      title={t("title-new")}
      more={
        <SiteLink className="link" href="/skills?sort=newest">
          {t("all-new")}
        </SiteLink>
      }
      className="mb-10"
    >
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
    </PageSection>
  );
}

/** Categories as an index with counts, as at the back of a book. */
function Categories({ categories }: { categories: HomeView["categories"] }) {
  const t = useTranslations("home.categories");
  const words = useTranslations();
  return (
    <PageSection
      id="categories"
      title={t("title")}
      more={
        <SiteLink className="link" href="/skills">
          {t("all")}
        </SiteLink>
      }
      className="mt-16"
    >
      {categories.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("empty")}</p>
      ) : (
        <div className="mt-1 grid grid-cols-[repeat(4,1fr)] gap-x-10 to-720:grid-cols-[1fr_1fr] to-720:gap-x-6">
          {categories.map(({ category, count }) => (
            <SiteLink
              key={category}
              className="group flex items-baseline gap-2 border-b border-line py-2.5 to-720:py-3 to-720:text-14"
              href={`/skills?category=${encodeURIComponent(category)}`}
            >
              <span className="font-medium wrap-anywhere underline-offset-3 group-hover:underline">
                {categoryName(category, words)}
              </span>
              <i className="relative -top-1 flex-1 border-b border-dotted border-line-2 to-720:border-0" />
              <span className="font-mono text-13 leading-none text-ink-3">{formatCount(count)}</span>
            </SiteLink>
          ))}
        </div>
      )}
    </PageSection>
  );
}

/** Searches that found nothing; each is a search again. */
function WantedList({ wanted }: { wanted: HomeView["wanted"] }) {
  const t = useTranslations("home.wanted");
  const locale = useLocale();
  return (
    <PageSection
      id="wanted"
      title={t("title")}
      more={
        <SiteLink className="link" href="/wanted">
          {t("all")}
        </SiteLink>
      }
    >
      {wanted.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("empty")}</p>
      ) : (
        <LineList>
          {wanted.map((wish) => (
            <WishLine
              key={wish.query}
              query={wish.query}
              href={`/skills?q=${encodeURIComponent(wish.query)}`}
              heading="h3"
              asked={t("searches", { count: wish.searches })}
            >
              {t("last", { when: formatRelative(wish.lastAskedAt, locale, systemClock.now().getTime()) })}
            </WishLine>
          ))}
        </LineList>
      )}
    </PageSection>
  );
}

const ENDS = "flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5";

/** One skill of the catalogue at work: what went in and came out when the market replayed it, its price and its seal. */
function ShownSkill({ shown: { skill, example } }: { shown: NonNullable<HomeView["shown"]> }) {
  const t = useTranslations("home.shown");
  const lang = languageOf(skill.contentLanguage);
  return (
    <section
      className="min-w-0 rounded-1 border border-edge bg-surface px-4.5 py-4 text-14"
      aria-labelledby="shown"
    >
      <header className={ENDS}>
        <h2 id="shown" className="font-serif text-18 font-medium wrap-anywhere">
          <SkillMark skill={skill} className="me-1.5" />
          <SiteLink href={skillPath(skill.slug)}>{skill.displayName}</SiteLink>
        </h2>
        <AuditMark skill={skill} size={17} />
      </header>
      <p className="mt-1 line-clamp-2 text-ink-2" lang={lang}>
        {skill.description}
      </p>
      <Side title={t("input")} value={example.input} />
      <Side title={t("output")} value={example.output} />
      <footer className={`${ENDS} mt-3`}>
        <Price lamports={skill.priceLamports} />
        <SiteLink
          className="btn btn-sm btn-primary"
          href={`${skillPath(skill.slug, "examples")}?example=${example.position + 1}#run`}
        >
          {t("run")}
        </SiteLink>
      </footer>
    </section>
  );
}

function Side({ title, value }: { title: string; value: unknown }) {
  return (
    <>
      <h3 className="mt-2.5 text-12 text-ink-3">{title}</h3>
      <pre
        {...SCROLLABLE}
        className="mt-0.75 max-h-35.5 overflow-auto bg-sunken whitespace-pre-wrap wrap-anywhere px-2.5 py-2 text-13 leading-normal"
        role="group"
        aria-label={title}
      >
        <JsonText value={value} />
      </pre>
    </>
  );
}

const STATES = ["Audited", "Optimistic", "Unverified"] as const;

const LEVELS = ["verified", "community", "sandbox"] as const;

/** The six marks and what they say, before any list uses them. */
function Legend() {
  const t = useTranslations("home.legend");
  const common = useTranslations("common");
  return (
    <section className="border-y border-line bg-surface" aria-label={t("label")}>
      <div className="wrap grid grid-cols-[1fr_1fr] to-1100:grid-cols-[1fr]">
        <Half title={t("who-checked")} className="pe-8 to-1100:pe-0">
          {STATES.map((state) => (
            <Meaning
              key={state}
              mark={<Seal state={state} size={24} />}
              word={common(`audit.${state}`)}
              says={t(state)}
              color={auditWordClass(state)}
            />
          ))}
        </Half>
        <Half
          title={t("who-stands")}
          more={
            <SiteLink className="link mt-2 inline-block text-13" href="/docs/marks">
              {t("label")}
            </SiteLink>
          }
          className="border-s border-line ps-8 to-1100:border-s-0 to-1100:border-t to-1100:ps-0"
        >
          {LEVELS.map((level) => (
            <Meaning
              key={level}
              mark={<TrustMark level={level} size={24} />}
              word={common(`trust.${level}`)}
              says={t(level)}
            />
          ))}
        </Half>
      </div>
    </section>
  );
}

const STACKED = "to-720:grid-cols-[1fr] to-720:gap-3";

interface HalfProps {
  title: string;
  className: string;
  more?: ReactNode;
  children: ReactNode;
}

function Half({ title, className, more, children }: HalfProps) {
  return (
    <div className={`grid grid-cols-[118px_1fr] gap-4.5 py-5.5 ${STACKED} ${className}`}>
      <div>
        <h2 className="font-serif text-18 leading-tight font-medium">{title}</h2>
        {more}
      </div>
      <dl className={`grid grid-cols-[repeat(3,1fr)] gap-4.5 ${STACKED}`}>{children}</dl>
    </div>
  );
}

interface MeaningProps {
  mark: ReactNode;
  word: string;
  says: string;
  /** The class of the word's colour. */
  color?: string;
}

function Meaning({ mark, word, says, color = "" }: MeaningProps) {
  return (
    <div className="to-720:grid to-720:grid-cols-[116px_1fr] to-720:gap-2.5">
      <dt className={`mark gap-2.25 text-15 font-semibold ${color}`}>
        {mark}
        {word}
      </dt>
      <dd className="mt-1.25 text-13 leading-[1.45] text-ink-2 to-720:mt-px">{says}</dd>
    </div>
  );
}
