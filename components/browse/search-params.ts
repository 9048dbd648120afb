import type { AuditState, ContentLanguage, TrustLevel } from "@/lib/registry/views";
import type { SkillSearch } from "@/lib/search/views";

/** A page's query as Next hands it over. */
export type PageQuery = Record<string, string | string[] | undefined>;

/** Filters that are lists, in the order they are written in an address. */
const LISTS = ["audit", "trust", "without", "language", "runtime"] as const;
const TEXTS = ["q", "capability", "category", "platform", "author", "publisher", "agent", "sort"] as const;

/** Filters of one value, in the order they are shown. */
const SINGLE = ["capability", "category", "platform", "price", "author", "publisher", "agent"] as const;

/** Highest first. */
const TRUST_LEVELS: readonly TrustLevel[] = ["verified", "community", "sandbox"];

const ALLOWED: { [Name in (typeof LISTS)[number]]?: readonly string[] } = {
  audit: ["Audited", "Optimistic", "Unverified"] satisfies AuditState[],
  trust: TRUST_LEVELS,
  without: ["network", "filesystem", "subprocess", "secrets"],
  language: ["en", "zh", "ko", "und"] satisfies ContentLanguage[],
};

export const SORTS = ["relevance", "newest", "calls", "downloads", "rating", "price", "name"] as const;

const MAX_TEXT = 200;
const MAX_VALUES = 10;

/**
 * Reads a search from an address. What is unknown is left out, so that any address gives a page.
 * `max` (digits of lamports) is the highest price when no kind of price is chosen.
 */
export function readSearch(query: PageQuery): SkillSearch {
  const search: Record<string, unknown> = {};
  for (const name of TEXTS) search[name] = textOf(query[name]);
  for (const name of LISTS) search[name] = listOf(query[name], ALLOWED[name]);
  search["price"] = priceOf(query);
  if (textOf(query["proven"]) === "true") search["proven"] = true;
  if (!SORTS.some((sort) => sort === search["sort"])) delete search["sort"];
  const page = Number(textOf(query["page"]));
  if (Number.isSafeInteger(page) && page > 1) search["page"] = page;
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** The query string of a search, with fixed order and without defaults; "" when nothing is asked. */
export function writeSearch(search: SkillSearch): string {
  const params = new URLSearchParams();
  for (const name of TEXTS) {
    const value = search[name];
    if (value !== undefined && !(name === "sort" && value === "relevance")) params.append(name, value);
  }
  for (const name of LISTS) {
    const values = search[name];
    if (values !== undefined && values.length > 0) params.append(name, values.join(","));
  }
  if (search.price !== undefined) params.append("price", search.price);
  if (search.proven) params.append("proven", "true");
  if (search.page !== undefined && search.page > 1) params.append("page", String(search.page));
  return toQueryString(params);
}

/**
 * The same search for the agent API; null where it has no words for it. The API counts trust from below
 * (`min_trust`), so of the choices only "verified" and "verified or community" can be said.
 */
export function writeAgentSearch(search: SkillSearch): string | null {
  const { trust, page: _page, ...rest } = search;
  const params = new URLSearchParams(writeSearch(rest));
  if (trust !== undefined && trust.length < TRUST_LEVELS.length) {
    const least = TRUST_LEVELS[trust.length - 1];
    if (least === undefined || !TRUST_LEVELS.slice(0, trust.length).every((level) => trust.includes(level)))
      return null;
    params.append("min_trust", least);
  }
  return toQueryString(params);
}

/** The query string of an address. Commas stay readable: they separate the values of a list and need no escape in a query. */
export function toQueryString(params: URLSearchParams): string {
  return params.size === 0 ? "" : `?${params.toString().replaceAll("%2C", ",")}`;
}

export interface ActiveFilter {
  name: string;
  value: string;
  /** The same search without this filter, on its first page. */
  without: SkillSearch;
}

/** Every filter in use, in the order of the facets. The words searched for are no filter. */
export function activeFilters(search: SkillSearch): ActiveFilter[] {
  const { page: _page, ...rest } = search;
  const single = SINGLE.flatMap((name) => {
    const { [name]: value, ...without } = rest;
    return value === undefined ? [] : [{ name, value, without }];
  });
  const lists = LISTS.flatMap((name) =>
    (rest[name] ?? []).map((value) => ({ name, value, without: withoutValue(rest, name, value) })),
  );
  const { proven, ...withoutProven } = rest;
  return [
    ...lists,
    ...single,
    ...(proven ? [{ name: "proven", value: "true", without: withoutProven }] : []),
  ];
}

/** The search without any filter: its words and its order stay. */
export function withoutFilters({ q, sort }: SkillSearch): SkillSearch {
  return { ...(q === undefined ? {} : { q }), ...(sort === undefined ? {} : { sort }) };
}

function withoutValue(search: SkillSearch, name: (typeof LISTS)[number], value: string): SkillSearch {
  const { [name]: values, ...rest } = search;
  const left = (values ?? []).filter((other) => other !== value);
  return left.length === 0 ? rest : { ...rest, [name]: left };
}

/** What one field of an address says, trimmed and bounded; undefined for nothing. */
export function textOf(value: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.trim().slice(0, MAX_TEXT);
  return text === "" ? undefined : text;
}

function listOf(
  value: string | string[] | undefined,
  allowed: readonly string[] | undefined,
): string[] | undefined {
  const values = [value ?? []].flat().flatMap((text) => text.split(","));
  const known = [...new Set(values)].filter(
    (text) => text !== "" && (allowed?.includes(text) ?? text.length <= 40),
  );
  return known.length === 0 ? undefined : known.slice(0, MAX_VALUES);
}

function priceOf(query: PageQuery): string | undefined {
  const price = textOf(query["price"]);
  if (price === "free" || price === "paid") return price;
  const most = textOf(query["max"]) ?? price;
  return most !== undefined && /^\d{1,20}$/.test(most) ? most : undefined;
}
