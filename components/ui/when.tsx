import { useLocale } from "next-intl";
import { systemClock } from "@/lib/kernel/clock";
import { formatDay, formatMinute, formatRelative, formatSecond } from "@/lib/platform/i18n/format";

type Shown = "relative" | "day" | "minute" | "second";

const ABSOLUTE = { day: formatDay, minute: formatMinute, second: formatSecond };

/** A time in UTC, always as `<time>`; a relative one has the exact time in `title`. */
export function When({ iso, as }: { iso: string; as: Shown }) {
  const locale = useLocale();
  const text =
    as === "relative" ? formatRelative(iso, locale, systemClock.now().getTime()) : ABSOLUTE[as](iso, locale);
  return (
    <time dateTime={iso} title={as === "relative" || as === "day" ? formatSecond(iso, locale) : undefined}>
      {text}
    </time>
  );
}
