import { Prisma } from "@/lib/db/generated/client";
import { coverOf } from "@/lib/registry/search-words/answers";
import type { PlannedTerm } from "@/lib/registry/search-words/plan-words";
import { NAME_MARK, PREFIX_MARK, TOPIC_MARK } from "@/lib/registry/search-words/tokens";

const { sql } = Prisma;

/** What a word counts in a text, and what it counts more where it stands in the topics or the name. */
export const IN_TEXT = 0.45;
const MORE_IN_TOPICS = 0.25;
const MORE_IN_NAME = 0.55;

/** A token to look up, and what it adds where it is found. */
export interface Lookup {
  term: number;
  way: number;
  token: string;
  value: number;
  cover: number;
}

/** What is looked up for a word, in texts and in the fields that count more. */
export function lookupsOf(term: PlannedTerm, index: number): Lookup[] {
  return term.ways.flatMap((way, place) =>
    way.tokens.flatMap((token): Lookup[] => {
      const at = { term: index, way: place };
      const value = (term.weight * way.worth) / way.of;
      const cover = (term.weight * coverOf(way)) / way.of;
      if (way.kind === "beginning") return [{ ...at, token, value, cover }];
      return [
        { ...at, token, value: value * IN_TEXT, cover },
        { ...at, token: TOPIC_MARK + token, value: value * MORE_IN_TOPICS, cover: 0 },
        { ...at, token: NAME_MARK + token, value: value * MORE_IN_NAME, cover: 0 },
      ];
    }),
  );
}

/** The lookups as rows `a` of term, way, token, value and cover. */
export function asked(lookups: readonly Lookup[]): Prisma.Sql {
  const column = <Name extends keyof Lookup>(name: Name) => lookups.map((lookup) => lookup[name]);
  return sql`unnest(${column("term")}::int[], ${column("way")}::int[], ${column("token")}::text[], ${column("value")}::float8[],
    ${column("cover")}::float8[]) a("term", "way", "token", "value", "cover")`;
}

const IN_FIELD: ReadonlySet<string> = new Set([NAME_MARK, TOPIC_MARK, PREFIX_MARK]);

/** Without the texts; what a field has, the text has too. */
export function inFieldsOnly(lookups: readonly Lookup[]): Lookup[] {
  const inText = new Map(lookups.map((lookup) => [`${lookup.way} ${lookup.token}`, lookup]));
  return lookups
    .filter(({ token }) => IN_FIELD.has(token.charAt(0)))
    .map((lookup) => {
      const text = inText.get(`${lookup.way} ${lookup.token.slice(1)}`);
      return text ? { ...lookup, value: lookup.value + text.value, cover: text.cover } : lookup;
    });
}
