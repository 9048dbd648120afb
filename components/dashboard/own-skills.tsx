import { useTranslations } from "next-intl";
import { AuditMark, TrustMark } from "@/components/marks/audit-mark";
import { Sparkline } from "@/components/marks/sparkline";
import { ByMaintainer } from "@/components/skill/publisher";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { Empty } from "@/components/ui/note";
import { Icon } from "@/components/ui/icon";
import { Price, When } from "@/components/ui/values";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import type { OwnSkill } from "@/lib/catalogue/dashboard/get-dashboard";
import { formatCount, formatLamports } from "@/lib/platform/i18n/format";
import type { VettingStatus } from "@/lib/registry/views";

/**
 * What the heads of columns say where there is room for them: words, also where the digits beside them have a face of
 * their own.
 */
const PHONE_ONLY = "font-sans min-[721px]:hidden";

interface OwnSkillsProps {
  skills: readonly OwnSkill[];
  /** Lamports each skill brought in the last seven days, by slug. */
  earned: ReadonlyMap<string, bigint>;
  /** List only so many; the total is that of all. */
  most?: number;
  /** Asks for an audit of the version that the form names; without it nothing can be asked for here. */
  ask?: (form: FormData) => Promise<void>;
}

/** Own skills as a ledger, with the last seven days summed under its double rule. */
export function OwnSkills({ skills, earned, most = skills.length, ask }: OwnSkillsProps) {
  const t = useTranslations("dashboard");
  const common = useTranslations("common");
  if (skills.length === 0) return <NoSkills />;
  const calls = skills.reduce((sum, skill) => sum + skill.calls7d, 0);
  const revenue = skills.reduce((sum, { slug }) => sum + (earned.get(slug) ?? 0n), 0n);
  return (
    <DataTable
      stacked
      className="mt-3 w-full"
      caption={t("skills")}
      columns={[
        t("skill"),
        t("audit"),
        t("trust"),
        t("examples"),
        atEnd(t("price")),
        atEnd(t("calls")),
        atEnd(t("revenue")),
      ]}
      foot={
        <tr className="to-720:*:px-0">
          <td colSpan={5}>{t("total", { count: skills.length })}</td>
          <td className="end num">
            {formatCount(calls)}
            <span className={PHONE_ONLY}> {common("calls-7d")}</span>
          </td>
          <td className="end wide-only">
            <Earned lamports={revenue} />
          </td>
        </tr>
      }
    >
      {skills.slice(0, most).map((skill) => (
        <OwnSkillLine
          key={skill.slug}
          skill={skill}
          earned={earned.get(skill.slug) ?? (skill.organisation === null ? 0n : null)}
          ask={ask}
        />
      ))}
    </DataTable>
  );
}

interface OwnSkillLineProps {
  skill: OwnSkill;
  /** Null for who may not see it. */
  earned: bigint | null;
  ask: OwnSkillsProps["ask"];
}

