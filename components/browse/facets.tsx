import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Seal, TrustMark } from "@/components/marks/audit-mark";
import { categoryName } from "@/components/skill/category-name";
import { languageOf } from "@/components/skill/files/language-of";
import { platformName } from "@/components/skill/install/platform-name";
import { Icon } from "@/components/ui/icon";
import { formatCount } from "@/lib/platform/i18n/format";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { ContentLanguage } from "@/lib/registry/views";
import type { FacetValue, SkillSearch, SkillSearchResult } from "@/lib/search/views";

const STATES = ["Audited", "Optimistic", "Unverified"] as const;
const LEVELS = ["verified", "community", "sandbox"] as const;
const ACCESSES = ["network", "filesystem", "subprocess", "secrets"] as const;

interface FacetsProps extends FacetGroupProps {
  total: number;
}

/** All filters as one GET form; every choice is an address. Counts say what a choice would give. */
export function Facets({ search, facets, total }: FacetsProps) {
  const t = useTranslations("browse.facets");
  return (
    <form
      className="row-[1/span_2] text-14 to-960:order-2 to-960:col-[1/-1] to-960:row-auto to-960:hidden to-960:pt-3 to-960:peer-open:block"
      id="filters"
      aria-label={t("label")}
      action={localizedPath(useLocale(), "/skills")}
      data-live
    >
      <p className="vh">{t("at-once")}</p>
      <input type="hidden" name="q" value={search.q ?? ""} />
      <input type="hidden" name="capability" value={search.capability ?? ""} />
      {search.publisher && <input type="hidden" name="publisher" value={search.publisher} />}
      {search.agent && <input type="hidden" name="agent" value={search.agent} />}
      <AuditFacet search={search} facets={facets} />
      <TrustFacet search={search} facets={facets} />
      <PriceFacet search={search} facets={facets} />
      <AccessFacet search={search} facets={facets} />
      <PlatformFacet search={search} facets={facets} />
      <LanguageFacet search={search} facets={facets} />
      <MoreFacets search={search} facets={facets} />
      {/* A script applies each choice at once: the button is for the keyboard then. */}
      <button className="btn btn-primary mt-4 w-full from-961:scripted:not-focus-visible:sr-only from-961:scripted:not-focus-visible:min-h-0">
        {t("apply", { count: total })}
      </button>
    </form>
  );
}

function AuditFacet({ search, facets }: FacetGroupProps) {
  const t = useTranslations();
  return (
    <Facet title={t("browse.facets.audit")} open={hasSome(facets.audit, search.audit)}>
      {STATES.map((state) => (
        <Choice
          key={state}
          name="audit"
          value={state}
          checked={search.audit?.includes(state) ?? false}
          mark={<Seal state={state} size={16} />}
          label={t(`common.audit.${state}`)}
          count={countOf(facets.audit, state)}
        />
      ))}
    </Facet>
  );
}

function TrustFacet({ search, facets }: FacetGroupProps) {
  const t = useTranslations();
  return (
    <Facet title={t("browse.facets.trust")} open={hasSome(facets.trust, search.trust)}>
      {LEVELS.map((level) => (
        <Choice
          key={level}
          name="trust"
          value={level}
          checked={search.trust?.includes(level) ?? false}
          mark={<TrustMark level={level} size={16} />}
          label={t(`common.trust.${level}`)}
          count={countOf(facets.trust, level)}
        />
      ))}
    </Facet>
  );
}

