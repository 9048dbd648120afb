import "@/app/styles/compare.css";
import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import type { PageQuery } from "@/components/browse/search-params";
import {
  comparePath,
  MOST_COMPARED,
  namedSkill,
  readCompareAddress,
} from "@/components/compare/compare-address";
import { CompareHead } from "@/components/compare/compare-head";
import { CompareTable } from "@/components/compare/compare-table";
import { LeftOut } from "@/components/compare/left-out";
import { LikeSkills } from "@/components/compare/like-skills";
import { NothingChosen } from "@/components/compare/nothing-chosen";
import { PageShell } from "@/components/site/page-shell";
import { pageAlternates } from "@/components/site/page-alternates";
import { compareSkills } from "@/lib/catalogue/comparison/compare-skills";
import { listLikeSkills } from "@/lib/catalogue/search/list-like-skills";
import { countUndeclared } from "@/lib/vetting/undeclared-use";

export const dynamic = "force-dynamic";

const LIKE_SHOWN = 5;

interface CompareProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<PageQuery>;
}

export async function generateMetadata({ params, searchParams }: CompareProps): Promise<Metadata> {
  const { locale } = await params;
  const { named } = readCompareAddress(await searchParams);
  const t = await getTranslations({ locale, namespace: "compare" });
  const names = named.map(({ slug }) => slug).join(", ");
  return {
    title: named.length === 0 ? t("title") : t("title-of", { names }),
    description: t("description"),
    alternates: pageAlternates(locale, comparePath(named)),
    // Any few skills make an address; search engines read each skill's own page.
    robots: { index: false, follow: true },
  };
}

/** Two to four skills side by side; with fewer, others of the same kind to choose from. */
export default async function ComparePage({ params, searchParams }: CompareProps) {
  setRequestLocale((await params).locale);
  const address = readCompareAddress(await searchParams);
  const { skills, refused } = await compareSkills(
    address.named.map(({ slug, version }) => ({ slugOrId: slug, version })),
  );
  const [first] = skills;
  const like =
    first === undefined || skills.length >= MOST_COMPARED
      ? null
      : await listLikeSkills(first, { limit: LIKE_SHOWN, except: skills.map(({ slug }) => slug) });
  const columns = skills.map((skill) => ({ skill, undeclared: countUndeclared(skill.findings) }));
  const chosen = skills.map(namedSkill);
  return (
    <PageShell plain path={comparePath(address.named, address.onlyDifferences)} section="browse">
      <div className="wrap">
        <CompareHead columns={columns} onlyDifferences={address.onlyDifferences} />
        <LeftOut refused={refused} unreadable={address.unreadable} left={address.left} />
        {columns.length > 1 ? (
          <CompareTable columns={columns} onlyDifferences={address.onlyDifferences} />
        ) : null}
        {columns.length === 0 ? <NothingChosen /> : null}
        {like === null ? null : <LikeSkills rows={like} chosen={chosen} />}
      </div>
    </PageShell>
  );
}
