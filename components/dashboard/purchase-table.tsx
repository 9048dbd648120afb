import { useTranslations } from "next-intl";
import { PaidAmount } from "@/components/dashboard/paid-amount";
import { PaidVersion, ReceiptLink, StatePill } from "@/components/dashboard/payment-cells";
import { When } from "@/components/ui/when";
import { shortAddress } from "@/lib/i18n/format-identifier";
import type { Purchase } from "@/lib/payments/purchases/list-purchases";

/** What the reader's wallets paid for, each with its receipt and, of several calls, how many are made. */
export function PurchaseTable({ purchases }: { purchases: readonly Purchase[] }) {
  const t = useTranslations("dashboard.payments");
  return (
    <table className="ledger ledger-rows payments mt-3 w-full">
      <caption className="vh">{t("bought")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("settled")}</th>
          <th scope="col">{t("skill")}</th>
          <th scope="col">{t("receipt")}</th>
          <th scope="col">{t("paid-to")}</th>
          <th scope="col">{t("transaction")}</th>
          <th scope="col">{t("state")}</th>
          <th scope="col" className="end">
            {t("received")}
          </th>
        </tr>
      </thead>
      <tbody>
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
            <td className="num wide-only" title={purchase.payeeAddress}>
              {shortAddress(purchase.payeeAddress)}
            </td>
            <td className="num wide-only text-ink-3" title={purchase.signature}>
              {shortAddress(purchase.signature)}
            </td>
            <td className="wide-only">
              <StatePill state={purchase.state} />
            </td>
            <td className="end num">
              <PaidAmount {...purchase} lamports={purchase.paidLamports} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
