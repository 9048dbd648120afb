import { Fact } from "@/components/ui/fact";
import { useTranslations } from "next-intl";
import { extentOf } from "@/components/marks/audit-mark";
import { SealStamp } from "@/components/skill/skill-stamp";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import { fullDigest } from "@/lib/platform/i18n/format";
import type { ChecklistItem } from "@/lib/audits/review/checklist";
import type { SignedAuditView } from "@/lib/audits/seals";

/** A seal that counts shows its stamp; one that does not, none: a stamp says Audited to whoever only looks. */
const VERDICT_ICONS = { seal: "alert", changes_requested: "message", challenge: "flag" } as const;

interface SignedAuditsProps {
  audits: readonly SignedAuditView[];
  /** The version whose page this is. */
  shown: string;
}

/** Everything that was signed, with whole addresses: a shortened one can be faked. */
export function SignedAudits({ audits, shown }: SignedAuditsProps) {
  const t = useTranslations("skill.security");
  if (audits.length === 0) return <p className="pt-3 text-14 text-ink-2">{t("no-audits")}</p>;
  return audits.map((audit) => <SignedAudit key={audit.auditId} audit={audit} shown={shown} />);
}

function SignedAudit({ audit: seal, shown }: { audit: SignedAuditView; shown: string }) {
  const t = useTranslations("skill.security.audit");
  const title = seal.verdict === "seal" ? extentOf(seal) : seal.verdict;
  return (
    <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-6 border-b border-line py-4.5 to-720:grid-cols-[minmax(0,1fr)]">
      {seal.counts ? (
        <SealStamp seal={seal} size={104} />
      ) : (
        <span className="grid items-start justify-items-center pt-0.5 text-caution to-720:justify-items-start">
          <Icon name={VERDICT_ICONS[seal.verdict]} size={28} />
        </span>
      )}
      <div>
        <h3 className="text-16 font-semibold">
          {t(`title-${title}`, { name: seal.verifierName, base: seal.baseVersion ?? "" })}
        </h3>
        {seal.confidential ? <p className="text-14 text-ink-2">{t("confidential")}</p> : null}
        <Standing audit={seal} />
        {seal.note === null ? null : (
          <blockquote
            className="mx-0 mt-1.5 mb-2 max-w-[68ch] border-s-2 border-edge ps-3 text-14 wrap-anywhere whitespace-pre-line text-ink-2"
            aria-label={t("note", { name: seal.verifierName })}
          >
            {seal.note}
          </blockquote>
        )}
        <dl className="facts facts-start">
          <Fact name={t("verifier")} mono>
            <SiteLink className="link" href={`/people/${encodeURIComponent(seal.verifierUsername)}`}>
              {seal.verifierAddress}
            </SiteLink>
          </Fact>
          <Fact name={t("version")} mono={seal.version === shown}>
            {seal.version === shown ? seal.version : t("other-version", { version: seal.version })}
          </Fact>
          <Fact name={t("digest")} mono>
            {fullDigest(seal.packageDigest)}
          </Fact>
          <Fact name={t("signature")} mono>
            <a className="link" href={`/v1/audits/${seal.auditId}`}>
              ed25519, {seal.auditId}
            </a>
          </Fact>
          <Fact name={t("signed")}>
            <When iso={seal.issuedAt} as="second" />
          </Fact>
          {seal.verdict === "seal" ? (
            <Fact name={t("until")}>
              <When iso={seal.expiresAt} as="second" />
            </Fact>
          ) : null}
          {seal.checklist === null ? null : <Checked checklist={seal.checklist} />}
        </dl>
      </div>
    </div>
  );
}

/** What the verifier says to have done, and apart from it what the market found by itself. */
function Checked({ checklist }: { checklist: NonNullable<SignedAuditView["checklist"]> }) {
  const t = useTranslations("skill.security.audit");
  const item = useTranslations("review.check");
  const named = (items: readonly ChecklistItem[]) => items.map((each) => item(each)).join(" · ");
  return (
    <>
      <Fact name={t("said")}>{named(checklist.verifier)}</Fact>
      <Fact name={t("found")}>{named(checklist.market)}</Fact>
    </>
  );
}

/** Why a signature does not count, where that must be said. */
function Standing({ audit: { verdict, counts, revoked } }: { audit: SignedAuditView }) {
  const t = useTranslations("skill.security.audit");
  if (revoked !== null) {
    return (
      <p className="text-13 text-danger">
        {t.rich("revoked", { day: slot(<When iso={revoked.at} as="day" />), reason: revoked.reason ?? "" })}
      </p>
    );
  }
  return verdict === "seal" && !counts ? <p className="text-13 text-danger">{t("void")}</p> : null;
}
