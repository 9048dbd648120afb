/** What the DNS says of the TXT records of a name. */
export type TxtAnswer =
  /** The texts of its records, each in one piece. */
  | { kind: "texts"; texts: readonly string[] }
  /** The DNS has answered that there is no such name, or no such record. */
  | { kind: "none" }
  /** Nobody has answered, or only that it could not be found out: that says nothing of the record. */
  | { kind: "no-answer" };

/** Who asks the DNS; replaced where tests have none. */
export interface TxtLookup {
  /** Never throws, and always answers within seconds. */
  lookUp: (name: string) => Promise<TxtAnswer>;
}
