import { canonicalName } from "@/lib/registry/names/canonical-name";
import { listConfusableNames, type Named, type Resembled } from "@/lib/registry/names/find-confusable-name";
import { similarNames } from "@/lib/registry/names/similar-names";

/**
 * The rows of one list that may be taken for an older skill of somebody else, by slug: asked about are those named
 * almost like another row, and the one whose very name was asked for. One query; none for a list without such rows,
 * which is nearly every one.
 */
export async function mapConfusableNames(
  rows: readonly Named[],
  query = "",
): Promise<ReadonlyMap<string, Resembled>> {
  const asked = canonicalName(query.trim().toLowerCase().replaceAll(/\s+/g, "-"));
  const named = rows.map((row) => ({ row, name: canonicalName(row.slug), letters: lettersOf(row.slug) }));
  const doubtful = named
    .filter((one) => one.name === asked || named.some((other) => areAlike(one, other)))
    .map(({ row }) => row);
  return listConfusableNames(doubtful);
}

interface NamedRow {
  row: Named;
  name: string;
  /** Those of the name, sorted. */
  letters: string;
}

function areAlike(one: NamedRow, other: NamedRow): boolean {
  return one !== other && mayBeAlike(one, other) && similarNames(one.row.slug).includes(other.name);
}

/**
 * False for nearly all that are not alike, at next to no cost: like names have the same letters, or the same beginning
 * and end.
 */
function mayBeAlike({ name: one, letters }: NamedRow, { name: two, letters: others }: NamedRow): boolean {
  if (Math.abs(one.length - two.length) > 1) return false;
  const most = Math.min(one.length, two.length);
  let head = 0;
  while (head < most && one[head] === two[head]) head += 1;
  let tail = 0;
  while (tail < most && one.at(-1 - tail) === two.at(-1 - tail)) tail += 1;
  return head + tail >= most - 2 || letters === others;
}

const lettersOf = (slug: string) => Array.from(canonicalName(slug)).sort().join("");
