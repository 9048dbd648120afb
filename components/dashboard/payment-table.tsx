import { useTranslations } from "next-intl";
import { PaidAmount } from "@/components/dashboard/paid-amount";
import { PaidVersion, ReceiptLink, StatePill } from "@/components/dashboard/payment-cells";
import { When } from "@/components/ui/when";
import { shortAddress } from "@/lib/i18n/format-identifier";
import type { Payment } from "@/lib/payments/earnings/get-earnings";

/** Payments to the creator's wallets, each with the receipt of the call it paid for. */
export function PaymentTable({ payments }: { payments: readonly Payment[] }) {
  const t = useTranslations("dashboard.payments");
  return (
    <table className="ledger ledger-rows payments mt-3 w-full">
      <caption className="vh">{t("title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("settled")}</th>
          <th scope="col">{t("receipt")}</th>
          <th scope="col">{t("skill")}</th>
          <th scope="col">{t("payer")}</th>
          <th scope="col">{t("transaction")}</th>
          <th scope="col">{t("state")}</th>
          <th scope="col" className="end">
            {t("received")}
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.id}>
            <td className="num">
              <When iso={payment.settledAt.toISOString()} as="second" />
            </td>
            <td className="num wide-only">
              <ReceiptLink receiptId={payment.receiptId} />
            </td>
            <th scope="row" className="font-normal">
              <PaidVersion {...payment} />
              {payment.calls > 1 ? ` × ${payment.calls}` : null}
            </th>
            <td className="num wide-only" title={payment.payerAddress}>
              {shortAddress(payment.payerAddress)}
            </td>
            <td className="num wide-only text-ink-3" title={payment.signature}>
              {shortAddress(payment.signature)}
            </td>
            <td className="wide-only">
              <StatePill state={payment.state} />
            </td>
            <td className="end num">
              <PaidAmount {...payment} lamports={payment.creatorLamports} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
