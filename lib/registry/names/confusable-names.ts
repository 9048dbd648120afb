import { database } from "@/lib/db/client";
import { listResembledRows, type Resembled } from "@/lib/registry/names/names-repository";
import type { SkillRow } from "@/lib/registry/views";
import { canonicalName } from "@/lib/registry/names/canonical-name";
import { editDistanceOne } from "@/lib/kernel/edit-distance-one";

export type { Resembled };
type Named = Pick<SkillRow, "slug" | "auditState">;

/**
 * The older skill of another account that a version may be taken for by its name, null if there is none. A version that
 * a verifier has sealed is taken for itself. A fact of the market and of now, and so no finding of vetting, which
 * depends on the package alone.
 */
export async function findConfusableName(version: Named): Promise<Resembled | null> {
  return (await listConfusableNames([version])).get(version.slug) ?? null;
}

/** The same for several, by slug; one query, and none where no name can be mistaken. */
async function listConfusableNames(versions: readonly Named[]): Promise<ReadonlyMap<string, Resembled>> {
  const given = versions
    .filter(({ auditState }) => auditState !== "Audited")
    .map(({ slug }) => ({ slug, names: similarNames(slug) }))
    .filter(({ names }) => names.length > 0);
  return given.length === 0 ? new Map() : listResembledRows(database(), given);
}

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

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
/** Shorter names are a letter away from too many others. */
const SHORTEST = 6;
/** Names of more words are read as sentences, and have too many orders. */
const MOST_WORDS = 4;

/**
 * Canonical names that are easily taken for the one of `slug`: one letter left out, added, changed or swapped with its
 * neighbour, or the same words in another order. Another digit in the place of a digit is meant: base32 and base64 are
 * two things.
 */
export function similarNames(slug: string): string[] {
  const own = canonicalName(slug);
  const words = slug.split("-");
  const turned = words.length <= MOST_WORDS ? ordersOf(words).map((order) => order.join("")) : [];
  const near = [...editDistanceOne(own, LETTERS), ...turned];
  return [...new Set(near)].filter(
    (name) => Math.min(name.length, own.length) >= SHORTEST && !differsByNumber(own, name),
  );
}

function ordersOf(words: readonly string[]): string[][] {
  if (words.length < 2) return [[...words]];
  return words.flatMap((first, place) => ordersOf(words.toSpliced(place, 1)).map((rest) => [first, ...rest]));
}

const NUMBER = /\d/g;

/** Also true of a name and itself. */
function differsByNumber(one: string, other: string): boolean {
  return one.replaceAll(NUMBER, "#") === other.replaceAll(NUMBER, "#");
}
