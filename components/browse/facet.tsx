import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { formatCount } from "@/lib/platform/i18n/format";
import type { FacetValue, SkillSearch, SkillSearchResult } from "@/lib/search/views";

/** What every group of filters is given. */
export interface FacetGroupProps {
  search: SkillSearch;
  facets: SkillSearchResult["facets"];
}

interface FacetProps {
  title: string;
  open?: boolean;
  children: ReactNode;
}

/** One group of filters: a `details` that opens without a script. */
export function Facet({ title, open = false, children }: FacetProps) {
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
export function Choice({ name, value, type = "checkbox", checked, label, mark, count }: ChoiceProps) {
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

/** The count of a value; 0 for one the search does not list. */
export function countOf(values: readonly FacetValue[], value: string): number {
  return values.find((facet) => facet.value === value)?.count ?? 0;
}
