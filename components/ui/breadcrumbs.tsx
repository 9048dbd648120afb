import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";

export interface Crumb {
  name: string;
  href?: string;
}

/** The way down to this page; the last crumb is where the reader is and has no link. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTranslations("common");
  return (
    <nav className="crumbs" aria-label={t("landmark.breadcrumbs")}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.name}>
            {crumb.href ? <SiteLink href={crumb.href}>{crumb.name}</SiteLink> : crumb.name}
          </li>
        ))}
      </ol>
    </nav>
  );
}
