import { fillCount, type VerdictLabels } from "@/components/validate/check-labels";
import { isInSkillMd } from "@/components/validate/check-view";
import { CodeMeaning, ExactMessage } from "@/components/ui/code/code-meaning";
import { Icon, type IconName } from "@/components/ui/icon";
import type { IssueMeanings } from "@/lib/platform/i18n/code-meanings";
import type { Issue, Severity } from "@/lib/skill-format";

const ICONS: Record<Severity, IconName> = { error: "bad", warning: "alert", info: "info" };
const COLOURS: Record<Severity, string> = {
  error: "text-danger",
  warning: "text-caution",
  info: "text-ink-3",
};

/** What is needed to show issues. */
export interface Shown {
  labels: VerdictLabels;
  /** What the codes mean in the reader's language; undefined in English. */
  meanings?: IssueMeanings | undefined;
  /** Where the line of an issue of SKILL.md is shown; without it lines are named and lead nowhere. */
  lines?: { files: readonly string[]; onLine?: (line: number) => boolean } | undefined;
}

/** Errors and warnings, notes behind a line of their own, and the way to the rules. */
export function Said({
  issues,
  href,
  ...shown
}: { issues: readonly Issue[]; href: string | undefined } & Shown) {
  const { labels } = shown;
  const notes = issues.filter(({ severity }) => severity === "info");
  const rest = issues.filter(({ severity }) => severity !== "info");
  return (
    <>
      <Issues issues={rest} {...shown} />
      {notes.length === 0 ? null : (
        <details className="notes">
          <summary>
            <span className="link">{fillCount(labels.notes, notes.length)}</span>
          </summary>
          <Issues issues={notes} {...shown} />
        </details>
      )}
      <Rules href={href} labels={labels} />
    </>
  );
}

/** The way to the rules of a dialect, where they are written down. */
export function Rules({ href, labels }: { href: string | undefined } & Pick<Shown, "labels">) {
  return href === undefined ? null : (
    <p className="rules">
      <a className="link" href={href}>
        {labels.rules}
      </a>
    </p>
  );
}

/** Issues, each with its meaning in the reader's language and its line. */
export function Issues({ issues, ...shown }: { issues: readonly Issue[] } & Shown) {
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

function Line({ issue, labels, lines }: { issue: Issue } & Shown) {
  const { line } = issue;
  if (line === undefined) return null;
  const text = labels.line.replace("{line}", String(line));
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
