import { useTranslations } from "next-intl";
import { Price } from "@/components/ui/price";
import type { SkillDetail } from "@/lib/registry/views";

/** On phones: price and the way to the run form, at the lower edge. */
export function RunBar({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.run");
  if (!skill.runnable) return null;
  return (
    <div className="run-bar">
      <Price lamports={skill.priceLamports} />
      <a className="btn btn-primary" href="#run">
        {t("go")}
      </a>
    </div>
  );
}
