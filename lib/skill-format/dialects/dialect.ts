import type { BodyOutline, Heading } from "../document/body-outline";
import type { FindingSink } from "../fields";
import type { CheckProfile } from "../profiles";
import type { SkillFiles } from "../types";
import type { MapNode } from "../yaml/node";
import type { CompanionYaml } from "./companion-file";

/** A skill as one dialect sees it: its own overlay is laid over the front matter. */
export interface DialectView {
  readonly frontMatter: MapNode;
  readonly body: string;
  /** Line of the file the body begins on. */
  readonly bodyLine: number;
  /** Headings and prose of the body; worked out once. */
  outline(): BodyOutline;
  /** The headings alone, which is quicker. */
  headings(): readonly Heading[];
  /** The whole file the body stands in: SKILL.md, or the overlay that replaces the body. */
  readonly text: string;
  /** The overlay the body comes from; absent while it is the one of SKILL.md. */
  readonly bodyPath?: string;
  readonly files: SkillFiles;
  /** A YAML file of the package, read once; null when there is none. */
  companionYaml(path: string): CompanionYaml | null;
  /** Name of the parent directory; absent when it is not known. */
  readonly dir?: string;
}

/** One rule: looks at a view and reports what breaks it. */
export type Check = (view: DialectView, report: FindingSink) => void;

export interface DialectDefinition {
  readonly id: CheckProfile;
  /** Shown to people, with the version of the document. */
  readonly title: string;
  /** Top-level front matter keys the document names. */
  readonly keys: readonly string[];
  /** Keys of other documents and unknown ones are an error, not a remark. */
  readonly closed?: boolean;
  /** A byte order mark is an error, not a warning. */
  readonly refusesByteOrderMark?: boolean;
  readonly checks: readonly Check[];
}
