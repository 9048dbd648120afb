// node scripts/build-client.mjs [directory]: `emporion/client` for other projects, into dist or the directory: one
// module, and its types as declarations that every resolution of modules understands. The client's source says
// "./request"; a project whose modules are Node's own needs "./request.js".
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";

const ROOT = path.resolve(import.meta.dirname, "..");
const ENTRY = path.join(ROOT, "client/index.ts");
const RELATIVE_IMPORT = /(\bfrom\s+|\bimport\()"(\.{1,2}\/[^"]+)"/g;
const directory = path.resolve(process.argv[2] ?? path.join(ROOT, "dist"));
const types = path.join(directory, "client-types");

await build({
  entryPoints: [ENTRY],
  outfile: path.join(directory, "client.mjs"),
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  logLevel: "warning",
});
fs.rmSync(types, { recursive: true, force: true });
emitTypes();
for (const name of fs.readdirSync(types, { recursive: true, encoding: "utf8" })) {
  const file = path.join(types, name);
  if (!name.endsWith(".d.ts")) continue;
  const text = fs.readFileSync(file, "utf8");
  fs.writeFileSync(
    file,
    text.replaceAll(
      RELATIVE_IMPORT,
      (_, before, to) => `${before}"${withExtension(path.dirname(file), to)}"`,
    ),
  );
}
console.log(`built ${path.relative(process.cwd(), directory) || "."}/client.mjs and its types`);

function emitTypes() {
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
    JSON.stringify({ extends: extended, compilerOptions, include: [], files: [ENTRY] }),
  );
  const tsc = path.join(ROOT, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [tsc, "-p", project], { stdio: "inherit" });
  fs.rmSync(settings, { recursive: true, force: true });
  if (status !== 0) process.exit(status ?? 1);
}

function withExtension(from, to) {
  return fs.existsSync(path.join(from, `${to}.d.ts`)) ? `${to}.js` : `${to}/index.js`;
}
