import { useLocale, useTranslations } from "next-intl";
import { categoryName } from "@/components/skill/category-name";
import { formatLamports, formatSol } from "@/lib/platform/i18n/format-amount";
import { formatMinute } from "@/lib/platform/i18n/format";
import type { SkillDetail } from "@/lib/registry/views";
import type { MedianPrice } from "@/lib/catalogue/prices/prices";

/** A longer price is broken where its box ends; a shorter one keeps its line beside the median. */
const MOST_UNBROKEN = 12;

/** The head of the rail's first box: what one call costs, from when it costs more, and what like skills cost. */
export function CallPrice({
  skill: { priceLamports: lamports, announced },
  median,
}: {
  skill: Pick<SkillDetail, "priceLamports" | "announced">;
  median: MedianPrice | null;
}) {
  const t = useTranslations("run");
  const words = useTranslations();
  const locale = useLocale();
  return (
    <header className="flex flex-wrap items-end justify-between gap-3 border-b border-line px-5 pb-3.5 pt-4">
      {BigInt(lamports) === 0n ? (
        <p className="text-26 leading-none font-medium">{t("free")}</p>
      ) : (
        <div className={formatSol(lamports).length > MOST_UNBROKEN ? "wrap-anywhere" : undefined}>
          <p className="font-mono text-26 leading-none font-medium tracking-tight">
            {formatSol(lamports)} <span className="font-sans text-14 tracking-normal text-ink-2">SOL</span>
          </p>
          <p className="mt-1 text-12 text-ink-3">
            <span className="font-mono">{formatLamports(lamports)}</span> {t("lamportsPerCall")}
          </p>
        </div>
      )}
      {median === null ? null : (
        <p className="text-end text-12 text-ink-2">
          {t("median", { name: categoryName(median.category, words) })}
          <br />
          <span className="font-mono">{formatLamports(median.lamports)}</span> {t("form.lamports")}
        </p>
      )}
      {announced === null ? null : (
        <p className="w-full text-13 text-ink-2">
          {t("announced", {
            price: formatSol(announced.priceLamports),
            from: `${formatMinute(announced.from, locale)} UTC`,
          })}
        </p>
      )}
    </header>
  );
}
