import { useTranslations } from "next-intl";
import { SeverityPill } from "@/components/publish/severity-pill";
import type { FindingView } from "@/lib/registry/views";

/** What vetting found: where, why it matters, what to change. */
export function FindingList({ findings }: { findings: readonly FindingView[] }) {
  const t = useTranslations("publish");
  if (findings.length === 0) return <p className="py-3 text-14 text-ink-2">{t("noFindings")}</p>;
  return (
    <ul className="divide-y divide-line">
      {findings.map((finding) => (
        <li
          key={`${finding.code} ${finding.file} ${finding.line} ${finding.message}`}
          className="grid gap-1 py-3 text-14"
        >
          <p className="flex flex-wrap items-baseline gap-2">
            <SeverityPill severity={finding.severity} />
            <span className="font-mono text-13">{finding.code}</span>
            {finding.file && (
              <span className="font-mono text-13 text-ink-3">
                {finding.file}
                {finding.line === null ? "" : `:${finding.line}`}
              </span>
            )}
          </p>
          <p>{finding.message}</p>
          {finding.evidence && (
            <pre className="overflow-auto bg-sunken p-2 font-mono text-12">{finding.evidence}</pre>
          )}
          {finding.remedy && <p className="text-ink-2">{finding.remedy}</p>}
        </li>
      ))}
    </ul>
  );
}
