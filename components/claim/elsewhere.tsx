import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";

/** Where somebody goes whose link does nothing: into their account, or to the market. */
export function Elsewhere() {
  const t = useTranslations("claim.next");
  return (
    <>
      <SiteLink className="btn btn-primary" href="/login">
        {t("sign-in")}
      </SiteLink>
      <SiteLink className="btn" href="/skills">
        {t("browse")}
      </SiteLink>
    </>
  );
}
