// node scripts/build-packages.ts [directory]: the command `emporion` and the typed client as packages for npm, and the client
// in Python as one for pip, into dist/packages or the directory, and the bill of materials of the market. The packages run
// without this repository and install nothing else. The same source gives the same bytes.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build, stop, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { billOf, readComponents, type Sbom } from "./bill-of-materials.ts";
import { buildWheel } from "./python-package.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const DIRECTORY = path.join(ROOT, "dist/packages");
const WINDOWS = process.platform === "win32";
const CLIENT = "client/index.ts";
const RELATIVE_IMPORT = /(\bfrom\s+|\bimport\()"(\.{1,2}\/[^"]+)"/g;
/** Packages written for the older kind of modules ask for Node's own with `require`. */
const WITH_REQUIRE = `import { createRequire as makeRequire } from "node:module";
const require = makeRequire(import.meta.url);`;

const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");

const BILL = "bill-of-materials.cdx.json";

/** Makes the packages anew; a process that reads them meanwhile finds the old ones or the new ones. */
export async function buildPackages(directory = DIRECTORY): Promise<void> {
  fs.mkdirSync(directory, { recursive: true });
  const staging = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-packages-"));
  const known = readComponents();
  fs.writeFileSync(path.join(directory, BILL), billOf(known, "emporion-market"));
  replace(directory, "emporion.whl", (draft) => fs.writeFileSync(draft, buildWheel()));
  try {
    await stageCommand(path.join(staging, "emporion"), known);
    await stageClient(path.join(staging, "emporion-client"), known);
    for (const name of ["emporion", "emporion-client"]) pack(path.join(staging, name), directory, name);
  } finally {
    await stop();
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

async function stageCommand(out: string, known: Sbom): Promise<void> {
  await bundle(
    known,
    {
      entryPoints: ["cli/emporion.ts"],
      outdir: out,
      entryNames: "[name]",
      chunkNames: "chunks/[name]-[hash]",
      splitting: true, // no command pays for the start of another
      minifyWhitespace: true,
      minifySyntax: true,
      banner: { js: WITH_REQUIRE },
    },
    PARSERS,
  );
  copyParsers(path.join(out, "chunks"));
  fs.cpSync(path.join(ROOT, TEMPLATES), path.join(out, "chunks/templates"), { recursive: true });
  describe(out, { bin: { emporion: "emporion.mjs" } });
}

/** What `init` makes skills of: files, beside the code that reads them. */
const TEMPLATES = "lib/publishing/templates";

/** The parsers of `vet` are WebAssembly, which no bundle holds: they lie beside the code that loads them. */
const PARSERS = ["web-tree-sitter", "tree-sitter-bash", "tree-sitter-python", "tree-sitter-javascript"];

function copyParsers(folder: string): void {
  for (const name of PARSERS) {
    const file = path.join(ROOT, "node_modules", name, `${name}.wasm`);
    fs.copyFileSync(file, path.join(folder, `${name}.wasm`));
  }
}

async function stageClient(out: string, known: Sbom): Promise<void> {
  await bundle(known, { entryPoints: { client: CLIENT }, outdir: out });
  emitTypes(path.join(out, "types"));
  describe(out, { exports: { ".": { types: "./types/client/index.d.ts", default: "./client.mjs" } } });
}

/**
 * zod says what is wrong in sixty languages, all of which its one entry holds; nothing here speaks another than English.
 * They took 290 kB.
 */
const withoutLocales: Plugin = {
  name: "without-locales",
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/][\w-]+\.js$/ }, ({ path: file }) =>
      ["en.js", "index.js"].includes(path.basename(file)) ? null : { contents: "export default () => ({});" },
    );
  },
};

/** `carried`: packages whose files are copied beside the bundle. */
async function bundle(
  known: Sbom,
  options: BuildOptions & { outdir: string },
  carried: readonly string[] = [],
): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "warning",
    plugins: [withoutLocales],
    ...options,
    metafile: true,
  });
  const others = packagesIn(metafile, carried);
  fs.writeFileSync(path.join(options.outdir, "LICENSES-OF-OTHERS.txt"), others.map(licenceOf).join("\n"));
  const names = new Set(others.map(({ name, version }) => `${name}@${version}`));
  fs.writeFileSync(path.join(options.outdir, BILL), billOf(known, path.basename(options.outdir), names));
}

