import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { SiteLink } from "@/components/ui/site-link";
import { shortAddress, exactSol, formatLamports } from "@/lib/platform/i18n/format";
import type { PaymentState } from "@/lib/payments/settlement/payment-status";

const TONE: Record<PaymentState, string> = {
  confirmed: "pill",
  final: "pill pill-ok",
  vanished: "pill pill-bad",
};

/** Heads of the columns that differ, each between the time and the transaction. */
type Head = "receipt" | "skill" | "payer" | "paid-to";

/** A table of payments: its caption and heads; `PaymentEnd` ends each row. */
export function PaymentFrame({
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
export function PaymentEnd({ party, payment, lamports }: PaymentEndProps) {
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
export function ReceiptLink({ receiptId }: { receiptId: string | null }) {
  const t = useTranslations("dashboard.payments");
  if (receiptId === null) return <span className="font-sans text-ink-3">{t("not-run")}</span>;
  return (
    <SiteLink className="link" href={`/receipts/${receiptId}`} title={receiptId}>
      {shortAddress(receiptId)}
    </SiteLink>
  );
}

/** Which version was paid for. */
export function PaidVersion({ slug, version }: { slug: string; version: string }) {
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
        <small className="block text-12 text-ink-3">{exactSol(lamports.toString())} SOL</small>
      </>
    );
  return <span title={tokenMint}>{t("tokens", { units: formatLamports(tokenUnits.toString()) })}</span>;
}
