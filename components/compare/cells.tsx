import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { namedSkill } from "@/components/compare/compare-form";
import { extentOf, TrustMark } from "@/components/marks/audit-mark";
import { isCalled } from "@/components/run/not-called";
import { AgentBadge, ClaimPill, PublisherDomain } from "@/components/skill/publisher";
import { Proven } from "@/components/skill/examples/proven";
import { languageOf } from "@/components/skill/files/language-of";
import { declaredPlatforms, platformName } from "@/components/skill/install/platform-name";
import { runtimeText, latencyText, successText } from "@/components/skill/overview/figures";
import { schemaFields } from "@/components/skill/overview/schema-fields";
import { Rating } from "@/components/skill/rail-parts";
import { originOf, Agreement, AllowedTools, YesNo } from "@/components/skill/security/access";
import { countingSeals } from "@/components/skill/skill-stamp";
import { AuditAnswer } from "@/components/skill/security/trust-summary";
import { severityCounts } from "@/components/skill/security/findings";
import { skillPath } from "@/components/skill/links";
import { Price, When } from "@/components/ui/values";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { formatCount, formatSize } from "@/lib/platform/i18n/format";
import type { SkillDetail } from "@/lib/registry/views";
import { statedHints, type Hints } from "@/lib/skill-format";
import type { AccessKind } from "@/lib/vetting/access-kinds";

/** One column: a skill as its page shows it, and how often vetting saw its code do more than is declared. */
export interface ComparedSkill {
  skill: SkillDetail;
  undeclared: Record<AccessKind, number>;
}

// Cells about what a skill is, who checked it and who stands behind it.

export function Description({ skill }: ComparedSkill) {
  return <span lang={languageOf(skill.contentLanguage)}>{skill.description}</span>;
}

export function Audit({ skill }: ComparedSkill) {
  return <AuditAnswer skill={skill} />;
}

