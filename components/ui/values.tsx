import { useTranslations, useLocale } from "next-intl";
import { systemClock } from "@/lib/kernel/clock";
import {
  formatDay,
  formatMinute,
  formatRelative,
  formatSecond,
  formatSol,
  formatLamports,
} from "@/lib/platform/i18n/format";

/** SOL over lamports; "Free" for 0. */
export function Price({ lamports }: { lamports: string }) {
  const t = useTranslations("common");
  if (BigInt(lamports) === 0n) {
    return (
      <span className="price">
        <b className="free">{t("price.free")}</b>
      </span>
    );
  }
  return (
    <span className="price">
      <b>{formatSol(lamports)}</b> <em>SOL</em>
      <small>
        <Lamports amount={lamports} />
      </small>
    </span>
  );
}

/** "42,000 lamports": digits in mono, the word in the text face. */
function Lamports({ amount }: { amount: string }) {
  const t = useTranslations("common");
  return t.rich("price.lamports", {
    amount: formatLamports(amount),
    count: amount === "1" ? 1 : 2,
    digits: (chunks) => <span className="mono">{chunks}</span>,
  });
}

type Shown = "relative" | "day" | "minute" | "second";

const ABSOLUTE = { day: formatDay, minute: formatMinute, second: formatSecond };

/**
 * A time in UTC, always as `<time>`; a relative one has the exact time in `title`. Where there are scripts, one to the
 * minute or second is shown in the reader's zone, and in UTC on a tap (`components/site/behaviour/times.ts`).
 */
export function When({ iso, as }: { iso: string; as: Shown }) {
  const locale = useLocale();
  const text =
    as === "relative" ? formatRelative(iso, locale, systemClock.now().getTime()) : ABSOLUTE[as](iso, locale);
  return (
    <time
      dateTime={iso}
      data-clock={as === "minute" || as === "second" ? as : undefined}
      title={as === "relative" || as === "day" ? formatSecond(iso, locale) : undefined}
    >
      {text}
    </time>
  );
}
