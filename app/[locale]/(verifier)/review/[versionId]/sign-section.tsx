import { getLocale, getTranslations } from "next-intl/server";
import { prepareAuditAction, signAuditAction } from "@/app/[locale]/(verifier)/review/actions";
import { SignBox } from "@/components/review/sign-box";
import { SignedVerdict } from "@/components/review/signed-verdict";
import { Note } from "@/components/ui/note";
import type { ReviewView } from "@/lib/audits/review/get-review";
import { env } from "@/lib/platform/config/env";
import { shortAddress } from "@/lib/platform/i18n/format";
import { labelsOf } from "@/lib/platform/i18n/labels";
import { localizedPath } from "@/lib/platform/i18n/paths";

/** Failures of preparing and signing; each has its sentence among the problems of forms. */
const SIGN_PROBLEMS = [
  "AUTH_REQUIRED",
  "VERIFIER_REQUIRED",
  "VERSION_NOT_FOUND",
  "AUDIT_NOT_ALLOWED",
  "AUDIT_STATEMENT_MISMATCH",
  "AUDIT_SIGNATURE_INVALID",
  "SIGNATURE_ALREADY_USED",
  "REVIEW_INCOMPLETE",
  "LEDGER_UNAVAILABLE",
] as const;

interface SignSectionProps {
  review: ReviewView;
  /** True right after signing. */
  fresh: boolean;
  path: string;
}

/** What the verifier has signed already, or the form in which they sign. */
export async function SignSection({ review, fresh, path }: SignSectionProps) {
  const [t, locale] = [await getTranslations("review"), await getLocale()];
  const { versionId, slug, verifierAddress, own, sealable, signed, version } = review;
  const problem = await getTranslations("forms.problem");
  const all = await getTranslations();
  const values = { days: env().AUDIT_VALIDITY_DAYS, address: shortAddress(verifierAddress) };
  const labels = {
    ...labelsOf(all, "review.signing"),
    ...labelsOf(all, "review.statement", values),
    ...labelsOf(all, "review.wallet"),
  };
  const box = (
    <>
      <SignBox
        versionId={versionId}
        verifierAddress={verifierAddress}
        localLedger={env().localLedger}
        labels={labels}
        problems={{
          ...Object.fromEntries(SIGN_PROBLEMS.map((code) => [code, problem(code)])),
          REQUEST_INVALID: t("challengeNeedsNote"),
        }}
        recordedHref={localizedPath(locale, `${path}?signed=1#verdict`)}
        prepare={prepareAuditAction.bind(null, versionId)}
        submit={signAuditAction}
      />
      {!sealable && <p className="mt-3 text-13 text-ink-2">{t("sealClosed")}</p>}
    </>
  );
  return (
    <section
      className="rounded-1 border border-edge bg-surface px-4.5 pt-4 pb-4.5"
      id="verdict"
      aria-labelledby="verdict-title"
    >
      <h2 id="verdict-title" className="font-serif text-18 leading-[1.3] font-medium">
        {t("signTitle")}
      </h2>
      {own ? (
        <Note tone="warn" title={t("ownTitle")}>
          {t("ownDetail")}
        </Note>
      ) : signed ? (
        <>
          <SignedVerdict slug={slug} version={version} signed={signed} fresh={fresh} />
          <details className="mt-4">
            <summary className="text-13">{t("signAgain")}</summary>
            <div className="pt-3">{box}</div>
          </details>
        </>
      ) : (
        box
      )}
    </section>
  );
}
