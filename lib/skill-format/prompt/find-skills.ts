/** A place skills are looked for in: a disk, or a list of files. */
export interface SkillTree {
  /** What lies directly in a directory; null when there is no such directory, or it was listed before. */
  list(directory: string): Promise<readonly TreeEntry[] | null>;
}

export interface TreeEntry {
  name: string;
  kind: "file" | "directory";
}

/** A directory with a SKILL.md. */
export interface FoundSkill {
  directory: string;
  /** `skill.md` only where there is no SKILL.md. */
  fileName: "SKILL.md" | "skill.md";
}

/** Directories below a root; skills lie one or two below it. */
const MAX_DEPTH = 6;

/** Directories looked into: a root that is a whole disk must come to an end. */
const MAX_DIRECTORIES = 100_000;

const SKIPPED: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  "__pycache__",
  "__MACOSX",
]);

/**
 * The skills at or below the roots, in the order of the roots and then of the names (Agent Skills, integration):
 * folders with a SKILL.md. What lies inside a skill belongs to it and is no skill of its own. A root that is not
 * there holds none.
 */
export async function* findSkills(roots: readonly string[], tree: SkillTree): AsyncGenerator<FoundSkill> {
  const budget = { directories: MAX_DIRECTORIES };
  for (const root of roots) yield* findBelow({ directory: root, depth: 0 }, tree, budget);
}

async function* findBelow(
  { directory, depth }: { directory: string; depth: number },
  tree: SkillTree,
  budget: { directories: number },
): AsyncGenerator<FoundSkill> {
  if (depth > MAX_DEPTH || budget.directories <= 0) return;
  budget.directories -= 1;
  const entries = (await tree.list(directory)) ?? [];
  const files = new Set(entries.flatMap(({ name, kind }) => (kind === "file" ? name : [])));
  const fileName = (["SKILL.md", "skill.md"] as const).find((name) => files.has(name));
  if (fileName !== undefined) {
    yield { directory, fileName };
    return;
  }
  const names = entries.flatMap(({ name, kind }) => (kind === "directory" ? name : []));
  for (const name of names.filter((each) => !SKIPPED.has(each)).sort()) {
    yield* findBelow({ directory: joinPath(directory, name), depth: depth + 1 }, tree, budget);
  }
}

/** Two parts of a path; `.` and `/` are directories too. */
export function joinPath(directory: string, name: string): string {
  if (directory === "." || directory === "") return name;
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}
