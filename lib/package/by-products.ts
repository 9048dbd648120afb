/** What a tool leaves behind in a folder as it is used. */
export interface ByProduct {
  /** `*` stands for any letters. */
  readonly name: string;
  /** A link counts as the folder that it leads to, and as a file nowhere: it could lead to anything. */
  readonly kind: "file" | "folder" | "link";
  /** Who leaves it there. */
  readonly tool: string;
  /** Something in it may be run. */
  readonly holdsCode?: true;
}

/**
 * All that tools leave behind in a skill's folder: it belongs to no package, and is no change of one. The one list, for
 * packing, publishing, the folders that a browser sends, installing, verifying and removing. A published package may hold
 * a file of such a name all the same: it is then a file like any other. Names are compared as they are written.
 */
export const BY_PRODUCTS: readonly ByProduct[] = [
  // Version control
  { name: ".git", kind: "folder", tool: "git", holdsCode: true },
  { name: ".git", kind: "file", tool: "git" },
  { name: ".hg", kind: "folder", tool: "Mercurial", holdsCode: true },
  { name: ".svn", kind: "folder", tool: "Subversion", holdsCode: true },
  { name: ".jj", kind: "folder", tool: "Jujutsu", holdsCode: true },
  // Systems
  { name: ".DS_Store", kind: "file", tool: "macOS" },
  { name: "._*", kind: "file", tool: "macOS" },
  { name: "__MACOSX", kind: "folder", tool: "macOS" },
  { name: ".AppleDouble", kind: "folder", tool: "macOS" },
  { name: ".localized", kind: "file", tool: "macOS" },
  { name: ".Spotlight-V100", kind: "folder", tool: "macOS" },
  { name: ".Trashes", kind: "folder", tool: "macOS" },
  { name: ".fseventsd", kind: "folder", tool: "macOS" },
  { name: "Thumbs.db", kind: "file", tool: "Windows" },
  { name: "thumbs.db", kind: "file", tool: "Windows" },
  { name: "ehthumbs.db", kind: "file", tool: "Windows" },
  { name: "desktop.ini", kind: "file", tool: "Windows" },
  { name: "Desktop.ini", kind: "file", tool: "Windows" },
  { name: ".directory", kind: "file", tool: "KDE" },
  { name: ".nfs*", kind: "file", tool: "NFS" },
  { name: ".fuse_hidden*", kind: "file", tool: "FUSE" },
  // Editors and offices
  { name: "*.swp", kind: "file", tool: "Vim" },
  { name: "*.swo", kind: "file", tool: "Vim" },
  { name: "*.swx", kind: "file", tool: "Vim" },
  { name: "*~", kind: "file", tool: "an editor" },
  { name: ".#*", kind: "link", tool: "Emacs" },
  { name: ".#*", kind: "file", tool: "Emacs" },
  { name: "#*#", kind: "file", tool: "Emacs" },
  { name: "*.kate-swp", kind: "file", tool: "Kate" },
  { name: "~$*", kind: "file", tool: "Microsoft Office" },
  { name: ".~lock.*#", kind: "file", tool: "LibreOffice" },
  // Python
  { name: "__pycache__", kind: "folder", tool: "Python", holdsCode: true },
  { name: ".venv", kind: "folder", tool: "Python", holdsCode: true },
  { name: "venv", kind: "folder", tool: "Python", holdsCode: true },
  { name: ".tox", kind: "folder", tool: "tox", holdsCode: true },
  { name: ".nox", kind: "folder", tool: "nox", holdsCode: true },
  { name: ".pytest_cache", kind: "folder", tool: "pytest" },
  { name: ".mypy_cache", kind: "folder", tool: "mypy" },
  { name: ".ruff_cache", kind: "folder", tool: "Ruff" },
  { name: ".pytype", kind: "folder", tool: "pytype" },
  { name: ".hypothesis", kind: "folder", tool: "Hypothesis" },
  { name: ".ipynb_checkpoints", kind: "folder", tool: "Jupyter" },
  { name: ".coverage", kind: "file", tool: "coverage.py" },
  // JavaScript
  { name: "node_modules", kind: "folder", tool: "a package manager", holdsCode: true },
  { name: ".pnpm-store", kind: "folder", tool: "pnpm", holdsCode: true },
  { name: ".cache", kind: "folder", tool: "a build tool", holdsCode: true },
  { name: ".parcel-cache", kind: "folder", tool: "Parcel", holdsCode: true },
  { name: ".turbo", kind: "folder", tool: "Turborepo", holdsCode: true },
  { name: ".nyc_output", kind: "folder", tool: "nyc" },
  { name: ".eslintcache", kind: "file", tool: "ESLint" },
  { name: ".stylelintcache", kind: "file", tool: "Stylelint" },
];

const escapeLetters = (text: string) => text.replaceAll(/[$.#^+()]/g, String.raw`\$&`);

const FORMS = BY_PRODUCTS.map((row) => ({
  row,
  form: new RegExp(`^${escapeLetters(row.name).replaceAll("*", ".+")}$`, "s"),
}));

/** What a file, folder or link of this name is left behind by; null for what is none. A link may stand for a folder. */
export function findByProduct(name: string, kind: ByProduct["kind"]): ByProduct | null {
  const isOf = (row: ByProduct) => row.kind === kind || (kind === "link" && row.kind === "folder");
  return FORMS.find(({ row, form }) => isOf(row) && form.test(name))?.row ?? null;
}

/** Whether a file's path leads through what tools leave behind; a slash at its end makes it a folder's. */
export function isBelowByProduct(path: string): boolean {
  const parts = path.split("/");
  return parts.some(
    (part, index) => findByProduct(part, index === parts.length - 1 ? "file" : "folder") !== null,
  );
}

/**
 * What macOS puts into archives by itself, which every reader of an archive passes over. Digests of published packages
 * rest on it, so it does not grow with the list.
 */
export const isAddedToArchives = (path: string): boolean =>
  path.startsWith("__MACOSX/") || path === ".DS_Store" || path.endsWith("/.DS_Store");

/** Where Python keeps what it has compiled. */
export const COMPILED_FOLDER = "__pycache__";

/** `main.cpython-312.opt-1.pyc`; with a number behind it, what is left of one that was not written whole. */
const COMPILED = /^(.+?)\.[^.]+?(?:-pytest-[\d.]+)?(?:\.opt-[12])?\.py[co](?:\.\d+)?$/;
/** What Numba keeps beside it. */
const COMPILED_BY_NUMBA = /\.nb[ic]$/;

/**
 * Whether a file of `__pycache__` is none that Python keeps there: only `name.cpython-312.pyc` with `name.py` in the
 * folder above is. Anything else could be run in the place of something, or be hidden there.
 */
export function isForeignCompiled(name: string, namesAbove: ReadonlySet<string>): boolean {
  if (COMPILED_BY_NUMBA.test(name)) return false;
  const [, stem] = COMPILED.exec(name) ?? [];
  return stem === undefined || !namesAbove.has(`${stem}.py`);
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
