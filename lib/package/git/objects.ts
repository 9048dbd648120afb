// What git stores, as its book has it (git-scm.com, "Git Internals: Git Objects", and gitformat-pack(5)):
//
//   object    = "<kind> <length in bytes>\0" content; its id is the SHA-1 of that
//   tree      = *( mode " " name "\0" 20 bytes of an id ), folders compared as if their name ended in "/"
//   pack      = "PACK" version:u32 count:u32 *entry sha1-of-all-before
//   entry     = header, content deflated with zlib
//   header    = 1 bit "more follows", 3 bits kind, 4 bits size; then 7 bits of the size for each further byte
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { GIT_ATTRIBUTES } from "../by-products";
import { isExecutable } from "../executables";
import type { PackageFile } from "../types";

const KINDS = { commit: 1, tree: 2, blob: 3 } as const;
type ObjectKind = keyof typeof KINDS;

const MODES = { folder: "40000", file: "100644", executable: "100755" } as const;
/** 1980-01-01 as seconds since 1970, the same fixed time as in our archives: nobody can tell when a version was made. */
const FIXED_SECONDS = 315_532_800;
const NOBODY = `Emporion <market@emporion.invalid> ${FIXED_SECONDS} +0000`;
const ID_BYTES = 20;
const ROW_BYTES = ID_BYTES + 4;
const PACK_HEADER_BYTES = 12;

/** An object as a pack holds it. */
interface PackEntry {
  /** 40 hexadecimal digits. */
  id: string;
  bytes: Uint8Array;
}

/** All objects of one tree, each once. */
interface PackedTree {
  treeId: string;
  entries: readonly PackEntry[];
}

/** Where an object stands among the entries that are stored one behind the other. */
export interface PlacedEntry {
  id: string;
  start: number;
  end: number;
}

/**
 * The tree of a package and all that is in it: its files with their bytes and modes, and `GIT_ATTRIBUTES`, without which
 * git changes line ends where it is set to (the default on Windows). A package of an earlier release may have a file of
 * that name; it is then the one.
 */
export function packTree(files: readonly PackageFile[]): PackedTree {
  const entries = new Map<string, PackEntry>();
  const has = files.some(({ path }) => path === GIT_ATTRIBUTES.path);
  const added = { path: GIT_ATTRIBUTES.path, bytes: Buffer.from(GIT_ATTRIBUTES.text), executable: false };
  const treeId = addFolder(has ? files : [...files, added], entries);
  return { treeId, entries: [...entries.values()] };
}

type Entries = Map<string, PackEntry>;

function addFolder(files: readonly PackageFile[], entries: Entries): string {
  const rows = new Map<string, { mode: string; id: string }>();
  const folders = new Map<string, PackageFile[]>();
  for (const file of files) {
    const slash = file.path.indexOf("/");
    if (slash === -1) {
      const mode = isExecutable(file) ? MODES.executable : MODES.file;
      rows.set(file.path, { mode, id: addObject("blob", file.bytes, entries) });
      continue;
    }
    const name = file.path.slice(0, slash + 1);
    const inside = folders.get(name) ?? [];
    folders.set(name, inside);
    inside.push({ ...file, path: file.path.slice(slash + 1) });
  }
  for (const [name, inside] of folders)
    rows.set(name, { mode: MODES.folder, id: addFolder(inside, entries) });
  const parts = [...rows]
    .map(([name, row]) => ({ ...row, name: Buffer.from(name) }))
    .sort((left, right) => Buffer.compare(left.name, right.name))
    .flatMap(({ mode, name, id }) => {
      const written = mode === MODES.folder ? name.subarray(0, -1) : name;
      return [Buffer.from(`${mode} `), written, Buffer.from([0]), Buffer.from(id, "hex")];
    });
  return addObject("tree", Buffer.concat(parts), entries);
}

function addObject(kind: ObjectKind, content: Uint8Array, entries: Entries): string {
  const id = objectId(kind, content);
  if (!entries.has(id)) entries.set(id, { id, bytes: packEntry(kind, content) });
  return id;
}

function objectId(kind: ObjectKind, content: Uint8Array): string {
  return createHash("sha1").update(`${kind} ${content.length}\0`).update(content).digest("hex");
}

/** An object as it stands in a pack. */
export function packEntry(kind: ObjectKind, content: Uint8Array): Uint8Array {
  const header: number[] = [];
  let rest = content.length >>> 4;
  let byte = (KINDS[kind] << 4) | (content.length & 0x0f);
  for (; rest > 0; rest >>>= 7) {
    header.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  header.push(byte);
  return Buffer.concat([Buffer.from(header), deflateSync(content)]);
}

/** What a commit says: nothing but facts that a version has on every market. */
interface CommitFacts {
  treeId: string;
  parentIds: readonly string[];
  /** As the package itself has it. */
  name: string;
  version: string;
  packageDigest: string;
}

/** The commit of a version, and its id. Who wrote it, and when, is not said: a market knows neither. */
export function writeCommit({ treeId, parentIds, name, version, packageDigest }: CommitFacts): {
  id: string;
  content: Uint8Array;
} {
  const lines = [
    `tree ${treeId}`,
    ...parentIds.map((id) => `parent ${id}`),
    `author ${NOBODY}`,
    `committer ${NOBODY}`,
    "",
    `${name} ${version}`,
    "",
    `Package-Digest: ${packageDigest}`,
    "",
  ];
  const content = Buffer.from(lines.join("\n"));
  return { id: objectId("commit", content), content };
}

/** The first bytes of a pack of so many objects. */
export function packHeader(count: number): Uint8Array {
  const header = Buffer.alloc(PACK_HEADER_BYTES);
  header.write("PACK", 0, "latin1");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(count, 8);
  return header;
}

/** The ids and lengths of entries that are stored one behind the other. */
export function writeEntryList(entries: readonly PackEntry[]): Uint8Array<ArrayBuffer> {
  const list = Buffer.alloc(entries.length * ROW_BYTES);
  for (const [position, { id, bytes }] of entries.entries()) {
    list.write(id, position * ROW_BYTES, "hex");
    list.writeUInt32BE(bytes.length, position * ROW_BYTES + ID_BYTES);
  }
  return Uint8Array.from(list);
}

/** What `writeEntryList` wrote. */
export function readEntryList(list: Uint8Array): PlacedEntry[] {
  const view = Buffer.from(list);
  const placed: PlacedEntry[] = [];
  let start = 0;
  for (let at = 0; at + ROW_BYTES <= view.length; at += ROW_BYTES) {
    const end = start + view.readUInt32BE(at + ID_BYTES);
    placed.push({ id: view.toString("hex", at, at + ID_BYTES), start, end });
    start = end;
  }
  return placed;
}
