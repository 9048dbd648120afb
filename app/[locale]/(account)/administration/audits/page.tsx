import { SendButton } from "@/components/forms/send-button";
import { unlistedPage } from "@/components/site/page-metadata";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import {
  decideApplicationAction,
  decideChallengeAction,
  endVerifierAction,
  enrolAction,
} from "@/app/[locale]/(account)/administration/actions";
import { loadAdministrator } from "@/app/[locale]/(account)/administration/load-administrator";
import {
  AdministrationFrame,
  type AdministrationOutcome,
} from "@/components/administration/administration-frame";
import { DecisionForm } from "@/components/administration/decision-form";
import { CaseAge, caseAnchor, UnlessOwn } from "@/components/administration/case";
import { Answer, SignedChallenge } from "@/components/audits/challenge-section";
import { skillPath } from "@/components/skill/links";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import { listApplications } from "@/lib/audits/applications";
import { listOpenChallenges } from "@/lib/audits/challenges";
import { listVerifiers, type VerifierView } from "@/lib/audits/verifiers";
import { ageOf } from "@/lib/moderation/list-waiting";
import type { Actor } from "@/lib/identity/actor";
import { AnswerButton } from "@/components/forms/answer-button";
import { InputField } from "@/components/forms/field";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn, wrongIn } from "@/components/forms/written-in";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("audits.administration");

export default async function AuditAdministrationPage(props: PageProps<AdministrationOutcome>) {
  const { actor, frame } = await loadAdministrator(props, "/administration/audits");
  const [t, words] = await Promise.all([
    getTranslations("audits.administration"),
    getTranslations("administration"),
  ]);
  return (
    <AdministrationFrame
      {...frame}
      section="audits"
      reason={t("outcome")}
      fields={[
        { name: "address", id: "address", label: words("wallet"), refused: words("walletRefused") },
        { name: "name", id: "name", label: words("name") },
      ]}
    >
      <Challenges actor={actor} />
      <Applications actor={actor} />
      <VerifierList verifiers={await listVerifiers()} enrol={enrolAction} end={endVerifierAction} />
    </AdministrationFrame>
  );
}

