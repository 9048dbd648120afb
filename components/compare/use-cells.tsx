import { useTranslations } from "next-intl";
import type { ComparedSkill } from "@/components/compare/compared-skill";
import { None } from "@/components/compare/none";
import { latencyText, successText } from "@/components/skill/overview/figures";
import { declaredPlatforms, platformName } from "@/components/skill/install/platform-name";
import { Rating } from "@/components/skill/rating";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import { formatCount, formatSize } from "@/lib/platform/i18n/format";

// Cells about how much a skill is used and how well it does, and about its package.

export function Calls({ skill }: ComparedSkill) {
  return <OfWeekAndEver week={skill.calls7d} ever={skill.callsTotal} />;
}

export function Downloads({ skill }: ComparedSkill) {
  return <OfWeekAndEver week={skill.downloads7d} ever={skill.downloadsTotal} />;
}

function OfWeekAndEver({ week, ever }: { week: number; ever: number }) {
  const t = useTranslations("compare");
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span className="mono">{formatCount(week)}</span>{" "}
      <span className="text-13 text-ink-3">{t("in-all", { shown: formatCount(ever) })}</span>
    </span>
  );
}

export function Success({ skill }: ComparedSkill) {
  return <Digits text={successText(skill)} yet />;
}

export function Latency({ skill }: ComparedSkill) {
  return <Digits text={latencyText(skill)} yet />;
}

export function Stars({ skill }: ComparedSkill) {
  return skill.rating.average === null ? <None yet /> : <Rating skill={skill} />;
}

export function Updated({ skill }: ComparedSkill) {
  return <When iso={skill.publishedAt} as="relative" />;
}

/** How many releases in which time: how often there is a new one. */
export function Releases({ skill }: ComparedSkill) {
  const t = useTranslations("compare");
  const day = slot(<When iso={skill.createdAt} as="day" />);
  return t.rich("releases-since", { count: skill.counts.versions, day });
}

export function Platforms({ skill }: ComparedSkill) {
  const t = useTranslations("common");
  const platforms = declaredPlatforms(skill);
  return platforms.length === 0 ? t("manual") : platforms.map(platformName).join(", ");
}

export function Dialects({ skill }: ComparedSkill) {
  const t = useTranslations("validate.dialect");
  return skill.dialects.length === 0 ? <None /> : skill.dialects.map((id) => t(`${id}.name`)).join(", ");
}

export function License({ skill }: ComparedSkill) {
  const t = useTranslations("skill.header");
  return skill.license === null ? <None /> : t("license", { license: skill.license });
}

export function Size({ skill }: ComparedSkill) {
  return <Digits text={formatSize(skill.packageSizeBytes)} />;
}

export function Files({ skill }: ComparedSkill) {
  return <Digits text={formatCount(skill.counts.files)} />;
}

function Digits({ text, yet = false }: { text: string | null; yet?: boolean }) {
  return text === null ? <None yet={yet} /> : <span className="mono">{text}</span>;
}
