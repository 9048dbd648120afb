import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { HOUR_MS } from "@/lib/kernel/clock";
import { digestTree, stampTree, writeTree, type ImageEntry } from "@/lib/running/images/image-tree";
import { NO_ENVIRONMENT, type Runtime } from "@/lib/running/runners/skill-runner";

/** A root file system a skill is run in: read-only, named by what is in it. */
interface RuntimeImage {
  readonly root: string;
  readonly digest: string;
}

export type RuntimeImages = Readonly<Record<Runtime, RuntimeImage>>;

export const digestsOf = ({ python3, node, bash }: RuntimeImages): Readonly<Record<Runtime, string>> => ({
  python3: python3.digest,
  node: node.digest,
  bash: bash.digest,
});

const TOOLS = "bash dash coreutils tar sed grep mawk gawk findutils diffutils gzip bzip2 bc jq tzdata".split(
  " ",
);
const PYTHON = ["python3-minimal", "libpython3-stdlib"];
/** What a node from elsewhere is linked with. */
const NODE_LIBRARIES = ["libc6", "libstdc++6", "libgcc-s1"];
const NODE_IN_IMAGE = "runtime/node";
const BUILDING = "building-";
const STALE_MS = HOUR_MS;

const recordSchema = z.object({ digest: z.string().regex(/^sha256:[0-9a-f]{64}$/), stamp: z.string() });

/**
 * The images of all languages, built from the system's packages when they are not there or no longer what was built.
 * Each lies in a directory named by its digest and is never changed. Null where the system's packages cannot be listed
 * or a needed one is missing. `place` is ours alone to write.
 */
export async function prepareImages(place: string, nodeBinary: string): Promise<RuntimeImages | null> {
  // Sandboxes are started from elsewhere.
  const directory = path.resolve(place);
  fs.mkdirSync(directory, { recursive: true, mode: 0o755 });
  clearStaleBuilds(directory);
  const bash = await prepareImage(directory, { packages: TOOLS });
  const earlier = bash ? [bash.root] : [];
  const python3 = await prepareImage(directory, { packages: [...TOOLS, ...PYTHON], earlier });
  const node = await prepareImage(directory, {
    packages: [...TOOLS, ...NODE_LIBRARIES],
    nodeBinary,
    earlier,
  });
  return bash && python3 && node ? { bash, python3, node } : null;
}

