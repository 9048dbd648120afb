import { compareFiles, diffFile, type ComparedFile } from "@/lib/audits/review/compare-packages";
import {
  toHunks,
  type DiffLine,
  type Gap,
  type Hunk,
  type OpenGaps,
  markWords,
  type LinePart,
} from "@/lib/audits/review/text-diff";
import { loadPackageOfVersion } from "@/lib/registry/packages/read-package";
import { isClosedKind } from "@/lib/registry/versions/yank-kinds";
import type { VersionRow } from "@/lib/registry/views";
import type { PackageFile } from "@/lib/package";

/** The changed lines of one file, and what changed inside them. */
export interface FileChanges {
  diff: { hunks: Hunk[]; after: Gap | null };
  marks: ReadonlyMap<DiffLine, readonly LinePart[]>;
  /** How many lines are shown, when there are more. */
  cutAfter: number | null;
}

export interface ReleaseComparison {
  from: string;
  to: string;
  files: ComparedFile[];
  /** Lines over all files that were counted. */
  added: number;
  removed: number;
  /** Changed files beyond those whose lines were counted. */
  uncounted: number;
  /** The file that is shown; null when nothing changed. `changes` is null for a file that is no text. */
  shown: { path: string; changes: FileChanges | null } | null;
}

/**
 * Anybody may ask for a comparison, so what one costs is bounded: what is beyond is named and its lines not counted.
 */
const MAX_COUNTED_FILES = 40;
const MAX_COUNTING_MS = 300;
/** Lines of one file that are shown: two files of short lines would otherwise make a page of forty megabytes. */
const MAX_SHOWN_LINES = 2_000;
/** How many steps of a history are counted for its list; the older ones are when they are compared. */
const MAX_COUNTED_STEPS = 8;
const MAX_KEPT = 100;

type Counted = Pick<ReleaseComparison, "files" | "added" | "removed" | "uncounted">;
const counted = new Map<string, Promise<Counted>>();

/** What two releases of a skill are, when `spec` is `1.0.0..1.1.0` and both are published and not closed; null otherwise. */
export function readComparison(
  spec: string | undefined,
  versions: readonly VersionRow[],
): { from: VersionRow; to: VersionRow } | null {
  const shown = versions.filter(({ yankKind }) => !isClosedKind(yankKind));
  const [from, to] = (spec ?? "").split("..").map((name) => shown.find(({ version }) => version === name));
  return from === undefined || to === undefined || from === to ? null : { from, to };
}

/**
 * The files of one release against those of another, and the lines of one of them: the given one, else the first
 * that changed, with the unchanged lines that `open` names. Releases never change, so what was counted once is
 * kept. Throws PACKAGE_CORRUPT.
 */
export async function compareReleases(
  { from, to }: { from: VersionRow; to: VersionRow },
  { path, open }: { path?: string | undefined; open?: OpenGaps } = {},
): Promise<ReleaseComparison> {
  const [before, after] = await Promise.all([filesOf(from.id), filesOf(to.id)]);
  const { files, ...totals } = await countPair(from, to, [before, after]);
  const shown = files.find((file) => file.path === path) ?? files.find(({ status }) => status !== "same");
  return {
    from: from.version,
    to: to.version,
    files,
    ...totals,
    shown:
      shown === undefined
        ? null
        : { path: shown.path, changes: changesOf(diffFile(before ?? [], after ?? [], shown.path), open) },
  };
}

function changesOf(lines: DiffLine[] | null, open: OpenGaps | undefined): FileChanges | null {
  if (lines === null) return null;
  const whole = toHunks(lines, open === undefined ? {} : { open });
  const isCut = whole.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0) > MAX_SHOWN_LINES;
  const diff = isCut ? { hunks: firstLines(whole.hunks, MAX_SHOWN_LINES), after: null } : whole;
  const marks = markWords(diff.hunks.flatMap((hunk) => hunk.lines));
  return { diff, marks, cutAfter: isCut ? MAX_SHOWN_LINES : null };
}

function firstLines(hunks: readonly Hunk[], most: number): Hunk[] {
  let left = most;
  return hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, left);
    left -= lines.length;
    return lines.length === 0 ? [] : [{ ...hunk, lines }];
  });
}

/** Lines each release gained and lost against the one below it in the list, by version id; the newest steps only. */
export async function listLineChanges(
  versions: readonly VersionRow[],
): Promise<ReadonlyMap<string, { added: number; removed: number }>> {
  const changes = new Map<string, { added: number; removed: number }>();
  for (const [index, to] of versions.slice(0, MAX_COUNTED_STEPS).entries()) {
    const from = versions[index + 1];
    if (from === undefined) break;
    if (isClosedKind(from.yankKind) || isClosedKind(to.yankKind)) continue;
    const known = counted.get(keyOf(from, to));
    const pair = known ?? countPair(from, to, await Promise.all([filesOf(from.id), filesOf(to.id)]));
    const { added, removed, uncounted } = await pair;
    if (uncounted === 0) changes.set(to.id, { added, removed });
  }
  return changes;
}

const keyOf = (from: VersionRow, to: VersionRow) => `${from.packageDigest} ${to.packageDigest}`;

/** Null where they are not given to whoever asks. */
const filesOf = async (versionId: string): Promise<readonly PackageFile[] | null> =>
  (await loadPackageOfVersion(versionId))?.files ?? null;

/** What one reader is not given is not cached for others. */
const countPair = (
  from: VersionRow,
  to: VersionRow,
  [before, after]: (readonly PackageFile[] | null)[],
): Promise<Counted> =>
  before && after
    ? count(keyOf(from, to), before, after)
    : Promise.resolve(countFiles(before ?? [], after ?? []));

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
  const began = performance.now();
  let uncounted = 0;
  const changed = changedPaths(before, after).flatMap((path, index): ComparedFile[] => {
    const [old, next] = [before, after].map((list) => list.filter((file) => file.path === path));
    if (index < MAX_COUNTED_FILES && performance.now() - began < MAX_COUNTING_MS)
      return compareFiles(old ?? [], next ?? []);
    uncounted++;
    const status = old?.length === 0 ? "added" : next?.length === 0 ? "removed" : "changed";
    return [{ path, status, isText: true, added: 0, removed: 0 }];
  });
  const known = new Set(changed.map(({ path }) => path));
  const same = after
    .filter(({ path }) => !known.has(path))
    .map(({ path }): ComparedFile => ({ path, status: "same", isText: true, added: 0, removed: 0 }));
  const sum = (side: "added" | "removed") => changed.reduce((total, file) => total + file[side], 0);
  return { files: [...changed, ...same], added: sum("added"), removed: sum("removed"), uncounted };
}

function changedPaths(before: readonly PackageFile[], after: readonly PackageFile[]): string[] {
  const old = new Map(before.map(({ path, bytes }) => [path, bytes]));
  const next = new Map(after.map(({ path, bytes }) => [path, bytes]));
  return [...new Set([...old.keys(), ...next.keys()])].sort().filter((path) => {
    const [one, other] = [old.get(path), next.get(path)];
    return one === undefined || other === undefined || !Buffer.from(one).equals(other);
  });
}
