import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import {
  decideApplicationAction,
  decideChallengeAction,
  endVerifierAction,
} from "@/app/[locale]/(account)/administration/audits/actions";
import { enrolAction } from "@/app/[locale]/(account)/administration/actions";
import { loadAdministrator } from "@/app/[locale]/(account)/administration/load-administrator";
import { InputField } from "@/components/forms/input-field";
import { writtenIn } from "@/components/forms/written-in";
import { AdministrationFrame } from "@/components/administration/administration-frame";
import { UnlessOwn } from "@/components/administration/unless-own";
import { VerifierList } from "@/components/administration/verifier-list";
import { SignedChallenge } from "@/components/audits/signed-challenge";
import { skillPath } from "@/components/skill/skill-path";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import { listApplications } from "@/lib/audits/applications/decide-application";
import { listChallenges } from "@/lib/audits/challenges/list-challenges";
import { listVerifiers } from "@/lib/audits/enrol-verifier";
import type { Actor } from "@/lib/identity/actor";

export const dynamic = "force-dynamic";

interface AuditAdministrationProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ problem?: string }>;
}

export async function generateMetadata({ params }: AuditAdministrationProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "audits.administration" });
  return { title: t("title"), robots: { index: false } };
}

export default async function AuditAdministrationPage({ params, searchParams }: AuditAdministrationProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const { actor, waiting } = await loadAdministrator(locale, "/administration/audits");
  return (
    <AdministrationFrame section="audits" outcome={await searchParams} waiting={waiting}>
      <Challenges />
      <Applications actor={actor} />
      <VerifierList verifiers={await listVerifiers()} enrol={enrolAction} end={endVerifierAction} />
    </AdministrationFrame>
  );
}

async function Challenges() {
  const t = await getTranslations("audits.administration");
  const challenges = await listChallenges("open");
  return (
    <section aria-labelledby="challenges">
      <SectionHead id="challenges" title={t("challenges")} remark={t("challengesRemark")} />
      {challenges.length === 0 && <p className="py-3 text-14 text-ink-2">{t("none")}</p>}
      <ul className="divide-y divide-line">
        {challenges.map((challenge) => (
          <li key={challenge.id} className="grid gap-3 py-4">
            <p>
              <SiteLink className="link" href={skillPath(challenge.slug, "security")}>
                {challenge.slug}
              </SiteLink>{" "}
              <span className="font-mono">{challenge.version}</span>{" "}
              <span className="text-14 text-ink-2">
                {challenge.challenger} · <When iso={challenge.openedAt} as="day" />
              </span>
            </p>
            <SignedChallenge challenge={challenge} />
            <p>{challenge.claim}</p>
            <pre className="bg-sunken p-3 font-mono text-13 whitespace-pre-wrap wrap-anywhere">
              {challenge.evidence}
            </pre>
            <form action={decideChallengeAction} className="flex flex-wrap items-end gap-3">
              <input type="hidden" name="challenge" value={challenge.id} />
              <InputField
                id={`outcome-${challenge.id}`}
                name="outcome"
                label={t("outcome")}
                grow
                required
                maxLength={500}
                defaultValue={writtenIn(`challenge ${challenge.id}`)?.["outcome"]}
              />
              <button type="submit" name="decision" value="uphold" className="btn btn-danger">
                {t("uphold")}
              </button>
              <button type="submit" name="decision" value="reject" className="btn">
                {t("reject")}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function Applications({ actor }: { actor: Actor }) {
  const t = await getTranslations("audits.administration");
  const applications = await listApplications(actor);
  return (
    <section aria-labelledby="applications">
      <SectionHead id="applications" title={t("applications")} remark={t("applicationsRemark")} />
      {applications.length === 0 && <p className="py-3 text-14 text-ink-2">{t("none")}</p>}
      <ul className="divide-y divide-line">
        {applications.map((application) => (
          <li key={application.id} className="grid gap-2 py-4">
            <p>
              <b className="font-semibold">{application.displayName}</b>{" "}
              <span className="font-mono text-13 wrap-anywhere">{application.address}</span>
            </p>
            <p className="text-14 whitespace-pre-wrap">{application.about}</p>
            <UnlessOwn leftToOthers={application.leftToOthers} what="application">
              <form action={decideApplicationAction} className="flex gap-3">
                <input type="hidden" name="application" value={application.id} />
                <button type="submit" name="decision" value="grant" className="btn btn-primary">
                  {t("grant")}
                </button>
                <button type="submit" name="decision" value="refuse" className="btn">
                  {t("refuse")}
                </button>
              </form>
            </UnlessOwn>
          </li>
        ))}
      </ul>
    </section>
  );
}
