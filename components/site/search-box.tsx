import { useLocale, useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { localizedPath } from "@/lib/i18n/paths";

interface SearchBoxProps {
  id: string;
  query?: string;
  /** False for a second search on a page: one landmark of a kind is enough. */
  landmark?: boolean;
}

/** Search as a plain GET form. `/` puts the focus here. */
export function SearchBox({ id, query = "", landmark = true }: SearchBoxProps) {
  const t = useTranslations("common");
  return (
    <form
      className="search"
      role={landmark ? "search" : undefined}
      action={localizedPath(useLocale(), "/skills")}
    >
      <label className="vh" htmlFor={id}>
        {t("search.label")}
      </label>
      <Icon name="search" />
      <input
        className="input"
        id={id}
        type="search"
        name="q"
        maxLength={200}
        defaultValue={query}
        placeholder={t("search.placeholder")}
        autoComplete="off"
        aria-keyshortcuts="/"
        data-search
        data-suggestions={t("search.suggestions")}
      />
      <kbd aria-hidden="true" className="needs-script">
        /
      </kbd>
    </form>
  );
}
