import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { decideAction, decideHeldAction } from "@/app/[locale]/(account)/administration/actions";
import { AdministrationFrame } from "@/components/administration/administration-frame";
import { DecisionForm } from "@/components/administration/decision-form";
import { HeldVersionItem } from "@/components/administration/held-version-item";
import { RuleRecordTable } from "@/components/administration/rule-record-table";
import { UnlessOwn } from "@/components/administration/unless-own";
import { WaitingTable } from "@/components/administration/waiting-table";
import { DECISION_DAYS } from "@/lib/identity/decision-days";
import { SectionHead } from "@/components/ui/section-head";
import { listLeftToOthers } from "@/lib/identity/decided-by";
import type { Actor } from "@/lib/identity/actor";
import { listHeldVersions, listHeld } from "@/lib/moderation/list-held";
import { listRuleRecords } from "@/lib/moderation/rule-records";
import { loadAdministrator, type AdministrationProps } from "./load-administrator";

export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: AdministrationProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "administration" });
  return { title: t("title"), robots: { index: false } };
}

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
    <section aria-labelledby="held">
      <SectionHead id="held" title={t("held")} remark={t("heldRemark")} />
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
    </section>
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
    <section aria-labelledby="doubted">
      <SectionHead id="doubted" title={t("doubted")} remark={t("doubtedRemark")} />
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
    </section>
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
