import { useLocale, useTranslations } from "next-intl";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { SolRate } from "@/lib/payments/rates/sol-rate";
import { PriceBuys } from "@/components/ui/price-buys";
import { formatCount } from "@/lib/platform/i18n/format";

interface PriceSaidProps {
  priceLamports: string;
  /** Null where no source is named, or it has said nothing lately. */
  rate: SolRate | null;
}

/** Under the price of a call: what it buys, and how much it is. */
export function PriceSaid({ priceLamports, rate }: PriceSaidProps) {
  const t = useTranslations("run");
  const locale = useLocale();
  const calls = callsForOneSol(priceLamports);
  return (
    <p className="border-b border-line px-5 py-2.5 text-12 leading-normal text-ink-2">
      <PriceBuys priceLamports={priceLamports} />
      {calls === null ? null : ` ${t("one-sol", { calls: formatCount(calls) })}`}
      {rate === null ? null : (
        <span className="block">
          {t.rich("about", {
            amount: inCurrency(BigInt(priceLamports), rate, locale),
            rate: inCurrency(LAMPORTS_PER_SOL, rate, locale),
            source: rate.source,
            when: slot(<When iso={rate.fetchedAt.toISOString()} as="relative" />),
          })}
        </span>
      )}
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

const DIGITS = 4;

/** About what lamports are in the currency of a rate, to four digits: "$0.004512". */
export function inCurrency(lamports: bigint, { micros, currency }: SolRate, locale: string): string {
  const amount = ((Number(lamports) / Number(LAMPORTS_PER_SOL)) * Number(micros)) / 1_000_000;
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    maximumSignificantDigits: DIGITS,
  });
  return format.format(amount);
}
