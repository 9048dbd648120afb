import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";
import { shortAddress } from "@/lib/i18n/format-identifier";
import type { PaymentState } from "@/lib/payments/settlement/payment-state";

const TONE: Record<PaymentState, string> = {
  confirmed: "pill",
  final: "pill pill-ok",
  vanished: "pill pill-bad",
};

/** How sure a payment is. */
export function StatePill({ state }: { state: PaymentState }) {
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
