import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";

/**
 * Whether the code keeps to what is declared. `beyond` counts what vetting saw it do more; null where the two were
 * not compared.
 */
export function Agreement({ beyond }: { beyond: number | null }) {
  const t = useTranslations("skill.security.table");
  if (beyond === null) return "–";
  return beyond === 0 ? (
    <span className="pill pill-ok">
      <Icon name="check" size={13} />
      {t("agrees-yes")}
    </span>
  ) : (
    <span className="pill pill-warn">
      <Icon name="alert" size={13} />
      {t("agrees-no", { count: beyond })}
    </span>
  );
}

/** A file without declarations has nothing to keep to, and before vetting nobody has looked. */
export function isAccessCompared({
  spec,
  vetting,
}: {
  spec: string;
  vetting: { finishedAt: string | null };
}): boolean {
  return spec === "v3" && vetting.finishedAt !== null;
}
