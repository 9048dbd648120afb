import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CaseAge, caseAnchor } from "@/components/administration/case";
import { RuleLink } from "@/components/docs/rule-link";
import { FindingList, SeverityPill } from "@/components/publish/finding-list";
import { SecondOpinion } from "@/components/skill/security/findings";
import { CodeMeaning, ExactMessage } from "@/components/ui/code/code-meaning";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { SiteLink } from "@/components/ui/site-link";
import { formatSize } from "@/lib/platform/i18n/format";
import { findingMeaning } from "@/lib/platform/i18n/code-meanings";
import type { HeldVersion, Excerpt } from "@/lib/moderation/held";

interface HeldVersionItemProps {
  held: HeldVersion;
  /** Where its name leads. */
  href: string;
  /** The form of the decision, or the way there. */
  children: ReactNode;
}

/** A version that waits for an administrator: the one reason, its place with the text there, and what approving means. */
export function HeldVersionItem({ held, href, children }: HeldVersionItemProps) {
  const t = useTranslations("administration");
  const words = useTranslations("console.filter");
  const { id, version, skill, age, sizeBytes, runtime, engineVersion, place, findings, opinion } = held;
  const [gravest] = findings;
  return (
    <li id={caseAnchor(id)} className="grid gap-3 py-4">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <SiteLink className="link font-semibold" href={href}>
          {skill.slug} <span className="font-mono font-normal">{version}</span>
        </SiteLink>
        {gravest === undefined ? null : <SeverityPill severity={gravest.severity} />}
        <span className="text-14 text-ink-2">
          {skill.owner ?? words("no-owner")} · {runtime ?? words("no-code")} · {formatSize(sizeBytes)} ·{" "}
          <CaseAge age={age} />
          {engineVersion === null ? null : ` · ${t("byEngine", { version: engineVersion })}`}
        </span>
      </p>
      <div className="grid max-w-[80ch] gap-1">
        <p className="vh">{t("why")}</p>
        <Reason held={held} />
        {place === null ? null : (
          <p className="font-mono text-13 text-ink-3">
            {place.file}:{place.line}
          </p>
        )}
      </div>
      {place === null ? null : <TextThere held={held} place={place} />}
      <p className="max-w-[80ch] text-14 text-ink-2">{t("means")}</p>
      {findings.length === 0 ? null : (
        <details>
          <summary>{t("allFindings", { count: findings.length })}</summary>
          <FindingList findings={findings} />
        </details>
      )}
      {opinion === null ? null : <SecondOpinion opinion={opinion} />}
      {children}
    </li>
  );
}

function Reason({ held: { reason } }: { held: HeldVersion }) {
  const t = useTranslations("administration");
  const locale = useLocale();
  if (reason.kind !== "finding")
    return (
      <p>
        {t(reason.kind === "opinion" ? "whyModel" : "whyFormat")} <span lang="en">{reason.text}</span>
      </p>
    );
  const { code, message } = reason.finding;
  const meaning = findingMeaning(locale, code)?.meaning;
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className="font-semibold wrap-anywhere">
          <CodeMeaning meaning={meaning} message={message} />
        </b>
        <RuleLink code={code} className="font-mono text-13" />
      </p>
      <ExactMessage meaning={meaning} message={message} />
    </div>
  );
}

/** The lines of the file, or what the report quotes of them. */
function TextThere({
  held: { reason, excerpt },
  place,
}: {
  held: HeldVersion;
  place: NonNullable<HeldVersion["place"]>;
}) {
  const t = useTranslations("administration");
  if (excerpt !== null)
    return (
      <figure>
        <figcaption className="vh">{t("textAt", { file: place.file, line: place.line })}</figcaption>
        <Lines excerpt={excerpt} />
      </figure>
    );
  const quoted = reason.kind === "finding" ? reason.finding.evidence : null;
  return (
    <div className="grid gap-1">
      {quoted === null ? null : (
        <pre className="overflow-auto bg-sunken p-2 font-mono text-12" lang="en" {...SCROLLABLE}>
          {quoted}
        </pre>
      )}
      <p className="text-13 text-ink-3">{t("noText")}</p>
    </div>
  );
}

function Lines({ excerpt: { first, line, lines } }: { excerpt: Excerpt }) {
  return (
    <pre className="overflow-auto bg-sunken py-1 font-mono text-12" lang="en" {...SCROLLABLE}>
      {lines.map((text, at) => {
        const number = first + at;
        const look = number === line ? "bg-caution-wash font-medium" : "";
        return (
          // A line is its number: nothing else about it stays when the text changes.
          <span key={number} className={`grid grid-cols-[44px_minmax(0,1fr)] pe-2 ${look}`}>
            <span className="pe-3 text-end text-ink-3 select-none" aria-hidden="true">
              {number}
            </span>
            <code className="text-[length:inherit] whitespace-pre">
              {number === line ? <mark className="bg-transparent text-inherit">{text}</mark> : text}
            </code>
          </span>
        );
      })}
    </pre>
  );
}
