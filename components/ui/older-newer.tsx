import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";

interface OlderNewerProps {
  page: number;
  /** True when the page is full, so that there may be another one. */
  full: boolean;
  hrefOf: (page: number) => string;
}

/** The two ways through a log whose length nobody needs to know. */
export function OlderNewer({ page, full, hrefOf }: OlderNewerProps) {
  const t = useTranslations("common.pager");
  if (page === 1 && !full) return null;
  return (
    <nav className="acts" aria-label={t("label")}>
      {page > 1 ? (
        <SiteLink className="btn btn-sm" href={hrefOf(page - 1)} rel="prev">
          {t("newer")}
        </SiteLink>
      ) : null}
      {full ? (
        <SiteLink className="btn btn-sm" href={hrefOf(page + 1)} rel="next">
          {t("older")}
        </SiteLink>
      ) : null}
    </nav>
  );
}
