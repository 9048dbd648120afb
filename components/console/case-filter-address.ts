import { textOf, toQueryString, type PageQuery } from "@/components/browse/search-params";
import type { CaseFilter } from "@/lib/registry/versions/case-filter";
import type { ContentLanguage } from "@/lib/registry/views";

/** What may be chosen, in the order of the address; an owner is written. */
export const CASE_CHOICES = {
  language: ["en", "zh", "ko", "und"] satisfies ContentLanguage[],
  runtime: ["python3", "node", "bash", "none"],
  size: ["small", "medium", "large"],
  severity: ["high", "medium", "low", "info", "none"],
  sort: ["waiting", "severity"],
} as const satisfies { [Name in keyof CaseFilter]?: readonly CaseFilter[Name][] };

const CHOICES = Object.keys(CASE_CHOICES) as (keyof typeof CASE_CHOICES)[];

/** What a user name may be made of, and no more. */
const NAME = /^[\p{L}\p{N}._-]{1,64}$/u;

/** Reads a filter from an address. What is unknown is left out, so that any address gives a page. */
export function readCaseFilter(query: PageQuery): CaseFilter {
  const chosen = CHOICES.flatMap((name) => {
    const asked = textOf(query[name]);
    const known = CASE_CHOICES[name].find((each) => each === asked);
    return known === undefined ? [] : [[name, known]];
  });
  const owner = textOf(query["owner"]);
  const named = owner !== undefined && NAME.test(owner) ? { owner } : {};
  return { ...Object.fromEntries(chosen), ...named } as CaseFilter;
}

/** The query string of a filter, in fixed order and without defaults; "" where nothing is asked. */
export function writeCaseFilter(filter: CaseFilter): string {
  const params = new URLSearchParams();
  for (const name of [...CHOICES, "owner" as const]) {
    const value = filter[name];
    if (value !== undefined && value !== "waiting") params.append(name, value);
  }
  return toQueryString(params);
}
