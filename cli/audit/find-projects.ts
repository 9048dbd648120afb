import { opendir } from "node:fs/promises";
import path from "node:path";
import { findByProduct } from "@/lib/package";
import { LOCK_FILE } from "../install/lock-file";

/** How far below a folder projects are looked for. */
export const MOST = { depth: 8, directories: 20_000, entries: 200_000, projects: 500 };

interface FoundProjects {
  /** Directories with a lock file, in the order of their paths. */
  projects: string[];
  /** Why some of what lies below was not looked into; empty where all of it was. */
  limits: string[];
}

/**
 * The projects at and below a directory: what has a lock file. No link is followed, and what tools leave behind
 * (node_modules, .git) is not looked into. Bounded in depth, directories and projects; a bound that was met is named.
 */
export async function findProjects(root: string, most = MOST): Promise<FoundProjects> {
  const found: FoundProjects = { projects: [], limits: [] };
  const met = new Set<string>();
  const left = [{ place: root, depth: 0 }];
  const seen = { directories: 0, entries: 0 };
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const { place, depth } = next;
    if (seen.directories === most.directories) {
      met.add(`more than ${most.directories} directories`);
      break;
    }
    const read = await readDirectory(place, most.entries - seen.entries);
    seen.directories += 1;
    seen.entries += read.entries;
    if (read.fault !== null) met.add(`${place} cannot be read (${read.fault})`);
    if (read.hasLock && found.projects.length === most.projects) {
      met.add(`more than ${most.projects} projects`);
      break;
    }
    if (read.hasLock) found.projects.push(place);
    if (seen.entries > most.entries) {
      met.add(`more than ${most.entries} files and directories`);
      break;
    }
    if (read.directories.length > 0 && depth === most.depth)
      met.add(`more than ${most.depth} directories deep`);
    else left.push(...read.directories.map((name) => ({ place: path.join(place, name), depth: depth + 1 })));
  }
  found.projects.sort();
  found.limits.push(...met);
  return found;
}

interface Directory {
  hasLock: boolean;
  directories: string[];
  entries: number;
  fault: string | null;
}

async function readDirectory(place: string, mostEntries: number): Promise<Directory> {
  const read: Directory = { hasLock: false, directories: [], entries: 0, fault: null };
  try {
    for await (const entry of await opendir(place)) {
      read.entries += 1;
      if (read.entries > mostEntries) break;
      if (entry.isFile() && entry.name === LOCK_FILE) read.hasLock = true;
      if (entry.isDirectory() && findByProduct(entry.name, "folder") === null)
        read.directories.push(entry.name);
    }
  } catch (error) {
    read.fault = (error as NodeJS.ErrnoException).code ?? "unknown";
  }
  return read;
}
