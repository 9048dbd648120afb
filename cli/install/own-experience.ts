import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import path from "node:path";
import type { PackageFile } from "@/lib/package";
import {
  EVOLUTION_FILE,
  listEntries,
  readEvolution,
  unstitchSkill,
  type Evolution,
  type Unstitched,
} from "@/lib/skill-format";
import { InputError } from "../command";
import { readAtMost } from "../read-input";
import { describeIssues } from "../stitch-directory";
import { MAX_ENTRIES, type LockedSkill } from "./lock-file";

/** What a lock file says of what was published, as far as experience is concerned. */
export type Published = Pick<LockedSkill, "files" | "unstitched" | "experience">;

/**
 * What a person or an agent has written into an installed skill where its format has them write (Skill Metadata
 * sections 4 and 5): `evolution.json`, the stitched section of SKILL.md, and the backup that stitching may leave.
 */
export interface OwnExperience {
  /** The skill, as it lies there, gathers experience. */
  enabled: boolean;
  /** `evolution.json`, where it is not the published one. */
  file: { bytes: Buffer; evolution: Evolution } | { bytes: Buffer; fault: string } | null;
  /** What `evolution.json` says, whoever wrote it; null where it is not there or not understood. */
  onDisk: Evolution | null;
  /** SKILL.md where it differs from the published one in its stitched section only; null for any other. */
  stitchedFile: string | null;
  /** The stitched section, where SKILL.md is not the published one. */
  section: string | null;
  /** What `--backup` of stitch has left, unless it was published. */
  backup: { path: string; bytes: Buffer } | null;
}

const MAX_BYTES = 32 * 1024 * 1024;
const SKILL_FILES = ["SKILL.md", "skill.md"];
const READ = [EVOLUTION_FILE, ...SKILL_FILES, ...SKILL_FILES.map((file) => `${file}.bak`)];

/** What of a published version a lock file keeps, so that the publisher's experience is later known from the user's. */
export function lockExperience(
  files: readonly PackageFile[],
): Pick<LockedSkill, "unstitched" | "experience"> {
  const byPath = new Map(files.map((file) => [file.path, file.bytes]));
  const skill = unstitchSkill(byPath);
  const source = byPath.get(EVOLUTION_FILE);
  const entries = source && readEvolution(source).evolution;
  const marks = entries === undefined ? [] : listEntries(entries).map(markOf);
  return {
    ...(skill === null || skill.section === null ? {} : { unstitched: sha256(skill.originals[0] ?? "") }),
    ...(marks.length === 0 || marks.length > MAX_ENTRIES ? {} : { experience: marks }),
  };
}

/** How a lock file names an entry: by the first half of its SHA-256. */
export const markOf = (entry: string): string => sha256(entry).slice(0, 32);

/** @throws InputError when a file cannot be read. */
export async function readOwnExperience(
  directory: string,
  published: Published | undefined,
): Promise<OwnExperience> {
  const files = new Map<string, Buffer>();
  for (const file of READ) {
    const place = path.join(directory, file);
    const there = await lstat(place).catch(() => null);
    if (there?.isFile() !== true) continue;
    const bytes = await readAtMost(place, MAX_BYTES);
    if (bytes.length > MAX_BYTES) throw new InputError(`${place}: is too large; move it away first`);
    files.set(file, bytes);
  }
  return findOwnExperience(files, published);
}

/** The same of files that were read already. */
export function findOwnExperience(
  files: ReadonlyMap<string, Uint8Array>,
  published: Published | undefined,
): OwnExperience {
  const skill = unstitchSkill(new Map([...files].filter(([file]) => SKILL_FILES.includes(file))));
  const source = files.get(EVOLUTION_FILE);
  const reading = source && readEvolution(source);
  const isOwnFile = source !== undefined && sha256(source) !== digestOf(published, EVOLUTION_FILE);
  const asPublished =
    skill !== null && sha256(files.get(skill.path) ?? "") === digestOf(published, skill.path);
  const backupPath = `${skill?.path ?? "SKILL.md"}.bak`;
  const backup = digestOf(published, backupPath) === undefined ? files.get(backupPath) : undefined;
  return {
    enabled: skill?.enabled ?? false,
    file: isOwnFile && reading ? { bytes: Buffer.from(source), ...understood(reading) } : null,
    onDisk: reading?.evolution ?? null,
    stitchedFile: skill && !asPublished && isStitchedOnly(skill, published) ? skill.path : null,
    section: skill === null || asPublished ? null : skill.section,
    backup: backup === undefined ? null : { path: backupPath, bytes: Buffer.from(backup) },
  };
}

/** The files in which an installed skill may differ from what was published, because they are the user's own. */
export function listOwnFiles({ enabled, file, stitchedFile, backup }: OwnExperience): string[] {
  if (!enabled) return [];
  return [
    ...(file !== null && "evolution" in file ? [EVOLUTION_FILE] : []),
    ...(stitchedFile === null ? [] : [stitchedFile]),
    ...(backup === null ? [] : [backup.path]),
  ];
}

const understood = ({ evolution, findings }: ReturnType<typeof readEvolution>) =>
  evolution === undefined ? { fault: describeIssues(findings) } : { evolution };

function isStitchedOnly({ originals, path: file }: Unstitched, published: Published | undefined): boolean {
  const digests = new Set([digestOf(published, file), published?.unstitched]);
  return originals.some((original) => digests.has(sha256(original)));
}

function digestOf(published: Published | undefined, file: string): string | undefined {
  return published && Object.hasOwn(published.files, file) ? published.files[file] : undefined;
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
