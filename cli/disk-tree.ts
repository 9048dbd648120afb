import { readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { findByProduct } from "@/lib/package";
import { readAtMost } from "./read-input";
import type { ReadableTree, TreeEntry } from "@/lib/skill-format";

const SKILL_MAX_BYTES = 5 * 1024 * 1024;

/**
 * The disk as a tree of skills, without the folders that tools leave behind. Links are followed, as installers link skills into the folders of agents; a directory
 * reached a second time is not listed again, so that a circle of links ends.
 */
export function diskTree(cwd: string): ReadableTree {
  const listed = new Set<string>();
  return {
    async list(directory) {
      const place = path.resolve(cwd, directory);
      try {
        const real = realpathSync.native(place);
        if (listed.has(real)) return null;
        listed.add(real);
        const entries = readdirSync(place, { withFileTypes: true });
        return entries.flatMap((entry): TreeEntry[] => {
          const kind = kindOf(entry, path.join(place, entry.name));
          if (kind === null || (kind === "directory" && findByProduct(entry.name, "folder"))) return [];
          return [{ name: entry.name, kind }];
        });
      } catch {
        return null; // gone, or not ours to read: it holds no skill for us
      }
    },
    read: (file) => readAtMost(path.resolve(cwd, file), SKILL_MAX_BYTES),
  };
}

interface FileType {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

function kindOf(entry: FileType, place: string): TreeEntry["kind"] | null {
  const type = entry.isSymbolicLink() ? targetOf(place) : entry;
  if (type === null) return null; // a link that leads nowhere
  if (type.isDirectory()) return "directory";
  return type.isFile() ? "file" : null;
}

/** What a link leads to; null when that is nowhere, or back to itself. */
export function targetOf(link: string): FileType | null {
  try {
    return statSync(link);
  } catch {
    return null;
  }
}
