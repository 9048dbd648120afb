import "@/app/styles/audits.css";
import "@/app/styles/review.css";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { applyAction, reserveAction, revokeAction } from "@/app/[locale]/(verifier)/review/actions";
import { reviewSecret } from "@/lib/audits/review/review-secret";
import { recallWritten } from "@/app/[locale]/refused-form";
import { ApplicationForm } from "@/components/review/application-form";
import { OwnAudits } from "@/components/review/own-audits";
import { ProblemNote, type NamedField } from "@/components/forms/problem-note";
import { refusedForm } from "@/components/forms/written-in";
import { auditWordClass, Seal } from "@/components/marks/seal";
import { PageShell } from "@/components/site/page-shell";
import { Empty } from "@/components/ui/empty";
import { PageTitle } from "@/components/ui/page-title";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import { findOwnApplication } from "@/lib/audits/applications/apply-as-verifier";
import { prepareKeyStatement } from "@/lib/audits/applications/key-statement";
import { listOwnAudits } from "@/lib/audits/list-own-audits";
import { listQueue, type QueueRow } from "@/lib/audits/list-queue";
import { currentActor } from "@/lib/auth/current-actor";
import { env } from "@/lib/env";
import { isDomainError } from "@/lib/errors";
import type { Actor } from "@/lib/identity/actor";
import { localizedPath } from "@/lib/i18n/paths";

export const dynamic = "force-dynamic";

interface QueueProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ problem?: string; field?: string }>;
}

export async function generateMetadata({ params }: QueueProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "review" });
  return { title: t("queue"), robots: { index: false } };
}

export default async function QueuePage({ params, searchParams }: QueueProps) {
  const { locale } = await params;
  const { problem, field } = await searchParams;
  setRequestLocale(locale);
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, "/sign-in?return=/review"));
  await recallWritten(field);
  const t = await getTranslations("review");
  const queue = await listQueue(actor.accountId).catch((error: unknown) => {
    if (isDomainError(error, "VERIFIER_REQUIRED")) return null;
    throw error;
  });
  return (
    <PageShell path="/review" section="audits">
      <div className="wrap">
        <PageTitle title={t("queue")} lead={t("queueLead")} />
        <ProblemNote code={problem} field={field} fields={refusedFields(t)} />
        <div className="pt-6">{queue === null ? <NotEnrolled actor={actor} /> : <Queue rows={queue} />}</div>
        {queue && <OwnAudits audits={await listOwnAudits(actor.accountId)} revoke={revokeAction} />}
      </div>
    </PageShell>
  );
}

/** The fields of the form that was refused: of the application, or of an audit that was to be taken back. */
function refusedFields(t: Awaited<ReturnType<typeof getTranslations<"review">>>): NamedField[] {
  const [form, audit] = refusedForm()?.split(" ") ?? [];
  if (form === "revoke") return [{ name: "reason", id: `revoke-${audit}`, label: t("revokeReason") }];
  return [
    { name: "name", id: "apply-name", label: t("apply.name") },
    { name: "about", id: "apply-about", label: t("apply.about") },
  ];
}

async function NotEnrolled({ actor }: { actor: Actor }) {
  const t = await getTranslations("review");
  return (
    <div className="grid max-w-[640px] gap-8">
      <Empty title={t("notEnrolled")}>{t("notEnrolledDetail")}</Empty>
      <ApplicationForm
        state={await findOwnApplication(actor.accountId)}
        address={actor.address}
        apply={applyAction}
        statement={
          actor.address === null
            ? null
            : prepareKeyStatement({
                market: new URL(env().APP_URL).host,
                accountId: actor.accountId,
                address: actor.address,
                secret: reviewSecret(),
              })
        }
        localLedger={env().localLedger}
      />
    </div>
  );
}

async function Queue({ rows }: { rows: readonly QueueRow[] }) {
  const t = await getTranslations("review");
  const state = await getTranslations("common");
  if (rows.length === 0) return <Empty title={t("empty")}>{t("emptyDetail")}</Empty>;
  return (
    <table className="ledger ledger-rows queue-table">
      <caption className="vh">{t("queue")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("skill")}</th>
          <th scope="col">{t("scope")}</th>
          <th scope="col">{t("listedAs")}</th>
          <th scope="col">{t("waitingSince")}</th>
          <th scope="col">{t("reservation")}</th>
          <th scope="col" className="end">
            {t("calls")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.versionId}>
            <th scope="row">
              <SiteLink className="font-semibold hover:underline" href={`/review/${row.versionId}`}>
                {row.slug}
              </SiteLink>{" "}
              <span className="mono text-ink-3">{row.version}</span>
            </th>
            <td>{row.own ? t("own") : t(`duty.${row.duty}`)}</td>
            <td>
              <span className={`mark ${auditWordClass(row.auditState)}`}>
                <Seal state={row.auditState} />
                {state(`audit.${row.auditState}`)}
              </span>
            </td>
            <td>
              <When iso={row.publishedAt} as="relative" />
              {row.auditAskedAt === null ? null : (
                <small className="block text-13 font-medium text-ink">
                  {t.rich("askedForSince", { when: slot(<When iso={row.auditAskedAt} as="relative" />) })}
                </small>
              )}
            </td>
            <td>
              <Reservation row={row} />
            </td>
            <td className="end num wide-only">{row.calls7d}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Who reads it until when; a free one can be reserved from here. */
async function Reservation({ row: { claim, own, versionId, slug } }: { row: QueueRow }) {
  const t = await getTranslations("review");
  if (claim) {
    const until = slot(<When iso={claim.until} as="minute" />);
    return claim.mine
      ? t.rich("reservedMine", { until })
      : t.rich("reservedBy", { name: claim.verifierName, until });
  }
  if (own) return null;
  return (
    <form action={reserveAction.bind(null, versionId)}>
      <button type="submit" className="btn btn-sm">
        {t("reserve")}
        <span className="vh"> {slug}</span>
      </button>
    </form>
  );
}
