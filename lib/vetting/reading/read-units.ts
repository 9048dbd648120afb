import { findObeyedFiles } from "../vocabulary/obeyed-files";
import { findRunFiles } from "./run-files";
import type { SourceFile } from "./source-file";
import { UnitReader } from "./unit-reader";
import type { Units } from "./units";

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
