import { useLocale, useTranslations } from "next-intl";
import { auditWords } from "@/components/marks/audit-mark";
import { AllowedTools } from "@/components/skill/security/access";
import { AccessTable } from "@/components/skill/security/access-table";
import { countingSeals } from "@/components/skill/skill-stamp";
import { Findings, worstFindings, SecondOpinion } from "@/components/skill/security/findings";
import { SignedAudits } from "@/components/skill/security/signed-audits";
import { VerifySteps, type CheckableSeal } from "@/components/skill/install/install-box";
import { Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import { verdictLabels } from "@/components/validate/check-labels";
import { DialectVerdicts } from "@/components/validate/dialect-verdicts";
import type { SignedAuditView } from "@/lib/audits/seals";
import { issueMeanings } from "@/lib/platform/i18n/code-meanings";
import type { SkillDetail } from "@/lib/registry/views";
import type { AccessKind } from "@/lib/vetting/access-kinds";
import { skillFilePath } from "@/components/skill/links";
import { SiteLink } from "@/components/ui/site-link";
import type { Spot } from "@/lib/vetting/facts/fact";

interface SecurityTabProps {
  skill: SkillDetail;
  pinned: string | undefined;
  audits: readonly SignedAuditView[];
  origin: string;
  checkable: CheckableSeal | null;
  undeclared: Record<AccessKind, number>;
  /** Whether it is listed in spite of what vetting found. */
  isHeldNow: boolean;
}

/** The verdict in one sentence, then what it rests on, and how to check it without us. */
export function SecurityTab({
  skill,
  pinned,
  audits,
  origin,
  checkable,
  undeclared,
  isHeldNow,
}: SecurityTabProps) {
  const t = useTranslations("skill.security");
  return (
    <>
      <section className="part" aria-label={t("verdict")}>
        <Verdict skill={skill} />
      </section>
      <PageSection id="audits" title={t("audits")} remark={t("audits-remark")} className="part">
        <SignedAudits audits={audits} shown={skill.version} />
      </PageSection>
      <PageSection id="access" title={t("access")} remark={t("access-remark")} className="part">
        <AccessTable skill={skill} undeclared={undeclared} />
        {skill.manifest.allowedTools.length === 0 ? null : (
          <p className="pt-3 text-14 text-ink-2">
            <AllowedTools manifest={skill.manifest} />
            {t("allowed-tools-text")}
          </p>
        )}
      </PageSection>
      <PageSection id="picture" title={t("picture.title")} remark={t("picture.remark")} className="part">
        <PackagePicture skill={skill} pinned={pinned} />
      </PageSection>
      <PageSection id="findings" title={t("findings")} remark={t("findings-remark")} className="part">
        {isHeldNow ? (
          <p className="pt-3 text-14 text-ink-2">
            {t(skill.vetting.letThrough ? "let-through" : "held-since")}
          </p>
        ) : null}
        <Findings skill={skill} />
      </PageSection>
      {skill.vetting.opinion === null ? null : (
        <PageSection id="opinion" title={t("opinion.title")} remark={t("opinion.remark")} className="part">
          <SecondOpinion opinion={skill.vetting.opinion} />
        </PageSection>
      )}
      <PageSection id="dialects" title={t("dialects")} remark={t("dialects-remark")} className="part">
        <DialectVerdicts
          reports={skill.reports}
          labels={verdictLabels(useTranslations())}
          meanings={issueMeanings(useLocale(), skill.reports)}
        />
      </PageSection>
      {skill.withdrawn ? null : (
        <PageSection id="verify" title={t("verify")} remark={t("verify-remark")} className="part">
          <VerifySteps skill={skill} origin={origin} checkable={checkable} />
        </PageSection>
      )}
    </>
  );
}

function Verdict({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.security");
  const [audit, locale] = [useTranslations("common.audit"), useLocale()];
  const worst = worstFindings(skill.findings);
  const findings =
    worst === null
      ? t("verdict-none")
      : t("verdict-findings", { count: skill.findings.length, severity: t(`severity.${worst.severity}`) });
  if (skill.auditState === "Audited") {
    const mark = auditWords(skill, audit, locale);
    const title = t("verdict-audited", { count: countingSeals(skill).length, mark });
    return (
      <Note tone="ok" title={title}>
        {findings}
      </Note>
    );
  }
  const state = skill.auditState === "Optimistic" ? "verdict-optimistic" : "verdict-unverified";
  return (
    <Note tone={worst?.severity === "high" ? "bad" : "warn"} title={t(state)}>
      {findings}
    </Note>
  );
}

/** So many of each are shown; the API gives all of them. */
const SHOWN = 12;

interface Row extends Spot {
  /** What is done, in words; what it is done to is `what`, as the package writes it. */
  readonly deed?: string;
  readonly what: string;
  /** What a person should know about it in a word or two. */
  readonly remark: string | null;
}

/** What the package does, whether or not there is a finding: hosts, places, programs, changes, and when. */
function PackagePicture({ skill, pinned }: { skill: SkillDetail; pinned: string | undefined }) {
  const t = useTranslations("skill.security.picture");
  const { picture } = skill.vetting;
  if (picture === null) return <p className="pt-3 text-14 text-ink-2">{t("none")}</p>;
  const contacts = picture.contacts.map(({ host, isExpected, ...spot }) => ({
    ...spot,
    what: host,
    remark: isExpected ? t("named") : t("not-named"),
  }));
  const plain = (uses: readonly (Spot & { what: string })[]) => uses.map((use) => ({ ...use, remark: null }));
  const deeds = picture.deeds.map(({ file, line, kind, object, traits }) => ({
    file,
    line,
    deed: t(`deed.${kind}`),
    what: object,
    remark: traits.includes("foreign") ? t("not-named") : null,
  }));
  const hrefOf = ({ file, line }: Spot) =>
    // What lies inside of an archive or document has no page.
    file.includes("!/") ? null : `${skillFilePath(skill.slug, file, pinned)}#L${line}`;
  return (
    <dl className="mt-3 grid gap-3">
      <Rows name={t("deeds")} rows={deeds} hrefOf={hrefOf} />
      <Rows name={t("contacts")} rows={contacts} hrefOf={hrefOf} />
      <Rows name={t("reads")} rows={plain(picture.reads)} hrefOf={hrefOf} />
      <Rows name={t("runs")} rows={plain(picture.runs)} hrefOf={hrefOf} />
      <Rows name={t("changes")} rows={plain(picture.changes)} hrefOf={hrefOf} />
    </dl>
  );
}

interface RowsProps {
  name: string;
  rows: readonly Row[];
  /** The line in the view of its file. */
  hrefOf: (spot: Spot) => string | null;
}

function Rows({ name, rows, hrefOf }: RowsProps) {
  const t = useTranslations("skill.security.picture");
  return (
    <div>
      <dt className="text-13 text-ink-2">{name}</dt>
      <dd className="text-14">
        {rows.length === 0 ? (
          t("nothing")
        ) : (
          <ul>
            {rows.slice(0, SHOWN).map((row) => (
              <li key={[row.file, row.line, row.deed, row.what].join(":")} className="py-1">
                {row.deed === undefined ? null : `${row.deed}: `}
                <code className="break-all">{row.what}</code>
                {row.remark === null ? null : ` · ${row.remark}`}
                <span>
                  {" · "}
                  <Where spot={row} href={hrefOf(row)} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {rows.length > SHOWN ? t("more", { count: rows.length - SHOWN }) : null}
      </dd>
    </div>
  );
}

function Where({ spot: { file, line }, href }: { spot: Spot; href: string | null }) {
  const place = `${file}:${line}`;
  return href === null ? (
    place
  ) : (
    <SiteLink className="link" href={href}>
      {place}
    </SiteLink>
  );
}
