import { useTranslations } from "next-intl";
import { CompareByName } from "@/components/compare/compare-form";
import { Empty } from "@/components/ui/empty";
import { SiteLink } from "@/components/ui/site-link";

/** How skills get here: from a list, or by a name one knows. */
export function NothingChosen() {
  const t = useTranslations("compare");
  return (
    <>
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
      <CompareByName chosen={[]} />
    </>
  );
}
