import "@/app/styles/diff.css";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { CompareForm, CompareReleases } from "@/components/skill/versions/compare-releases";
import { readPlace } from "@/components/review/review-address";
import { skillPath } from "@/components/skill/links";
import { localizedPath } from "@/lib/platform/i18n/paths";
import {
  compareReleases,
  listLineChanges,
  readComparison,
} from "@/lib/catalogue/comparison/compare-releases";
import { listClaimHistory, type ClaimEvent } from "@/lib/catalogue/skill-page/get-skill";
import { VersionsTab } from "@/components/skill/versions/versions-tab";
import { SkillFrame } from "@/components/skill/skill-frame";
import { firstOf, loadSkill, skillMetadata, type SkillPageProps } from "../load-skill";
import { useTranslations } from "next-intl";
import { PageSection } from "@/components/ui/page-parts";
import { When } from "@/components/ui/values";
import { asViewer } from "@/lib/web/auth/as-viewer";

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "versions", t("versions"));
}

export default async function SkillVersionsPage(props: SkillPageProps) {
  const [data, query] = await Promise.all([loadSkill(props), props.searchParams]);
  const { skill, versions } = data;
  const [from, to] = [firstOf(query["from"]), firstOf(query["to"])];
  if (from !== undefined && to !== undefined) {
    const compare = new URLSearchParams({ compare: `${from}..${to}` });
    redirect(localizedPath(await getLocale(), `${skillPath(skill.slug, "versions")}?${compare}`));
  }
  const place = readPlace(query);
  const compared = skill.filesGiven ? versions : []; // what their files say of each other is read in them
  const [lines, history] = await Promise.all([
    asViewer(() => listLineChanges(compared)),
    listClaimHistory(skill.id),
  ]);
  const pair = readComparison(firstOf(query["compare"]), compared);
  const comparison =
    pair &&
    (await asViewer(() => compareReleases(pair, { path: place.file ?? undefined, open: place.open })));
  return (
    <SkillFrame {...data} tab="versions">
      <CompareForm slug={skill.slug} versions={compared} from={comparison?.from} to={comparison?.to} />
      {comparison === null ? null : (
        <CompareReleases slug={skill.slug} comparison={comparison} place={place} />
      )}
      <VersionsTab skill={skill} versions={versions} lines={lines} />
      <ClaimHistory events={history} />
    </SkillFrame>
  );
}

/** How the skill came here, whose it became, and what it was called. */
function ClaimHistory({ events }: { events: readonly ClaimEvent[] }) {
  const t = useTranslations("skill.versions");
  if (events.length === 0) return null;
  return (
    <PageSection id="claims" title={t("history")} className="part">
      <dl className="facts">
        {events.map((event) => (
          <div key={`${event.kind} ${event.occurredAt}`}>
            <dt>
              <What event={event} />
            </dt>
            <dd>
              <When iso={event.occurredAt} as="second" />
            </dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}

function What({ event: { kind, between, renamed } }: { event: ClaimEvent }) {
  const t = useTranslations("skill.versions");
  if (between !== null) return t("history-given", between);
  return renamed === null ? t(NAMES[kind]) : t("history-renamed-from", renamed);
}

const NAMES = {
  "skill:created": "history-created",
  "draft:claimed": "history-claimed",
  "draft:expired": "history-expired",
  "skill:transferred": "history-transferred",
  "skill:renamed": "history-renamed",
} as const;
