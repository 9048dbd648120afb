import { useTranslations } from "next-intl";
import { formatCount, formatShare } from "@/lib/platform/i18n/format";
import type { PublishedNumbers } from "@/lib/catalogue/profiles/find-profile";
import { Figure, FigureList } from "@/components/ui/figure-list";

/** The facts that can be checked, before anything is listed. */
export function ProfileFigures({ numbers }: { numbers: PublishedNumbers }) {
  const t = useTranslations("profile.figures");
  const finished = numbers.calls30d + numbers.failed30d;
  const figures = [
    [t("skills"), formatCount(numbers.skills), t("proven", { count: numbers.provenInFull })],
    [t("sealed"), formatCount(numbers.sealed), t("released", { count: numbers.released })],
    [
      t("calls"),
      formatCount(numbers.calls30d),
      finished === 0 ? t("none") : t("succeeded", { share: formatShare(numbers.calls30d / finished) }),
    ],
    [
      t("rating"),
      numbers.ratingCount === 0 ? "–" : (numbers.ratingSum / numbers.ratingCount).toFixed(1),
      t("reviews", { count: numbers.ratingCount }),
    ],
    [t("lost"), formatCount(numbers.challengesLost), t("raised", { count: numbers.challenged })],
  ] as const;
  return (
    <FigureList count={figures.length}>
      {figures.map(([name, value, remark]) => (
        <Figure key={name} name={name} remark={remark}>
          {value}
        </Figure>
      ))}
    </FigureList>
  );
}
