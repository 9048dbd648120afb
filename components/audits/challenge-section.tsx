import { SendButton } from "@/components/forms/send-button";
import { useTranslations } from "next-intl";
import { InputField, TextField } from "@/components/forms/field";
import { ProblemNote, useFieldProblem } from "@/components/forms/problem-note";
import { refusedForm, writtenIn, wrongIn } from "@/components/forms/written-in";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { ChallengeView } from "@/lib/audits/challenges";

interface ChallengeSectionProps {
  challenges: readonly ChallengeView[];
  /** Where somebody who is not signed in does so first, before anything is written; null for who is. */
  signIn: string | null;
  /** Bound to the version; null when it cannot be challenged, or why this reader cannot. */
  open: ((form: FormData) => Promise<void>) | "own" | "opened" | null;
  /** What the accused answers with, where that is who looks. */
  answer: ((form: FormData) => Promise<void>) | null;
  /** Where the deposit of the version stands; null where it has none. */
  deposit: string | null;
  /** Code of what was in the way of the last challenge. */
  problem: string | undefined;
  /** Name of the field that was refused. */
  wrong: string | undefined;
}

/** What was said against this version, how it ended, and the form to say something. */
export function ChallengeSection({
  challenges,
  signIn,
  open,
  answer,
  deposit,
  problem,
  wrong,
}: ChallengeSectionProps) {
  const t = useTranslations("audits.challenge");
  const said = useFieldProblem(wrong);
  const written = writtenIn("challenge");
  if (challenges.length === 0 && open === null) return null;
  return (
    <PageSection id="challenges" title={t("title")} remark={t("remark")} className="part">
      <ProblemNote
        code={problem}
        field={wrong}
        fields={[
          { name: "claim", id: "challenge-claim", label: t("claim") },
          { name: "evidence", id: "challenge-evidence", label: t("evidence") },
          { name: "answer", id: answerId(refusedForm()?.split(" ")[1] ?? ""), label: t("answer") },
        ]}
      />
      <ul className="divide-y divide-line">
        {challenges.map((challenge) => (
          <li key={challenge.id} className="grid gap-1 py-3 text-14">
            <p>
              <b className="font-semibold">{t(`state.${challenge.state}`)}</b> {challenge.claim}{" "}
              <span className="text-ink-2">
                {challenge.challenger} ({t(`by.${challenge.standing ?? "none"}`)}) ·{" "}
                <When iso={challenge.openedAt} as="day" />
              </span>
            </p>
            {challenge.evidence === challenge.claim ? null : (
              <p className="whitespace-pre-wrap wrap-anywhere text-ink-2">{challenge.evidence}</p>
            )}
            <SignedChallenge challenge={challenge} />
            <Answer challenge={challenge} />
            {answer !== null && challenge.state === "open" ? (
              <AnswerForm challenge={challenge} send={answer} />
            ) : null}
            {challenge.state === "open" ? (
              <p>{t.rich("until", { day: slot(<When iso={challenge.deadline} as="day" />) })}</p>
            ) : null}
            {challenge.outcome === null ? null : <p>{t("outcome", { text: challenge.outcome })}</p>}
            {challenge.state === "upheld" && deposit !== null ? (
              <p>
                <SiteLink className="link" href={deposit}>
                  {t("deposit")}
                </SiteLink>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {typeof open === "string" && <p className="mt-3 text-14 text-ink-2">{t(open)}</p>}
      {typeof open === "function" && signIn !== null && (
        <p className="mt-3">
          <SiteLink className="link" href={signIn}>
            {t("signIn")}
          </SiteLink>
        </p>
      )}
      {typeof open === "function" && signIn === null && (
        <details className="mt-4" open={problem !== undefined}>
          <summary className="btn btn-sm w-fit">{t("open")}</summary>
          <form action={open} className="grid max-w-[560px] gap-4 pt-3">
            <InputField
              id="challenge-claim"
              name="claim"
              label={t("claim")}
              note={t("claimNote")}
              autoComplete="off"
              maxLength={200}
              required
              defaultValue={written?.["claim"]}
              problem={said("claim", t("claim"))}
              tall
            />
            <TextField
              id="challenge-evidence"
              name="evidence"
              label={t("evidence")}
              note={t("evidenceNote")}
              rows={4}
              maxLength={4000}
              required
              defaultValue={written?.["evidence"]}
              problem={said("evidence", t("evidence"))}
            />
            <div>
              <button type="submit" className="btn btn-danger">
                {t("send")}
              </button>
            </div>
          </form>
        </details>
      )}
    </PageSection>
  );
}

/** What the accused says to a challenge; nothing while they say nothing. */
export function Answer({ challenge: { answer } }: { challenge: Pick<ChallengeView, "answer"> }) {
  const t = useTranslations("audits.challenge");
  if (answer === null) return null;
  return (
    <p className="border-s-2 border-line-2 ps-3 whitespace-pre-wrap wrap-anywhere">
      <b className="font-medium">{t("answered")}</b> {answer}
    </p>
  );
}

const answerId = (challengeId: string) => `answer-${challengeId}`;

interface AnswerFormProps {
  challenge: Pick<ChallengeView, "id" | "answer">;
  send: (form: FormData) => Promise<void>;
}

function AnswerForm({ challenge: { id, answer }, send }: AnswerFormProps) {
  const t = useTranslations("audits.challenge");
  const form = `answer ${id}`;
  const problem = useFieldProblem(wrongIn(form));
  const written = writtenIn(form);
  return (
    <details open={written !== null}>
      <summary className="btn btn-sm w-fit">{t(answer === null ? "toAnswer" : "changeAnswer")}</summary>
      <form action={send} className="grid max-w-[560px] gap-3 pt-3">
        <input type="hidden" name="challenge" value={id} />
        <TextField
          id={answerId(id)}
          name="answer"
          label={t("answer")}
          note={t("answerNote")}
          rows={4}
          maxLength={2000}
          required
          defaultValue={written?.["answer"] ?? answer ?? undefined}
          problem={problem("answer", t("answer"))}
        />
        <SendButton>{t("sendAnswer")}</SendButton>
      </form>
    </details>
  );
}

/**
 * Where a challenge was opened by a verifier's signature: the signed record, and whether the verifier still stands
 * by it.
 */
export function SignedChallenge({ challenge }: { challenge: Pick<ChallengeView, "auditId" | "takenBack"> }) {
  const t = useTranslations("audits.challenge");
  const { auditId, takenBack } = challenge;
  if (auditId === null) return null;
  return (
    <p className="text-14">
      <a className="link" href={`/v1/audits/${auditId}`}>
        {t("signed")}
      </a>
      {takenBack === null ? null : (
        <span className="text-danger"> {t("takenBack", { reason: takenBack })}</span>
      )}
    </p>
  );
}
