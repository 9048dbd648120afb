import { useTranslations } from "next-intl";
import { SeverityPill } from "@/components/publish/severity-pill";
import type { Report } from "@/lib/skill-format/types";

/** Each format's own verdict, with every issue at its place. */
export function DialectVerdicts({ reports }: { reports: readonly Report[] }) {
  const t = useTranslations("publish");
  return (
    <ul className="divide-y divide-line">
      {reports.map((report) => (
        <li key={report.dialect} className="py-3">
          <p className="flex items-baseline gap-3 text-14">
            <b className="font-semibold">{t(`dialect.${report.dialect}`)}</b>
            <span className={report.valid ? "pill pill-ok" : "pill pill-bad"}>
              {report.valid ? t("valid") : t("invalid")}
            </span>
          </p>
          {report.issues.length > 0 && (
            <ul className="mt-2 grid gap-1.5 text-13">
              {report.issues.map((issue) => (
                <li
                  key={`${issue.code} ${issue.path} ${issue.message}`}
                  className="flex flex-wrap items-baseline gap-2"
                >
                  <SeverityPill severity={issue.severity} />
                  <span className="font-mono text-ink-3">
                    {issue.path}
                    {issue.line === undefined ? "" : `:${issue.line}`}
                  </span>
                  <span>{issue.message}</span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
