import type { Labels } from "@/lib/platform/i18n/labels";
import { formatSol, groupDigits } from "@/lib/platform/i18n/format-amount";
import { fill } from "@/components/run/form/fill";

interface PaymentSummaryProps {
  /** Of one call. */
  priceLamports: string;
  networkFeeLamports: string;
  calls: number;
  payee: string | null;
  publisher: string | null;
  labels: Labels<"run.form">;
  /** Which wallet pays: stands between the sum and the address that gets it. */
  children: React.ReactNode;
}

/** What leaves the wallet: the price of the calls and one network fee. */
export function totalLamports({
  priceLamports,
  networkFeeLamports,
  calls,
}: Pick<PaymentSummaryProps, "priceLamports" | "networkFeeLamports" | "calls">): string {
  return (BigInt(priceLamports) * BigInt(calls) + BigInt(networkFeeLamports)).toString();
}

/** The sum as it will stand in the wallet, in lamports, with the full address that is paid. */
export function PaymentSummary({
  priceLamports,
  networkFeeLamports,
  calls,
  payee,
  publisher,
  labels,
  children,
}: PaymentSummaryProps) {
  const price = (BigInt(priceLamports) * BigInt(calls)).toString();
  const total = totalLamports({ priceLamports, networkFeeLamports, calls });
  return (
    <>
      <dl className="mt-4.5 border-t border-line-2 pt-2 text-13">
        <Line
          term={calls === 1 ? labels.skillOneCall : fill(labels.skillCalls, { calls })}
          amount={groupDigits(price)}
        />
        <Line
          term={
            <details>
              <summary className="cursor-pointer underline decoration-dotted underline-offset-3">
                {labels.networkFee}
              </summary>
              <span className="block pt-1 text-12">{labels.networkFeeIs}</span>
            </details>
          }
          amount={groupDigits(networkFeeLamports)}
        />
        <div className="mt-1.5 flex justify-between gap-2.5 border-t border-b-3 border-t-line-2 border-b-edge border-double py-2 text-14 font-medium">
          <dt>{labels.total}</dt>
          <dd className="text-end font-mono wrap-anywhere">
            {groupDigits(total)} <span className="font-sans font-normal">{labels.lamports}</span>
            <span className="block text-12 font-normal text-ink-2">
              {formatSol(total)} <span className="font-sans">SOL</span>
            </span>
          </dd>
        </div>
      </dl>
      {children}
      <p className="text-12 leading-normal wrap-anywhere text-ink-2">
        {labels.payTo} {publisher} <span className="block font-mono text-ink-3">{payee}</span>
      </p>
    </>
  );
}

function Line({ term, amount }: { term: React.ReactNode; amount: string }) {
  return (
    <div className="flex justify-between gap-2.5 py-1 text-ink-2">
      <dt>{term}</dt>
      <dd className="text-end font-mono wrap-anywhere">{amount}</dd>
    </div>
  );
}
