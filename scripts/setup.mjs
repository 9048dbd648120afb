// Brings a checkout to the point where it can run: packages, database client, production build. Each step is
// skipped while what it depends on has not changed (stamps live in node_modules, so `npm ci` drops them).
import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const startedAt = performance.now();
const WINDOWS = process.platform === "win32";

/** Prints one line with the seconds since the command began. */
export function say(message) {
  console.log(`[${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] ${message}`);
}

/** Runs a program to its end, showing its output; throws when it fails. */
export function run(program, args, environment = {}) {
  const result = spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...environment },
    shell: WINDOWS,
  });
  if (result.status !== 0)
    throw new Error(`${program} ${args.join(" ")} failed (${result.status ?? result.signal})`);
}

export const bin = (name) => path.join("node_modules", ".bin", name + (WINDOWS ? ".cmd" : ""));

export function installPackages() {
  once("packages", digestOf(["package-lock.json", ".npmrc"]) + process.version, () => {
    say("installing packages");
    run("npm", ["ci", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"]);
  });
}

/** Database client, and with `build` the production bundles of pages and processes. */
export async function prepareCode({ build }) {
  once("client", digestOf(["prisma/schema.prisma", "package-lock.json"]), () => {
    say("generating the database client");
    // `generate` never runs the native schema engine, but insists that a file is where it would be.
    run(bin("prisma"), ["generate"], { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath });
  });
  await bundleProcesses();
  if (!build) return;
  const sources = ["app", "components", "lib", "public", "prisma/schema.prisma"].flatMap(walk);
  sources.push("next.config.js", "postcss.config.mjs", "proxy.ts", "tsconfig.json", "package-lock.json");
  once("pages", digestOf(sources), () => {
    say("building the pages");
    run(bin("next"), ["build"]);
  });
  await bundlePlainPages();
}

const PLAIN = ".next/static/plain";
const PLAIN_ENTRY = "components/site/behaviour/plain-page.ts";
const REACT = ["react", "react/jsx-runtime", "react-dom/client"];
const REACT_FILES = /^node_modules\/(react|react-dom|scheduler)\//;

/** The module of pages without React, beside Next's own files, under a name that changes with its content. */
async function bundlePlainPages() {
  const { build } = await import("esbuild");
  fs.rmSync(PLAIN, { recursive: true, force: true });
  const { metafile } = await build({
    // React has chunks of its own, shared by the islands, so that it can be told from what is ours.
    entryPoints: [PLAIN_ENTRY, ...REACT],
    outdir: PLAIN,
    entryNames: "[hash]",
    chunkNames: "[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    define: {
      HAN_AND_HANGUL_FACES: JSON.stringify(facesSheet()),
      "process.env.NODE_ENV": JSON.stringify("production"),
    },
    plugins: [iconSheet],
    logLevel: "warning",
  });
  const outputs = Object.entries(metafile.outputs);
  const address = ([file]) => `/_next/static/plain/${path.basename(file)}`;
  const ofReact = ({ inputs }) => Object.keys(inputs).every((file) => REACT_FILES.test(file));
  const framework = outputs.filter(([, output]) => ofReact(output)).map(address);
  const entry = outputs.find(([, { entryPoint }]) => entryPoint === PLAIN_ENTRY);
  fs.writeFileSync(".next/plain-page.json", JSON.stringify({ script: address(entry), framework }));
}

/** What `import sprite from "….svg"` gives in Next: the address of the file it has put away. */
const iconSheet = {
  name: "icon-sheet",
  setup(build) {
    build.onLoad({ filter: /\/icons\.svg$/ }, () => {
      const file = fs.readdirSync(".next/static/media").find((name) => /^icons\..+\.svg$/.test(name));
      if (!file) throw new Error("the sheet of icons is not among the files of the build");
      return { contents: JSON.stringify({ src: `/_next/static/media/${file}` }), loader: "json" };
    });
  },
};

/** The address of the sheet that Next made of components/site/han-and-hangul-faces.css and nothing else. */
function facesSheet() {
  const chunks = ".next/static/chunks";
  const sheets = fs.readdirSync(chunks).filter((name) => name.endsWith(".css"));
  const faces = sheets.filter((name) => {
    const text = fs.readFileSync(path.join(chunks, name), "utf8");
    return (
      text.includes("Noto Sans KR Variable") &&
      text.includes("Noto Sans SC Variable") &&
      !text.includes("body{")
    );
  });
  if (faces.length !== 1)
    throw new Error(`expected one sheet of Chinese and Korean faces, found ${faces.length}`);
  return `/_next/static/chunks/${faces[0]}`;
}

const ENTRIES = ["web", "worker", "runner", "ledger", "stock", "settings", "vetting-thread"];

async function bundleProcesses() {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [...ENTRIES.map((name) => `processes/${name}.ts`), "cli/emporion.ts"].filter((file) =>
      fs.existsSync(file),
    ),
    outdir: "dist",
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    alias: { "@": path.resolve(".") },
    sourcemap: true,
    logLevel: "warning",
  });
}

function once(name, key, step) {
  const stamp = path.join("node_modules", `.emporion-${name}`);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === key && outputExists(name)) return;
  step();
  fs.writeFileSync(stamp, key);
}

const OUTPUTS = { client: "lib/db/generated/client.ts", pages: ".next/BUILD_ID" };

function outputExists(name) {
  return OUTPUTS[name] === undefined || fs.existsSync(OUTPUTS[name]);
}

function digestOf(files) {
  const hash = crypto.createHash("sha256");
  for (const file of files) hash.update(file).update("\0").update(fs.readFileSync(file));
  return hash.digest("hex");
}

function walk(entry) {
  if (!fs.existsSync(entry)) return [];
  if (fs.statSync(entry).isFile()) return [entry];
  return fs
    .readdirSync(entry, { withFileTypes: true })
    .filter((child) => child.name !== "generated" && !/\.test\.tsx?$/.test(child.name))
    .flatMap((child) => walk(path.join(entry, child.name)))
    .sort((a, b) => (a < b ? -1 : 1));
}
