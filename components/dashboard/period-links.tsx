import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";
import type { Period } from "@/lib/kernel/day-window";

/** The periods to look at, each with its own address. */
export function PeriodLinks({ periods, period }: { periods: readonly Period[]; period: Period }) {
  const t = useTranslations("dashboard.period");
  return (
    <nav className="segments" aria-label={t("label")}>
      {periods.map((days) => (
        <SiteLink
          key={days}
          href={`/dashboard?days=${days}`}
          aria-label={t("long", { days })}
          aria-current={days === period ? "true" : undefined}
        >
          {t("short", { days })}
        </SiteLink>
      ))}
    </nav>
  );
}
