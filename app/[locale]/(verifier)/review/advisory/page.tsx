import { signInPath } from "@/lib/web/auth/safe-return";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { prepareAdvisoryAction, signAdvisoryAction } from "@/app/[locale]/(verifier)/review/actions";
import { pageLocale } from "@/app/[locale]/form-outcome";
import { AdviseBox } from "@/components/review/advise-box";
import { unlistedPage } from "@/components/site/page-metadata";
import { PageShell } from "@/components/site/page-shell";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Empty } from "@/components/ui/note";
import { PageTitle } from "@/components/ui/page-parts";
import { ADVISORY_SEVERITIES } from "@/lib/advisories/kinds";
import {
  MAX_DETAILS_CHARACTERS,
  MAX_SUMMARY_CHARACTERS,
  MAX_WHAT_TO_DO_CHARACTERS,
} from "@/lib/audits/advisories/advisory-statement";
import { findVerifierAddress } from "@/lib/audits/verifiers";
import { env } from "@/lib/platform/config/env";
import { shortAddress } from "@/lib/platform/i18n/format";
import { labelsOf } from "@/lib/platform/i18n/labels";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { currentActor } from "@/lib/web/auth/current-actor";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("review", "adviseTitle");

/** Failures of preparing and signing; each has its sentence among the problems of forms. */
const PROBLEMS = [
  "AUTH_REQUIRED",
  "VERIFIER_REQUIRED",
  "VERSION_NOT_FOUND",
  "AUDIT_NOT_ALLOWED",
  "AUDIT_STATEMENT_MISMATCH",
  "AUDIT_SIGNATURE_INVALID",
  "SIGNATURE_ALREADY_USED",
] as const;

/** Where a verifier writes an advisory about versions that they have reviewed, and signs it. */
export default async function AdvisePage({ searchParams }: PageProps) {
  const [locale, query, actor] = [await pageLocale(), await searchParams, await currentActor()];
  if (!actor) redirect(signInPath(locale, "/review/advisory"));
  const [t, all, problem, address] = await Promise.all([
    getTranslations("review"),
    getTranslations(),
    getTranslations("forms.problem"),
    findVerifierAddress(actor.accountId),
  ]);
  const first = (name: string) => [query[name]].flat()[0]?.slice(0, 100) ?? "";
  return (
    <PageShell path="/review/advisory" section="audits">
      <div className="wrap max-w-[760px]">
        <Breadcrumbs crumbs={[{ name: t("queue"), href: "/review" }, { name: t("adviseTitle") }]} />
        <PageTitle title={t("adviseTitle")} lead={t("adviseLead")} />
        <div className="pt-6">
          {address === null ? (
            <Empty title={t("notEnrolled")}>{t("notEnrolledDetail")}</Empty>
          ) : (
            <AdviseBox
              verifierAddress={address}
              localLedger={env().localLedger}
              labels={{
                ...labelsOf(all, "review.signing"),
                ...labelsOf(all, "review.advise", { address: shortAddress(address) }),
                ...labelsOf(all, "review.wallet"),
              }}
              problems={{
                ...Object.fromEntries(PROBLEMS.map((code) => [code, problem(code)])),
                PERMISSION_DENIED: t("adviseNotReviewed"),
              }}
              given={{ skill: first("skill"), versions: first("version") }}
              severities={ADVISORY_SEVERITIES.map((value) => ({
                value,
                text: all(`publish.severity.${value}`),
              }))}
              limits={{
                summary: MAX_SUMMARY_CHARACTERS,
                details: MAX_DETAILS_CHARACTERS,
                whatToDo: MAX_WHAT_TO_DO_CHARACTERS,
              }}
              shownAt={`${localizedPath(locale, "/advisories")}/`}
              prepare={prepareAdvisoryAction}
              submit={signAdvisoryAction}
            />
          )}
        </div>
      </div>
    </PageShell>
  );
}
