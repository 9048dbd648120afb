import { useTranslations } from "next-intl";
import { Empty } from "@/components/ui/empty";
import { SiteLink } from "@/components/ui/site-link";

/** How skills get here. */
export function NothingChosen() {
  const t = useTranslations("compare");
  return (
    <Empty
      title={t("empty")}
      actions={
        <SiteLink className="btn btn-primary" href="/skills">
          {t("empty-next")}
        </SiteLink>
      }
    >
      {t("empty-text")}
    </Empty>
  );
}
