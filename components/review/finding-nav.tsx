import { useTranslations } from "next-intl";
import { FindingWords } from "@/components/review/finding-words";
import { findingAnchor } from "@/components/review/review-address";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import type { ReviewedFinding } from "@/lib/audits/review/reviewed-findings";

interface FindingNavProps {
  findings: readonly ReviewedFinding[];
  /** The page with a file shown; findings without one stand on every page. */
  hrefOf: (path: string | null) => string;
}

/** All findings of the version, each a link to its place in the diff. */
export function FindingNav({ findings, hrefOf }: FindingNavProps) {
  const t = useTranslations("review");
  return (
    <nav aria-label={t("findings")}>
      <h2>
        {t("findings")} <span className="count">{findings.length}</span>
      </h2>
      {findings.length === 0 ? <p className="text-13 text-ink-2">{t("noFindings")}</p> : null}
      <ul className="finding-links">
        {findings.map(({ key, code, severity, file, line, message, decision }) => (
          <li key={key}>
            <Icon
              name={decision?.decision === "accepted" ? "good" : severity === "high" ? "bad" : "alert"}
              size={16}
            />
            <SiteLink
              href={`${hrefOf(file)}#${findingAnchor(key)}`}
              aria-keyshortcuts="n p"
              data-finding-link={findingAnchor(key)}
            >
              <FindingWords code={code} message={message} strong />
              <span className="place">
                {code} {file === null ? null : `· ${file}${line === null ? "" : `:${line}`}`} ·{" "}
                {t(`decision.${decision?.decision ?? "open"}`)}
              </span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
