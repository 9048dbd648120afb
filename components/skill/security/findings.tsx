import { useLocale, useTranslations } from "next-intl";
import { RuleLink } from "@/components/docs/rule-link";
import { CodeMeaning, ExactMessage } from "@/components/ui/code/code-meaning";
import { Icon, type IconName } from "@/components/ui/icon";
import { slot } from "@/components/ui/sentences";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { findingMeaning } from "@/lib/platform/i18n/code-meanings";
import { shortDigest } from "@/lib/platform/i18n/format";
import type { FindingView, SkillDetail, OpinionView } from "@/lib/registry/views";

const ICONS: Record<FindingView["severity"], IconName> = {
  high: "bad",
  medium: "alert",
  low: "dot",
  info: "info",
};
const COLOURS: Record<FindingView["severity"], string> = {
  high: "text-danger",
  medium: "text-caution",
  low: "text-ink-3",
  info: "text-ink-3",
};
const PILLS: Record<FindingView["severity"], string> = {
  high: "pill pill-bad",
  medium: "pill pill-warn",
  low: "pill",
  info: "pill",
};

/** What automatic vetting found, worst first. No findings is not no risk, and the page says so. */
export function Findings({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.security");
  const sorted = SEVERITIES.flatMap((severity) =>
    skill.findings.filter((finding) => finding.severity === severity),
  );
  return (
    <>
      {sorted.length === 0 ? <p className="pt-3 text-14 text-ink-2">{t("no-findings")}</p> : null}
      {sorted.map((finding) => (
        <Finding
          key={[finding.code, finding.file, finding.line, finding.message, finding.evidence].join("|")}
          finding={finding}
        />
      ))}
      <Engine skill={skill} />
    </>
  );
}

function Finding({ finding }: { finding: FindingView }) {
  const t = useTranslations("skill.security");
  const { code, file, line, message, remedy } = finding;
  const known = findingMeaning(useLocale(), code);
  const where = file === null ? null : line === null ? file : `${file}:${line}`;
  return (
    <article className="finding">
      <Icon name={ICONS[finding.severity]} size={17} className={COLOURS[finding.severity]} />
      <div>
        <h3>
          <CodeMeaning meaning={known?.meaning} message={message} />
        </h3>
        <ExactMessage meaning={known?.meaning} message={message} />
        {finding.evidence === null ? null : (
          <p>
            <code className="break-all">{finding.evidence}</code>
          </p>
        )}
        {remedy === null ? null : (
          <p>
            <CodeMeaning meaning={known?.remedy} message={remedy} />
          </p>
        )}
        <span className="where">
          <RuleLink code={code} />
          {where === null ? null : ` · ${where}`}
          {finding.confidence === "weak" ? ` · ${t("weak")}` : null}
        </span>
      </div>
      <span className={PILLS[finding.severity]}>{t(`severity.${finding.severity}`)}</span>
    </article>
  );
}

/** Which engine looked and the digest of its report, so that anyone can run it again and compare. */
function Engine({ skill: { vetting } }: { skill: SkillDetail }) {
  const t = useTranslations("skill.security");
  const { engineVersion, reportDigest, finishedAt } = vetting;
  if (engineVersion === null || finishedAt === null)
    return <p className="pt-3 text-13 text-ink-3">{t("not-vetted")}</p>;
  return (
    <p className="pt-3 text-13 text-ink-3">
      {t.rich("engine", {
        version: engineVersion,
        time: slot(<When iso={finishedAt} as="second" />),
      })}{" "}
      {reportDigest === null
        ? null
        : t.rich("report", {
            digest: slot(
              <span className="mono" title={reportDigest}>
                {shortDigest(reportDigest)}
              </span>,
            ),
          })}{" "}
      <SiteLink className="link" href="/docs/vetting#the-rules">
        {t("all-rules")}
      </SiteLink>
    </p>
  );
}

const SEVERITIES = ["high", "medium", "low", "info"] as const satisfies FindingView["severity"][];

type Severities = readonly Pick<FindingView, "severity">[];

/** How many findings there are of each severity found, worst first. */
export function severityCounts(findings: Severities): { severity: FindingView["severity"]; count: number }[] {
  return SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  })).filter(({ count }) => count > 0);
}

/** The highest severity found and how often; null without findings. */
export function worstFindings(
  findings: Severities,
): { severity: FindingView["severity"]; count: number } | null {
  return severityCounts(findings)[0] ?? null;
}

/** What a model said of a version, as what it is: an opinion, with the name of who has it and when. */
export function SecondOpinion({ opinion }: { opinion: OpinionView }) {
  const t = useTranslations("skill.security.opinion");
  const { model, promptVersion, promptDigest, verdict, reasons, askedAt } = opinion;
  const name = slot(<code className="break-all">{model}</code>);
  return (
    <>
      <p className="pt-3 text-14">{t.rich(verdict ?? "no-answer", { model: name })}</p>
      {reasons.length === 0 ? null : (
        <ul className="divide-y divide-line">
          {reasons.map(({ text, file, line }) => (
            <li key={`${file}:${line}:${text}`} className="py-2 text-14">
              <q lang="en" className="wrap-anywhere">
                {text}
              </q>
              <span className="wrap-anywhere"> · {`${file}:${line}`}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="pt-3 text-13 text-ink-3">
        {t.rich("asked", {
          time: slot(<When iso={askedAt} as="second" />),
          version: promptVersion,
          digest: slot(
            <span className="mono" title={promptDigest}>
              {shortDigest(promptDigest)}
            </span>,
          ),
        })}
      </p>
    </>
  );
}
