import type { SkillRow } from "@/lib/registry/views";

type Key = "takes-gives" | "takes" | "gives" | "more-fields" | "access.comma";
/** The translator of the common words. */
type Words = (key: Key, values?: Record<string, string>) => string;

/** What goes into a call and what comes out of it, in the words of its schemas; null where neither is declared. */
export function takesGives(
  { takes, gives }: Pick<SkillRow, "takes" | "gives">,
  common: Words,
): string | null {
  const list = (names: readonly string[]) => {
    const { words, more } = fieldWords(names);
    const fields = words.join(common("access.comma"));
    return more ? common("more-fields", { fields }) : fields;
  };
  if (takes.length > 0 && gives.length > 0)
    return common("takes-gives", { takes: list(takes), gives: list(gives) });
  if (takes.length > 0) return common("takes", { takes: list(takes) });
  return gives.length > 0 ? common("gives", { gives: list(gives) }) : null;
}

const SHOWN = 3;

/** Names of fields as words: "old_text" and "oldText" are "old text". What is no longer shown is told by `more`. */
export function fieldWords(names: readonly string[]): { words: string[]; more: boolean } {
  return { words: names.slice(0, SHOWN).map(toWords), more: names.length > SHOWN };
}

function toWords(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
  return /\p{Lu}{2}/u.test(words) ? words : words.toLowerCase();
}