/** Those whose signature counts now. */
export function Seals({ skill }: ComparedSkill) {
  const t = useTranslations("skill.security.audit");
  const seals = countingSeals(skill);
  if (seals.length === 0) return <None />;
  return (
    <ul>
      {seals.map((seal) => (
        <li key={seal.auditId}>
          <SiteLink className="link" href={`/people/${encodeURIComponent(seal.verifierUsername)}`}>
            {t(`title-${extentOf(seal)}`, { name: seal.verifierName, base: seal.baseVersion ?? "" })}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

export function Vetting({ skill }: ComparedSkill) {
  const t = useTranslations("compare.vetting-of");
  return t(skill.vettingStatus);
}

/** How many of each severity; they are read on the security tab. */
export function FindingCounts({ skill }: ComparedSkill) {
  const t = useTranslations("skill");
  if (skill.vetting.finishedAt === null) return t("security.not-vetted");
  const counts = severityCounts(skill.findings);
  if (counts.length === 0) return <None />;
  return (
    <SiteLink className="link" href={skillPath(skill.slug, "security", namedSkill(skill).version)}>
      {counts.map(({ severity, count }) => t(`tabs.findings-${severity}`, { count })).join(t("vouch.comma"))}
    </SiteLink>
  );
}

export function Trust({ skill }: ComparedSkill) {
  const t = useTranslations("common.trust");
  return (
    <span className="mark">
      <TrustMark level={skill.trustLevel} />
      {t(skill.trustLevel)}
    </span>
  );
}

/** A draft says until when it can be claimed. */
export function Claim({ skill }: ComparedSkill) {
  const t = useTranslations("compare.claim-of");
  return skill.claimStatus === "draft" ? <ClaimPill skill={skill} /> : t(skill.claimStatus);
}

export function Publisher({ skill }: ComparedSkill) {
  if (skill.publisher === null) return <None />;
  return (
    <>
      <SiteLink className="link" href={`/people/${encodeURIComponent(skill.publisher)}`}>
        {skill.publisher}
      </SiteLink>
      {skill.publisherDomains.map((proven) => (
        <div key={proven.domain} className="text-13 text-ink-2">
          <PublisherDomain publisher={skill.publisher ?? ""} proven={proven} />
        </div>
      ))}
    </>
  );
}

export function Agent({ skill }: ComparedSkill) {
  return skill.authorAgent === null ? <None /> : <AgentBadge agent={skill.authorAgent} link />;
}

// Cells about what a skill may touch, and the four hints of how it behaves.

interface DeclaredProps extends ComparedSkill {
  kind: AccessKind;
  children: ReactNode;
}

/** What is declared, and beside it where vetting saw the code do more, or do what nobody says anything of. */
function Declared({ skill, undeclared, kind, children }: DeclaredProps) {
  const isDeclared = originOf(skill.access, kind) !== "not_declared";
  const beyond = undeclared[kind];
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span>{children}</span>
      {beyond > 0 ? <Agreement beyond={beyond} isDeclared={isDeclared} /> : null}
    </span>
  );
}

function Permission({ kind, ...column }: ComparedSkill & { kind: Exclude<AccessKind, "secrets"> }) {
  const { access } = column.skill;
  return (
    <Declared {...column} kind={kind}>
      <YesNo value={access[kind]} origin={access.origins[kind]} />
    </Declared>
  );
}

export function Network(column: ComparedSkill) {
  return <Permission {...column} kind="network" />;
}

export function Filesystem(column: ComparedSkill) {
  return <Permission {...column} kind="filesystem" />;
}

export function Subprocess(column: ComparedSkill) {
  return <Permission {...column} kind="subprocess" />;
}

/** The names of the variables it asks for. */
export function Secrets(column: ComparedSkill) {
  const { envVars, origins } = column.skill.access;
  return (
    <Declared {...column} kind="secrets">
      {envVars === null || envVars.length === 0 ? (
        <YesNo value={envVars && false} origin={origins.envVars} />
      ) : (
        <span className="mono">{envVars.join(", ")}</span>
      )}
    </Declared>
  );
}

/** The tools whose use the installing agent grants. */
export function Tools({ skill }: ComparedSkill) {
  const t = useTranslations("common.stated");
  return skill.manifest.allowedTools.length === 0 ? (
    t("not-declared")
  ) : (
    <AllowedTools manifest={skill.manifest} />
  );
}

function Hint({ skill, hint }: ComparedSkill & { hint: keyof Hints }) {
  const stated = statedHints(skill.manifest);
  return <YesNo value={stated[hint]} origin={stated.origins[hint]} />;
}

export function ReadOnly(column: ComparedSkill) {
  return <Hint {...column} hint="readOnly" />;
}

export function Destructive(column: ComparedSkill) {
  return <Hint {...column} hint="destructive" />;
}

export function SafeToRetry(column: ComparedSkill) {
  return <Hint {...column} hint="idempotent" />;
}

export function ReachesOutside(column: ComparedSkill) {
  return <Hint {...column} hint="openWorld" />;
}

// Cells about price and proof, and about how a skill is called.

/** More fields than this are counted only. */
const FIELDS_SHOWN = 8;

export function PriceOfCall({ skill }: ComparedSkill) {
  return <Price lamports={skill.priceLamports} />;
}

export function Examples({ skill }: ComparedSkill) {
  const t = useTranslations("skill.vouch");
  if (skill.examplesTotal === 0) return <span className="text-ink-3">{t("no-examples")}</span>;
  return <Proven proven={skill.examplesProven} total={skill.examplesTotal} />;
}

export function Runs({ skill }: ComparedSkill) {
  const t = useTranslations("compare");
  if (isCalled(skill)) return t("runs-yes");
  return t(skill.withdrawn ? "runs-withdrawn" : "runs-no");
}

export function Runtime({ skill }: ComparedSkill) {
  const text = runtimeText(skill);
  return text === null ? <None /> : <span className="mono">{text}</span>;
}

export function Input({ skill }: ComparedSkill) {
  return <Fields schema={skill.inputSchema} />;
}

export function Output({ skill }: ComparedSkill) {
  return <Fields schema={skill.outputSchema} />;
}

/** Name and type of each field, and whether it must be given. */
function Fields({ schema }: { schema: SkillDetail["inputSchema"] }) {
  const t = useTranslations();
  const fields = schemaFields(schema);
  if (fields.length === 0) return <None />;
  const more = fields.length - FIELDS_SHOWN;
  return (
    <ul>
      {fields.slice(0, FIELDS_SHOWN).map(({ name, type, required }) => (
        <li key={name}>
          <span className="mono">{name}</span>{" "}
          <span className="text-13 text-ink-3">
            {required ? `${type}${t("skill.vouch.comma")}${t("skill.api.required")}` : type}
          </span>
        </li>
      ))}
      {more > 0 ? <li className="text-13 text-ink-3">{t("compare.more-fields", { count: more })}</li> : null}
    </ul>
  );
}

// Cells about how much a skill is used and how well it does, and about its package.

export function Calls({ skill }: ComparedSkill) {
  return <OfWeekAndEver week={skill.calls7d} ever={skill.callsTotal} />;
}

export function Downloads({ skill }: ComparedSkill) {
  return <OfWeekAndEver week={skill.downloads7d} ever={skill.downloadsTotal} />;
}

function OfWeekAndEver({ week, ever }: { week: number; ever: number }) {
  const t = useTranslations("compare");
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span className="mono">{formatCount(week)}</span>{" "}
      <span className="text-13 text-ink-3">{t("in-all", { shown: formatCount(ever) })}</span>
    </span>
  );
}

export function Success({ skill }: ComparedSkill) {
  return <Digits text={successText(skill)} yet />;
}

export function Latency({ skill }: ComparedSkill) {
  return <Digits text={latencyText(skill)} yet />;
}

export function Stars({ skill }: ComparedSkill) {
  return skill.rating.average === null ? <None yet /> : <Rating skill={skill} />;
}

export function Updated({ skill }: ComparedSkill) {
  return <When iso={skill.publishedAt} as="relative" />;
}

/** How many releases in which time: how often there is a new one. */
export function Releases({ skill }: ComparedSkill) {
  const t = useTranslations("compare");
  const day = slot(<When iso={skill.createdAt} as="day" />);
  return t.rich("releases-since", { count: skill.counts.versions, day });
}

export function Platforms({ skill }: ComparedSkill) {
  const t = useTranslations("common");
  const platforms = declaredPlatforms(skill);
  return platforms.length === 0 ? t("manual") : platforms.map(platformName).join(", ");
}

export function Dialects({ skill }: ComparedSkill) {
  const t = useTranslations("validate.dialect");
  return skill.dialects.length === 0 ? <None /> : skill.dialects.map((id) => t(`${id}.name`)).join(", ");
}

export function License({ skill }: ComparedSkill) {
  const t = useTranslations("skill.header");
  return skill.license === null ? <None /> : t("license", { license: skill.license });
}

export function Size({ skill }: ComparedSkill) {
  return <Digits text={formatSize(skill.packageSizeBytes)} />;
}

export function Files({ skill }: ComparedSkill) {
  return <Digits text={formatCount(skill.counts.files)} />;
}

function Digits({ text, yet = false }: { text: string | null; yet?: boolean }) {
  return text === null ? <None yet={yet} /> : <span className="mono">{text}</span>;
}

/** Says that there is nothing of the kind, or with `yet` that it comes with use. */
function None({ yet = false }: { yet?: boolean }) {
  const t = useTranslations("compare");
  return <span className="text-ink-3">{t(yet ? "none-yet" : "none")}</span>;
}
