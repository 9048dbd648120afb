/** What people and their systems call the file: in other capitals, in the plural, with the ending of another program. */
const NEARLY_SKILL_FILE = /^skills?\.(?:md|mdx|mdown|markdown)(?:\.txt)?$/i;

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** Where the skill of a package lies that has no SKILL.md at its root. */
export type RootProposal =
  | { ok: true; /** "" for the root itself. */ folder: string; file: string }
  | { ok: false; obstacle: "no-skill-file" | "several-skills" };

/**
 * The one file of a package that can be meant as its SKILL.md, and the folder that becomes the root. What lies below
 * another such file belongs to it, as an example of a skill may. Pure.
 */
export function proposeRoot(paths: readonly string[]): RootProposal {
  const found = paths.filter((path) => NEARLY_SKILL_FILE.test(nameOf(path)));
  const exact = found.filter((path) => /^skill\.md$/i.test(nameOf(path)));
  const meant = exact.length > 0 ? exact : found;
  const highest = meant.filter(
    (path) =>
      !meant.some(
        (other) =>
          other !== path && `${folderOf(path)}/`.startsWith(`${folderOf(other)}/`.replace(/^\//, "")),
      ),
  );
  const [only] = highest;
  if (only === undefined)
    return { ok: false, obstacle: meant.length > 0 ? "several-skills" : "no-skill-file" };
  if (highest.length > 1) return { ok: false, obstacle: "several-skills" };
  return { ok: true, folder: folderOf(only), file: only };
}
