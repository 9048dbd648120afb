import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { EarningsLedger } from "@/components/dashboard/earnings-ledger";
import { PaymentTable } from "@/components/dashboard/payment-table";
import { Empty } from "@/components/ui/empty";
import { Icon } from "@/components/ui/icon";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { getEarnings, listPaymentPage } from "@/lib/settlement/earnings/get-earnings";

export const dynamic = "force-dynamic";

interface ReceiptsProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ before?: string | string[] }>;
}

export async function generateMetadata({ params }: ReceiptsProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "dashboard.payments" });
  return { title: t("title"), robots: { index: false } };
}

export default async function CreatorReceiptsPage({ params, searchParams }: ReceiptsProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const { actor, frame } = await loadCreator(locale, "/dashboard/receipts");
  const { before } = await searchParams;
  const [t, earnings, { payments, next }] = await Promise.all([
    getTranslations("dashboard.payments"),
    getEarnings(actor.accountId),
    listPaymentPage(actor.accountId, typeof before === "string" ? before.slice(0, 64) : null),
  ]);
  const earningsWords = await getTranslations("dashboard.earnings");
  const nothing = earnings.skills.length === 0 && payments.length === 0;
  return (
    <DashboardFrame
      {...frame}
      entry="receipts"
      path="/dashboard/receipts"
      title={t("title")}
      lead={earningsWords("remark")}
      actions={
        nothing ? null : (
          <a className="btn btn-sm" href="/api/earnings.csv" download>
            <Icon name="download" size={15} />
            {earningsWords("export")}
          </a>
        )
      }
    >
      {nothing ? (
        <div className="mt-6">
          <Empty
            title={t("none")}
            actions={
              <SiteLink className="btn" href="/docs/payment">
                {t("how")}
              </SiteLink>
            }
          >
            {t("none-detail")}
          </Empty>
        </div>
      ) : (
        <>
          {before === undefined ? (
            <section aria-labelledby="by-skill" className="mt-6">
              <SectionHead id="by-skill" title={earningsWords("title")} remark="lamports" />
              <EarningsLedger earnings={earnings} />
            </section>
          ) : null}
          <section aria-labelledby="payments" className="dash-part">
            <SectionHead id="payments" title={t("each")} />
            <PaymentTable payments={payments} />
            {next === null ? null : (
              <p className="pt-4">
                <SiteLink className="btn btn-sm" href={`/dashboard/receipts?before=${next}`} rel="next">
                  {t("older")}
                </SiteLink>
              </p>
            )}
          </section>
        </>
      )}
    </DashboardFrame>
  );
}
