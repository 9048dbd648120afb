/** What tools leave behind in a skill's folder as it is used: it belongs to no package, and is no change of one. */
const BY_PRODUCTS: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  "__pycache__",
  "__MACOSX",
  ".DS_Store",
]);

/** Whether a file or folder of this name is left behind by tools. */
export const isByProduct = (name: string): boolean => BY_PRODUCTS.has(name);

/** Where Python keeps what it has compiled. */
export const COMPILED_FOLDER = "__pycache__";

/**
 * Whether a file of `__pycache__` is compiled Python without its source: `name.cpython-312.pyc` where no `name.py` is
 * in the folder above. Python makes none of these, and could run it in the place of something else.
 */
export function isForeignCompiled(name: string, namesAbove: ReadonlySet<string>): boolean {
  const [, tagged] = /^(.+?)(?:\.opt-[12])?\.py[co]$/i.exec(name) ?? [];
  if (tagged === undefined) return false;
  const stem = tagged.slice(0, Math.max(0, tagged.lastIndexOf(".")));
  return !namesAbove.has(`${stem}.py`);
}

/**
 * The one file that clones of a market's repositories have beside the package (lib/package/git): by it git changes no byte
 * of a file, whatever the settings of whoever clones, and `git archive` leaves the file itself out. No package holds a
 * file of this name. Its bytes are a part of every commit id: they never change.
 */
export const GIT_ATTRIBUTES = {
  path: ".gitattributes",
  text: "# Added by the market, so that git changes no byte of the package. Not a part of it.\n* -text -ident -filter\n.gitattributes export-ignore\n",
} as const;
