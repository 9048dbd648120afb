import type { ReactNode } from "react";
import { useTranslations } from "next-intl";
import { InstallBox } from "@/components/skill/install/install-box";
import { Rail } from "@/components/skill/rail";
import { SkillByLine, SkillHeader } from "@/components/skill/skill-header";
import { SkillNotices } from "@/components/skill/skill-notices";
import { TrustSummary } from "@/components/skill/security/trust-summary";
import { categoryName } from "@/components/skill/category-name";
import { skillPath, type SkillTab } from "@/components/skill/links";
import { PageShell } from "@/components/site/page-shell";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageSection, WITH_SIDE_COLUMN } from "@/components/ui/page-parts";
import type { ShownAdvisory } from "@/components/advisories/advisory-table";
import type { FollowAction } from "@/components/following/follow-form";
import type { FollowState } from "@/lib/catalogue/following/follow";
import type { Installs } from "@/lib/conversion/list-installs";
import type { MedianPrice } from "@/lib/catalogue/prices/prices";
import type { Resembled } from "@/lib/registry/names/confusable-names";
import type { EarlierContent } from "@/lib/registry/versions/find-version";
import type { SkillDetail, SkillRow, VersionRow } from "@/lib/registry/views";
import type { ImageMatch } from "@/lib/running/runners/compare-image";
import { isCalled, NotCalled } from "@/components/run/not-called";
import { SiteLink } from "@/components/ui/site-link";
import { CallPrice } from "@/components/run/payment/call-price";
import { worstFindings } from "@/components/skill/security/findings";
import { SkillRows } from "@/components/skill/row/skill-row";

export interface SkillPageData {
  skill: SkillDetail;
  versions: VersionRow[];
  /** Whether its owner is who looks at it. */
  isOwn: boolean;
  /** The version as addresses carry it: only one that is not the latest. */
  pinned: string | undefined;
  origin: string;
  installs: Installs;
  median: MedianPrice | null;
  /** The older skill that this one may be taken for. */
  resembled: Resembled | null;
  /** The earlier skill of another account that holds the same, or nearly. */
  sameContent: EarlierContent | null;
  /** How the runtime image it declares compares with what runs here; null where it declares none. */
  image: ImageMatch | null;
  /** Advisories in force about this version, the newest first. */
  advisories: ShownAdvisory[];
  /** Who follows it, and the act of it. */
  following: { state: FollowState; act: FollowAction };
  /** Skills to be had instead of one that is offered no more; null while this one is. */
  instead: SkillRow[] | null;
}

interface SkillFrameProps extends SkillPageData {
  tab: SkillTab;
  /** The run form. A tab without one leads to it. */
  run?: ReactNode | undefined;
  children: ReactNode;
}

/**
 * What every tab of a skill shares: what it is, the tabs and the rail. The overview has more above them: whose it is, what
 * is known of it, and how to install it. Where there is a run form, it comes right behind what the skill is: on a phone
 * too, and for the keyboard, which a path down to it would only hold up.
 */
export function SkillFrame({
  skill,
  versions,
  isOwn,
  pinned,
  origin,
  installs,
  median,
  resembled,
  sameContent,
  image,
  advisories,
  instead,
  following,
  tab,
  run,
  children,
}: SkillFrameProps) {
  const t = useTranslations("common.nav");
  const words = useTranslations();
  const crumbs = [
    { name: t("browse"), href: "/skills" },
    ...(skill.category === null
      ? []
      : [
          {
            name: categoryName(skill.category, words),
            href: `/skills?category=${encodeURIComponent(skill.category)}`,
          },
        ]),
    skill.publisher === null
      ? { name: skill.slug }
      : { name: skill.publisher, href: `/people/${encodeURIComponent(skill.publisher)}` },
  ];
  const runHref = `${run === undefined ? skillPath(skill.slug, "overview", pinned) : ""}#run`;
  return (
    <PageShell
      path={skillPath(skill.slug, tab, pinned)}
      section="browse"
      plain
      skipTo={
        run !== undefined && isCalled(skill) ? { href: runHref, label: words("skill.run.go") } : undefined
      }
    >
      <div className="wrap">
        {tab === "overview" ? null : <Breadcrumbs crumbs={crumbs} />}
        <SkillNotices
          skill={skill}
          versions={versions}
          resembled={resembled}
          sameContent={sameContent}
          advisories={advisories}
        />
        <SkillHeader skill={skill} versions={versions} isOwn={isOwn} tab={tab} />
      </div>
      <div className={`wrap ${WITH_SIDE_COLUMN} pt-5 from-1101:grid-rows-[auto_auto_1fr] from-1101:gap-y-7`}>
        {run === undefined ? null : <div className="from-1101:col-2 from-1101:row-2">{run}</div>}
        {tab === "overview" ? (
          <div className="from-1101:col-[1/-1] from-1101:row-1">
            <SkillByLine skill={skill} isOwn={isOwn} following={following} />
            <TrustSummary skill={skill} />
          </div>
        ) : null}
        <div className="from-1101:col-1 from-1101:row-[2/span_2]">
          {instead === null ? null : <Instead skill={skill} rows={instead} />}
          {tab === "overview" ? <InstallBox skill={skill} installs={installs} origin={origin} /> : null}
          <SkillTabs skill={skill} tab={tab} pinned={pinned} />
          {children}
        </div>
        <div
          className={
            run === undefined ? "from-1101:col-2 from-1101:row-2" : "from-1101:col-2 from-1101:row-3"
          }
        >
          <Rail skill={skill} image={image}>
            {run === undefined ? <RunInvitation skill={skill} href={runHref} median={median} /> : null}
          </Rail>
        </div>
      </div>
    </PageShell>
  );
}

