import { useTranslations } from "next-intl";

const STEPS = ["one", "two", "three"] as const;

/** The whole way at once: confirm, open the link, own it. `current` is the step the reader is at, 1 to 3. */
export function ClaimSteps({ current }: { current: 1 | 2 | 3 }) {
  const t = useTranslations("claim.steps");
  return (
    <ol
      className="mt-7.5 grid grid-cols-[minmax(0,1fr)] border-y border-edge min-[48rem]:grid-cols-3"
      aria-label={t("label")}
    >
      {STEPS.map((step, index) => (
        <li
          key={step}
          className="group flex gap-3.5 pt-3.5 pb-3.75 not-first:border-t not-first:border-line min-[48rem]:not-first:border-s min-[48rem]:not-first:border-t-0 min-[48rem]:not-first:ps-4.5"
          aria-current={index + 1 === current ? "step" : undefined}
        >
          <span
            className="font-serif text-26 leading-[1.1] font-medium text-ink-3 group-aria-[current]:text-accent"
            aria-hidden="true"
          >
            {index + 1}
          </span>
          <span>
            <b className="block">{t(step)}</b>
            <span className="text-14 text-ink-2">{t(`${step}-text`)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
