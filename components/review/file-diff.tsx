import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { SeverityPill } from "@/components/publish/severity-pill";
import { SCROLLABLE } from "@/components/ui/scrollable";
import type { DiffLine, Hunk } from "@/lib/audits/review/line-diff";
import type { FindingView } from "@/lib/registry/views";

interface FileDiffProps {
  path: string;
  hunks: readonly Hunk[];
  findings: readonly FindingView[];
  split: boolean;
}

const SIGN = { same: "", added: "+", removed: "−" } as const;
const CLASS = {
  same: "diff-line",
  added: "diff-line diff-added",
  removed: "diff-line diff-removed",
} as const;

/** The changed lines of one file, with the findings of vetting below the lines they are about. */
export function FileDiff({ path, hunks, findings, split }: FileDiffProps) {
  const t = useTranslations("review");
  const Line = split ? SplitLine : UnifiedLine;
  return (
    <div
      className={split ? "diff diff-split" : "diff"}
      {...SCROLLABLE}
      role="region"
      aria-label={t("diffOf", { path })}
    >
      {hunks.length === 0 && <p className="diff-hunk">{t("unchanged")}</p>}
      {hunks.map(({ lines }) => (
        <Fragment key={`${lines[0]?.old} ${lines[0]?.next}`}>
          <p className="diff-hunk">{headOf(lines)}</p>
          {lines.map((line) => (
            <Fragment key={`${line.old} ${line.next}`}>
              <Line line={line} />
              {findings
                .filter((finding) => line.next !== null && finding.line === line.next)
                .map((finding) => (
                  <InlineFinding key={`${finding.code} ${finding.message}`} finding={finding} />
                ))}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function UnifiedLine({ line }: { line: DiffLine }) {
  return (
    <div className={CLASS[line.kind]} id={line.next === null ? undefined : `L${line.next}`}>
      <i>{line.old}</i>
      <i>{line.next}</i>
      <b>{SIGN[line.kind]}</b>
      <span>{line.text}</span>
    </div>
  );
}

function SplitLine({ line }: { line: DiffLine }) {
  const [old, next] = [line.kind !== "added", line.kind !== "removed"];
  return (
    <div className={CLASS[line.kind]} id={line.next === null ? undefined : `L${line.next}`}>
      <i>{line.old}</i>
      <b>{line.kind === "removed" ? SIGN.removed : ""}</b>
      <span>{old ? line.text : ""}</span>
      <i>{line.next}</i>
      <b>{line.kind === "added" ? SIGN.added : ""}</b>
      <span>{next ? line.text : ""}</span>
    </div>
  );
}

function InlineFinding({ finding }: { finding: FindingView }) {
  return (
    <div className="diff-finding">
      <p className="flex flex-wrap items-baseline gap-2">
        <SeverityPill severity={finding.severity} />
        <b className="font-semibold">{finding.message}</b>
        <span className="font-mono text-12 text-ink-2">{finding.code}</span>
      </p>
      {finding.remedy === null ? null : <p className="text-ink-2">{finding.remedy}</p>}
    </div>
  );
}

function headOf(lines: readonly DiffLine[]): string {
  const span = (side: "old" | "next") => {
    const numbers = lines.flatMap((line) => line[side] ?? []);
    return `${numbers[0] ?? 0},${numbers.length}`;
  };
  return `@@ −${span("old")} +${span("next")} @@`;
}