async function Challenges({ actor }: { actor: Actor }) {
  const t = await getTranslations("audits.administration");
  const challenges = await listOpenChallenges(actor);
  return (
    <PageSection id="challenges" title={t("challenges")} remark={t("challengesRemark")}>
      {challenges.length === 0 && <p className="py-3 text-14 text-ink-2">{t("none")}</p>}
      <ul className="divide-y divide-line">
        {challenges.map((challenge) => (
          <li key={challenge.id} id={caseAnchor(challenge.id)} className="grid gap-3 py-4">
            <p>
              <SiteLink className="link" href={skillPath(challenge.slug, "security", challenge.version)}>
                {challenge.slug}
              </SiteLink>{" "}
              <span className="font-mono">{challenge.version}</span>{" "}
              <span className="text-14 text-ink-2">
                {challenge.challenger} · <CaseAge age={ageOf(new Date(challenge.openedAt))} />
              </span>
            </p>
            <SignedChallenge challenge={challenge} />
            <p>{challenge.claim}</p>
            <pre className="bg-sunken p-3 font-mono text-13 whitespace-pre-wrap wrap-anywhere">
              {challenge.evidence}
            </pre>
            <Answer challenge={challenge} />
            <UnlessOwn leftToOthers={challenge.leftToOthers} what="challenge">
              <ChallengeForm challengeId={challenge.id} slug={challenge.slug} />
            </UnlessOwn>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

async function Applications({ actor }: { actor: Actor }) {
  const t = await getTranslations("audits.administration");
  const applications = await listApplications(actor);
  return (
    <PageSection id="applications" title={t("applications")} remark={t("applicationsRemark")}>
      {applications.length === 0 && <p className="py-3 text-14 text-ink-2">{t("none")}</p>}
      <ul className="divide-y divide-line">
        {applications.map((application) => (
          <li key={application.id} id={caseAnchor(application.id)} className="grid gap-2 py-4">
            <p>
              <b className="font-semibold">{application.displayName}</b>{" "}
              <span className="font-mono text-13 wrap-anywhere">{application.address}</span>{" "}
              <span className="text-14 text-ink-2">
                <CaseAge age={ageOf(application.createdAt)} />
              </span>
            </p>
            <p className="text-14 whitespace-pre-wrap">{application.about}</p>
            {application.endedAt !== null && (
              <p className="text-14">
                {t.rich("endedBefore", { day: slot(<When iso={application.endedAt} as="day" />) })}
              </p>
            )}
            <UnlessOwn leftToOthers={application.leftToOthers} what="application">
              <DecisionForm
                subject={["application", application.id]}
                about={application.displayName}
                action={decideApplicationAction}
                reason={null}
                choices={[
                  { value: "grant", label: t("grant"), tone: "primary", effect: t("effect.grant") },
                  { value: "refuse", label: t("refuse"), tone: "plain", effect: t("effect.refuse") },
                ]}
              />
            </UnlessOwn>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function ChallengeForm({ challengeId, slug }: { challengeId: string; slug: string }) {
  const t = useTranslations("audits.administration");
  return (
    <DecisionForm
      subject={["challenge", challengeId]}
      about={slug}
      action={decideChallengeAction}
      reason={{ label: t("outcome"), required: true }}
      choices={[
        { value: "uphold", label: t("uphold"), tone: "danger", effect: t("effect.uphold") },
        { value: "reject", label: t("reject"), tone: "plain", effect: t("effect.reject") },
      ]}
    />
  );
}

interface VerifierListProps {
  verifiers: readonly VerifierView[];
  enrol: (form: FormData) => Promise<void>;
  end: (form: FormData) => Promise<void>;
}

/** All verifiers there are and were, how their key is bound, and the ways to enrol one and to end an enrolment. */
function VerifierList({ verifiers, enrol, end }: VerifierListProps) {
  const t = useTranslations("administration");
  const written = writtenIn("enrol");
  const wrong = wrongIn("enrol");
  const problem = useFieldProblem(wrong);
  return (
    <PageSection id="verifiers" title={t("verifiers")} remark={t("verifiersRemark")}>
      <ul className="divide-y divide-line">
        {verifiers.map((verifier) => (
          <li
            key={`${verifier.address} ${verifier.enrolledAt}`}
            className="flex flex-wrap items-center justify-between gap-3 py-3"
          >
            <div className="min-w-0">
              <p>
                <b className="font-semibold">{verifier.displayName}</b>{" "}
                <span className="font-mono text-13 text-ink-2 wrap-anywhere">{verifier.address}</span>
              </p>
              <p className="text-13 text-ink-2">
                {t("since")} <When iso={verifier.enrolledAt} as="day" /> ·{" "}
                {t(verifier.keySigned ? "keySigned" : "keyBySignIn")}
              </p>
            </div>
            {verifier.revokedAt ? (
              <span className="pill">
                {t("ended")} <When iso={verifier.revokedAt} as="day" />
              </span>
            ) : (
              <div className="grid justify-items-end gap-2">
                <AnswerButton
                  subject={["address", verifier.address]}
                  about={verifier.displayName}
                  act={end}
                  tone="btn-danger"
                  label={t("endEnrolment")}
                />
                <details>
                  <summary className="text-14">
                    {t("keyLeaked")}
                    <span className="vh"> {verifier.displayName}</span>
                  </summary>
                  <form action={end} className="flex flex-wrap items-end gap-3 pt-2">
                    <input type="hidden" name="address" value={verifier.address} />
                    <InputField
                      id={`leaked-${verifier.address}`}
                      name="leaked"
                      label={t("keyLeakedWhy")}
                      required
                      maxLength={500}
                    />
                    <button type="submit" className="btn btn-danger">
                      {t("keyLeakedNow")}
                    </button>
                  </form>
                </details>
              </div>
            )}
          </li>
        ))}
      </ul>
      <form action={enrol} className="mt-6 grid max-w-[560px] gap-4">
        <InputField
          id="address"
          name="address"
          label={t("wallet")}
          note={t("walletNote")}
          mono
          required
          maxLength={44}
          defaultValue={written?.["address"]}
          problem={problem("address", t("wallet"), t("walletRefused"))}
          autoComplete="off"
        />
        <InputField
          id="name"
          name="name"
          label={t("name")}
          note={t("nameNote")}
          required
          maxLength={80}
          defaultValue={written?.["name"]}
          problem={problem("name", t("name"))}
          autoComplete="off"
        />
        <SendButton>{t("enrol")}</SendButton>
      </form>
    </PageSection>
  );
}
