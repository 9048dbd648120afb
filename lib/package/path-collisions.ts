import { describeText } from "./describe-text";

/**
 * The name two paths share when a case-insensitive or normalising file system would make one file of them.
 * Upper case first, so that `ß` and `ss` meet as they do there.
 */
function foldedName(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/**
 * The first pair of paths that cannot stand in one package, as a sentence, or null: the same path twice, paths
 * that differ in case or Unicode form only, a file where another path needs a directory, or one directory in
 * two spellings.
 */
export function findPathCollision(paths: readonly string[]): string | null {
  const files = new Map<string, string>();
  const directories = new Map<string, string>();
  for (const path of paths) {
    const known = files.get(foldedName(path));
    if (known === path) return `"${describeText(path)}" is there twice`;
    if (known !== undefined) {
      return `"${describeText(known)}" and "${describeText(path)}" are one file where case or accents are folded`;
    }
    files.set(foldedName(path), path);
    const spelling = addDirectories(path, directories);
    if (spelling !== null) return spelling;
  }
  for (const [folded, directory] of directories) {
    if (files.has(folded)) return `"${describeText(directory)}" is both a file and a directory`;
  }
  return null;
}

function addDirectories(path: string, directories: Map<string, string>): string | null {
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    const directory = path.slice(0, slash);
    const known = directories.get(foldedName(directory));
    if (known !== undefined && known !== directory) {
      return `the directory "${describeText(directory)}" is also spelled "${describeText(known)}"`;
    }
    directories.set(foldedName(directory), directory);
  }
  return null;
}
