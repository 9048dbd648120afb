import { useTranslations } from "next-intl";
import { AnswerButton } from "@/components/forms/answer-button";
import { InputField } from "@/components/forms/input-field";
import { useFieldProblem } from "@/components/forms/use-field-problem";
import { writtenIn, wrongIn } from "@/components/forms/written-in";
import { SectionHead } from "@/components/ui/section-head";
import { When } from "@/components/ui/when";
import type { VerifierView } from "@/lib/audits/verifiers";

interface VerifierListProps {
  verifiers: readonly VerifierView[];
  enrol: (form: FormData) => Promise<void>;
  end: (form: FormData) => Promise<void>;
}

/** All verifiers there are and were, how their key is bound, and the ways to enrol one and to end an enrolment. */
export function VerifierList({ verifiers, enrol, end }: VerifierListProps) {
  const t = useTranslations("administration");
  const written = writtenIn("enrol");
  const wrong = wrongIn("enrol");
  const problem = useFieldProblem(wrong);
  return (
    <section aria-labelledby="verifiers">
      <SectionHead id="verifiers" title={t("verifiers")} remark={t("verifiersRemark")} />
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
              <AnswerButton
                subject={["address", verifier.address]}
                about={verifier.displayName}
                act={end}
                tone="btn-danger"
                label={t("endEnrolment")}
              />
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
          problem={wrong === "address" ? t("walletRefused") : undefined}
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
        <div>
          <button type="submit" className="btn btn-primary">
            {t("enrol")}
          </button>
        </div>
      </form>
    </section>
  );
}
