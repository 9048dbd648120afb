/** That the owner of a skill says to use another one, as everybody is shown it. */
export interface DeprecationView {
  /** The owner's words. */
  message: string;
  /** Name of the skill that takes its place; null where none does. */
  successor: string | null;
  since: string;
}

/** One sentence for clients that show a description and nothing else; null for a skill that is not deprecated. */
export function deprecationSentence({ deprecated }: { deprecated: DeprecationView | null }): string | null {
  if (deprecated === null) return null;
  const instead = deprecated.successor === null ? "" : ` Use ${deprecated.successor} instead.`;
  return `Deprecated by its owner: ${deprecated.message}${instead}`;
}
