import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { readAtMost } from "./read-input";
import type { ReadableTree, TreeEntry } from "@/lib/skill-format";

const SKILL_MAX_BYTES = 5 * 1024 * 1024;

/**
 * The disk as a tree of skills. Links are followed, as installers link skills into the folders of agents; a directory
 * reached a second time is not listed again, so that a circle of links ends.
 */
export function diskTree(cwd: string): ReadableTree {
  const listed = new Set<string>();
  return {
    async list(directory) {
      const place = path.resolve(cwd, directory);
      try {
        const real = await realpath(place);
        if (listed.has(real)) return null;
        listed.add(real);
        const entries = await readdir(place, { withFileTypes: true });
        const kinds = await Promise.all(entries.map((entry) => kindOf(entry, path.join(place, entry.name))));
        return entries.flatMap(({ name }, index): TreeEntry[] => {
          const kind = kinds[index] ?? null;
          return kind === null ? [] : [{ name, kind }];
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

async function kindOf(entry: FileType, place: string): Promise<TreeEntry["kind"] | null> {
  const type = entry.isSymbolicLink() ? await stat(place).catch(() => null) : entry;
  if (type === null) return null; // a link that leads nowhere
  if (type.isDirectory()) return "directory";
  return type.isFile() ? "file" : null;
}
