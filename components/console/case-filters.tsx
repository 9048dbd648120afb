import { useLocale, useTranslations } from "next-intl";
import { LANGUAGE_NAMES } from "@/components/browse/facets";
import { CASE_CHOICES, writeCaseFilter } from "@/components/console/case-filter-address";
import { languageOf } from "@/components/skill/files/language-of";
import { SiteLink } from "@/components/ui/site-link";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { CaseFilter } from "@/lib/registry/versions/case-filter";

interface CaseFiltersProps {
  filter: CaseFilter;
  /** The page of the list, without a language. */
  path: string;
}

/** Which of the waiting versions are shown, as a GET form: every choice is an address. */
export function CaseFilters({ filter, path }: CaseFiltersProps) {
  const t = useTranslations("console.filter");
  const words = useTranslations();
  const names = {
    language: (value: string) =>
      LANGUAGE_NAMES[value as keyof typeof LANGUAGE_NAMES] ?? words("browse.facets.other-language"),
    runtime: (value: string) => (value === "none" ? t("no-code") : value),
    size: (value: string) => t(`size.${value as "small"}`),
    severity: (value: string) =>
      value === "none" ? t("no-finding") : words(`publish.severity.${value as "high"}`),
    sort: (value: string) => t(`sort.${value as "waiting"}`),
  };
  const label = (name: keyof typeof CASE_CHOICES) =>
    name === "language" || name === "runtime"
      ? words(`browse.facets.${name}`)
      : t(name === "sort" ? "order" : `${name}-label`);
  return (
    <form
      className="flex flex-wrap items-end gap-3 text-13"
      action={localizedPath(useLocale(), path)}
      aria-label={words("browse.facets.label")}
    >
      {(Object.keys(names) as (keyof typeof names)[]).map((name) => (
        <label key={name} className="grid gap-1 text-ink-2">
          {label(name)}
          <select
            // React takes a new default only for a new element.
            key={filter[name]}
            className="input min-h-9 w-auto py-1 text-13"
            name={name}
            defaultValue={filter[name] ?? ""}
          >
            {name === "sort" ? null : <option value="">{words("browse.facets.any")}</option>}
            {CASE_CHOICES[name].map((value) => (
              <option
                key={value}
                value={value}
                lang={name === "language" ? languageOf(value as keyof typeof LANGUAGE_NAMES) : undefined}
              >
                {names[name](value)}
              </option>
            ))}
          </select>
        </label>
      ))}
      <label className="grid gap-1 text-ink-2">
        {t("owner")}
        <input
          key={filter.owner}
          className="input min-h-9 w-40 py-1 text-13"
          name="owner"
          maxLength={64}
          defaultValue={filter.owner}
          autoComplete="off"
        />
      </label>
      <button className="btn btn-sm min-h-9">{t("apply")}</button>
      {writeCaseFilter(filter) === "" ? null : (
        <SiteLink className="link py-2" href={path}>
          {t("clear")}
        </SiteLink>
      )}
    </form>
  );
}
