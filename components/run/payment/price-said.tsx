import { useTranslations } from "next-intl";
import { PriceBuys } from "@/components/ui/price-buys";
import { formatCount } from "@/lib/platform/i18n/format";

/** Under the price of a call: what it buys, and how much it is. */
export function PriceSaid({ priceLamports }: { priceLamports: string }) {
  const t = useTranslations("run");
  const calls = callsForOneSol(priceLamports);
  return (
    <p className="border-b border-line px-5 py-2.5 text-12 leading-normal text-ink-2">
      <PriceBuys priceLamports={priceLamports} />
      {calls === null ? null : ` ${t("one-sol", { calls: formatCount(calls) })}`}
    </p>
  );
}

const LAMPORTS_PER_SOL = 1_000_000_000n;

/**
 * How many calls of a price one SOL is the price of, network fees left out: an amount that nobody has a feeling for, in
 * terms of one that has a rate anywhere. Null for a free call, and where it is fewer than two.
 */
export function callsForOneSol(priceLamports: string): number | null {
  const price = BigInt(priceLamports);
  const calls = price === 0n ? 0n : LAMPORTS_PER_SOL / price;
  return calls < 2n ? null : Number(calls);
}
