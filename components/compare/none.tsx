import { useTranslations } from "next-intl";

/** Says that there is nothing of the kind, or with `yet` that it comes with use. */
export function None({ yet = false }: { yet?: boolean }) {
  const t = useTranslations("compare");
  return <span className="text-ink-3">{t(yet ? "none-yet" : "none")}</span>;
}
