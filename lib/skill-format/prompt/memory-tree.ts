import type { SkillFiles } from "../types";
import type { ReadableTree } from "./discover-skills";
import type { TreeEntry } from "./find-skills";

/** A tree of files held in memory, such as those of an upload; `./a` is `a`. */
export function memoryTree(files: SkillFiles): ReadableTree {
  return {
    list(directory) {
      const place = withoutDot(directory).replace(/\/+$/, "");
      const prefix = place === "." || place === "" ? "" : `${place}/`;
      const entries = new Map<string, TreeEntry>();
      for (const path of files.keys()) {
        if (!path.startsWith(prefix)) continue;
        const [name = "", ...below] = path.slice(prefix.length).split("/");
        entries.set(name, { name, kind: below.length > 0 ? "directory" : "file" });
      }
      return Promise.resolve(entries.size === 0 ? null : [...entries.values()]);
    },
    read: (path) => Promise.resolve(files.get(withoutDot(path)) ?? ""),
  };
}

function withoutDot(path: string): string {
  return path.replace(/^(?:\.\/+)+/, "");
}
