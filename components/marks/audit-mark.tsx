import { useLocale, useTranslations } from "next-intl";
import { formatDay, formatSol } from "@/lib/platform/i18n/format";
import type { SkillRow, AuditState, TrustLevel } from "@/lib/registry/views";

/** What is said of a version's audit. */
type AuditFacts = Pick<SkillRow, "auditState" | "audit"> & Partial<Pick<SkillRow, "bondLamports">>;

type Mark = NonNullable<SkillRow["audit"]>;
type Key =
  | SkillRow["auditState"]
  | "bonded"
  | "full"
  | "since"
  | "carried-full"
  | "carried-since"
  | "confidential";
/** Texts of `common.audit`. */
type Say = (key: Key, values?: Record<string, string>) => string;

/**
 * The audit state of a version in words, for every page and picture. "Audited" never stands alone: it says what was
 * read (every file, or what changed since another version), of which version, when, and whether it was read under
 * confidentiality.
 */
export function auditWords(
  { auditState, audit, bondLamports = null }: AuditFacts,
  say: Say,
  locale: string,
): string {
  if (auditState === "Optimistic" && bondLamports !== null)
    return say("bonded", { amount: formatSol(bondLamports) });
  if (auditState !== "Audited" || audit === null) return say(auditState);
  const words = readWords(audit, say, formatDay(audit.sealedAt, locale));
  return audit.confidential ? say("confidential", { words }) : words;
}

function readWords({ baseVersion, carriedFrom }: Mark, say: Say, day: string): string {
  if (carriedFrom !== null)
    return baseVersion === null
      ? say("carried-full", { version: carriedFrom, day })
      : say("carried-since", { version: carriedFrom, base: baseVersion, day });
  return baseVersion === null ? say("full", { day }) : say("since", { base: baseVersion, day });
}

/**
 * What a seal has read, as messages name it: every file, what changed since a version, or changes that nothing sealed
 * stood before, which count for nothing.
 */
export function extentOf({ scope, baseVersion }: { scope: string; baseVersion: string | null }) {
  if (scope === "full") return "full";
  return baseVersion === null ? "unfounded" : "since";
}

interface AuditWordsProps {
  skill: AuditFacts;
}

/** The audit state of a version in words: what "Audited" says of it, or the deposit behind it. */
export function AuditWords({ skill }: AuditWordsProps) {
  return auditWords(skill, useTranslations("common.audit"), useLocale());
}

/** The same with the mark of the state, in its colour. */
export function AuditMark({ skill, size = 18 }: AuditWordsProps & { size?: number }) {
  return (
    <span
      className={`mark font-normal whitespace-normal [&>svg]:shrink-0 ${auditWordClass(skill.auditState)}`}
    >
      <Seal state={skill.auditState} size={size} />
      <span>
        <AuditWords skill={skill} />
      </span>
    </span>
  );
}

const NAMES: Record<AuditState, "audited" | "optimistic" | "unverified"> = {
  Audited: "audited",
  Optimistic: "optimistic",
  Unverified: "unverified",
};

/** The seal of an audit state. Decorative: its word always stands beside it or is read aloud in its place. */
export function Seal({ state, size = 18 }: { state: AuditState; size?: number }) {
  const name = NAMES[state];
  return (
    <svg className={`seal-${name}`} width={size} height={size} aria-hidden="true">
      <use href={`#m-${name}`} />
    </svg>
  );
}

/** The CSS class that gives a state's word its colour. */
export function auditWordClass(state: AuditState): string {
  return `word-${NAMES[state]}`;
}

/** Temple, stoa or plot: who stands behind a skill. Decorative: its word always stands beside it. */
export function TrustMark({ level, size = 18 }: { level: TrustLevel; size?: number }) {
  return (
    <svg className={`trust-${level}`} width={size} height={size} aria-hidden="true">
      <use href={`#m-${level}`} />
    </svg>
  );
}
