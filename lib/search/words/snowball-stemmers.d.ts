declare module "snowball-stemmers" {
  /** A stemmer of Snowball, by the English name of its language. */
  export function newStemmer(language: string): { stem: (word: string) => string };
}
