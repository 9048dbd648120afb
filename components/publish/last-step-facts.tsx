import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DifferenceList } from "@/components/audits/difference-list";
import { WhyNotCalled } from "@/components/run/not-called";
import { CodeMeaning, ExactMessage } from "@/components/ui/code/code-meaning";
import { printJson } from "@/components/ui/code/json";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { Icon, type IconName } from "@/components/ui/icon";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { refusalMeaning } from "@/lib/platform/i18n/code-meanings";
import type { LastStep } from "@/lib/publishing/last-step/last-step";
import type { Fact, FactGroup, FactTone } from "@/lib/publishing/last-step/list-facts";
import type { UnmatchedExample } from "@/lib/running/examples/try-examples";

const ICONS: Record<FactTone, IconName> = { ok: "good", note: "dot", warn: "alert", bad: "bad" };
const COLOURS: Record<FactTone, string> = {
  ok: "text-accent",
  note: "text-ink-3",
  warn: "text-caution",
  bad: "text-danger",
};

/** Said by `remedies`, with what can be done about it. */
const REMEDIED = new Set<Fact["key"]>([
  "earning-no_wallet",
  "earning-wallet_not_proven",
  "earning-payee_too_low",
]);

interface LastStepFactsProps {
  step: LastStep;
  /** As `listFacts` gives them. */
  facts: readonly Fact[];
  /** What the formats remark, line by line. */
  remarks: ReactNode;
  /** What can be done here about what keeps it from earning. */
  remedies: ReactNode;
  /** The step in which the file is edited. */
  filePath: string;
}

/** What is known of a package before it is published, in groups of sentences with what stands behind them. */
export function LastStepFacts({ step, facts, remarks, remedies, filePath }: LastStepFactsProps) {
  const t = useTranslations("lastStep");
  const groups = [...new Set(facts.map(({ group }) => group))];
  const behind: Partial<Record<FactGroup, ReactNode>> = {
    level: step.preview.ok ? (
      <Changed preview={step.preview} />
    ) : (
      <SiteLink className="btn btn-sm justify-self-start" href={filePath}>
        {t("to-file")}
      </SiteLink>
    ),
    examples: <Unmatched examples={step.examples?.unmatched ?? []} />,
    formats: facts.some(({ key }) => key === "formats-remarks") ? (
      <details className="pt-1">
        <summary className="link text-13">{t("remarks")}</summary>
        {remarks}
      </details>
    ) : null,
    earning: remedies,
  };
  return (
    <PageSection id="last-step" title={t("title")} remark={t("lead")}>
      <dl className="divide-y divide-line">
        {groups.map((group) => (
          <div
            key={group}
            className="grid grid-cols-[120px_minmax(0,1fr)] gap-x-4 gap-y-1 py-3 text-14 to-480:grid-cols-[minmax(0,1fr)]"
          >
            <dt className="font-semibold">{t(`group.${group}`)}</dt>
            <dd className="grid min-w-0 gap-1.5">
              {facts
                .filter((fact) => fact.group === group && !REMEDIED.has(fact.key))
                .map((fact) => (
                  <FactLine key={`${fact.key} ${fact.values["number"] ?? ""}`} fact={fact} step={step} />
                ))}
              {behind[group]}
            </dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}

function FactLine({ fact: { key, values, tone }, step }: { fact: Fact; step: LastStep }) {
  const t = useTranslations("lastStep");
  return (
    <div className="grid grid-cols-[18px_minmax(0,1fr)] gap-2">
      <Icon name={ICONS[tone]} size={16} className={`mt-0.75 ${COLOURS[tone]}`} />
      <div className="wrap-anywhere">
        {tone === "warn" || tone === "bad" ? <span className="vh">{t(`tone.${tone}`)}: </span> : null}
        {t(`say.${key}`, values)}
        <Reason of={key} step={step} />
      </div>
    </div>
  );
}

/** Why, in the reader's language; what an example gave stands below it. */
function Reason({ of, step: { preview, blockers } }: { of: Fact["key"]; step: LastStep }) {
  const locale = useLocale();
  if (of === "refused" && !preview.ok) {
    const meaning = refusalMeaning(locale, preview.code);
    return (
      <>
        {" "}
        <CodeMeaning meaning={meaning} message={preview.message} />
        <ExactMessage meaning={meaning} message={preview.message} />
      </>
    );
  }
  const blocker = blockers.find(({ kind }) => `earning-${kind}` === of);
  return blocker && "obstacles" in blocker ? <WhyNotCalled obstacles={blocker.obstacles} /> : null;
}

function Changed({
  preview: { base, differences },
}: {
  preview: Extract<LastStep["preview"], { ok: true }>;
}) {
  const t = useTranslations("lastStep");
  if (base === null || differences.length === 0) return null;
  return (
    <details className="pt-1">
      <summary className="link text-13">{t("what-changed")}</summary>
      <div className="pt-2">
        <DifferenceList differences={differences} />
      </div>
    </details>
  );
}

/** What each example declares, beside what it gave. */
function Unmatched({ examples }: { examples: readonly UnmatchedExample[] }) {
  const t = useTranslations("lastStep");
  return examples
    .filter(({ gave }) => gave !== null)
    .map(({ number, name, declared, gave, hasFailed }) => (
      <div key={number} className="grid grid-cols-2 gap-x-3 gap-y-1 to-720:grid-cols-[minmax(0,1fr)]">
        <p className="col-span-full text-13 font-medium">
          {t("example", { number })}
          {name === null ? null : ` · ${name}`}
        </p>
        <Side title={t("declared")} text={declared} />
        <Side title={t(hasFailed ? "failed" : "gave")} text={gave ?? ""} />
      </div>
    ));
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <figure className="m-0 min-w-0">
      <figcaption className="text-12 text-ink-3">{title}</figcaption>
      <pre
        className="max-h-50 overflow-auto bg-sunken p-2 text-13 wrap-anywhere whitespace-pre-wrap"
        {...SCROLLABLE}
      >
        {pretty(text)}
      </pre>
    </figure>
  );
}

/** As JSON on several lines; what was cut off, and what is no JSON, as it is. */
function pretty(text: string): string {
  try {
    return printJson(JSON.parse(text));
  } catch {
    return text;
  }
}
