import { useTranslations } from "next-intl";
import { sortIntoBuckets } from "@/components/publish/price-buckets";
import { SentenceSpace } from "@/components/ui/sentence-space";
import { exactSol, formatLamports } from "@/lib/i18n/format-lamports";
import type { LikePrices } from "@/lib/catalogue/prices/list-like-prices";

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
  const t = useTranslations("publish.like");
  const buckets = like.paid.length < ENOUGH ? null : sortIntoBuckets(like.paid, BARS);
  const title = t(like.by, { count: like.paid.length, name: like.name });
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
          sol: exactSol(buckets.median.toString()),
        })}
      </p>
    </figure>
  );
}
