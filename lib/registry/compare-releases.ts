import { compareFiles, diffFile, type ReviewFile } from "@/lib/audits/review/compare-packages";
import { toHunks, type DiffLine, type Gap, type Hunk, type OpenGaps } from "@/lib/audits/review/line-diff";
import { markWords, type LinePart } from "@/lib/audits/review/word-marks";
import { database } from "@/lib/db/client";
import { findPackage } from "@/lib/registry/files-repository";
import type { VersionRow } from "@/lib/registry/views";
import type { PackageFile } from "@/lib/package";
import { loadPackage } from "@/lib/running/load-package";

/** The changed lines of one file, and what changed inside them. */
export interface FileChanges {
  diff: { hunks: Hunk[]; after: Gap | null };
  marks: ReadonlyMap<DiffLine, readonly LinePart[]>;
}

export interface ReleaseComparison {
  from: string;
  to: string;
  files: ReviewFile[];
  /** Lines over all files that were counted. */
  added: number;
  removed: number;
  /** Changed files beyond those whose lines were counted. */
  uncounted: number;
  /** The file that is shown; null when nothing changed. `changes` is null for a file that is no text. */
  shown: { path: string; changes: FileChanges | null } | null;
}

/** Anybody may ask for a comparison, so what one costs is bounded: more changed files are named and not counted. */
const MAX_COUNTED_FILES = 40;
const MAX_KEPT = 100;

type Counted = Pick<ReleaseComparison, "files" | "added" | "removed" | "uncounted">;
const counted = new Map<string, Promise<Counted>>();

/** What two releases of a skill are, when `spec` is `1.0.0..1.1.0` and both are published; null otherwise. */
export function readComparison(
  spec: string | undefined,
  versions: readonly VersionRow[],
): { from: VersionRow; to: VersionRow } | null {
  const [from, to] = (spec ?? "").split("..").map((name) => versions.find(({ version }) => version === name));
  return from === undefined || to === undefined || from === to ? null : { from, to };
}

/**
 * The files of one release against those of another, and the lines of one of them: the given one, else the first that
 * changed, with the unchanged lines that `open` names. Releases never change, so what was counted once is kept. Throws PACKAGE_CORRUPT.
 */
export async function compareReleases(
  { from, to }: { from: VersionRow; to: VersionRow },
  { path, open }: { path?: string | undefined; open?: OpenGaps } = {},
): Promise<ReleaseComparison> {
  const [before, after] = await Promise.all([filesOf(from.id), filesOf(to.id)]);
  const { files, ...totals } = await count([from.packageDigest, to.packageDigest].join(), before, after);
  const shown = files.find((file) => file.path === path) ?? files.find(({ status }) => status !== "same");
  return {
    from: from.version,
    to: to.version,
    files,
    ...totals,
    shown:
      shown === undefined
        ? null
        : { path: shown.path, changes: changesOf(diffFile(before, after, shown.path), open) },
  };
}

function changesOf(lines: DiffLine[] | null, open: OpenGaps | undefined): FileChanges | null {
  if (lines === null) return null;
  const diff = toHunks(lines, open === undefined ? {} : { open });
  return { diff, marks: markWords(diff.hunks.flatMap((hunk) => hunk.lines)) };
}

async function filesOf(versionId: string): Promise<readonly PackageFile[]> {
  const stored = await findPackage(database(), versionId);
  if (!stored) return [];
  return (await loadPackage(stored.archiveDigest, stored.packageDigest)).files;
}

function count(key: string, before: readonly PackageFile[], after: readonly PackageFile[]): Promise<Counted> {
  const known = counted.get(key);
  if (known) return known;
  const made = Promise.resolve(countFiles(before, after));
  counted.set(key, made);
  const oldest = counted.keys().next().value;
  if (counted.size > MAX_KEPT && oldest !== undefined) counted.delete(oldest);
  return made;
}

function countFiles(before: readonly PackageFile[], after: readonly PackageFile[]): Counted {
  const differing = changedPaths(before, after);
  const rest = new Set(differing.slice(MAX_COUNTED_FILES));
  const isCounted = ({ path }: PackageFile) => !rest.has(path);
  const files = compareFiles(before.filter(isCounted), after.filter(isCounted));
  const sum = (side: "added" | "removed") => files.reduce((total, file) => total + file[side], 0);
  const named = [...rest].map((path): ReviewFile => {
    const [old, next] = [before, after].map((list) => list.some((file) => file.path === path));
    const status = !old ? "added" : !next ? "removed" : "changed";
    return { path, status, isText: true, added: 0, removed: 0 };
  });
  return {
    files: [...files, ...named],
    added: sum("added"),
    removed: sum("removed"),
    uncounted: rest.size,
  };
}

function changedPaths(before: readonly PackageFile[], after: readonly PackageFile[]): string[] {
  const old = new Map(before.map(({ path, bytes }) => [path, bytes]));
  const next = new Map(after.map(({ path, bytes }) => [path, bytes]));
  return [...new Set([...old.keys(), ...next.keys()])].sort().filter((path) => {
    const [one, other] = [old.get(path), next.get(path)];
    return one === undefined || other === undefined || !Buffer.from(one).equals(other);
  });
}
