import { useLocale, useTranslations } from "next-intl";
import { RuleLink } from "@/components/docs/rule-link";
import { SeverityPill } from "@/components/publish/finding-list";
import { saidBelow } from "@/components/forms/field";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn, wrongIn } from "@/components/forms/written-in";
import { findingAnchor, findingReason } from "@/components/review/review-address";
import { CodeMeaning, ExactMessage } from "@/components/ui/code/code-meaning";
import { findingMeaning } from "@/lib/platform/i18n/code-meanings";
import type { ReviewedFinding } from "@/lib/audits/review/reviewed-findings";

const MAX_REASON_CHARACTERS = 500;

type Decide = (form: FormData) => Promise<void>;

interface FindingBoxProps {
  finding: ReviewedFinding;
  /** Null where the verifier may not sign. */
  decide: Decide | null;
  /** Its margins where it stands. */
  className: string;
}

/**
 * A finding in its place: what it says, what to do, and what this verifier decides; plain forms, so it works
 * without scripts.
 */
export function FindingBox({ finding, decide, className }: FindingBoxProps) {
  const t = useTranslations("review");
  const { key, code, severity, message, remedy, decision } = finding;
  const known = findingMeaning(useLocale(), code);
  return (
    <section
      className={`rounded-1 border border-s-3 bg-paper px-3 py-2.5 font-sans text-13 leading-normal font-normal whitespace-normal ${severity === "high" ? "border-danger-line" : "border-caution-line"} ${className}`}
      id={findingAnchor(key)}
      tabIndex={-1}
      aria-label={`${known?.meaning ?? message} (${code})`}
      data-finding
      data-keep-focus={findingAnchor(key)}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <SeverityPill severity={severity} />
        <b className="flex-[1_1_220px] font-semibold wrap-anywhere">
          <CodeMeaning meaning={known?.meaning} message={message} />
        </b>
        <RuleLink code={code} className="font-mono text-12" />
      </p>
      <ExactMessage meaning={known?.meaning} message={message} />
      {remedy === null ? null : (
        <p className="text-ink-2">
          <CodeMeaning meaning={known?.remedy} message={remedy} />
        </p>
      )}
      {decision ? (
        <p>
          <b className="font-semibold">{t(`decision.${decision.decision}`)}:</b> {decision.reason}
        </p>
      ) : null}
      {decide === null ? null : decision ? (
        <form action={decide} className="mt-2">
          <input type="hidden" name="finding" value={key} />
          <button type="submit" name="decision" value="open" className="btn btn-sm">
            {t("takeBackDecision")}
            <span className="vh"> {t("about", { code })}</span>
          </button>
        </form>
      ) : (
        <DecisionForm finding={finding} decide={decide} />
      )}
    </section>
  );
}

function DecisionForm({ finding: { key, code }, decide }: { finding: ReviewedFinding; decide: Decide }) {
  const t = useTranslations("review");
  const id = findingReason(key);
  const form = `finding ${key}`;
  const problem = useFieldProblem(wrongIn(form))("reason", t("reason"));
  return (
    <form action={decide} className="mt-2 grid gap-2">
      <input type="hidden" name="finding" value={key} />
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {t("reason")} <span>{t("reasonNote")}</span>
          <span className="vh"> {t("about", { code })}</span>
        </label>
        <input
          id={id}
          name="reason"
          className="input"
          required
          maxLength={MAX_REASON_CHARACTERS}
          defaultValue={writtenIn(form)?.["reason"]}
          autoComplete="off"
          data-finding-reason
          aria-keyshortcuts="m"
          {...saidBelow({ id, problem })}
        />
        {problem === undefined ? null : (
          <p className="hint hint-bad" id={`${id}-hint`}>
            {problem}
          </p>
        )}
      </div>
      <span className="flex flex-wrap gap-2">
        {(["change", "accepted"] as const).map((value) => (
          <button key={value} type="submit" name="decision" value={value} className="btn btn-sm">
            {t(value === "change" ? "askChange" : "accept")}
            <span className="vh"> {t("about", { code })}</span>
          </button>
        ))}
      </span>
    </form>
  );
}
