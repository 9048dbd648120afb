// npm run clients: the published clients of others, unmodified, each in a clean home, against a market started for
// them. Prints every command with its exit code and the last line it said; ends with 1 if anything is not as promised.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const here = import.meta.dirname;
const root = path.resolve(here, "../..");
const windows = process.platform === "win32";

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit", shell: windows });
  if (status !== 0) process.exit(status ?? 1);
}

const readJson = (file) => JSON.parse(fs.readFileSync(path.join(here, file), "utf8"));

/** True when every client is there in the version package.json names. */
function isInstalled() {
  return Object.entries(readJson("package.json").dependencies).every(([name, version]) => {
    const file = `node_modules/${name}/package.json`;
    return fs.existsSync(path.join(here, file)) && readJson(file).version === version;
  });
}

if (!isInstalled()) {
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], here);
}
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
run(
  process.execPath,
  [vitest, "run", "--config", "checks/clients/vitest.config.ts", ...process.argv.slice(2)],
  root,
);
