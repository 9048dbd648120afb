import { unlistedPage } from "@/components/site/page-metadata";
import { useTranslations } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import {
  PaidVersion,
  PaymentEnd,
  PaymentFrame,
  ReceiptLink,
  PaymentTable,
} from "@/components/dashboard/payment-table";
import { Empty } from "@/components/ui/note";
import { Icon } from "@/components/ui/icon";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { getEarnings, listPayments, type Earnings } from "@/lib/payments/earnings";
import { listPurchases, type Purchase } from "@/lib/payments/purchases";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { formatCount, formatSol, formatLamports } from "@/lib/platform/i18n/format";

export const dynamic = "force-dynamic";

interface ReceiptsProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ before?: string | string[]; bought_before?: string | string[] }>;
}

export const generateMetadata = unlistedPage("dashboard.payments");

const MAX_ID_CHARACTERS = 64;
const idOf = (parameter: string | string[] | undefined) =>
  typeof parameter === "string" ? parameter.slice(0, MAX_ID_CHARACTERS) : null;

/** Both sides of the counter: what callers paid to the reader's wallets, and what these wallets paid for. */
export default async function ReceiptsPage({ params, searchParams }: ReceiptsProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const { actor, frame } = await loadCreator(locale, "/dashboard/receipts");
  const before = idOf((await searchParams).before);
  const boughtBefore = idOf((await searchParams).bought_before);
  const [t, earningsWords, earnings, received, bought] = await Promise.all([
    getTranslations("dashboard.payments"),
    getTranslations("dashboard.earnings"),
    getEarnings(actor.accountId),
    listPayments(actor.accountId, before),
    listPurchases(actor.accountId, boughtBefore),
  ]);
  const earned = earnings.skills.length > 0 || received.payments.length > 0;
  const nothing = !earned && bought.purchases.length === 0;
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
      {nothing ? (
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
      ) : null}
      {earned && boughtBefore === null ? (
        <>
          {before === null ? (
            <PageSection id="by-skill" title={earningsWords("title")} remark="lamports" className="mt-6">
              <EarningsLedger earnings={earnings} />
            </PageSection>
          ) : null}
          <PageSection id="payments" title={t("each")} className="mt-10">
            <PaymentTable payments={received.payments} />
            {received.next === null ? null : (
              <Older href={`/dashboard/receipts?before=${received.next}`} label={t("older")} />
            )}
          </PageSection>
        </>
      ) : null}
      {bought.purchases.length > 0 && before === null ? (
        <PageSection id="bought" title={t("bought")} className="mt-10">
          <PurchaseTable purchases={bought.purchases} />
          {bought.next === null ? null : (
            <Older href={`/dashboard/receipts?bought_before=${bought.next}`} label={t("older")} />
          )}
        </PageSection>
      ) : null}
    </DashboardFrame>
  );
}

const Older = ({ href, label }: { href: string; label: string }) => (
  <p className="pt-4">
    <SiteLink className="btn btn-sm" href={href} rel="next">
      {label}
    </SiteLink>
  </p>
);

/** What the reader's wallets paid for, each with its receipt and, of several calls, how many are made. */
function PurchaseTable({ purchases }: { purchases: readonly Purchase[] }) {
  const t = useTranslations("dashboard.payments");
  return (
    <PaymentFrame caption={t("bought")} heads={["skill", "receipt", "paid-to"]}>
      {purchases.map((purchase) => (
        <tr key={purchase.id}>
          <td className="num">
            <When iso={purchase.settledAt.toISOString()} as="second" />
          </td>
          <th scope="row" className="font-normal">
            <PaidVersion {...purchase} />
            {purchase.calls > 1 ? (
              <span className="ms-2 text-ink-3">
                {t("made", { made: purchase.callsMade, calls: purchase.calls })}
              </span>
            ) : null}
          </th>
          <td className="num">
            <ReceiptLink receiptId={purchase.receiptId} />
          </td>
          <PaymentEnd party={purchase.payeeAddress} payment={purchase} lamports={purchase.paidLamports} />
        </tr>
      ))}
    </PaymentFrame>
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
