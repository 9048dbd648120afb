import { useLocale, useTranslations } from "next-intl";
import { LanguageFacet, MoreFacets, PlatformFacet } from "@/components/browse/more-facets";
import { Choice, countOf, Facet, type FacetGroupProps } from "@/components/browse/facet";
import { Seal } from "@/components/marks/seal";
import { TrustMark } from "@/components/marks/trust-mark";
import { localizedPath } from "@/lib/platform/i18n/paths";

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
    <Facet title={t("browse.facets.audit")} open>
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
    <Facet title={t("browse.facets.trust")} open>
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
    <Facet title={t("price")} open>
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
    <Facet title={t("may-touch")} open>
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
