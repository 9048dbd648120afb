import { useTranslations } from "next-intl";
import { isCalled } from "@/components/run/is-called";
import { Price } from "@/components/ui/price";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillDetail } from "@/lib/registry/views";

/** On phones: price and the way to the run form, at the lower edge until the form itself comes. */
export function RunBar({ skill, href }: { skill: SkillDetail; href: string }) {
  const t = useTranslations("skill.run");
  if (!isCalled(skill)) return null;
  return (
    <div className="run-bar-way">
      <div className="run-bar">
        <Price lamports={skill.priceLamports} />
        <SiteLink className="btn btn-primary" href={href}>
          {t("go")}
        </SiteLink>
      </div>
    </div>
  );
}
