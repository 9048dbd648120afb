/**
 * What a package does, put together from its code, its commands and its instructions. Each kind is one thing that a
 * person would want to know before they install it.
 */
export const DEED_KINDS = [
  "sends-secrets",
  "sends-private-data",
  "sends-work",
  "destroys",
  "locks-away",
  "weakens",
  "opens-up",
  "shows-secrets",
  "falsifies",
  "deceives",
  "sets-rules-aside",
  "asks-for-secrets",
  "acts-in-name",
  "floods",
  "runs-input",
  "obeys-others",
  "runs-unasked",
  "hides-itself",
  "exhausts",
  "settles-in",
  "reads-secrets",
  "weakens-slightly",
  "acts-unasked",
  "destroys-slightly",
  "favours",
] as const;
export type DeedKind = (typeof DEED_KINDS)[number];

/** Where in the package something stands; paths and 1-based lines as in a finding. */
export interface Spot {
  readonly file: string;
  readonly line: number;
}

/** One thing the package does, or tells an agent to do. */
export interface Deed extends Spot {
  readonly kind: DeedKind;
  /** What it is done to, or where it goes, as written. */
  readonly object: string;
  /** Where the first half stands, if a deed is put together from two places. */
  readonly begins: Spot | null;
  readonly from: "instruction" | "command" | "code";
  /** Neither the name, nor the description, nor what is declared makes one expect it. */
  readonly isOutside: boolean;
  /** It is kept from the user. */
  readonly isConcealed: boolean;
  /** It happens each time, whatever the task. */
  readonly isUnconditional: boolean;
  /** The user is asked first, or it is done where they ask for it. */
  readonly isAgreed: boolean;
  /** It stands where attacks or mistakes are described, or where less is read into a text. */
  readonly isDescribed: boolean;
  readonly evidence: string;
}

/** A host that code, commands or instructions speak to. */
export interface Contact extends Spot {
  readonly host: string;
  /** Named by the skill's name, description or settings, or by the skill throughout. */
  readonly isExpected: boolean;
}

/** A place, a program or a file that the package names. */
export interface Use extends Spot {
  readonly what: string;
}

/** Every list is sorted by place, and bounded; the same package gives the same picture. */
export interface Picture {
  readonly contacts: readonly Contact[];
  readonly reads: readonly Use[];
  readonly runs: readonly Use[];
  readonly changes: readonly Use[];
  readonly deeds: readonly Deed[];
}