/** Of processes that were killed while they built; an image is hundreds of megabytes, and built in seconds. */
function clearStaleBuilds(directory: string): void {
  for (const name of fs.readdirSync(directory).filter((each) => each.startsWith(BUILDING))) {
    const found = fs.lstatSync(path.join(directory, name), { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > STALE_MS)
      fs.rmSync(path.join(directory, name), { recursive: true, force: true });
  }
}

interface Recipe {
  readonly packages: readonly string[];
  readonly nodeBinary?: string;
  readonly earlier?: readonly string[];
}

async function prepareImage(directory: string, recipe: Recipe): Promise<RuntimeImage | null> {
  const found = await findSystemPackages(recipe.packages);
  if (!found) return null;
  const node = recipe.nodeBinary === undefined ? [] : [describeFile(recipe.nodeBinary)];
  const key = createHash("sha256")
    .update([...found.versions, ...node].join("\n"))
    .digest("hex");
  const record = path.join(directory, `${key}.json`);
  const known = findBuilt(directory, record);
  if (known) return known;
  const entries = chooseEntries(found.paths);
  const own = recipe.nodeBinary === undefined ? [] : await nodeEntries(recipe.nodeBinary);
  const image = build(directory, [...entries, ...own], recipe.earlier ?? []);
  writeWhole(record, JSON.stringify({ digest: image.digest, stamp: stampTree(image.root) }));
  return image;
}

function findBuilt(directory: string, record: string): RuntimeImage | null {
  if (!fs.existsSync(record)) return null;
  const read = recordSchema.safeParse(JSON.parse(fs.readFileSync(record, "utf8")));
  if (!read.success) return null;
  const { digest, stamp } = read.data;
  const root = rootOf(directory, digest);
  return fs.existsSync(root) && stampTree(root) === stamp ? { root, digest } : null;
}

/** Written aside and moved into place, so that nobody ever sees half of it and two builders do not meet. */
function build(directory: string, entries: readonly ImageEntry[], earlier: readonly string[]): RuntimeImage {
  const aside = path.join(directory, `${BUILDING}${process.pid}-${randomUUID()}`);
  try {
    writeTree(aside, entries, earlier);
    const digest = digestTree(aside);
    const root = rootOf(directory, digest);
    if (fs.existsSync(root)) {
      if (digestTree(root) === digest) return { root, digest };
      fs.renameSync(root, `${aside}-damaged`);
    }
    moveUnlessThere(aside, root);
    return { root, digest };
  } finally {
    for (const left of [aside, `${aside}-damaged`]) fs.rmSync(left, { recursive: true, force: true });
  }
}

function moveUnlessThere(from: string, to: string): void {
  try {
    fs.renameSync(from, to);
  } catch (error) {
    const there =
      error instanceof Error && "code" in error && ["ENOTEMPTY", "EEXIST"].includes(String(error.code));
    if (!there) throw error;
  }
}

/** The node that runs us, and the libraries it is linked with where no package of ours has them. */
async function nodeEntries(binary: string): Promise<ImageEntry[]> {
  const node = {
    kind: "file",
    path: NODE_IN_IMAGE,
    source: fs.realpathSync(binary),
    executable: true,
  } as const;
  const { stdout } = await promisify(execFile)("/usr/bin/ldd", [binary], { env: NO_ENVIRONMENT }).catch(
    () => ({
      stdout: "",
    }),
  );
  const elsewhere = [...stdout.matchAll(/=> (\/\S+)/g)]
    .map((match) => fs.realpathSync(/* turbopackIgnore: true */ match[1] ?? ""))
    .filter((library) => !/^\/(usr\/)?lib/.test(library));
  return [node, ...elsewhere.flatMap((library) => entryOf(library) ?? [])];
}

function describeFile(file: string): string {
  const { size, mtimeMs } = fs.statSync(file);
  return `${fs.realpathSync(file)} ${size} ${mtimeMs}`;
}

function writeWhole(file: string, text: string): void {
  const aside = `${file}.${process.pid}`;
  fs.writeFileSync(aside, text);
  fs.renameSync(aside, file);
}

const rootOf = (directory: string, digest: string) => path.join(directory, digest.replace("sha256:", ""));

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
function chooseEntries(paths: readonly string[]): ImageEntry[] {
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
function entryOf(place: string): ImageEntry | null {
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

const DPKG_QUERY = "/usr/bin/dpkg-query";
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Needed by the system, not by a skill. */
const LEFT_OUT = new Set(["dpkg", "debconf", "base-files", "perl-base", "install-info"]);

interface SystemPackages {
  /** Names with versions: the same text means the same files. */
  readonly versions: readonly string[];
  /** Every path the packages own. */
  readonly paths: readonly string[];
}

/** Installed packages and all they depend on; null where packages are not managed by dpkg. */
async function findSystemPackages(wanted: readonly string[]): Promise<SystemPackages | null> {
  if (!fs.existsSync(DPKG_QUERY)) return null;
  const installed = await listInstalled();
  const names = closureOf(wanted, installed);
  if (names.length === 0) return null;
  const versions = names.map((name) => `${name} ${installed.get(name)?.version ?? ""}`);
  const owned = await query(["-L", ...names.map((name) => installed.get(name)?.fullName ?? name)]);
  const paths = [...new Set(owned.split("\n").filter((line) => line.startsWith("/")))];
  return { versions, paths: paths.toSorted() };
}

interface Installed {
  readonly fullName: string;
  readonly version: string;
  readonly needs: readonly string[];
}

async function listInstalled(): Promise<Map<string, Installed>> {
  const format =
    "${Package}\\t${binary:Package}\\t${Version}\\t${Pre-Depends},${Depends}\\t${db:Status-Status}\\n";
  const installed = new Map<string, Installed>();
  for (const line of (await query(["-W", "-f", format])).split("\n")) {
    const [name = "", fullName = "", version = "", needs = "", status] = line.split("\t");
    if (status !== "installed" || installed.has(name)) continue;
    installed.set(name, { fullName, version, needs: needs.split(/[,|]/).map(nameOf).filter(Boolean) });
  }
  return installed;
}

// `libc6 (>= 2.36)`, `python3:any`.
const nameOf = (need: string) => /^\s*([^\s(:]+)/.exec(need)?.[1] ?? "";

function closureOf(wanted: readonly string[], installed: ReadonlyMap<string, Installed>): string[] {
  const found = new Set<string>();
  const open = wanted.filter((name) => installed.has(name));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || LEFT_OUT.has(name)) continue;
    found.add(name);
    open.push(...(installed.get(name)?.needs ?? []).filter((need) => installed.has(need)));
  }
  return [...found].toSorted();
}

async function query(options: readonly string[]): Promise<string> {
  const limits = { env: NO_ENVIRONMENT, maxBuffer: MAX_OUTPUT_BYTES };
  return (await promisify(execFile)(DPKG_QUERY, [...options], limits)).stdout;
}
