import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";

/** "proven 5/5"; in caution colour when an example drifted or fails. Nothing for a skill without examples. */
export function Proven({ proven, total }: { proven: number; total: number }) {
  const t = useTranslations("common");
  if (total === 0) return null;
  return (
    <span className={proven < total ? "proven proven-part" : "proven"}>
      <Icon name="proven" size={15} />
      {t("proven", { proven, total })}
    </span>
  );
}
