import "@/app/styles/compare.css";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { PageQuery } from "@/components/browse/search-params";
import {
  comparePath,
  MOST_COMPARED,
  namedSkill,
  type NamedSkill,
  readCompareAddress,
  CompareByName,
  CompareForm,
} from "@/components/compare/compare-form";
import { CompareTable } from "@/components/compare/compare-table";
import { PageShell } from "@/components/site/page-shell";
import { pageAlternates } from "@/components/site/page-metadata";
import { SkillRows } from "@/components/skill/row/skill-row";
import { Empty, Note } from "@/components/ui/note";
import { PageSection, PageTitle } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { compareSkills, type RefusedSkill } from "@/lib/catalogue/comparison/compare-skills";
import { listLikeSkills } from "@/lib/search/search-skills";
import type { SkillRow } from "@/lib/registry/views";
import { countUndeclared } from "@/lib/vetting/undeclared-use";
import type { ComparedSkill } from "@/components/compare/cells";
import { countFacts } from "@/components/compare/facts";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { skillPath } from "@/components/skill/links";
import type { PageProps } from "@/app/[locale]/page-props";

const LIKE_SHOWN = 5;

export async function generateMetadata({ params, searchParams }: PageProps<PageQuery>): Promise<Metadata> {
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
export default async function ComparePage({ searchParams }: PageProps<PageQuery>) {
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

interface LikeSkillsProps {
  rows: readonly SkillRow[];
  chosen: readonly NamedSkill[];
}

/** Others of the same kind, to be set beside those that are chosen. */
function LikeSkills({ rows, chosen }: LikeSkillsProps) {
  const t = useTranslations("compare");
  return (
    <PageSection
      id="like"
      title={t("like")}
      more={
        <SiteLink className="link" href="/skills">
          {t("like-more")}
        </SiteLink>
      }
      className="part"
    >
      {rows.length === 0 ? (
        <p className="py-3 text-14 text-ink-2">{t("like-none")}</p>
      ) : (
        <CompareForm chosen={chosen}>
          <SkillRows rows={rows} heading="h3" compared />
        </CompareForm>
      )}
      <CompareByName chosen={chosen} />
    </PageSection>
  );
}

/** How skills get here: from a list, or by a name one knows. */
function NothingChosen() {
  const t = useTranslations("compare");
  return (
    <>
      <Empty
        title={t("empty")}
        actions={
          <SiteLink className="btn btn-primary" href="/skills">
            {t("empty-next")}
          </SiteLink>
        }
      >
        {t("empty-text")}
      </Empty>
      <CompareByName chosen={[]} />
    </>
  );
}

interface CompareHeadProps {
  columns: readonly ComparedSkill[];
  onlyDifferences: boolean;
}

/** What is compared, in how much it differs, and the choice to see only that. */
function CompareHead({ columns, onlyDifferences }: CompareHeadProps) {
  const t = useTranslations();
  const [first] = columns;
  return (
    <>
      <Breadcrumbs
        crumbs={[{ name: t("common.nav.browse"), href: "/skills" }, { name: t("compare.title") }]}
      />
      <PageTitle
        title={
          columns.length > 1
            ? t("compare.side-by-side", { count: columns.length })
            : first === undefined
              ? t("compare.title")
              : t("compare.title-with", { name: first.skill.displayName })
        }
        lead={t("compare.lead")}
      />
      {columns.length > 1 ? <FactsShown columns={columns} onlyDifferences={onlyDifferences} /> : null}
    </>
  );
}

function FactsShown({ columns, onlyDifferences }: CompareHeadProps) {
  const t = useTranslations("compare");
  const { all, differing } = countFacts(columns);
  const named = columns.map(({ skill }) => namedSkill(skill));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-5 text-13 text-ink-3">
      <span className="segments">
        {([false, true] as const).map((only) => (
          <SiteLink
            key={String(only)}
            href={comparePath(named, only)}
            aria-current={only === onlyDifferences ? "true" : undefined}
            rel="nofollow"
          >
            {only ? t("only-differences", { count: differing }) : t("all-facts", { count: all })}
          </SiteLink>
        ))}
      </span>
      <span>{t("signs")}</span>
    </div>
  );
}

interface LeftOutProps {
  refused: readonly RefusedSkill[];
  /** Written in the place of a name, and can be none. */
  unreadable: readonly string[];
  /** Named beyond what one table holds. */
  left: readonly string[];
}

/** What was asked for and is not in the table: why, and where to go. */
function LeftOut({ refused, unreadable, left }: LeftOutProps) {
  const t = useTranslations("compare");
  return (
    <div className="notices">
      {refused.map((skill) => (
        <Refused key={`${skill.slugOrId}@${skill.version ?? ""}`} skill={skill} />
      ))}
      {unreadable.map((name) => (
        <Unknown key={name} name={name} />
      ))}
      {left.length === 0 ? null : (
        <Note title={t("too-many")}>{t("too-many-text", { names: left.join(", ") })}</Note>
      )}
    </div>
  );
}

function Refused({ skill: { slugOrId: name, version = "", code } }: { skill: RefusedSkill }) {
  const t = useTranslations("compare");
  if (code === "SKILL_QUARANTINED") {
    return (
      <Note
        tone="bad"
        title={t("quarantined", { name })}
        action={<Next href={`${skillPath(name)}/quarantine`} words={t("quarantined-next")} />}
      >
        {t("quarantined-text")}
      </Note>
    );
  }
  if (code === "VERSION_NOT_FOUND") {
    return (
      <Note
        tone="warn"
        title={t("no-version", { name, version })}
        action={<Next href={skillPath(name, "versions")} words={t("no-version-next")} />}
      />
    );
  }
  return <Unknown name={name} />;
}

function Unknown({ name }: { name: string }) {
  const t = useTranslations("compare");
  return (
    <Note
      tone="warn"
      title={t("unknown", { name })}
      action={<Next href={`/skills?q=${encodeURIComponent(name)}`} words={t("unknown-next")} />}
    >
      {t("unknown-text")}
    </Note>
  );
}

function Next({ href, words }: { href: string; words: string }) {
  return (
    <SiteLink className="btn btn-sm" href={href}>
      {words}
    </SiteLink>
  );
}