interface RunInvitationProps {
  skill: SkillDetail;
  href: string;
  median: MedianPrice | null;
}

/** Where a tab has no run form: what one call costs, and the way to the form. */
export function RunInvitation({ skill, href, median }: RunInvitationProps) {
  const t = useTranslations();
  return (
    <section aria-labelledby="run-title" className="border border-edge bg-surface rounded-1">
      {skill.runnable ? <CallPrice lamports={skill.priceLamports} median={median} /> : null}
      <div className="px-5 pb-5 pt-4">
        <h2 id="run-title" className="mb-3 text-15 font-semibold">
          {t("run.form.title")}
        </h2>
        {isCalled(skill) ? (
          <SiteLink className="btn btn-primary w-full" href={href}>
            {t("skill.run.go")}
          </SiteLink>
        ) : (
          <NotCalled skill={skill} />
        )}
      </div>
    </section>
  );
}

const TABS: readonly SkillTab[] = [
  "overview",
  "examples",
  "versions",
  "files",
  "security",
  "reviews",
  "questions",
  "api",
];

/** Tabs as links: each has an address of its own. */
function SkillTabs({
  skill,
  tab,
  pinned,
}: {
  skill: SkillDetail;
  tab: SkillTab;
  pinned: string | undefined;
}) {
  const t = useTranslations("skill.tabs");
  const worst = worstFindings(skill.findings);
  const counts: Partial<Record<SkillTab, string>> = {
    examples: String(skill.examplesTotal),
    versions: String(skill.counts.versions),
    files: String(skill.counts.files),
    reviews: String(skill.rating.count),
    ...(worst === null ? {} : { security: t(`findings-${worst.severity}`, { count: worst.count }) }),
  };
  return (
    <nav className="tabs" aria-label={t("label")}>
      {TABS.map((name) => (
        <SiteLink
          key={name}
          href={skillPath(skill.slug, name, pinned)}
          aria-current={name === tab ? "page" : undefined}
        >
          {t(name)}
          {counts[name] === undefined ? null : <span>{counts[name]}</span>}
        </SiteLink>
      ))}
    </nav>
  );
}

type Gone = Pick<SkillDetail, "category" | "capabilities" | "publisher">;

/**
 * Where a reader goes whose skill is offered no more: to others of its kind, the lists, and its publisher's
 * other skills.
 */
function Instead({ skill, rows }: { skill: Gone; rows: readonly SkillRow[] }) {
  const t = useTranslations("skill.instead");
  const kind = kindOf(skill, rows);
  return (
    <PageSection id="instead" title={t("title")} className="part">
      {rows.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("none")}</p>
      ) : (
        <SkillRows rows={rows} heading="h3" labelledBy="instead" />
      )}
      <p className="flex flex-wrap gap-3 pt-4">
        <SiteLink className="btn btn-primary" href={kind === null ? "/skills" : `/skills?${kind}`}>
          {t(kind === null ? "browse" : "kind")}
        </SiteLink>
        {skill.publisher === null ? null : (
          <SiteLink className="btn" href={`/people/${encodeURIComponent(skill.publisher)}`}>
            {t("publisher", { publisher: skill.publisher })}
          </SiteLink>
        )}
      </p>
    </PageSection>
  );
}

/** The search for the kind that all rows are of; null where they were found by other means. */
function kindOf({ category, capabilities }: Gone, rows: readonly SkillRow[]): URLSearchParams | null {
  if (rows.length === 0) return null;
  if (category !== null)
    return rows.every((row) => row.category === category) ? new URLSearchParams({ category }) : null;
  const [capability] = capabilities;
  return capability !== undefined && rows.every((row) => row.capabilities.includes(capability))
    ? new URLSearchParams({ capability })
    : null;
}
