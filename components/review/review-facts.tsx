import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AuditMark } from "@/components/marks/audit-mark";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import { formatSol } from "@/lib/platform/i18n/format";
import type { ReviewView } from "@/lib/audits/review/get-review";

interface ReviewFactsProps {
  review: ReviewView;
  reserve: () => Promise<void>;
  release: () => Promise<void>;
}

/** What kind of audit this is, how the version is listed, and, until it is signed, for whom it is reserved. */
export function ReviewFacts({ review, reserve, release }: ReviewFactsProps) {
  const t = useTranslations("review");
  const { duty, bondLamports, signed, auditAskedAt, confidential } = review;
  return (
    <dl className="ms-auto flex flex-wrap gap-x-7 gap-y-2 text-13">
      <Fact name={t("scope")}>{t(`duty.${duty}`)}</Fact>
      <Fact name={t("listedAs")}>
        <AuditMark skill={review} />
      </Fact>
      {bondLamports === null ? null : (
        <Fact name={t("bond")}>
          <span className="font-mono">{formatSol(bondLamports)}</span> SOL
        </Fact>
      )}
      {confidential ? <Fact name={t("files-access")}>{t("confidential")}</Fact> : null}
      {auditAskedAt === null ? null : (
        <Fact name={t("askedFor")}>
          <When iso={auditAskedAt} as="relative" />
        </Fact>
      )}
      {signed === null ? <Reservation review={review} reserve={reserve} release={release} /> : null}
    </dl>
  );
}

function Reservation({ review: { claim, own }, reserve, release }: ReviewFactsProps) {
  const t = useTranslations("review");
  return (
    <Fact
      name={claim?.mine ? t("reservedForYou") : t("reservation")}
      className="flex flex-wrap items-center gap-2"
    >
      {claim ? (
        <span>
          {t.rich(claim.mine ? "reservedMine" : "reservedOther", {
            until: slot(<When iso={claim.until} as="minute" />),
          })}
        </span>
      ) : (
        t("notReserved")
      )}
      {own || (claim && !claim.mine) ? null : (
        <>
          <form action={reserve}>
            <button type="submit" className="btn btn-sm">
              {claim ? t("extend") : t("reserve")}
            </button>
          </form>
          {claim && (
            <form action={release}>
              <button type="submit" className="btn btn-sm btn-quiet">
                {t("release")}
              </button>
            </form>
          )}
        </>
      )}
    </Fact>
  );
}

function Fact({ name, className = "", children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className={`font-medium ${className}`}>{children}</dd>
    </div>
  );
}
