import { Fragment } from "react";
import { countedReports, isAside } from "@/components/validate/check-view";
import { countIssues } from "@/lib/skill-format/issues/count-issues";
import { fillCount, SHOWN_DIALECTS, type VerdictLabels } from "@/components/validate/check-labels";
import { Issues, Rules, Said, type Shown } from "@/components/validate/issue-list";
import { Icon } from "@/components/ui/icon";
import type { Report } from "@/lib/skill-format";

interface VerdictsProps extends Shown {
  reports: readonly Report[];
  /** Every dialect is named, also those the source does not use. */
  all?: boolean;
  /** Opens the issues of dialects that have errors or warnings. */
  open?: boolean;
}

/** The verdict of each dialect the file was checked against, line by line. */
export function DialectVerdicts({ reports, all = false, open = false, ...shown }: VerdictsProps) {
  const { labels } = shown;
  if (reports.length === 0 && !all) return <p className="pt-3 text-14 text-ink-2">{labels.none}</p>;
  const known = new Map(reports.map((report) => [report.dialect, report]));
  const dialects = SHOWN_DIALECTS.filter((dialect) => all || known.has(dialect));
  return (
    <div className="dialects">
      {dialects.map((dialect) => {
        const report = known.get(dialect);
        if (report === undefined || report.issues.length === 0) {
          return <Quiet key={dialect} dialect={dialect} report={report} labels={labels} />;
        }
        if (isAside(report, reports)) {
          return (
            <Fragment key={dialect}>
              <p className="bg-sunken p-3 text-13 text-ink-2">{labels.aside}</p>
              <AsideDialect report={report} {...shown} />
            </Fragment>
          );
        }
        return <Dialect key={dialect} report={report} open={open} {...shown} />;
      })}
    </div>
  );
}

/** A dialect that has nothing to say: it is content, or the source does not speak it. */
function Quiet({
  dialect,
  report,
  labels,
}: {
  dialect: Report["dialect"];
  report: Report | undefined;
  labels: VerdictLabels;
}) {
  const used = report !== undefined;
  const said = used ? passedOf(report, labels) || labels.clean : labels.notUsed;
  return (
    <div>
      <Icon name={used ? "good" : "dot"} size={18} className={used ? "text-accent" : "text-ink-3"} />
      <DialectName dialect={dialect} labels={labels} />
      <span className={used ? "pill pill-ok" : "pill"}>{said}</span>
    </div>
  );
}

interface DialectProps extends Shown {
  report: Report;
  open: boolean;
}

function Dialect({ report, open, ...shown }: DialectProps) {
  const { labels } = shown;
  const { href } = labels.dialects[report.dialect];
  const counts = countIssues([report]);
  const icon = !report.valid ? "bad" : counts.warning > 0 ? "alert" : "good";
  const colour = !report.valid ? "text-danger" : counts.warning > 0 ? "text-caution" : "text-accent";
  return (
    <details open={open && counts.error + counts.warning > 0 && countedReports([report]).length > 0}>
      <summary>
        <Icon name={icon} size={18} className={colour} />
        <DialectName dialect={report.dialect} labels={labels} />
        <span className="pills">
          {passedOf(report, labels) || report.valid ? (
            <span className="pill pill-ok">{passedOf(report, labels) || labels.valid}</span>
          ) : null}
          {counts.error > 0 ? (
            <span className="pill pill-bad">{fillCount(labels.errors, counts.error)}</span>
          ) : null}
          {counts.warning > 0 ? (
            <span className="pill pill-warn">{fillCount(labels.warnings, counts.warning)}</span>
          ) : null}
        </span>
        <Icon name="chevron" />
      </summary>
      <Said issues={report.issues} href={href} {...shown} />
    </details>
  );
}

/** A verdict that decides nothing: its objections stand in no colour of a refusal. */
function AsideDialect({ report, ...shown }: Omit<DialectProps, "open">) {
  const { labels } = shown;
  const { href } = labels.dialects[report.dialect];
  const counts = countIssues([report]);
  const objections = counts.error + counts.warning;
  const issues = report.issues.map((issue) => ({ ...issue, severity: "info" as const }));
  return (
    <details>
      <summary>
        <Icon name="info" size={18} className="text-ink-3" />
        <DialectName dialect={report.dialect} labels={labels} />
        <span className="pills">
          <span className="pill">
            {objections > 0 ? fillCount(labels.objections, objections) : labels.valid}
          </span>
        </span>
        <Icon name="chevron" />
      </summary>
      <Issues issues={issues} {...shown} />
      <Rules href={href} labels={labels} />
    </details>
  );
}

/** "14 ok"; empty for a report without a count. */
function passedOf({ passed = 0 }: Report, labels: VerdictLabels): string {
  return passed === 0 ? "" : fillCount(labels.passed, passed);
}

function DialectName({ dialect, labels }: { dialect: Report["dialect"]; labels: VerdictLabels }) {
  const { name, about } = labels.dialects[dialect];
  return (
    <span>
      <b>{name}</b>
      <small>{about}</small>
    </span>
  );
}
