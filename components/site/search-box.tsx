import { useLocale, useTranslations } from "next-intl";
import { SearchField } from "@/components/forms/field";
import { OPENSEARCH_TYPE, openSearchPath, localizedPath } from "@/lib/platform/i18n/paths";
import type { Locale } from "@/lib/platform/i18n/routing";

interface SearchBoxProps {
  id: string;
  query?: string;
  /** False for a second search on a page: one landmark of a kind is enough. */
  landmark?: boolean;
  /** Its place, and how it is shown: `flex`, if it is. */
  className: string;
}

/** Search as a plain GET form. `/` puts the focus here. */
export function SearchBox({ id, query = "", landmark = true, className }: SearchBoxProps) {
  const t = useTranslations("common");
  return (
    <form
      className={`relative items-center ${className}`}
      role={landmark ? "search" : undefined}
      action={localizedPath(useLocale(), "/skills")}
    >
      <SearchField
        id={id}
        label={t("search.label")}
        name="q"
        defaultValue={query}
        placeholder={t("search.placeholder")}
        aria-keyshortcuts="/"
        data-search
        data-suggestions={t("search.suggestions")}
        title={t("search.published")}
      />
      <kbd aria-hidden="true" className="needs-script absolute right-2 to-720:hidden">
        /
      </kbd>
    </form>
  );
}

/** What may become of a search; the field that it stands at is described by it. */
export function SearchNote({ id, className }: { id: string; className: string }) {
  return (
    <p id={id} className={className}>
      {useTranslations("common")("search.published")}
    </p>
  );
}

/** Tells browsers that the market can be searched from their address bar; React puts it into <head>. */
export function SearchEngine() {
  const t = useTranslations("common.search");
  const href = openSearchPath(useLocale() as Locale);
  return <link rel="search" type={OPENSEARCH_TYPE} href={href} title={t("engine")} />;
}
