import { useTranslations } from "next-intl";
import { PaidVersion, PaymentEnd, PaymentFrame, ReceiptLink } from "@/components/dashboard/payment-cells";
import { When } from "@/components/ui/when";
import type { Payment } from "@/lib/payments/earnings";

/** Payments to the creator's wallets, each with the receipt of the call it paid for. */
export function PaymentTable({ payments }: { payments: readonly Payment[] }) {
  const t = useTranslations("dashboard.payments");
  return (
    <PaymentFrame caption={t("title")} heads={["receipt", "skill", "payer"]}>
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
          <PaymentEnd party={payment.payerAddress} payment={payment} lamports={payment.creatorLamports} />
        </tr>
      ))}
    </PaymentFrame>
  );
}
