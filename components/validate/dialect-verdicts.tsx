import { countedReports, countIssues, isInSkillMd } from "@/components/validate/check-view";
import { fillCount, SHOWN_DIALECTS, type VerdictLabels } from "@/components/validate/check-labels";
import { CodeMeaning, ExactMessage } from "@/components/ui/code-meaning";
import { Icon, type IconName } from "@/components/ui/icon";
import type { IssueMeanings } from "@/lib/i18n/code-meanings";
import type { Issue, Report, Severity } from "@/lib/skill-format";

const ICONS: Record<Severity, IconName> = { error: "bad", warning: "alert", info: "info" };
const COLOURS: Record<Severity, string> = { error: "sev-high", warning: "sev-medium", info: "sev-low" };

interface Shown {
  labels: VerdictLabels;
  /** What the codes mean in the reader's language; undefined in English. */
  meanings?: IssueMeanings | undefined;
  /** Where the line of an issue of SKILL.md is shown; without it lines are named and lead nowhere. */
  lines?: { files: readonly string[]; onLine?: (line: number) => boolean } | undefined;
}

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
  const notes = report.issues.filter(({ severity }) => severity === "info");
  const rest = report.issues.filter(({ severity }) => severity !== "info");
  return (
    <details open={open && rest.length > 0 && countedReports([report]).length > 0}>
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
      <Issues issues={rest} {...shown} />
      {notes.length === 0 ? null : (
        <details className="notes">
          <summary>
            <span className="link">{fillCount(labels.notes, notes.length)}</span>
          </summary>
          <Issues issues={notes} {...shown} />
        </details>
      )}
      {href === undefined ? null : (
        <p className="rules">
          <a className="link" href={href}>
            {labels.rules}
          </a>
        </p>
      )}
    </details>
  );
}

/** "14 ok"; empty for a report of before they were counted. */
function passedOf({ passed = 0 }: Report, labels: VerdictLabels): string {
  return passed === 0 ? "" : fillCount(labels.passed, passed);
}

function Issues({ issues, ...shown }: { issues: readonly Issue[] } & Shown) {
  if (issues.length === 0) return null;
  return (
    <ul>
      {issues.map((issue) => (
        <li key={[issue.code, issue.path, issue.line, issue.message].join("|")}>
          <Icon name={ICONS[issue.severity]} size={15} className={COLOURS[issue.severity]} />
          <IssueText issue={issue} meanings={shown.meanings} />
          <Line issue={issue} {...shown} />
        </li>
      ))}
    </ul>
  );
}

function IssueText({ issue, meanings }: { issue: Issue } & Pick<Shown, "meanings">) {
  const { code, path, message } = issue;
  const meaning = meanings?.byCode[code];
  return (
    <span>
      {meaning?.includes("{path}") === true ? null : <code>{path}</code>}{" "}
      <CodeMeaning meaning={meaning} message={message} path={path} />
      <ExactMessage meaning={meaning} message={message} />
    </span>
  );
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

function Line({ issue, labels, lines }: { issue: Issue } & Shown) {
  const { line } = issue;
  if (line === undefined) return null;
  const text = labels.line.replace("{n}", String(line));
  if (lines === undefined || !isInSkillMd(issue, lines.files))
    return <span className="text-ink-3">{text}</span>;
  return (
    <a
      className="link"
      href={`#L${line}`}
      onClick={lines.onLine && ((event) => lines.onLine?.(line) === true && event.preventDefault())}
    >
      {text}
    </a>
  );
}
