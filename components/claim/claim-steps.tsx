import { useTranslations } from "next-intl";

const STEPS = ["one", "two", "three"] as const;

/** The whole way at once: confirm, open the link, own it. `current` is the step the reader is at, 1 to 3. */
export function ClaimSteps({ current }: { current: 1 | 2 | 3 }) {
  const t = useTranslations("claim.steps");
  return (
    <ol className="claim-steps" aria-label={t("label")}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index + 1 === current ? "step" : undefined}>
          <span className="claim-number" aria-hidden="true">
            {index + 1}
          </span>
          <span>
            <b>{t(step)}</b>
            <span>{t(`${step}-text`)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
