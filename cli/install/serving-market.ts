import { readFileSync } from "node:fs";
import path from "node:path";

const FILE = "/emporion.tgz";

/** What npm writes down of what it has installed. */
interface NpmLock {
  packages?: { "node_modules/emporion"?: { resolved?: unknown } };
}

/**
 * The market that npm has installed this program from, by the file that npm keeps beside it, so that
 * `npx MARKET/emporion.tgz add` names the market once. Null where npm wrote none (a checkout, a global installation) or
 * where the package came from elsewhere. `directory` is the program's own.
 */
export function findServingMarket(directory: string): string | null {
  const lock = readJson(path.join(directory, "..", ".package-lock.json")) as NpmLock | null;
  const resolved = lock?.packages?.["node_modules/emporion"]?.resolved;
  if (typeof resolved !== "string" || !/^https?:/.test(resolved) || !URL.canParse(resolved)) return null;
  const { origin, pathname } = new URL(resolved);
  return pathname.endsWith(FILE) ? origin + pathname.slice(0, -FILE.length) : null;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
