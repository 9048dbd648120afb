import { unlistedPage } from "@/components/site/page-metadata";
import { useTranslations } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { decideAction, decideHeldAction } from "@/app/[locale]/(account)/administration/actions";
import { AdministrationFrame } from "@/components/administration/administration-frame";
import { casePath, CaseAge, UnlessOwn } from "@/components/administration/case";
import { DecisionForm } from "@/components/administration/decision-form";
import { HeldVersionItem } from "@/components/administration/held-version-item";
import { RuleLink } from "@/components/docs/rule-link";
import { DataTable } from "@/components/ui/data-table";
import { SiteLink } from "@/components/ui/site-link";
import { DECISION_DAYS, listLeftToOthers } from "@/lib/identity/decided-by";
import { PageSection } from "@/components/ui/page-parts";
import type { Actor } from "@/lib/identity/actor";
import { listHeld, listHeldVersions } from "@/lib/moderation/held";
import type { WaitingCase } from "@/lib/moderation/list-waiting";
import { listRuleRecords, type RuleRecord } from "@/lib/moderation/rule-records";
import { type AdministrationProps, loadAdministrator } from "./load-administrator";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedPage("administration");

export default async function AdministrationPage({ params, searchParams }: AdministrationProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const outcome = await searchParams;
  const { actor, waiting, cases } = await loadAdministrator(locale, "/administration", outcome);
  const t = await getTranslations("administration");
  return (
    <AdministrationFrame
      section="overview"
      outcome={outcome}
      waiting={waiting}
      next={cases[0]}
      reason={t("reason")}
    >
      <WaitingTable cases={cases} days={DECISION_DAYS} />
      <Held actor={actor} />
      <Doubted actor={actor} />
      <RuleRecordTable records={await listRuleRecords(actor)} />
    </AdministrationFrame>
  );
}

async function Held({ actor }: { actor: Actor }) {
  const t = await getTranslations("administration");
  const held = await listHeld(actor);
  const leftToOthers = await listLeftToOthers(
    actor,
    held.map(({ skill }) => skill.id),
  );
  return (
    <PageSection id="held" title={t("held")} remark={t("heldRemark")}>
      {held.length === 0 && <p className="py-3 text-14 text-ink-2">{t("noneHeld")}</p>}
      <ul className="divide-y divide-line">
        {held.map((version) => (
          <HeldVersionItem key={version.id} held={version} href={`/publish/${version.id}`}>
            <UnlessOwn leftToOthers={leftToOthers.has(version.skill.id)}>
              <HeldForm versionId={version.id} slug={version.skill.slug} />
            </UnlessOwn>
          </HeldVersionItem>
        ))}
      </ul>
    </PageSection>
  );
}

async function Doubted({ actor }: { actor: Actor }) {
  const t = await getTranslations("administration");
  const doubted = await listHeldVersions(actor);
  const leftToOthers = await listLeftToOthers(
    actor,
    doubted.map(({ skill }) => skill.id),
  );
  return (
    <PageSection id="doubted" title={t("doubted")} remark={t("doubtedRemark")}>
      {doubted.length === 0 && <p className="py-3 text-14 text-ink-2">{t("noneDoubted")}</p>}
      <ul className="divide-y divide-line">
        {doubted.map((version) => (
          <HeldVersionItem key={version.id} held={version} href={`/publish/${version.id}`}>
            <UnlessOwn leftToOthers={leftToOthers.has(version.skill.id)}>
              <DoubtForm versionId={version.id} slug={version.skill.slug} />
            </UnlessOwn>
          </HeldVersionItem>
        ))}
      </ul>
    </PageSection>
  );
}

function HeldForm({ versionId, slug }: { versionId: string; slug: string }) {
  const t = useTranslations("administration");
  return (
    <DecisionForm
      subject={["version", versionId]}
      about={slug}
      action={decideAction}
      reason={{ label: t("reason"), note: t("reasonNote"), required: false }}
      choices={[
        { value: "approve", label: t("approve"), tone: "primary", effect: t("effect.approve") },
        { value: "reject", label: t("reject"), tone: "danger", effect: t("effect.reject") },
      ]}
    />
  );
}

function DoubtForm({ versionId, slug }: { versionId: string; slug: string }) {
  const t = useTranslations("administration");
  return (
    <DecisionForm
      subject={["version", versionId]}
      about={slug}
      action={decideHeldAction}
      reason={{ label: t("reason"), note: t("doubtReasonNote"), required: false }}
      choices={[
        { value: "keep", label: t("keep"), tone: "primary", effect: t("effect.keep") },
        { value: "quarantine", label: t("toQuarantine"), tone: "danger", effect: t("effect.quarantine") },
      ]}
    />
  );
}

/** How often each rule of vetting was right, by what administrators decided. */
function RuleRecordTable({ records }: { records: readonly RuleRecord[] }) {
  const t = useTranslations("administration");
  return (
    <PageSection id="rules" title={t("rules")} remark={t("rulesRemark")}>
      {records.length === 0 ? (
        <p className="py-3 text-14 text-ink-2">{t("noRecords")}</p>
      ) : (
        <DataTable
          stacked
          caption={t("rules")}
          columns={[t("rule"), t("heldCount"), t("letThrough"), t("right")]}
        >
          {records.map(({ code, held, letThrough, right, isDoubtful }) => (
            <tr key={code}>
              <th scope="row" className="font-normal">
                {code === null ? t("otherReason") : <RuleLink code={code} className="font-mono text-13" />}
                {isDoubtful ? (
                  <span className="block text-13 font-medium text-caution">{t("isDoubtful")}</span>
                ) : null}
              </th>
              <td>{held}</td>
              <td>{letThrough}</td>
              <td>{right}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </PageSection>
  );
}

const SHOWN = 20;

/** What an administrator has to decide about within `days`, of every kind, longest waiting first. */
function WaitingTable({ cases, days }: { cases: readonly WaitingCase[]; days: number }) {
  const t = useTranslations("administration");
  const more = cases.length - SHOWN;
  return (
    <PageSection id="waiting" title={t("allWaiting")} remark={t("allWaitingRemark", { days })}>
      {cases.length === 0 ? (
        <p className="py-3 text-14 text-ink-2">{t("noneWaiting")}</p>
      ) : (
        <DataTable stacked caption={t("allWaiting")} columns={[t("about"), t("what"), t("waitingSince")]}>
          {cases.slice(0, SHOWN).map((each) => (
            <tr key={`${each.kind} ${each.id}`}>
              <th scope="row" className="wrap-anywhere">
                <SiteLink className="font-semibold hover:underline" href={casePath(each)}>
                  {each.name}
                </SiteLink>
              </th>
              <td>{t(`kind.${each.kind}`)}</td>
              <td>
                <CaseAge age={each} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {more > 0 ? <p className="hint">{t("moreWaiting", { count: more })}</p> : null}
    </PageSection>
  );
}
