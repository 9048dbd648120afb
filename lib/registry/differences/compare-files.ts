import type { Difference } from "@/lib/registry/differences/difference";
import type { SkillManifest } from "@/lib/skill-format";

export interface FileDigest {
  path: string;
  sha256: string;
}

interface Contents {
  manifest: SkillManifest;
  files: readonly FileDigest[];
}

const INSTRUCTIONS = /(?:^|\/)skill\.md$/i;
const PROSE = /\.(?:md|markdown|txt|rst)$|(?:^|\/)(?:licen[cs]e|notice|changelog)[^/]*$/i;
const MAX_PATHS_SHOWN = 20;

/**
 * What changed inside the package: code and data, documents, and the instructions an agent follows. All of it fits into
 * a patch; a verifier and a buyer should see it all the same.
 */
export function compareFiles(before: Contents, after: Contents): Difference[] {
  const old = digestsOf(before.files);
  const next = digestsOf(after.files);
  const changed = [...new Set([...old.keys(), ...next.keys()])]
    .filter((path) => !INSTRUCTIONS.test(path) && old.get(path) !== next.get(path))
    .sort();
  const code = changed.filter((path) => !PROSE.test(path));
  const documents = changed.filter((path) => PROSE.test(path));
  const instructed = before.manifest.body !== after.manifest.body;
  return [
    ...(code.length > 0 ? [inPatch("code", describePaths(code, old, next))] : []),
    ...(documents.length > 0 ? [inPatch("documents", describePaths(documents, old, next))] : []),
    ...(instructed ? [inPatch("instructions", null)] : []),
  ];
}

const inPatch = (fact: "code" | "documents" | "instructions", after: string | null): Difference => ({
  fact,
  before: null,
  after,
  needs: "patch",
});

/** `+` added, `-` removed, `~` changed. */
function describePaths(
  paths: readonly string[],
  old: ReadonlyMap<string, string>,
  next: ReadonlyMap<string, string>,
): string {
  const shown = paths
    .slice(0, MAX_PATHS_SHOWN)
    .map((path) => `${old.has(path) ? (next.has(path) ? "~" : "-") : "+"}${path}`);
  return paths.length > shown.length ? `${shown.join(" ")} …` : shown.join(" ");
}

const digestsOf = (files: readonly FileDigest[]) => new Map(files.map(({ path, sha256 }) => [path, sha256]));
