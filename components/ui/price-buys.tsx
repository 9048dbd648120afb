import { useTranslations } from "next-intl";
import { whatPriceBuys } from "@/lib/platform/i18n/what-price-buys";

/** What a price is for, in a sentence; nothing for a skill without one. */
export function PriceBuys({ priceLamports }: { priceLamports: string | bigint }) {
  const t = useTranslations("price");
  const buys = whatPriceBuys({ priceLamports });
  return buys === null ? null : t(buys);
}
