import { loadMessages, type Messages } from "@/lib/platform/i18n/translations";
import { isLocale } from "@/lib/platform/i18n/paths";
import type { Report } from "@/lib/skill-format";

/**
 * Namespaces that say what the checks say in English themselves; English has no such files, so that nothing is
 * written twice.
 */
export const MEANING_NAMESPACES = ["issues", "findings", "refusals"] as const;

/** What the codes of issues mean in one language; `{path}` in a sentence stands for the issue's path. */
export interface IssueMeanings {
  lang: string;
  byCode: Readonly<Record<string, string>>;
}

/** What a finding of vetting means, and what its author can do about it. */
export interface FindingMeaning {
  meaning: string;
  remedy: string;
}

/** The meanings of the codes that stand in some reports, and of no others; undefined in English. */
export function issueMeanings(
  locale: string,
  reports: readonly { issues: readonly Pick<Report["issues"][number], "code">[] }[],
): IssueMeanings | undefined {
  const table = namespaceOf(locale, "issues");
  if (table === undefined) return undefined;
  const codes = new Set(reports.flatMap(({ issues }) => issues.map(({ code }) => code)));
  const byCode = Object.fromEntries(
    [...codes].flatMap((code) => {
      const sentence = table[code];
      return typeof sentence === "string" ? [[code, sentence]] : [];
    }),
  );
  return { lang: locale, byCode };
}

/** Undefined in English, and for a code of an older engine that no table knows. */
export function findingMeaning(locale: string, code: string): FindingMeaning | undefined {
  const found = code
    .split(".")
    .reduce<Messages | string | undefined>(
      (at, part) => (typeof at === "object" && Object.hasOwn(at, part) ? at[part] : undefined),
      namespaceOf(locale, "findings"),
    );
  if (typeof found !== "object") return undefined;
  const { meaning, remedy } = found;
  return typeof meaning === "string" && typeof remedy === "string" ? { meaning, remedy } : undefined;
}

/** What the code of a refused upload means; undefined in English, and for a code that uploads are not refused with. */
export function refusalMeaning(locale: string, code: string): string | undefined {
  const table = namespaceOf(locale, "refusals");
  const sentence = table !== undefined && Object.hasOwn(table, code) ? table[code] : undefined;
  return typeof sentence === "string" ? sentence : undefined;
}

function namespaceOf(locale: string, namespace: (typeof MEANING_NAMESPACES)[number]): Messages | undefined {
  const table = isLocale(locale) ? loadMessages(locale)[namespace] : undefined;
  return typeof table === "object" ? table : undefined;
}
