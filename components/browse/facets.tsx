import { useLocale, useTranslations } from "next-intl";
import { LanguageFacet, MoreFacets, PlatformFacet } from "@/components/browse/more-facets";
import { Choice, countOf, Facet, type FacetGroupProps } from "@/components/browse/facet";
import { Seal } from "@/components/marks/seal";
import { TrustMark } from "@/components/marks/trust-mark";
import { localizedPath } from "@/lib/i18n/paths";

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
      className="facets"
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
      <button className="btn btn-primary">{t("apply", { count: total })}</button>
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
      <label className="up-to">
        {t("up-to")}
        <input
          className="input"
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
