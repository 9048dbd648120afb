import type { CodeIndex } from "./code/code-index";
import type { MarkdownParts } from "./markdown";
import type { ShellScript } from "./shell/shell-commands";
import type { SourceFile } from "./source-file";

/**
 * Where a piece of code stands, which says how much it means: `script` runs, `embedded` is a text that a script
 * hands to an interpreter or shell, `decoded` was hidden in an encoding, `carried` stands in a file that a build,
 * an editor, a browser or a notebook runs, `skill` is an example or instruction in SKILL.md or a document that it
 * tells to obey, `followed` one in a document that SKILL.md names, `document` one in any other, `discussed` one
 * that a document warns of.
 */
export type Origin =
  | "script"
  | "embedded"
  | "decoded"
  | "carried"
  | "skill"
  | "followed"
  | "document"
  | "discussed";

/** A piece of a file, and where it stands. */
export interface Placed {
  readonly file: SourceFile;
  readonly origin: Origin;
  readonly text: string;
  /** Line in the file of an offset in `text`. */
  lineAt(offset: number): number;
}

export interface CodeUnit extends Placed {
  readonly index: CodeIndex;
}

export interface ShellUnit extends Placed {
  readonly script: ShellScript;
}

/** A source in a language that is read line by line, its remarks blanked. */
export type LinesUnit = Placed;

export interface MarkdownUnit extends Placed {
  /**
   * Code, tables and settings: an order in them counts only if it stands in one line, and quotes are a matter of form.
   */
  readonly isData: boolean;
  readonly parts: MarkdownParts;
}

/** Everything of a package that rules look at, read once. */
export interface Units {
  readonly code: readonly CodeUnit[];
  readonly shell: readonly ShellUnit[];
  readonly lines: readonly LinesUnit[];
  readonly markdown: readonly MarkdownUnit[];
  /** Texts that stand in an encoding in a document, or readable inside a picture or another file that is no text. */
  readonly decoded: readonly Placed[];
  /** Files of which a part was not read, being larger or more nested than anything written by hand. */
  readonly unread: readonly SourceFile[];
}
