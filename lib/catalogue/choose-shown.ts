import { DAY_MS } from "@/lib/kernel/clock";
import type { ContentLanguage } from "@/lib/registry/views";
import type { ExampleSearchRow } from "@/lib/registry/wanted/search-views";

/** Characters of JSON on one side: more is no first sight. */
const MOST_CHARACTERS = 400;

/**
 * The skill that the front page shows at work: one proven example of the catalogue that is short enough to be read at
 * once, each UTC day that of the next skill; of those in `language`, if there are any, and of these of the audited
 * ones, if there are any: else whoever publishes anything would stand on the front page. Null while there is none.
 */
export function chooseShown(
  rows: readonly ExampleSearchRow[],
  now: Date,
  language: ContentLanguage,
): ExampleSearchRow | null {
  const bySkill = new Map<string, ExampleSearchRow>();
  for (const row of rows) {
    const { input, output, replay } = row.example;
    if (replay?.state !== "proven" || !isShort(input) || !isShort(output)) continue;
    if (!bySkill.has(row.skill.slug)) bySkill.set(row.skill.slug, row);
  }
  const all = [...bySkill.values()];
  const read = preferred(all, ({ skill }) => skill.contentLanguage === language);
  const shown = preferred(read, ({ skill }) => skill.auditState === "Audited");
  return shown[Math.floor(now.getTime() / DAY_MS) % shown.length] ?? null;
}

function preferred<Row>(rows: readonly Row[], isBetter: (row: Row) => boolean): readonly Row[] {
  const better = rows.filter(isBetter);
  return better.length > 0 ? better : rows;
}

const isShort = (value: unknown) =>
  ((JSON.stringify(value) as string | undefined)?.length ?? Infinity) <= MOST_CHARACTERS;
