import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { decideAction } from "@/app/[locale]/(account)/administration/actions";
import { AdministrationFrame } from "@/components/administration/administration-frame";
import { DecisionForm } from "@/components/administration/decision-form";
import { CaseAge } from "@/components/administration/case-age";
import { caseAnchor } from "@/components/administration/case-address";
import { UnlessOwn } from "@/components/administration/unless-own";
import { WaitingTable } from "@/components/administration/waiting-table";
import { DECISION_DAYS } from "@/lib/identity/decision-days";
import { FindingList } from "@/components/publish/finding-list";
import { SecondOpinion } from "@/components/skill/security/second-opinion";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { listLeftToOthers } from "@/lib/identity/decided-by";
import { listQuarantine, type HeldVersion } from "@/lib/moderation/decide-caution";
import { ageOf } from "@/lib/moderation/list-waiting";
import type { FindingView } from "@/lib/registry/views";
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
      <Held accountId={actor.accountId} />
    </AdministrationFrame>
  );
}

async function Held({ accountId }: { accountId: string }) {
  const t = await getTranslations("administration");
  const held = await listQuarantine({ accountId });
  const leftToOthers = await listLeftToOthers(
    { accountId },
    held.map(({ skill }) => skill.id),
  );
  return (
    <section aria-labelledby="held">
      <SectionHead id="held" title={t("held")} remark={t("heldRemark")} />
      {held.length === 0 && <p className="py-3 text-14 text-ink-2">{t("noneHeld")}</p>}
      <ul className="divide-y divide-line">
        {held.map((version) => (
          <li key={version.id} id={caseAnchor(version.id)} className="grid gap-3 py-4">
            <p>
              <SiteLink className="link font-semibold" href={`/publish/${version.id}`}>
                {version.skill.slug} <span className="font-mono font-normal">{version.version}</span>
              </SiteLink>{" "}
              <span className="text-14 text-ink-2">
                {version.skill.owner?.username} · <CaseAge age={ageOf(version.createdAt)} />
                {findingsOf(version).length === 0 ? <WhyHeld version={version} /> : null}
              </span>
            </p>
            <Findings findings={findingsOf(version)} />
            {version.opinion === null ? null : <SecondOpinion opinion={version.opinion} />}
            <UnlessOwn leftToOthers={leftToOthers.has(version.skill.id)}>
              <HeldForm versionId={version.id} slug={version.skill.slug} />
            </UnlessOwn>
          </li>
        ))}
      </ul>
    </section>
  );
}

const findingsOf = ({ vettingJobs: [job] }: HeldVersion) => (job?.findings ?? []) as FindingView[];

/** What vetting summed up, in English; findings say more, in the reader's language. */
const WhyHeld = ({
  version: {
    vettingJobs: [job],
  },
}: {
  version: HeldVersion;
}) => (
  <>
    {" · "}
    <span lang="en">{job?.summary}</span>
  </>
);

/** None where a format alone made vetting hold the version: the page of the version shows its verdict. */
const Findings = ({ findings }: { findings: FindingView[] }) =>
  findings.length === 0 ? null : <FindingList findings={findings} />;

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
