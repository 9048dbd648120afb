import { fieldWords } from "@/components/skill/row/field-words";
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
