import type { PlannedWay, WordPlan } from "@/lib/search/words/plan-words";
import type { MatchKind } from "@/lib/search/words/asked-terms";
import { NAME_MARK, TOPIC_MARK } from "@/lib/search/words/tokens";

export type MatchField = "name" | "topic" | "text";

/** One word of a query that a skill answers: how, and in which of its fields. */
export interface MatchedWord {
  readonly word: string;
  readonly kind: MatchKind;
  readonly fields: readonly MatchField[];
}

/** A translation is an answer too, if not as sure a one: what it is worth for being found at all. */
const COVERS = 1.6;

/** What an answer in this way counts for being found, of 1. */
export const coverOf = ({ worth }: Pick<PlannedWay, "worth">): number => Math.min(1, worth * COVERS);

/** True when a skill with these tokens is found by the query: the same rule as that of the SQL of a search. */
export function isFound({ terms, needed }: WordPlan, tokens: ReadonlySet<string>): boolean {
  const covered = terms
    .filter(({ finds }) => finds)
    .map(
      ({ weight, ways }) => weight * Math.max(0, ...ways.map((way) => coverOf(way) * shareOf(way, tokens))),
    );
  const sum = covered.reduce((all, each) => all + each, 0);
  return sum > 0 && sum >= needed;
}

/** True when a skill with these tokens has something of every word: the same rule as that of the SQL (`answersAllSql`). */
export const answersAll = ({ terms }: WordPlan, tokens: ReadonlySet<string>): boolean =>
  terms.length > 0 && terms.every(({ ways }) => ways.some((way) => shareOf(way, tokens) > 0));

/** The words of the query that a skill with these tokens answers. */
export function listMatched({ terms }: WordPlan, tokens: ReadonlySet<string>): MatchedWord[] {
  return terms.flatMap(({ written, ways }) => {
    const answered = ways
      .map((way) => ({ way, value: way.worth * shareOf(way, tokens) }))
      .filter(({ value }) => value > 0)
      .sort((a, b) => b.value - a.value);
    const [best] = answered;
    if (best === undefined) return [];
    const has = (mark: string) => best.way.tokens.some((token) => tokens.has(mark + token));
    const fields: MatchField[] = [];
    if (has(NAME_MARK) || best.way.kind === "beginning") fields.push("name");
    if (has(TOPIC_MARK)) fields.push("topic");
    return [{ word: written, kind: best.way.kind, fields: fields.length > 0 ? fields : ["text"] }];
  });
}

const shareOf = (way: PlannedWay, tokens: ReadonlySet<string>) =>
  way.tokens.filter((token) => tokens.has(token)).length / way.of;
