/** What of the catalogue an answer shows: one skill by its id, or any. */
export type Scope = string;

/** Of lists, searches, profiles: raised by a change of any skill or person. */
export const CATALOGUE: Scope = "catalogue";

/** What any answer may show, such as the name of an account: part of every revision. */
export const EVERYTHING: Scope = "*";
