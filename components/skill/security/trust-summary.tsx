import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AuditMark, TrustMark } from "@/components/marks/audit-mark";
import { countingSeals } from "@/components/skill/skill-stamp";
import { AllowedTools, accessWords, deniedWords, undeclaredWords } from "@/components/skill/security/access";
import { bondPath, skillPath, sourceOf } from "@/components/skill/links";
import { SiteLink, linkTo } from "@/components/ui/site-link";
import { Icon } from "@/components/ui/icon";
import { When } from "@/components/ui/values";
import { formatSol, shortCommit, shortDigest } from "@/lib/platform/i18n/format";
import type { SkillDetail } from "@/lib/registry/views";
import { slot } from "@/components/ui/sentences";

/**
 * Who checked it, who stands behind it, what it may touch, whether it is proven, where it comes from: five facts on a
 * line. Each opens to what it rests on and what it means; that needs no script.
 */
export function TrustSummary({ skill }: { skill: SkillDetail }) {
  const t = useTranslations();
  const security = skillPath(skill.slug, "security", skill.isLatest ? undefined : skill.version);
  return (
    <ul className="vouch" aria-label={t("skill.vouch.label")}>
      <OpenFact
        name="audit"
        mark={<AuditMark skill={skill} />}
        rests={<AuditReason skill={skill} />}
        means={t(`home.legend.${skill.auditState}`)}
      />
      <OpenFact
        name="trust"
        mark={<TrustWords skill={skill} />}
        rests={<TrustReason skill={skill} />}
        means={t(`home.legend.${skill.trustLevel}`)}
      />
      <OpenFact
        name="may-touch"
        mark={<AccessWords skill={skill} />}
        rests={<AccessReason skill={skill} />}
        means={t.rich("skill.vouch.means.may-touch", { security: linkTo(security) })}
      />
      <OpenFact
        name="examples"
        mark={<ExamplesWords skill={skill} />}
        rests={<ExamplesReason skill={skill} />}
        means={t("skill.vouch.means.examples")}
      />
      <OpenFact
        name="source"
        mark={<SourceWords skill={skill} />}
        rests={<SourceReason skill={skill} />}
        means={t("skill.vouch.means.source")}
      />
    </ul>
  );
}

interface OpenFactProps {
  /** In `skill.vouch`; also the place of `/docs/marks` that explains it. */
  name: "audit" | "trust" | "may-touch" | "examples" | "source";
  mark: ReactNode;
  rests: ReactNode;
  means: ReactNode;
}

function OpenFact({ name, mark, rests, means }: OpenFactProps) {
  const t = useTranslations("skill.vouch");
  return (
    <li>
      <details className="fact" name="facts">
        <summary>
          <span className="vh">{t(name)}: </span>
          {mark}
          <Icon name="chevron" size={13} />
        </summary>
        <div>
          <p className="text-12 text-ink-3">{t(name)}</p>
          {rests}
          <p>{means}</p>
          <p>
            <SiteLink className="link" href={`/docs/marks#${name}`}>
              {t("marks")}
            </SiteLink>
          </p>
        </div>
      </details>
    </li>
  );
}

interface Answer {
  skill: SkillDetail;
}

/** The audit state, and what it rests on. */
export function AuditAnswer({ skill }: Answer) {
  return (
    <>
      <AuditMark skill={skill} />
      <AuditReason skill={skill} />
    </>
  );
}

function AuditReason({ skill }: Answer) {
  const t = useTranslations();
  const signed = countingSeals(skill).length;
  return (
    <p>
      {skill.auditState === "Audited" ? t("skill.vouch.signed", { count: signed }) : null}
      {skill.auditState === "Optimistic"
        ? t("skill.vouch.bonded", { amount: formatSol(skill.bondLamports ?? "0") })
        : null}
      {skill.auditState === "Unverified" ? t("skill.vouch.unverified") : null}
      {skill.auditState === "Optimistic" ? (
        <span className="block">
          <SiteLink className="link" href={bondPath(skill.slug, skill.isLatest ? undefined : skill.version)}>
            {t("bond.title")}
          </SiteLink>
        </span>
      ) : null}
    </p>
  );
}

