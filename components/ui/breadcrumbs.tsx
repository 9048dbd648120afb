import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";

interface Crumb {
  name: string;
  href?: string;
}

/** The way down to this page; the last crumb is where the reader is and has no link. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTranslations("common");
  return (
    <nav data-crumbs aria-label={t("landmark.breadcrumbs")}>
      <ol className="flex flex-wrap pt-5.5 text-13 text-ink-3">
        {crumbs.map((crumb) => (
          <li key={crumb.name} className="not-first:before:mx-1.75 not-first:before:content-['/']">
            {crumb.href ? (
              <SiteLink className="hover:underline" href={crumb.href}>
                {crumb.name}
              </SiteLink>
            ) : (
              crumb.name
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
