import { useTranslations } from "next-intl";

const MOST = 5;

/** Stars to look at, and their number for those who listen. */
export function Stars({ rating }: { rating: number }) {
  const t = useTranslations("reviews");
  return (
    <span>
      <span aria-hidden="true">{"★".repeat(rating) + "☆".repeat(MOST - rating)}</span>
      <span className="vh">{t("stars", { count: rating })}</span>
    </span>
  );
}
