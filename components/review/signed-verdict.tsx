import { useLocale, useTranslations } from "next-intl";
import { AuditedStamp, EmptyStamp } from "@/components/marks/stamp";
import { skillPath } from "@/components/skill/links";
import { SiteLink } from "@/components/ui/site-link";
import type { ReviewView } from "@/lib/audits/review/get-review";
import { formatDay, formatStampDay } from "@/lib/platform/i18n/format";

interface SignedVerdictProps {
  slug: string;
  version: string;
  signed: NonNullable<ReviewView["signed"]>;
  /** True right after the signature: the seal presses in once. */
  fresh: boolean;
}

/** What the verifier has signed: stamp, signature, and the public record. */
export function SignedVerdict({ slug, version, signed, fresh }: SignedVerdictProps) {
  const t = useTranslations("review");
  return (
    <div className={`signed-verdict grid gap-2.5 ${fresh ? "signed-fresh" : ""}`} role="status">
      <Stamp version={version} signed={signed} />
      <p className="font-semibold">
        {t("signed")} <span className="font-normal">{t(`signedVerdict.${verdictOf(signed.verdict)}`)}</span>
      </p>
      {signed.ended ? <p className="text-14 text-danger">{t("sealEnded")}</p> : null}
      {signed.challengeOpen ? <p className="text-14">{t("challengeWaits")}</p> : null}
      <div>
        <p className="text-13 text-ink-2">{t("signature")}</p>
        <p className="font-mono text-12 wrap-anywhere">{signed.signature}</p>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <SiteLink className="link" href={skillPath(slug, "security", version)}>
          {t("onItsPage")}
        </SiteLink>
        <a className="link" href={`/v1/audits/${signed.auditId}`}>
          {t("record")}
        </a>
        <SiteLink className="link" href="/review">
          {t("toQueue")}
        </SiteLink>
      </p>
    </div>
  );
}

function Stamp({ version, signed }: Omit<SignedVerdictProps, "slug" | "fresh">) {
  const t = useTranslations("review");
  const ring = useTranslations("skill.stamp");
  const locale = useLocale();
  const day = formatDay(signed.issuedAt, locale);
  if (signed.verdict !== "seal" || signed.ended) {
    const word = t(`signedVerdict.${verdictOf(signed.verdict)}`);
    return <EmptyStamp middle={`v${version}`} below={day} label={`${word}, v${version}, ${day}`} />;
  }
  const words =
    signed.baseVersion === null
      ? ring("audited-ring-full")
      : ring("audited-ring-since", { base: signed.baseVersion });
  return (
    <AuditedStamp
      ring={words}
      middle={`v${version}`}
      below={formatStampDay(signed.issuedAt, locale)}
      label={`${words}, v${version}, ${day}`}
      size={132}
      turn={-6}
    />
  );
}

export const verdictOf = (verdict: string) =>
  verdict === "seal" || verdict === "challenge" ? verdict : "changes_requested";
