import { useLocale, useTranslations } from "next-intl";
import { RuleLink } from "@/components/docs/rule-link";
import { CodeMeaning, ExactMessage } from "@/components/ui/code/code-meaning";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { findingMeaning } from "@/lib/platform/i18n/code-meanings";
import type { FindingView } from "@/lib/registry/views";

/** What vetting found: where, why it matters, what to change. */
export function FindingList({ findings }: { findings: readonly FindingView[] }) {
  const t = useTranslations("publish");
  if (findings.length === 0) return <p className="py-3 text-14 text-ink-2">{t("noFindings")}</p>;
  return (
    <ul className="divide-y divide-line">
      {findings.map((finding) => (
        <FindingItem
          key={`${finding.code} ${finding.file} ${finding.line} ${finding.message}`}
          finding={finding}
        />
      ))}
    </ul>
  );
}

function FindingItem({ finding }: { finding: FindingView }) {
  const { code, severity, file, line, message, evidence, remedy } = finding;
  const known = findingMeaning(useLocale(), code);
  return (
    <li className="grid gap-1 py-3 text-14">
      <p className="flex flex-wrap items-baseline gap-2">
        <SeverityPill severity={severity} />
        <RuleLink code={code} className="font-mono text-13" />
        {file && (
          <span className="font-mono text-13 text-ink-3">
            {file}
            {line === null ? "" : `:${line}`}
          </span>
        )}
      </p>
      <p>
        <CodeMeaning meaning={known?.meaning} message={message} />
        <ExactMessage meaning={known?.meaning} message={message} />
      </p>
      {evidence && (
        <pre className="overflow-auto bg-sunken p-2 font-mono text-12" {...SCROLLABLE}>
          {evidence}
        </pre>
      )}
      {remedy && (
        <p className="text-ink-2">
          <CodeMeaning meaning={known?.remedy} message={remedy} />
        </p>
      )}
    </li>
  );
}

type Severity = "info" | "low" | "medium" | "high";

const TONE: Record<Severity, string> = {
  high: "pill pill-bad",
  medium: "pill pill-warn",
  low: "pill",
  info: "pill",
};

/** How grave a finding is, in a word. */
export function SeverityPill({ severity }: { severity: Severity }) {
  const t = useTranslations("publish.severity");
  return <span className={TONE[severity]}>{t(severity)}</span>;
}
