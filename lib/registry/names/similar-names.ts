import { canonicalName } from "@/lib/registry/names/canonical-name";
import { editDistanceOne } from "@/lib/registry/search-words/edit-distance-one";

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
