import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Origin } from "@/lib/skill-format";

/** A statement and who makes it: the author, the format for what is left out, or nobody. */
function Said({ origin, children }: { origin: Origin; children: ReactNode }) {
  const t = useTranslations("common.stated");
  if (origin === "not_declared") return <span className="text-ink-2">{t("not-declared")}</span>;
  if (origin === "declared") return children;
  return (
    <>
      {children} <span className="text-ink-3">({t("format-default")})</span>
    </>
  );
}

/** A yes or no, and who says it. */
export function YesNo({ value, origin }: { value: boolean | null; origin: Origin }) {
  const t = useTranslations("common.stated");
  return <Said origin={origin}>{value === true ? t("yes") : t("no")}</Said>;
}
