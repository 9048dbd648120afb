import fs from "node:fs";
import path from "node:path";
import packageJson from "@/package.json";

export const VERSION = packageJson.version;
export const NEXT_VERSION = "999.0.0";

const BUILT = ["dist", ".next"];
const OF_BUILDING = path.join(".next", "cache");
const VERSIONED = /\.m?js$/;

/** Fills a folder with what runs, as it is but for the version that is built into it. */
export function makeNextVersion(folder: string): string {
  for (const entry of fs.readdirSync("."))
    if (!BUILT.includes(entry)) fs.symlinkSync(path.resolve(entry), path.join(folder, entry));
  const filter = (source: string) => source !== OF_BUILDING;
  for (const built of BUILT) {
    const copy = path.join(folder, built);
    fs.cpSync(built, copy, { recursive: true, verbatimSymlinks: true, filter });
    for (const file of fs.readdirSync(copy, { recursive: true, withFileTypes: true }))
      if (file.isFile() && VERSIONED.test(file.name)) writeVersion(path.join(file.parentPath, file.name));
  }
  return folder;
}

/** `version: "…"` after the name of the package, however it was bundled. */
function writeVersion(file: string): void {
  const text = fs.readFileSync(file, "utf8");
  const next = text.replaceAll(/(name: ?"emporion",\s*version: ?")[^"]+/g, `$1${NEXT_VERSION}`);
  if (next !== text) fs.writeFileSync(file, next);
}
