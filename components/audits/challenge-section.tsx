import { useTranslations } from "next-intl";
import { SignedChallenge } from "@/components/audits/signed-challenge";
import { ProblemNote } from "@/components/forms/problem-note";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import type { ChallengeView } from "@/lib/audits/challenges/list-challenges";

interface ChallengeSectionProps {
  challenges: readonly ChallengeView[];
  /** Where somebody who is not signed in does so first, before anything is written; null for who is. */
  signIn: string | null;
  /** Bound to the version; null when it cannot be challenged. */
  open: ((form: FormData) => Promise<void>) | null;
  /** Code of what was in the way of the last challenge. */
  problem: string | undefined;
}

/** What was said against this version, how it ended, and the form to say something. */
export function ChallengeSection({ challenges, signIn, open, problem }: ChallengeSectionProps) {
  const t = useTranslations("audits.challenge");
  if (challenges.length === 0 && open === null) return null;
  return (
    <section className="part" aria-labelledby="challenges">
      <SectionHead id="challenges" title={t("title")} remark={t("remark")} />
      <ProblemNote code={problem} />
      <ul className="divide-y divide-line">
        {challenges.map((challenge) => (
          <li key={challenge.id} className="grid gap-1 py-3 text-14">
            <p>
              <b className="font-semibold">{t(`state.${challenge.state}`)}</b> {challenge.claim}{" "}
              <span className="text-ink-2">
                {challenge.challenger} · <When iso={challenge.openedAt} as="day" />
              </span>
            </p>
            {challenge.evidence === challenge.claim ? null : (
              <p className="whitespace-pre-wrap wrap-anywhere text-ink-2">{challenge.evidence}</p>
            )}
            <SignedChallenge challenge={challenge} />
            {challenge.outcome === null ? null : <p>{t("outcome", { text: challenge.outcome })}</p>}
          </li>
        ))}
      </ul>
      {open && signIn !== null && (
        <p className="mt-3">
          <SiteLink className="link" href={signIn}>
            {t("signIn")}
          </SiteLink>
        </p>
      )}
      {open && signIn === null && (
        <details className="mt-4">
          <summary className="btn btn-sm w-fit">{t("open")}</summary>
          <form action={open} className="grid max-w-[560px] gap-4 pt-3">
            <div className="field">
              <label className="field-label" htmlFor="challenge-claim">
                {t("claim")} <span>{t("claimNote")}</span>
              </label>
              <input id="challenge-claim" name="claim" className="input" required maxLength={200} />
            </div>
            <div className="field">
              <label className="field-label" htmlFor="challenge-evidence">
                {t("evidence")} <span>{t("evidenceNote")}</span>
              </label>
              <textarea
                id="challenge-evidence"
                name="evidence"
                className="input"
                rows={4}
                required
                maxLength={4000}
              />
            </div>
            <div>
              <button type="submit" className="btn btn-danger">
                {t("send")}
              </button>
            </div>
          </form>
        </details>
      )}
    </section>
  );
}
