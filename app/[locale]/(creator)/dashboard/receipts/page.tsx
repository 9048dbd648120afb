import { unlistedPage } from "@/components/site/page-metadata";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { firstOf } from "@/app/[locale]/skills/[slug]/load-skill";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { OlderLink, PaymentTable } from "@/components/dashboard/payment-table";
import { Empty } from "@/components/ui/note";
import { Icon } from "@/components/ui/icon";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { getEarnings, listPayments, type Earnings } from "@/lib/payments/earnings";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { formatCount, formatSol, formatLamports } from "@/lib/platform/i18n/format";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("dashboard.payments");

const MAX_ID_CHARACTERS = 64;

/** What callers paid to the reader's wallets. */
export default async function ReceiptsPage(props: PageProps<{ before?: string | string[] }>) {
  const { actor, frame, query } = await loadCreator(props, "/dashboard/receipts");
  const before = firstOf(query.before)?.slice(0, MAX_ID_CHARACTERS) ?? null;
  const [t, earningsWords, earnings, received] = await Promise.all([
    getTranslations("dashboard.payments"),
    getTranslations("dashboard.earnings"),
    getEarnings(actor.accountId),
    listPayments(actor.accountId, before),
  ]);
  const earned = earnings.skills.length > 0 || received.payments.length > 0;
  return (
    <DashboardFrame
      {...frame}
      entry="receipts"
      path="/dashboard/receipts"
      title={t("title")}
      lead={t("lead")}
      actions={
        earned ? (
          <a className="btn btn-sm" href="/api/earnings.csv" download>
            <Icon name="download" size={15} />
            {earningsWords("export")}
          </a>
        ) : null
      }
    >
      {earned ? null : (
        <div className="mt-6">
          <Empty
            title={t("none-yet")}
            actions={
              <SiteLink className="btn" href="/docs/payment">
                {t("how")}
              </SiteLink>
            }
          >
            {t("none-detail")}
          </Empty>
        </div>
      )}
      {earned ? (
        <>
          {before === null ? (
            <PageSection id="by-skill" title={earningsWords("title")} remark="lamports" className="mt-6">
              <EarningsLedger earnings={earnings} />
            </PageSection>
          ) : null}
          <PageSection id="payments" title={t("each")} className="mt-10">
            <PaymentTable payments={received.payments} />
            {received.next === null ? null : (
              <OlderLink href={`/dashboard/receipts?before=${received.next}`} label={t("older")} />
            )}
          </PageSection>
        </>
      ) : null}
    </DashboardFrame>
  );
}

/** What a creator has earned with each skill, all time, with the sum under a double rule. */
function EarningsLedger({ earnings }: { earnings: Earnings }) {
  const t = useTranslations("dashboard.earnings");
  const total = earnings.creatorLamports.toString();
  return (
    <DataTable
      className="mt-3 w-full"
      caption={t("title")}
      columns={[t("skill"), atEnd(t("calls")), atEnd(t("fee")), atEnd(t("received"))]}
      foot={
        <tr>
          <td>{t("total")}</td>
          <td className="end num">{formatCount(earnings.calls)}</td>
          <td className="end num">{formatLamports(earnings.feeLamports.toString())}</td>
          <td className="end num">
            {formatLamports(total)}
            <small className="block text-12 font-normal text-ink-3">{formatSol(total)} SOL</small>
          </td>
        </tr>
      }
    >
      {earnings.skills.map(({ slug, calls, creatorLamports, feeLamports }) => (
        <tr key={slug}>
          <th scope="row" className="font-normal">
            <SiteLink className="hover:underline" href={`/skills/${slug}`}>
              {slug}
            </SiteLink>
          </th>
          <td className="end num">{formatCount(calls)}</td>
          <td className="end num text-ink-3">{formatLamports(feeLamports.toString())}</td>
          <td className="end num">
            {formatLamports(creatorLamports.toString())}
            <small className="block text-12 text-ink-3">{formatSol(creatorLamports.toString())} SOL</small>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