function OwnSkillLine({ skill, earned, ask }: OwnSkillLineProps) {
  const t = useTranslations("common");
  const dashboard = useTranslations("dashboard");
  return (
    <tr>
      <th scope="row" className="wrap-anywhere">
        <SiteLink
          className="inline-block py-[3px] font-semibold hover:underline"
          href={skill.published ? `/skills/${skill.slug}` : `/publish/${skill.versionId}`}
        >
          {skill.slug}
        </SiteLink>{" "}
        <SiteLink
          className="mono inline-block py-[3px] font-normal text-ink-3 hover:underline"
          href={`/publish/${skill.versionId}`}
          title={dashboard("version-page")}
        >
          {skill.version}
        </SiteLink>
        {skill.organisation === null ? null : (
          <span className="block text-13 font-normal text-ink-2">
            {dashboard("maintainers.of", { name: skill.organisation })}
          </span>
        )}
        <ByMaintainer uploader={skill.uploader} className="block text-13 font-normal text-ink-2" />
      </th>
      <td>
        <StateOfVersion skill={skill} />
        {skill.askable && skill.objected ? (
          <SiteLink className="link block text-13" href={`/skills/${skill.slug}/security`}>
            {dashboard("audit-wish.objected")}
          </SiteLink>
        ) : null}
        {skill.askable ? <AuditWish skill={skill} ask={ask} /> : null}
      </td>
      <td className="wide-only">
        <span className="mark font-normal">
          <TrustMark level={skill.trustLevel} size={17} />
          {t(`trust.${skill.trustLevel}`)}
        </span>
      </td>
      <td className="wide-only">
        {skill.examplesTotal === 0 ? (
          "–"
        ) : (
          <span
            className={skill.examplesProven < skill.examplesTotal ? "proven proven-part" : "proven"}
            title={t("proven", { proven: skill.examplesProven, total: skill.examplesTotal })}
          >
            <Icon name="proven" size={15} />
            {skill.examplesProven}/{skill.examplesTotal}
          </span>
        )}
      </td>
      <td className="end to-720:self-end to-720:text-start">
        <Price lamports={skill.priceLamports} />
        {skill.declaredLamports === skill.priceLamports || !skill.published ? null : (
          <SiteLink className="link block text-13" href={`/publish/${skill.versionId}`}>
            {dashboard("price-waits", { lamports: formatLamports(skill.declaredLamports) })}
          </SiteLink>
        )}
        {skill.published ? (
          <SiteLink
            className="link block text-13"
            href={`/dashboard/prices?skill=${skill.slug}#change-price`}
          >
            {dashboard("prices.change")}
            <span className="vh"> {skill.slug}</span>
          </SiteLink>
        ) : null}
      </td>
      <td className="end num">
        <span className="inline-flex items-center justify-end gap-2.5 to-720:self-end">
          <Sparkline values={skill.callsByDay} width={56} />
          <span className="min-w-[6ch]">
            {formatCount(skill.calls7d)}
            <span className={PHONE_ONLY}> {t("calls-7d")}</span>
          </span>
        </span>
      </td>
      <td className="end wide-only">{earned === null ? "–" : <Earned lamports={earned} />}</td>
    </tr>
  );
}

/** That an audit was asked for, and when; before that the button that asks. */
function AuditWish({ skill: { slug, versionId, auditAskedAt }, ask }: Omit<OwnSkillLineProps, "earned">) {
  const t = useTranslations("dashboard.audit-wish");
  if (auditAskedAt !== null) {
    return (
      <small className="block text-13 text-ink-2">
        {t.rich("asked", { day: slot(<When iso={auditAskedAt} as="day" />) })}
      </small>
    );
  }
  if (ask === undefined) return null;
  return (
    <form action={ask} className="pt-1">
      <input type="hidden" name="version" value={versionId} />
      <button type="submit" className="btn btn-sm">
        {t("ask")}
        <span className="vh"> {slug}</span>
      </button>
    </form>
  );
}

/** The audit state of what is published; what stands in the way of the rest. */
function StateOfVersion({ skill }: { skill: OwnSkill }) {
  const t = useTranslations("dashboard.status");
  if (skill.quarantined) return <span className="pill pill-bad">{t("quarantined")}</span>;
  if (skill.yanked) return <span className="pill">{t("yanked")}</span>;
  if (!skill.published) return <VettingPill status={skill.vettingStatus} />;
  return <AuditMark skill={skill} size={17} />;
}

function NoSkills() {
  const t = useTranslations("dashboard");
  return (
    <div className="mt-5">
      <Empty
        title={t("none")}
        actions={
          <>
            <SiteLink className="btn btn-primary" href="/publish">
              {t("publish")}
            </SiteLink>
            <SiteLink className="btn" href="/keys">
              {t("agent-key")}
            </SiteLink>
          </>
        }
      >
        {t("noneDetail")}
      </Empty>
    </div>
  );
}

/** What came in; unlike a price, nothing is 0 and not free. */
const Earned = ({ lamports }: { lamports: bigint }) =>
  lamports === 0n ? <span className="num">0</span> : <Price lamports={lamports.toString()} />;

const TONES: Record<VettingStatus, string> = {
  approved: "pill",
  pending: "pill",
  caution: "pill pill-warn",
  rejected: "pill pill-bad",
};

/** How far vetting has come with a version that is not listed. */
export function VettingPill({ status }: { status: VettingStatus }) {
  const t = useTranslations("dashboard.status");
  return <span className={TONES[status]}>{t(status)}</span>;
}
