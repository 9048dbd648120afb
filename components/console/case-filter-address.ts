import { textOf, toQueryString, type PageQuery } from "@/components/browse/search-params";
import {
  CASE_SEVERITIES,
  CASE_SIZES,
  CASE_SORTS,
  type CaseFilter,
} from "@/lib/registry/versions/case-filter";
import { CONTENT_LANGUAGES } from "@/lib/registry/views";
import { RUNTIMES } from "@/lib/running/runners/skill-runner";

/** What may be chosen, in the order of the address; an owner is written. */
export const CASE_CHOICES = {
  language: CONTENT_LANGUAGES,
  runtime: [...RUNTIMES, "none"],
  size: CASE_SIZES,
  severity: CASE_SEVERITIES,
  sort: CASE_SORTS,
} as const;

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
