import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { Payment } from "@/lib/payments/earnings";
import type { Purchase } from "@/lib/payments/purchases";
import type { PaymentState } from "@/lib/payments/settlement/payment-status";
import { shortAddress, formatSol, formatLamports } from "@/lib/platform/i18n/format";

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

/** What the reader's wallets paid for, each with its receipt and, of several calls, how many are made. */
export function PurchaseTable({ purchases, caption }: { purchases: readonly Purchase[]; caption: string }) {
  const t = useTranslations("dashboard.payments");
  return (
    <PaymentFrame caption={caption} heads={["skill", "receipt", "key", "paid-to"]}>
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
          <td className="wide-only" title={purchase.keyPrefix ?? undefined}>
            {purchase.keyName}
          </td>
          <PaymentEnd party={purchase.payeeAddress} payment={purchase} lamports={purchase.paidLamports} />
        </tr>
      ))}
    </PaymentFrame>
  );
}

const TONE: Record<PaymentState, string> = {
  confirmed: "pill",
  final: "pill pill-ok",
  vanished: "pill pill-bad",
};

/** Heads of the columns that differ, each between the time and the transaction. */
type Head = "receipt" | "skill" | "payer" | "paid-to" | "key";

/** Leads to the page before, of what is listed newest first. */
export const OlderLink = ({ href, label }: { href: string; label: string }) => (
  <p className="pt-4">
    <SiteLink className="btn btn-sm" href={href} rel="next">
      {label}
    </SiteLink>
  </p>
);

/** A table of payments: its caption and heads; `PaymentEnd` ends each row. */
function PaymentFrame({
  caption,
  heads,
  children,
}: {
  caption: string;
  heads: readonly Head[];
  children: ReactNode;
}) {
  const t = useTranslations("dashboard.payments");
  return (
    <DataTable
      stacked
      className="payments mt-3 w-full"
      caption={caption}
      columns={[
        ...(["settled", ...heads, "transaction", "state"] as const).map((head) => t(head)),
        atEnd(t("received")),
      ]}
    >
      {children}
    </DataTable>
  );
}

interface PaymentEndProps {
  /** The other side of the payment. */
  party: string;
  payment: { signature: string; state: PaymentState } & Omit<Parameters<typeof PaidAmount>[0], "lamports">;
  lamports: bigint;
}

/** Who was on the other side, the transaction, how sure it is and how much it was. */
function PaymentEnd({ party, payment, lamports }: PaymentEndProps) {
  return (
    <>
      <td className="num wide-only" title={party}>
        {shortAddress(party)}
      </td>
      <td className="num wide-only text-ink-3" title={payment.signature}>
        {shortAddress(payment.signature)}
      </td>
      <td className="wide-only">
        <StatePill state={payment.state} />
      </td>
      <td className="end num">
        <PaidAmount {...payment} lamports={lamports} />
      </td>
    </>
  );
}

/** How sure a payment is. */
function StatePill({ state }: { state: PaymentState }) {
  const t = useTranslations("dashboard.payments");
  return <span className={TONE[state]}>{t(`states.${state}`)}</span>;
}

/** The receipt of the call that was paid for, or that none has run. */
function ReceiptLink({ receiptId }: { receiptId: string | null }) {
  const t = useTranslations("dashboard.payments");
  if (receiptId === null) return <span className="font-sans text-ink-3">{t("not-run")}</span>;
  return (
    <SiteLink className="link" href={`/receipts/${receiptId}`} title={receiptId}>
      {shortAddress(receiptId)}
    </SiteLink>
  );
}

/** Which version was paid for. */
function PaidVersion({ slug, version }: { slug: string; version: string }) {
  return (
    <>
      <SiteLink className="hover:underline" href={`/skills/${slug}`}>
        {slug}
      </SiteLink>{" "}
      <span className="mono text-ink-3">{version}</span>
    </>
  );
}

/** Lamports over SOL, or the units of a token that was paid instead, with the address of the token behind them. */
function PaidAmount({
  lamports,
  tokenMint,
  tokenUnits,
}: {
  lamports: bigint;
  tokenMint: string | null;
  tokenUnits: bigint | null;
}) {
  const t = useTranslations("dashboard.payments");
  if (tokenMint === null || tokenUnits === null)
    return (
      <>
        {formatLamports(lamports.toString())}
        <small className="block text-12 text-ink-3">{formatSol(lamports.toString())} SOL</small>
      </>
    );
  return <span title={tokenMint}>{t("tokens", { units: formatLamports(tokenUnits.toString()) })}</span>;
}