function PriceFacet({ search, facets }: FacetGroupProps) {
  const t = useTranslations("browse.facets");
  const kind = search.price === "free" || search.price === "paid" ? search.price : "";
  const any = countOf(facets.price, "free") + countOf(facets.price, "paid");
  return (
    <Facet title={t("price")} open={hasSome(facets.price, search.price)}>
      <Choice name="price" value="" type="radio" checked={kind === ""} label={t("any")} count={any} />
      {(["free", "paid"] as const).map((value) => (
        <Choice
          key={value}
          name="price"
          value={value}
          type="radio"
          checked={kind === value}
          label={t(value)}
          count={countOf(facets.price, value)}
        />
      ))}
      <label className="mt-1 flex items-center gap-2 text-13 whitespace-nowrap text-ink-3">
        {t("up-to")}
        <input
          className="input min-h-8.5 min-w-0 px-2 py-1 font-mono"
          id="max"
          name="max"
          inputMode="numeric"
          pattern="[0-9]{1,20}"
          defaultValue={kind === "" ? search.price : undefined}
          placeholder="lamports"
        />
      </label>
    </Facet>
  );
}

/** Worded as what a skill may not touch, since people filter by what they will not allow. */
function AccessFacet({ search, facets }: FacetGroupProps) {
  const t = useTranslations("browse.facets");
  return (
    <Facet title={t("may-touch")} open={hasSome(facets.without, search.without)}>
      {ACCESSES.map((access) => (
        <Choice
          key={access}
          name="without"
          value={access}
          checked={search.without?.includes(access) ?? false}
          label={t(`no-${access}`)}
          count={countOf(facets.without, access)}
        />
      ))}
    </Facet>
  );
}

/** Each language in itself; null for any other. */
export const LANGUAGE_NAMES: Record<ContentLanguage, string | null> = {
  en: "English",
  zh: "简体中文",
  ko: "한국어",
  und: null,
};

function PlatformFacet({ search, facets }: FacetGroupProps) {
  const t = useTranslations("browse.facets");
  return (
    <Facet title={t("works-on")} open={hasSome(facets.platform, search.platform)}>
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

function LanguageFacet({ search, facets }: FacetGroupProps) {
  const t = useTranslations("browse.facets");
  return (
    <Facet title={t("language")} open={hasSome(facets.language, search.language)}>
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
function MoreFacets({ search, facets }: FacetGroupProps) {
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

/** What every group of filters is given. */
interface FacetGroupProps {
  search: SkillSearch;
  facets: SkillSearchResult["facets"];
}

interface FacetProps {
  title: string;
  open?: boolean;
  children: ReactNode;
}

/** One group of filters: a `details` that opens without a script. */
function Facet({ title, open = false, children }: FacetProps) {
  return (
    <details
      className="group border-b border-line py-2.75 first-of-type:border-t first-of-type:border-t-edge"
      open={open}
    >
      <summary className="flex items-center justify-between py-px font-semibold to-960:min-h-8">
        {title}
        <Icon name="chevron" size={15} className="text-ink-3 group-open:rotate-180" />
      </summary>
      <fieldset className="pt-1.25">
        <legend className="vh">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  type?: "checkbox" | "radio";
  checked: boolean;
  label: ReactNode;
  mark?: ReactNode;
  /** Results there would be; nothing where it is not counted. */
  count?: number | undefined;
}

/** One value of a facet. Values nobody has stay visible with 0. */
function Choice({ name, value, type = "checkbox", checked, label, mark, count }: ChoiceProps) {
  return (
    <label className="check">
      <input id={`${name}-${value}`} type={type} name={name} value={value} defaultChecked={checked} />
      {mark}
      <span>{label}</span>
      {count === undefined ? null : (
        <span className="ms-auto font-mono text-12 leading-[1.6] text-ink-3">{formatCount(count)}</span>
      )}
    </label>
  );
}

/** A group is closed where none of its values would give anything, and none is chosen. */
const hasSome = (values: readonly FacetValue[], chosen: string | readonly string[] | undefined): boolean =>
  (chosen?.length ?? 0) > 0 || values.some(({ count }) => count > 0);

/** The count of a value; 0 for one the search does not list. */
function countOf(values: readonly FacetValue[], value: string): number {
  return values.find((facet) => facet.value === value)?.count ?? 0;
}
