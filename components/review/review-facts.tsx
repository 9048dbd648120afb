import { useTranslations } from "next-intl";
import { auditWordClass, Seal } from "@/components/marks/seal";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import { formatSol } from "@/lib/i18n/format-lamports";
import type { ReviewView } from "@/lib/audits/get-review";

interface ReviewFactsProps {
  review: ReviewView;
  reserve: () => Promise<void>;
  release: () => Promise<void>;
}

/** What kind of audit this is, how the version is listed, and, until it is signed, for whom it is reserved. */
export function ReviewFacts({ review, reserve, release }: ReviewFactsProps) {
  const t = useTranslations("review");
  const state = useTranslations("common");
  const { duty, bondLamports, signed, auditAskedAt, auditState } = review;
  return (
    <dl className="review-facts">
      <div>
        <dt>{t("scope")}</dt>
        <dd>{t(`duty.${duty}`)}</dd>
      </div>
      <div>
        <dt>{t("listedAs")}</dt>
        <dd className={`flex items-center gap-1.5 ${auditWordClass(auditState)}`}>
          <Seal state={auditState} /> {state(`audit.${auditState}`)}
        </dd>
      </div>
      {bondLamports === null ? null : (
        <div>
          <dt>{t("bond")}</dt>
          <dd>
            <span className="font-mono">{formatSol(bondLamports)}</span> SOL
          </dd>
        </div>
      )}
      {auditAskedAt === null ? null : (
        <div>
          <dt>{t("askedFor")}</dt>
          <dd>
            <When iso={auditAskedAt} as="relative" />
          </dd>
        </div>
      )}
      {signed === null ? <Reservation review={review} reserve={reserve} release={release} /> : null}
    </dl>
  );
}

function Reservation({ review: { claim, own }, reserve, release }: ReviewFactsProps) {
  const t = useTranslations("review");
  return (
    <div>
      <dt>{claim?.mine ? t("reservedForYou") : t("reservation")}</dt>
      <dd className="flex flex-wrap items-center gap-2">
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
      </dd>
    </div>
  );
}
