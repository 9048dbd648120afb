import { useTranslations } from "next-intl";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { When } from "@/components/ui/when";
import type { Activity } from "@/lib/catalogue/dashboard/get-activity";

interface DayTableProps {
  caption: string;
  days: readonly string[];
  current: readonly string[];
  previous: readonly string[];
  releases?: Activity["releases"] | undefined;
}

/** The numbers of a chart, the newest day first. */
export function DayTable({ caption, days, current, previous, releases }: DayTableProps) {
  const t = useTranslations("dashboard.charts");
  return (
    <div className="max-h-[430px] overflow-auto" role="group" aria-label={caption} {...SCROLLABLE}>
      <table className="ledger mt-3 w-full">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("day")}</th>
            <th scope="col">{releases && releases.length > 0 ? t("released") : null}</th>
            <th scope="col" className="end">
              {t("now")}
            </th>
            <th scope="col" className="end">
              {t("same-day-before")}
            </th>
          </tr>
        </thead>
        <tbody>
          {days
            .map((day, at) => (
              <tr key={day}>
                <th scope="row" className="font-normal whitespace-nowrap">
                  <When iso={day} as="day" />
                </th>
                <td className="font-mono text-12 wrap-anywhere">
                  {releases
                    ?.filter((release) => release.day === at)
                    .map(({ slug, version }) => `${slug} ${version}`)
                    .join(", ")}
                </td>
                <td className="end num">{current[at]}</td>
                <td className="end num">{previous[at]}</td>
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  );
}
