import { useTranslations } from "next-intl";
import { categoryName } from "@/components/skill/category-name";
import { SentenceSpace } from "@/components/ui/sentences";
import { formatSol, formatLamports } from "@/lib/platform/i18n/format";
import type { LikePrices } from "@/lib/catalogue/prices/prices";

const BARS = 40;
const STEP = 12;
const BAR_WIDTH = 9;
const WIDTH = BARS * STEP;
const HEIGHT = 48;
const BASE = 52;
/** Fewer bars than this would pretend to a distribution. */
const ENOUGH = 3;

/** Where a price falls among those of like skills that are listed; the sentence says the same as the picture. */
export function PriceAmong({ like, price }: { like: LikePrices; price: bigint }) {
  const [t, all] = [useTranslations("publish.like"), useTranslations()];
  const buckets = like.paid.length < ENOUGH ? null : sortIntoBuckets(like.paid, BARS);
  const title = t(like.by, { count: like.paid.length, name: categoryName(like.name, all) });
  if (buckets === null)
    return <p className="text-13 text-ink-2">{t("few", { paid: like.paid.length, free: like.free })}</p>;
  const tallest = Math.max(...buckets.counts);
  const yours = buckets.bucketOf(price);
  const below = like.paid.filter((other) => other < price).length;
  const sentence =
    yours === null
      ? t("free", { free: like.free })
      : t("place", { percent: Math.round((100 * below) / like.paid.length) });
  return (
    <figure>
      <figcaption className="text-13 font-medium">{title}</figcaption>
      <svg
        className="w-full max-w-[480px]"
        viewBox={`0 0 ${WIDTH} ${BASE + 10}`}
        role="img"
        aria-label={sentence}
      >
        {[...buckets.counts.entries()].map(([place, others]) => {
          const own = place === yours;
          // Where nobody else asks this price, the bar is the skill's own.
          const height = ((own ? Math.max(1, others) : others) / tallest) * HEIGHT;
          return (
            <rect
              key={place}
              x={place * STEP}
              y={BASE - height}
              width={BAR_WIDTH}
              height={height}
              fill={own ? "var(--accent)" : "var(--line-2)"}
            />
          );
        })}
        {yours === null ? null : (
          <path d={`M${yours * STEP + BAR_WIDTH / 2} 56l4 6h-8z`} fill="var(--accent)" />
        )}
        <path d={`M0 ${BASE}.5H${WIDTH}`} stroke="var(--ink)" />
      </svg>
      <p className="flex max-w-[480px] justify-between font-mono text-12 text-ink-3" aria-hidden="true">
        <span>{formatLamports(buckets.lowest.toString())}</span>
        <span>{formatLamports(buckets.highest.toString())}</span>
      </p>
      <p className="hint">
        {sentence}
        <SentenceSpace />
        {t("median", {
          amount: formatLamports(buckets.median.toString()),
          sol: formatSol(buckets.median.toString()),
        })}
      </p>
    </figure>
  );
}

const LOWEST = 1;

interface PriceBuckets {
  /** How many prices fall into each, from the lowest to the highest; the steps are even on a logarithmic scale. */
  counts: number[];
  lowest: bigint;
  highest: bigint;
  median: bigint;
  /** Which bucket a price falls into; null for a free one. */
  bucketOf: (price: bigint) => number | null;
}

/** Sorts prices above 0 into `size` buckets; null for none. They must come lowest first. */
export function sortIntoBuckets(prices: readonly bigint[], size: number): PriceBuckets | null {
  const [lowest, highest, median] = [prices[0], prices.at(-1), prices[Math.floor(prices.length / 2)]];
  if (lowest === undefined || highest === undefined || median === undefined) return null;
  const [from, to] = [Math.log(Number(lowest)), Math.log(Number(highest))];
  const shareOf = (price: bigint) =>
    to === from
      ? 0.5
      : Math.min(1, Math.max(0, (Math.log(Math.max(LOWEST, Number(price))) - from) / (to - from)));
  const bucketOf = (price: bigint) => Math.min(size - 1, Math.floor(shareOf(price) * size));
  const counts = Array.from({ length: size }, () => 0);
  for (const price of prices) counts[bucketOf(price)]! += 1;
  return {
    counts,
    lowest,
    highest,
    median,
    bucketOf: (price) => (price <= 0n ? null : bucketOf(price)),
  };
}
