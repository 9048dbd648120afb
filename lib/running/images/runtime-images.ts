import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { HOUR_MS } from "@/lib/kernel/clock";
import { NO_ENVIRONMENT } from "../runners/no-environment";
import type { Runtime } from "../runners/skill-runner";
import { chooseEntries, entryOf } from "./choose-entries";
import { digestTree, stampTree, writeTree, type ImageEntry } from "./image-tree";
import { findSystemPackages } from "./system-packages";

/** A root file system a skill is run in: read-only, named by what is in it. */
export interface RuntimeImage {
  readonly root: string;
  readonly digest: string;
}

export type RuntimeImages = Readonly<Record<Runtime, RuntimeImage>>;

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
