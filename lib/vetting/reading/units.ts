import { findObeyedFiles } from "../vocabulary/obeyed-files";
import type { CodeIndex } from "./code/code-index";
import type { MarkdownParts } from "./markdown";
import { findRunFiles } from "./run-files";
import type { ShellScript } from "./shell/shell-commands";
import type { SourceFile } from "./source-file";
import { UnitReader } from "./unit-reader";

/**
 * Where a piece of code stands, which says how much it means: `script` runs, `embedded` is a text that a script
 * hands to an interpreter or shell, `decoded` was hidden in an encoding, `carried` stands in a file that a build,
 * an editor, a browser or a notebook runs, `skill` is an example or instruction in SKILL.md or a document that it
 * tells to obey, `followed` one in a document that SKILL.md names, `document` one in any other, `discussed` one
 * that a document warns of.
 */
export type Origin =
  "script" | "embedded" | "decoded" | "carried" | "skill" | "followed" | "document" | "discussed";

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

/** How often what is found to run is looked through for what it runs. */
const MAX_LEVELS = 3;

/** Reads files into units; `opened` are documents whose parts stand among the files, which are read in their stead. */
export function readUnits(files: readonly SourceFile[], opened: ReadonlySet<string>): Units {
  const told = toldText(files);
  const named = findNamed(files, told.match(DOCUMENTS) ?? []);
  const obeyed = findNamed(
    files,
    findObeyedFiles(told).map(({ name }) => name),
  );
  const reader = new UnitReader(named, obeyed);
  for (const file of files) if (!opened.has(file.path)) reader.readFile(file);
  // What runs is read as what it is, and may run further files.
  const read = new Set<string>();
  for (let level = 0; level < MAX_LEVELS; level++) {
    const more = findRunFiles(files, reader).filter(
      ({ path, language }) => !read.has(`${path}\n${language}`),
    );
    for (const file of more) {
      read.add(`${file.path}\n${file.language}`);
      reader.readFile(file);
    }
  }
  const { code, shell, lines, markdown, decoded, unreadFiles } = reader;
  return { code, shell, lines, markdown, decoded, unread: [...unreadFiles] };
}

/** Documents that a skill document names by their path or name: its reader is sent there. */
function findNamed(files: readonly SourceFile[], names: readonly string[]): Set<string> {
  const named = new Set(names.map((name) => name.slice(name.lastIndexOf("/") + 1)));
  return new Set(files.filter(({ path }) => named.has(documentName(path))).map(({ path }) => path));
}

const DOCUMENTS = /[\w.-]+\.(?:mdx?|txt|rst|docx|odt|rtf|pdf|epub)\b/gi;

function toldText(files: readonly SourceFile[]): string {
  return files
    .filter(({ isSkillDocument }) => isSkillDocument)
    .map(({ text }) => text ?? "")
    .join("\n");
}

/** The name of a file, or of the document or archive it stands in. */
function documentName(path: string): string {
  const [outer = ""] = path.split("!/", 1);
  return outer.slice(outer.lastIndexOf("/") + 1);
}
