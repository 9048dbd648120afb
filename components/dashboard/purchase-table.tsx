import { useTranslations } from "next-intl";
import { PaidVersion, PaymentEnd, PaymentFrame, ReceiptLink } from "@/components/dashboard/payment-cells";
import { When } from "@/components/ui/when";
import type { Purchase } from "@/lib/payments/purchases";

/** What the reader's wallets paid for, each with its receipt and, of several calls, how many are made. */
export function PurchaseTable({ purchases }: { purchases: readonly Purchase[] }) {
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
