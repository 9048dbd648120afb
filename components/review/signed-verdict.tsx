import { useLocale, useTranslations } from "next-intl";
import { AuditedStamp, EmptyStamp } from "@/components/marks/stamp";
import type { ReviewView } from "@/lib/audits/get-review";
import { formatDay } from "@/lib/i18n/format-date";

interface SignedVerdictProps {
  version: string;
  signed: NonNullable<ReviewView["signed"]>;
  /** True right after the signature: the seal presses in once. */
  fresh: boolean;
}

/** What the verifier has signed: stamp, signature, and the public record. */
export function SignedVerdict({ version, signed, fresh }: SignedVerdictProps) {
  const t = useTranslations("review");
  return (
    <div className={fresh ? "signed-verdict signed-fresh" : "signed-verdict"} role="status">
      <Stamp version={version} signed={signed} />
      <p className="font-semibold">
        {t("signed")} <span className="font-normal">{t(`signedVerdict.${verdictOf(signed.verdict)}`)}</span>
      </p>
      <div>
        <p className="text-13 text-ink-2">{t("signature")}</p>
        <p className="font-mono text-12 wrap-anywhere">{signed.signature}</p>
      </div>
      <p>
        <a className="link" href={`/v1/audits/${signed.auditId}`}>
          {t("record")}
        </a>
      </p>
    </div>
  );
}

function Stamp({ version, signed }: Omit<SignedVerdictProps, "fresh">) {
  const t = useTranslations("review");
  const ring = useTranslations("skill.stamp");
  const day = formatDay(signed.issuedAt, useLocale());
  if (signed.verdict !== "seal") {
    const word = t(`signedVerdict.${verdictOf(signed.verdict)}`);
    return <EmptyStamp middle={`v${version}`} below={day} label={`${word}, v${version}, ${day}`} />;
  }
  const words = ring(`audited-ring-${scopeOf(signed.scope)}`);
  return (
    <AuditedStamp
      ring={words}
      middle={`v${version}`}
      below={day}
      label={`${words}, v${version}, ${day}`}
      size={132}
      turn={-6}
    />
  );
}

const verdictOf = (verdict: string) =>
  verdict === "seal" || verdict === "challenge" ? verdict : "changes_requested";
const scopeOf = (scope: string) => (scope === "full" || scope === "reduced" ? scope : "patch");