function describe(out: string, more: Record<string, unknown>): void {
  const { version, description, license, type, engines } = JSON.parse(read("package.json")) as Record<
    string,
    unknown
  >;
  const name = path.basename(out);
  fs.writeFileSync(
    path.join(out, "package.json"),
    `${JSON.stringify({ name, version, description, license, type, engines, ...more }, null, 2)}\n`,
  );
  fs.writeFileSync(path.join(out, "LICENSE"), read("LICENSE"));
}

interface Carried {
  folder: string;
  name: string;
  version: string;
  license?: string;
}

/** The packages whose files are in the bundle or beside it, by their folders. */
function packagesIn({ inputs }: Metafile, carried: readonly string[]): Carried[] {
  const folders = new Set(carried.map((name) => `node_modules/${name}`));
  for (const file of Object.keys(inputs)) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
    if (folder) folders.add(folder);
  }
  return [...folders]
    .toSorted((a, b) => a.localeCompare(b, "en"))
    .map((folder) => ({
      folder,
      ...(JSON.parse(read(`${folder}/package.json`)) as Omit<Carried, "folder">),
    }));
}

function licenceOf({ folder, name, version, license = "no licence named" }: Carried): string {
  const file = fs.readdirSync(path.join(ROOT, folder)).find((each) => /^licen[cs]e/i.test(each));
  return `${name} ${version} (${license})\n\n${file ? read(`${folder}/${file}`) : ""}\n`;
}

/**
 * Declarations that every resolution of modules understands: the client's source says "./request", and a project whose
 * modules are Node's own needs "./request.js".
 */
function emitTypes(types: string): void {
  const settings = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-types-"));
  const project = path.join(settings, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: types,
    typeRoots: [path.join(ROOT, "node_modules/@types")],
  };
  const extended = path.join(ROOT, "tsconfig.json");
  fs.writeFileSync(
    project,
    JSON.stringify({ extends: extended, compilerOptions, include: [], files: [path.join(ROOT, CLIENT)] }),
  );
  const tsc = path.join(ROOT, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [tsc, "-p", project], { stdio: "inherit" });
  fs.rmSync(settings, { recursive: true, force: true });
  if (status !== 0) throw new Error(`the types of the client cannot be written (${status})`);
  for (const name of fs.readdirSync(types, { recursive: true, encoding: "utf8" })) {
    const file = path.join(types, name);
    if (!name.endsWith(".d.ts")) continue;
    const text = fs.readFileSync(file, "utf8");
    fs.writeFileSync(
      file,
      text.replaceAll(
        RELATIVE_IMPORT,
        (_, before: string, to: string) => `${before}"${withExtension(path.dirname(file), to)}"`,
      ),
    );
  }
}

function withExtension(from: string, to: string): string {
  return fs.existsSync(path.join(from, `${to}.d.ts`)) ? `${to}.js` : `${to}/index.js`;
}

/** npm writes names in order, one date for all files and no owner, so only the modes are left to us. */
function pack(folder: string, directory: string, name: string): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const place = path.join(folder, entry);
    fs.chmodSync(place, fs.statSync(place).isDirectory() || entry === "emporion.mjs" ? 0o755 : 0o644);
  }
  const made = path.dirname(folder);
  const { status } = spawnSync("npm", ["pack", folder, "--pack-destination", made, "--loglevel=error"], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: WINDOWS,
  });
  const archive = fs.readdirSync(made).find((each) => each.startsWith(`${name}-`) && /\d\.tgz$/.test(each));
  if (status !== 0 || !archive) throw new Error(`npm pack made no ${name} (${status})`);
  replace(directory, `${name}.tgz`, (draft) => fs.copyFileSync(path.join(made, archive), draft));
}

/** Whoever reads a file meanwhile finds the old one or the new one, whole. */
function replace(directory: string, name: string, write: (draft: string) => void): void {
  const draft = path.join(directory, `.${process.pid}.${name}`);
  write(draft);
  fs.renameSync(draft, path.join(directory, name));
}

if (process.argv[1] === import.meta.filename)
  await buildPackages(process.argv[2] && path.resolve(process.argv[2]));