function TrustWords({ skill: { trustLevel } }: Answer) {
  const t = useTranslations("common.trust");
  return (
    <span className="mark">
      <TrustMark level={trustLevel} />
      {t(trustLevel)}
    </span>
  );
}

function TrustReason({ skill }: Answer) {
  const t = useTranslations();
  return (
    <p>
      {skill.publisher === null
        ? t("skill.vouch.unclaimed")
        : t(skill.trustLevel === "verified" ? "skill.vouch.verified" : "skill.vouch.owned", {
            name: skill.publisher,
          })}
    </p>
  );
}

/** What it says it touches and does not touch, and what it leaves open. */
export function AccessAnswer({ skill }: Answer) {
  return (
    <>
      <AccessWords skill={skill} />
      <AccessReason skill={skill} />
    </>
  );
}

function AccessWords({ skill: { access } }: Answer) {
  const t = useTranslations("skill.vouch");
  const words = accessWords(access);
  const undeclared = undeclaredWords(access);
  const said = words.map((word) => t(`touch-${word}`, { count: access.envVars?.length ?? 0 }));
  const none =
    undeclared.length === 0 ? "touch-none" : undeclared.length === 4 ? "touch-unsaid" : "touch-partly";
  const isClosed = words.length + undeclared.length === 0;
  return (
    <span className="mark">
      <Icon name={isClosed ? "lock" : words[0] === "network" ? "globe" : "plug"} size={17} />
      {words.length === 0 ? t(none) : said.join(t("comma"))}
    </span>
  );
}

function AccessReason({ skill: { access, manifest } }: Answer) {
  const t = useTranslations("skill.vouch");
  const undeclared = undeclaredWords(access);
  const [denied, byDefault] = [deniedWords(access, "declared"), deniedWords(access, "format_default")];
  const not = (kinds: typeof undeclared) => capital(kinds.map((kind) => t(`not-${kind}`)).join(t("comma")));
  const lines = [
    denied.length === 4 ? t("touch-none-text") : not(denied),
    byDefault.length === 0 ? "" : t("by-default", { kinds: not(byDefault) }),
    undeclared.length === 0
      ? ""
      : t("not-declared", { kinds: undeclared.map((kind) => t(`unsaid-${kind}`)).join(t("comma")) }),
  ].filter((line) => line !== "");
  return (
    <p>
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      <AllowedTools manifest={manifest} />
    </p>
  );
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase("en") + text.slice(1);
}

function ExamplesWords({ skill: { examplesTotal, examplesProven } }: Answer) {
  const t = useTranslations("skill.vouch");
  if (examplesTotal === 0) return <span className="mark">{t("no-examples")}</span>;
  return (
    <span className={examplesProven === examplesTotal ? "mark proven" : "mark proven proven-part"}>
      <Icon name="proven" size={17} />
      {t("proven", { proven: examplesProven, total: examplesTotal })}
    </span>
  );
}

function ExamplesReason({ skill: { examplesTotal, examplesCheckedAt } }: Answer) {
  const t = useTranslations("skill.vouch");
  if (examplesTotal === 0) return <p>{t("no-examples-text")}</p>;
  return (
    <p>
      {examplesCheckedAt === null
        ? t("not-replayed")
        : t.rich("replayed", { time: slot(<When iso={examplesCheckedAt} as="minute" />) })}
    </p>
  );
}

function SourceWords({ skill }: Answer) {
  const { commit } = sourceOf(skill.manifest);
  return (
    <span className="mark">
      <Icon name="commit" size={17} />
      <span className="mono">{commit === null ? shortDigest(skill.packageDigest) : shortCommit(commit)}</span>
    </span>
  );
}

function SourceReason({ skill }: Answer) {
  const t = useTranslations("skill.vouch");
  const { href, name, commit } = sourceOf(skill.manifest);
  return (
    <p>
      {href === null ? (
        t("no-source")
      ) : (
        <a className="link" href={href} rel="nofollow noopener">
          {name}
        </a>
      )}
      {commit === null && href === null ? null : <span className="block">{t("source-declared")}</span>}
    </p>
  );
}
