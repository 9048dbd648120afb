/**
 * A stem and the forms of its word that no rule leads to it. Forms that are also of another word are left out
 * ("leaves", "bases").
 */
const IRREGULAR = `
index indices
matrix matrices
vertex vertices
appendix appendices
axis axes
thesis theses
crisis crises
oasis oases
schema schemata
formula formulae
corpus corpora
criteria criterion
phenomena phenomenon
curricula curriculum
spectra spectrum
child children
man men
woman women
person people
mous mice
foot feet
tooth teeth
goos geese
knif knives
shelf shelves
wolf wolves
half halves
loaf loaves
wif wives
thief thieves
scarf scarves
api apis
uri uris
gui guis
cli clis
kpi kpis
wiki wikis
emoji emojis
taxi taxis
menu menus
cpu cpus
gpu gpus
tpu tpus
sku skus
haiku haikus
quiz quizzes quizzed quizzing
use used using
age aged aging
agree agreed
disagree disagreed
guarantee guaranteed
free freed
writ written
program programme programmes
`;

/** Stem by irregular form. */
export const IRREGULAR_STEMS: ReadonlyMap<string, string> = new Map(
  linesOf(IRREGULAR).flatMap(([stem = "", ...forms]) => forms.map((form) => [form, stem] as const)),
);

/** Words that end like a form of another, and are none. */
export const WHOLE_WORDS: ReadonlySet<string> = new Set(
  "alias atlas bias canvas chaos embed evening lens news question".split(" "),
);

/** What is another word without its last "e": "note" is not "not", and "care" is no "car". */
export const OTHER_WITHOUT_E: ReadonlySet<string> = new Set(
  `bar bit can cap car com cut far fat fin grad hat hop hug kit lat mat min not past pin pip plan quit rag rid slop sol
   stat strip tap them ton tub unit win`.split(/\s+/),
);

function linesOf(text: string): string[][] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
}
