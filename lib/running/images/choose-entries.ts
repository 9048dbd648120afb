import fs from "node:fs";
import path from "node:path";
import type { ImageEntry } from "./image-tree";

/** What of a package a program needs to run; not its documents and translations. */
const KEPT = /^\/usr\/(bin|lib|lib32|lib64|libexec|share\/zoneinfo)\//;
const DROPPED = /^\/usr\/lib\/(systemd|udev|tmpfiles\.d|python3(\.\d+)?\/(site|dist)-packages)\//;
/** Directories that are links into /usr on a merged system. */
const MERGED = /^\/(bin|sbin|lib|lib32|lib64)(\/|$)/;
const ALTERNATIVES = "/etc/alternatives/";
const COMPILED = "__pycache__";

/** Empty places that a sandbox mounts things on. */
const MOUNT_POINTS: readonly ImageEntry[] = [
  ...["proc", "dev", "tmp", "job"].map((place) => ({ kind: "directory", path: place }) as const),
  ...["runtime/start.py", "runtime/start.cjs"].map(
    (place) => ({ kind: "file", path: place, source: null, executable: false }) as const,
  ),
];

/**
 * The entries of an image from the paths its packages own, with what the system makes of them: links and
 * compiled files.
 */
export function chooseEntries(paths: readonly string[]): ImageEntry[] {
  const chosen = new Map<string, ImageEntry>();
  const add = (entry: ImageEntry | null) => entry && chosen.set(entry.path, entry);
  for (const place of paths.map(inUsr).filter((name) => KEPT.test(name) && !DROPPED.test(name))) {
    add(entryOf(place));
    for (const compiled of compiledFilesOf(place)) add(entryOf(compiled));
  }
  for (const entry of alternativesOf(chosen)) add(entry);
  for (const entry of [...rootLinks(), ...MOUNT_POINTS]) add(entry);
  return [...chosen.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A file or link of this machine as an entry; null for anything else. */
export function entryOf(place: string): ImageEntry | null {
  const found = fs.lstatSync(place, { throwIfNoEntry: false });
  const inside = place.slice(1);
  if (found?.isSymbolicLink()) return { kind: "link", path: inside, target: fs.readlinkSync(place) };
  if (!found?.isFile()) return null;
  return { kind: "file", path: inside, source: place, executable: (found.mode & 0o111) !== 0 };
}

// Packages name files by their old places.
const inUsr = (place: string) => (MERGED.test(place) && isMerged(place) ? `/usr${place}` : place);

const isMerged = (place: string) => {
  const top = `/${place.split("/")[1] ?? ""}`;
  return fs.lstatSync(top, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
};

function rootLinks(): ImageEntry[] {
  return ["/bin", "/lib", "/lib32", "/lib64"].flatMap((place) => {
    const entry = entryOf(place);
    return entry ? [entry] : [];
  });
}

// Made when a package is installed, so no package owns them; without them python starts at half the speed.
function compiledFilesOf(place: string): string[] {
  if (!place.endsWith(".py")) return [];
  const folder = path.join(path.dirname(place), COMPILED);
  const name = `${path.basename(place, ".py")}.cpython-`;
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((file) => file.startsWith(name) && /^\d+\.pyc$/.test(file.slice(name.length)))
    .map((file) => path.join(folder, file));
}

/** `/usr/bin/awk` → `/etc/alternatives/awk` → `/usr/bin/mawk`, when the last of them is in the image. */
function alternativesOf(chosen: ReadonlyMap<string, ImageEntry>): ImageEntry[] {
  return fs.readdirSync("/usr/bin").flatMap((name): ImageEntry[] => {
    const link = entryOf(`/usr/bin/${name}`);
    if (link?.kind !== "link" || !link.target.startsWith(ALTERNATIVES)) return [];
    const middle = entryOf(link.target);
    return middle?.kind === "link" && chosen.has(middle.target.slice(1)) ? [link, middle] : [];
  });
}
