import { useTranslations } from "next-intl";
import { Icon, type IconName } from "@/components/ui/icon";
import type { Report } from "@/lib/skill-format";

type Issue = Report["issues"][number];

const ICONS: Record<Issue["severity"], IconName> = { error: "bad", warning: "alert", info: "info" };
const COLOURS: Record<Issue["severity"], string> = {
  error: "sev-high",
  warning: "sev-medium",
  info: "sev-low",
};

/** The verdict of each dialect the file was checked against, line by line. */
export function DialectVerdicts({ reports }: { reports: readonly Report[] }) {
  const t = useTranslations("skill.security.dialect");
  if (reports.length === 0) return <p className="pt-3 text-14 text-ink-2">{t("none")}</p>;
  return (
    <div className="dialects">
      {reports.map((report) =>
        report.issues.length === 0 ? (
          <div key={report.dialect}>
            <Icon name="good" className="text-accent" />
            <b>{t(`name.${report.dialect}`)}</b>
            <span className="pill pill-ok">{t("clean")}</span>
          </div>
        ) : (
          <Dialect key={report.dialect} report={report} />
        ),
      )}
    </div>
  );
}

function Dialect({ report }: { report: Report }) {
  const t = useTranslations("skill.security.dialect");
  const count = (severity: Issue["severity"]) =>
    report.issues.filter((issue) => issue.severity === severity).length;
  return (
    <details>
      <summary>
        <Icon name={report.valid ? "good" : "bad"} className={report.valid ? "text-accent" : "text-danger"} />
        <b>{t(`name.${report.dialect}`)}</b>
        <span className="flex gap-1.5">
          {count("error") > 0 ? (
            <span className="pill pill-bad">{t("errors", { count: count("error") })}</span>
          ) : null}
          {count("warning") > 0 ? (
            <span className="pill pill-warn">{t("warnings", { count: count("warning") })}</span>
          ) : null}
          {count("info") > 0 ? <span className="pill">{t("notes", { count: count("info") })}</span> : null}
        </span>
        <Icon name="chevron" />
      </summary>
      <ul>
        {report.issues.map((issue) => (
          <li key={[issue.code, issue.path, issue.line, issue.message].join("|")}>
            <Icon name={ICONS[issue.severity]} size={15} className={COLOURS[issue.severity]} />
            <span>
              {issue.message} <code className="text-ink-3">{issue.path}</code>
            </span>
            {issue.line === undefined ? null : (
              <span className="mono text-ink-3">{t("line", { line: issue.line })}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
