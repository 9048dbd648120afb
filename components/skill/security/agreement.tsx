import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";

interface AgreementProps {
  /** How often vetting saw the code do it; null where nobody looked. */
  beyond: number | null;
  /** Whether anything is declared that the code could keep to. */
  isDeclared?: boolean;
}

/** Whether the code keeps to what is declared; where nothing is, whether it was seen to do it. */
export function Agreement({ beyond, isDeclared = true }: AgreementProps) {
  const t = useTranslations("skill.security.table");
  if (beyond === null) return "–";
  if (!isDeclared) {
    return beyond === 0 ? (
      t("unseen")
    ) : (
      <span className="pill pill-warn">{t("seen", { count: beyond })}</span>
    );
  }
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
