import { useTranslations } from "next-intl";
import { Choice, countOf, Facet, type FacetGroupProps } from "@/components/browse/facet";
import { categoryName } from "@/components/skill/category-name";
import { languageOf } from "@/components/skill/files/language-of";
import { platformName } from "@/components/skill/install/platform-name";
import type { ContentLanguage } from "@/lib/registry/views";

const LANGUAGE_NAMES: Record<ContentLanguage, string | null> = {
  en: "English",
  zh: "简体中文",
  ko: "한국어",
  und: null,
};

export function PlatformFacet({ search, facets }: FacetGroupProps) {
  const t = useTranslations("browse.facets");
  return (
    <Facet title={t("works-on")} open>
      <Choice
        name="platform"
        value=""
        type="radio"
        checked={search.platform === undefined}
        label={t("any")}
      />
      {facets.platform.map(({ value, count }) => (
        <Choice
          key={value}
          name="platform"
          value={value}
          type="radio"
          checked={search.platform === value}
          label={platformName(value)}
          count={count}
        />
      ))}
    </Facet>
  );
}

export function LanguageFacet({ search, facets }: FacetGroupProps) {
  const t = useTranslations("browse.facets");
  return (
    <Facet title={t("language")} open>
      {(Object.keys(LANGUAGE_NAMES) as ContentLanguage[]).map((language) => (
        <Choice
          key={language}
          name="language"
          value={language}
          checked={search.language?.includes(language) ?? false}
          label={<span lang={languageOf(language)}>{LANGUAGE_NAMES[language] ?? t("other-language")}</span>}
          count={countOf(facets.language, language)}
        />
      ))}
    </Facet>
  );
}

/** Category, proof, runtime and author: closed until they are used. */
export function MoreFacets({ search, facets }: FacetGroupProps) {
  const t = useTranslations("browse.facets");
  const words = useTranslations();
  return (
    <>
      <Facet title={t("category")} open={search.category !== undefined}>
        <Choice
          name="category"
          value=""
          type="radio"
          checked={search.category === undefined}
          label={t("any")}
        />
        {facets.category.map(({ value, count }) => (
          <Choice
            key={value}
            name="category"
            value={value}
            type="radio"
            checked={search.category === value}
            label={categoryName(value, words)}
            count={count}
          />
        ))}
      </Facet>
      <Facet title={t("proven")} open={search.proven === true}>
        <Choice
          name="proven"
          value="true"
          checked={search.proven === true}
          label={t("some-proven")}
          count={countOf(facets.proven, "true")}
        />
      </Facet>
      <Facet title={t("runtime")} open={search.runtime !== undefined}>
        {facets.runtime.map(({ value, count }) => (
          <Choice
            key={value}
            name="runtime"
            value={value}
            checked={search.runtime?.includes(value) ?? false}
            label={<span className="mono">{value}</span>}
            count={count}
          />
        ))}
      </Facet>
      <Facet title={t("author")} open={search.author !== undefined}>
        <input
          className="input"
          id="author"
          name="author"
          maxLength={100}
          defaultValue={search.author}
          aria-label={t("author")}
          autoComplete="off"
        />
      </Facet>
    </>
  );
}
