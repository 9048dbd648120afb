import type { PageQuery } from "@/components/browse/search-params";
import type { SkillDetail } from "@/lib/registry/views";

/** More columns than this are too narrow to read. */
export const MOST_COMPARED = 4;
/** Names looked at in an address; what follows is not read. */
const MOST_READ = 20;
const LONGEST_SHOWN = 64;
/** Characters of `slug@version`. */
export const LONGEST_NAMED = 129;
/** A version is at most 64 characters, as a name is. */
const NAMED = /^([a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)(?:@([0-9A-Za-z.+-]{1,64}))?$/;

/** A skill as an address names it: `slug`, or `slug@version`. */
export interface NamedSkill {
  slug: string;
  version?: string;
}

type Named = Pick<SkillDetail, "slug" | "version" | "isLatest">;

export interface CompareAddress {
  /** At most four, each once, in the order they are named. */
  named: NamedSkill[];
  /** Those named beyond four, as they are written. */
  left: string[];
  /** What is written in the place of a name and can be none, cut to the length of one. */
  unreadable: string[];
  /** Only facts in which the skills differ. */
  onlyDifferences: boolean;
}

/**
 * Reads which skills are compared. Any address gives a page: what is too much or no name is told apart, never
 * looked up.
 */
export function readCompareAddress(query: PageQuery): CompareAddress {
  const written = [query["skill"] ?? []].flat().slice(0, MOST_READ);
  const all = [...new Set(written.map((name) => name.trim()))].filter((name) => name !== "");
  const names = all.filter((name) => NAMED.test(name));
  return {
    named: names.slice(0, MOST_COMPARED).map(toNamedSkill),
    left: names.slice(MOST_COMPARED),
    unreadable: all
      .filter((name) => !NAMED.test(name))
      .slice(0, MOST_COMPARED)
      .map((name) => Array.from(name).slice(0, LONGEST_SHOWN).join("")),
    onlyDifferences: query["only"] === "differences",
  };
}

/** The address at which skills stand side by side. */
export function comparePath(named: readonly NamedSkill[], onlyDifferences = false): string {
  const params = new URLSearchParams(named.map((skill) => ["skill", writeNamed(skill)]));
  if (onlyDifferences) params.append("only", "differences");
  return params.size === 0 ? "/compare" : `/compare?${params.toString().replaceAll("%40", "@")}`;
}

/** How an address names a skill that is shown: with its version only where that is not the latest. */
export function namedSkill({ slug, version, isLatest }: Named): NamedSkill {
  return isLatest ? { slug } : { slug, version };
}

/** `slug`, or `slug@version`, as `readCompareAddress` reads it again. */
export function writeNamed({ slug, version }: NamedSkill): string {
  return version === undefined ? slug : `${slug}@${version}`;
}

function toNamedSkill(name: string): NamedSkill {
  const [, slug = "", version] = NAMED.exec(name) ?? [];
  return version === undefined ? { slug } : { slug, version };
}
