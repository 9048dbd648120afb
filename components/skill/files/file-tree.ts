import type { PackageFileRow } from "@/lib/registry/views";

export interface FileTreeRow {
  /** How many folders deep. */
  depth: number;
  name: string;
  /** The file, or null for a folder's own line. */
  file: PackageFileRow | null;
}

/** Files as an indented list: SKILL.md first, then folders and files by name, each folder before what it holds. */
export function fileTree(files: readonly PackageFileRow[]): FileTreeRow[] {
  const compare = new Intl.Collator("en").compare;
  const sorted = [...files].sort((a, b) => rankOf(a) - rankOf(b) || compare(a.path, b.path));
  const rows: FileTreeRow[] = [];
  const shown = new Set<string>();
  for (const file of sorted) {
    const parts = file.path.split("/");
    for (let depth = 0; depth < parts.length - 1; depth++) {
      const folder = parts.slice(0, depth + 1).join("/");
      if (!shown.has(folder)) rows.push({ depth, name: parts[depth] ?? "", file: null });
      shown.add(folder);
    }
    rows.push({ depth: parts.length - 1, name: parts.at(-1) ?? file.path, file });
  }
  return rows;
}

function rankOf(file: PackageFileRow): number {
  if (file.path === "SKILL.md") return 0;
  return file.path.includes("/") ? 1 : 2;
}
