import type { ReactNode } from "react";
import { useTranslations } from "next-intl";
import { InstallBox } from "@/components/skill/install/install-box";
import { Instead } from "@/components/skill/instead";
import { Rail } from "@/components/skill/rail";
import { RunBar } from "@/components/skill/run-bar";
import { RunInvitation } from "@/components/skill/overview/run-invitation";
import { SkillHeader } from "@/components/skill/skill-header";
import { SkillNotices } from "@/components/skill/skill-notices";
import { SkillTabs } from "@/components/skill/skill-tabs";
import { TrustSummary } from "@/components/skill/security/trust-summary";
import { categoryName } from "@/components/skill/category-name";
import { skillPath, type SkillTab } from "@/components/skill/skill-path";
import { PageShell } from "@/components/site/page-shell";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { WITH_SIDE_COLUMN } from "@/components/ui/side-column";
import type { Installs } from "@/lib/conversion/list-installs";
import type { MedianPrice } from "@/lib/catalogue/prices/find-median-price";
import type { Resembled } from "@/lib/registry/names/find-confusable-name";
import type { SameContent } from "@/lib/registry/versions/find-same-content";
import type { SkillDetail, SkillRow, VersionRow } from "@/lib/registry/views";
import type { ImageMatch } from "@/lib/running/runners/compare-image";

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
  /** The earlier skill of another account that holds the same. */
  sameContent: SameContent | null;
  /** How the runtime image it declares compares with what runs here; null where it declares none. */
  image: ImageMatch | null;
  /** Skills to be had instead of one that is offered no more; null while this one is. */
  instead: SkillRow[] | null;
}

interface SkillFrameProps extends SkillPageData {
  tab: SkillTab;
  /** The run form. A tab without one leads to it. */
  run?: ReactNode | undefined;
  children: ReactNode;
}

/** What every tab of a skill shares: header, the five answers, install, tabs and the rail. */
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
  instead,
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
    <PageShell path={skillPath(skill.slug, tab, pinned)} section="browse" plain>
      <div className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <SkillNotices skill={skill} versions={versions} resembled={resembled} sameContent={sameContent} />
        <SkillHeader skill={skill} versions={versions} isOwn={isOwn} tab={tab} />
        <TrustSummary skill={skill} />
      </div>
      <div className={`wrap ${WITH_SIDE_COLUMN} pt-7 to-720:pt-5`}>
        <div>
          {instead === null ? null : <Instead skill={skill} rows={instead} />}
          <InstallBox skill={skill} installs={installs} origin={origin} />
          <SkillTabs skill={skill} tab={tab} pinned={pinned} />
          {children}
          <RunBar skill={skill} href={runHref} />
        </div>
        <Rail skill={skill} image={image}>
          {run ?? <RunInvitation skill={skill} href={runHref} median={median} />}
        </Rail>
      </div>
    </PageShell>
  );
}
